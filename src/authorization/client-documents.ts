import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import ipaddr from 'ipaddr.js';
import { Agent, fetch as undiciFetch } from 'undici';
import { boundedText } from '../base/bounded-text.ts';
import { documentedClient } from './clients.ts';

/** Characters of what a client's host answers. */
const MAX_DOCUMENT_LENGTH = 64 * 1_024;
/** How long a client's host is waited for, milliseconds. */
const MAX_DOCUMENT_WAIT = 5_000;

/** Fetches an address; `init` as the Fetch standard has it. */
export type FetchDocument = (address: string, init: RequestInit) => Promise<Response>;

/** Whether documents of clients are fetched from an address: https, of a host on the list, by name. */
export function isListed(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port } = new URL(address);
  const isNamed = !ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''));
  return protocol === 'https:' && port === '' && isNamed && hosts.includes(hostname);
}

/**
 * Fetches what clients publish of themselves: from hosts of the list alone, without following what
 * redirects, and of a client's metadata what is taken of them.
 *
 * @throws Error for any other address, and for what is too long or no JSON
 */
export function documentsOf(hosts: readonly string[], fetchOne: FetchDocument): FetchDocument {
  return async (address, init) => {
    if (!isListed(address, hosts)) throw new Error(`${address} is of no host on the list`);
    const signal = AbortSignal.timeout(MAX_DOCUMENT_WAIT);
    const response = await fetchOne(address, { ...init, signal, redirect: 'manual' });
    if (response.status !== 200) {
      await response.body?.cancel();
      return new Response(null, { status: 502 });
    }
    const given: unknown = JSON.parse(await boundedText(response, MAX_DOCUMENT_LENGTH));
    const body = isKeySet(given) ? given : metadataOf(address, given);
    const headers = { 'content-type': 'application/json' };
    const age = response.headers.get('cache-control');
    return Response.json(body, { headers: age ? { ...headers, 'cache-control': age } : headers });
  };
}

/** What says that it is a client is read as one, whatever else it holds. */
function isKeySet(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  // A list has keys too, but none of its own by that name.
  return Object.hasOwn(given, 'keys') && !Object.hasOwn(given, 'client_id');
}

function metadataOf(id: string, given: unknown): object {
  const client = documentedClient(id, given);
  if ('error' in client) throw new Error(client.error_description);
  return { client_id: (given as Record<string, unknown>).client_id, ...client };
}

/** Fetches by the network, where the name leads to public addresses alone. */
export function publicFetch(): FetchDocument {
  const dispatcher = new Agent({ connect: { lookup: publicLookup } });
  return async (address, init) => {
    const headers = new Headers(init.headers);
    const {
      body,
      status,
      headers: told,
    } = await undiciFetch(address, {
      ...{ dispatcher, headers: [...headers] as [string, string][] },
      ...{ redirect: 'manual', signal: init.signal ?? null },
    });
    return new Response(body as ReadableStream | null, { status, headers: [...told] });
  };
}

type Looked = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** As Node's own; a name that leads to a private address, too, is not known. */
export function publicLookup(hostname: string, options: LookupOptions, done: Looked): void {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, []);
    const isPublic = found.length > 0 && found.every(({ address }) => isPublicAddress(address));
    if (!isPublic) return done(new Error(`${hostname} leads to no public address`), []);
    const [first] = found;
    return options.all ? done(null, found) : done(null, first!.address, first!.family);
  });
}

/** Whether an address belongs to a machine of the internet, and to no network of one's own. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}
