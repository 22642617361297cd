import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { forbiddenHost, forbiddenOrigin, malformedRequest } from '../base/errors.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Who may be addressed as this server. A browser page can make any name point here (DNS rebinding),
 * so that only names that were said to be ours are answered.
 */
export interface Guards {
  /** @throws ServiceError 403 */
  checkHost(host: string | undefined): void;
  /**
   * Checks by which name a request is addressed. One whose target is absolute is addressed by that,
   * and not by its Host (RFC 9112, section 3.2.2): both have to be ours, and it becomes a plain one.
   *
   * @throws ServiceError 403, 400 for a target that is no address
   */
  checkTarget(request: IncomingMessage): void;
  /** An absent Origin is no browser. @throws ServiceError 403 for any other, `null` too. */
  checkOrigin(origin: string | undefined): void;
}

export function createGuards(allowedHosts: readonly string[]): Guards {
  const isAllowed = among(allowedHosts);
  function checkHost(host: string | undefined): void {
    if (host === undefined || !isAllowed(hostName(host))) throw forbiddenHost();
  }
  return {
    checkHost,
    checkTarget(request) {
      const { url = '', headers } = request;
      if (!URL.canParse(`http://${headers.host ?? ''}`)) throw malformedRequest();
      checkHost(headers.host);
      if (!/^https?:\/\//i.test(url)) return;
      if (!URL.canParse(url)) throw malformedRequest();
      const target = new URL(url);
      if (target.username !== '' || target.password !== '') throw malformedRequest();
      checkHost(target.host);
      headers.host = target.host;
      request.url = `${target.pathname}${target.search}`;
    },
    checkOrigin(origin) {
      if (origin === undefined) return;
      const url = URL.canParse(origin) ? new URL(origin) : undefined;
      const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
      if (!url || !isWeb || !isAllowed(url.hostname)) throw forbiddenOrigin();
    },
  };
}

/**
 * Which Host headers the metrics port answers: those of `createGuards`, and any IP address, by which
 * Prometheus finds its targets and to which no DNS rebinding leads.
 */
export function metricsHosts(allowedHosts: readonly string[]): (host: string) => boolean {
  const isAllowed = among(allowedHosts);
  return (host) => {
    const name = hostName(host);
    return isAllowed(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) > 0;
  };
}

function among(allowedHosts: readonly string[]): (host: string) => boolean {
  const allowed = new Set([...loopback, ...allowedHosts.map((host) => host.toLowerCase())]);
  return (host) => allowed.has(host.toLowerCase());
}

/** A Host header without its port. */
function hostName(host: string): string {
  return host.replace(/:\d{1,5}$/, '');
}
