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

/**
 * Keys that users entered in their browsers. Sessions are kept in memory and end with the process.
 */
export interface Sessions {
  /** The key of this browser's session. */
  keyOf(c: Context): string | undefined;
  /** Starts a session with a key. The cookie has a random name that scripts cannot read. */
  open(c: Context, key: string): void;
  end(c: Context): void;
}

export function createSessions(): Sessions {
  const keys = new LRUCache<string, string>({
    ...{ max: MAX_SESSIONS, ttl: MAX_SESSION_MS, updateAgeOnGet: true },
  });
  return {
    keyOf(c) {
      // A request that another site triggers does not use the session.
      const site = c.req.header('sec-fetch-site');
      if (site !== undefined && site !== 'same-origin' && site !== 'none') return undefined;
      const name = getCookie(c, cookieName);
      return name === undefined ? undefined : keys.get(name);
    },
    open(c, key) {
      const name = randomBytes(24).toString('base64url');
      keys.set(name, key);
      const secure = c.req.header('origin')?.startsWith('https:') === true;
      setCookie(c, cookieName, name, { httpOnly: true, sameSite: 'Strict', path: '/', secure });
    },
    end(c) {
      keys.delete(getCookie(c, cookieName) ?? '');
      deleteCookie(c, cookieName, { path: '/' });
    },
  };
}

/**
 * Accepts a form only from the page of this server, according to the Origin header.
 * @throws ServiceError 403
 */
export function checkOwnForm(c: Context): void {
  const origin = c.req.header('origin') ?? '';
  const site = c.req.header('sec-fetch-site') ?? 'same-origin';
  const isOwn = URL.canParse(origin) && new URL(origin).host === c.req.header('host');
  if (!isOwn || site !== 'same-origin') throw crossSiteForm();
}
