import type { IncomingMessage } from 'node:http';
import { ConfigError } from '../base/config-error.ts';
import { tooManyAtOnce } from '../base/errors.ts';
import { MAX_PER_ADDRESS } from './unanswered.ts';

/** Determines the IP addresses of clients behind trusted proxies. */
export interface Proxies {
  isProxy(address: string): boolean;
  /**
   * Returns the client's IP address. If the request comes from a trusted proxy, this is the address
   * that the proxy forwarded. Otherwise, this is the address of the connection.
   */
  addressOf(request: IncomingMessage): string;
  /**
   * Counts a request toward the limit of its client address if a trusted proxy forwarded the
   * request. Requests of the proxy itself, such as health checks, are not counted.
   * @returns a function to call when the request is answered
   * @throws ServiceError 429 if too many requests of the client address are in progress
   */
  admit(request: IncomingMessage): () => void;
}

export const noProxies: Proxies = {
  isProxy: () => false,
  addressOf: (request) => request.socket.remoteAddress ?? '',
  admit: () => () => {},
};

/**
 * Creates `Proxies` for the given addresses and networks. The client address is the last address in
 * `X-Forwarded-For` that is not a trusted proxy. Earlier addresses in the header cannot be trusted,
 * because clients can forge them.
 * @throws ConfigError for an invalid address
 */
export async function createProxies(
  trusted: readonly string[],
  maxPerAddress: number,
): Promise<Proxies> {
  if (trusted.length === 0) return noProxies;
  const { default: proxyAddr } = await import('proxy-addr');
  const trust = compiled(proxyAddr.compile, trusted);
  const isProxy = (address: string) => trust(address, 0);
  const most = Math.min(maxPerAddress, MAX_PER_ADDRESS);
  const inFlight = new Map<string, number>();
  return {
    isProxy,
    addressOf: (request) => proxyAddr(request, trust),
    admit(request) {
      const { remoteAddress = '' } = request.socket;
      const address = proxyAddr(request, trust);
      if (!isProxy(remoteAddress) || address === remoteAddress) return () => {};
      const before = inFlight.get(address) ?? 0;
      if (before >= most) throw tooManyAtOnce(most);
      inFlight.set(address, before + 1);
      return () => {
        const left = (inFlight.get(address) ?? 1) - 1;
        if (left > 0) inFlight.set(address, left);
        else inFlight.delete(address);
      };
    },
  };
}

type Trust = (address: string, index: number) => boolean;

function compiled(compile: (words: string[]) => Trust, words: readonly string[]): Trust {
  try {
    return compile([...words]);
  } catch {
    throw new ConfigError(
      `CATALYST_TRUSTED_PROXIES: must be comma-separated addresses or networks (10.0.0.0/8), not ${words.join(',').slice(0, 100)}`,
    );
  }
}
