import { forbiddenHost, forbiddenOrigin } from '../errors.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Who may be addressed as this server. A browser page can make any name point here (DNS rebinding),
 * so that only names that were said to be ours are answered.
 */
export interface Guards {
  /** @throws ServiceError 403 */
  checkHost(host: string | undefined): void;
  /** An absent Origin is no browser. @throws ServiceError 403 for any other, `null` too. */
  checkOrigin(origin: string | undefined): void;
}

export function createGuards(allowedHosts: readonly string[]): Guards {
  const allowed = new Set([...loopback, ...allowedHosts.map((host) => host.toLowerCase())]);
  const isAllowed = (host: string) => allowed.has(host.toLowerCase());
  return {
    checkHost(host) {
      if (host === undefined || !isAllowed(hostName(host))) throw forbiddenHost();
    },
    checkOrigin(origin) {
      if (origin === undefined) return;
      const url = URL.canParse(origin) ? new URL(origin) : undefined;
      const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
      if (!url || !isWeb || !isAllowed(url.hostname)) throw forbiddenOrigin();
    },
  };
}

/** A Host header without its port. */
function hostName(host: string): string {
  return host.replace(/:\d{1,5}$/, '');
}
