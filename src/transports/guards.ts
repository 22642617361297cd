import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { forbiddenHost, forbiddenOrigin, malformedRequest } from '../base/errors.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

export type Guards = ReturnType<typeof createGuards>;

/**
 * Creates the checks of the host names and origins of requests. Only configured host names are
 * accepted, because the owner of a web page can make any other host name resolve to this machine
 * (DNS rebinding).
 */
export function createGuards(allowedHosts: readonly string[]) {
  const isAllowed = among(allowedHosts);
  /** @throws ServiceError 403 */
  function checkHost(host: string | undefined): void {
    if (host === undefined || !isAllowed(hostName(host))) throw forbiddenHost();
  }
  return {
    checkHost,
    /**
     * Checks the host name of a request. If the request target is an absolute URL, its host
     * overrides the Host header (RFC 9112, section 3.2.2), so both host names are checked. The
     * target is then made relative.
     *
     * @throws ServiceError 403; 400 for an invalid target
     */
    checkTarget(request: IncomingMessage): void {
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
    /**
     * Checks the Origin header. A request without this header does not come from a web page and is
     * accepted.
     * @throws ServiceError 403 unless the host of the origin is configured; also for the origin
     * `null`
     */
    checkOrigin(origin: string | undefined): void {
      if (origin === undefined) return;
      const url = URL.canParse(origin) ? new URL(origin) : undefined;
      const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
      if (!url || !isWeb || !isAllowed(url.hostname)) throw forbiddenOrigin();
    },
  };
}

/**
 * Returns a function that checks the host name of a request to the metrics port. The function
 * accepts the configured names and all IP addresses. Prometheus addresses its targets by IP
 * address. IP addresses are safe, because a DNS rebinding attack uses a host name.
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
