import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { forbiddenHost, forbiddenOrigin, malformedRequest } from '../base/errors.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Checks the host names of requests. A web page can make any host name resolve to this machine (DNS
 * rebinding), so only configured names are accepted.
 */
export interface Guards {
  /** @throws ServiceError 403 */
  checkHost(host: string | undefined): void;
  /**
   * Checks the host name of a request. An absolute target overrides the Host header (RFC 9112,
   * section 3.2.2), so both must be accepted names; the target is then made relative.
   *
   * @throws ServiceError 403; 400 for an invalid target
   */
  checkTarget(request: IncomingMessage): void;
  /**
   * Checks the Origin header. A request without it does not come from a web page.
   * @throws ServiceError 403 for any other origin, including `null`
   */
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
 * Host names that the metrics port accepts: those of `createGuards`, and all IP addresses.
 * Prometheus uses IP addresses for its targets, and they cannot be used for DNS rebinding.
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

function hostName(host: string): string {
  return host.replace(/:\d{1,5}$/, '');
}
