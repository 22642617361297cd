import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { LRUCache } from 'lru-cache';
import { crossSiteForm } from '../base/errors.ts';

/** Maximum number of sessions. A new session replaces the least recently used one. */
const MAX_SESSIONS = 1_000;
/** Lifetime of an unused session, in milliseconds. */
const MAX_SESSION_MS = 12 * 3_600_000;
const cookieName = 'catalyst_session';

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Creates the store of sessions. A session stores the key that a user entered in a browser. Sessions
 * are stored in memory and end with the process.
 */
export function createSessions() {
  const keys = new LRUCache<string, string>({
    max: MAX_SESSIONS,
    ttl: MAX_SESSION_MS,
    updateAgeOnGet: true,
  });
  return {
    /** Returns the key of the browser's session, if there is one. */
    keyOf(c: Context): string | undefined {
      // If another website caused the request, the session is not used.
      const site = c.req.header('sec-fetch-site');
      if (site !== undefined && site !== 'same-origin' && site !== 'none') return undefined;
      const name = getCookie(c, cookieName);
      return name === undefined ? undefined : keys.get(name);
    },
    /**
     * Starts a session with a key. The cookie contains a random session name, and scripts cannot
     * read the cookie.
     */
    open(c: Context, key: string): void {
      const name = randomBytes(24).toString('base64url');
      keys.set(name, key);
      const secure = c.req.header('origin')?.startsWith('https:') === true;
      setCookie(c, cookieName, name, { httpOnly: true, sameSite: 'Strict', path: '/', secure });
    },
    end(c: Context): void {
      keys.delete(getCookie(c, cookieName) ?? '');
      deleteCookie(c, cookieName, { path: '/' });
    },
  };
}

/**
 * Checks the headers that show whether a page of this server sent the form.
 * @throws ServiceError 403
 */
export function checkOwnForm(c: Context): void {
  const origin = c.req.header('origin') ?? '';
  const site = c.req.header('sec-fetch-site') ?? 'same-origin';
  const isOwn = URL.canParse(origin) && new URL(origin).host === c.req.header('host');
  if (!isOwn || site !== 'same-origin') throw crossSiteForm();
}
