import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { LRUCache } from 'lru-cache';
import { crossSiteForm } from '../base/errors.ts';

/** Browsers whose keys are kept at a time; the one seen longest ago gives way. */
const MAX_SESSIONS = 1_000;
/** How long a browser is known without being seen, milliseconds. */
const MAX_SESSION_MS = 12 * 3_600_000;
const cookieName = 'catalyst_session';

/** Keys that people have given their browsers' sessions. They are in memory alone, and end with the process. */
export interface Sessions {
  /** The key that this browser has given. */
  keyOf(c: Context): string | undefined;
  /** Keeps a key for this browser, under a random name that scripts cannot read. */
  open(c: Context, key: string): void;
  end(c: Context): void;
}

export function createSessions(): Sessions {
  const keys = new LRUCache<string, string>({
    ...{ max: MAX_SESSIONS, ttl: MAX_SESSION_MS, updateAgeOnGet: true },
  });
  return {
    keyOf(c) {
      // What another site asks for is asked without the key of whoever looks at it.
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

/** A form is taken from our own page alone, which a browser names. @throws ServiceError 403 */
export function checkOwnForm(c: Context): void {
  const origin = c.req.header('origin') ?? '';
  const site = c.req.header('sec-fetch-site') ?? 'same-origin';
  const isOwn = URL.canParse(origin) && new URL(origin).host === c.req.header('host');
  if (!isOwn || site !== 'same-origin') throw crossSiteForm();
}
