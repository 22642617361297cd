import type { IncomingMessage } from 'node:http';
import { ConfigError } from '../base/config.ts';
import { tooManyAtOnce } from '../base/errors.ts';
import { MAX_PER_ADDRESS } from './unanswered.ts';

/** The proxies before this server, and whom they speak for. */
export interface Proxies {
  isProxy(address: string): boolean;
  /** Who asks: the address for which a proxy forwarded a request, else where it comes from. */
  addressOf(request: IncomingMessage): string;
  /**
   * Counts a request that a proxy brought by the address for which it was forwarded; one of the
   * proxy itself, such as a probe, is not counted.
   *
   * @returns what is called once it is answered
   * @throws ServiceError 429 where so many of that address are being answered already
   */
  admit(request: IncomingMessage): () => void;
}

export const noProxies: Proxies = {
  isProxy: () => false,
  addressOf: (request) => request.socket.remoteAddress ?? '',
  admit: () => () => {},
};

/**
 * The proxies at these addresses and networks. The chain of `X-Forwarded-For` is read from its end,
 * of which alone a proxy is sure, to the first that is no proxy.
 *
 * @throws ConfigError for a word that is no address
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
      `CATALYST_TRUSTED_PROXIES: addresses or networks (10.0.0.0/8), separated by commas, not ${words.join(',').slice(0, 100)}`,
    );
  }
}
