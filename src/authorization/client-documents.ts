import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import ipaddr from 'ipaddr.js';
import { Agent, fetch as undiciFetch } from 'undici';
import { boundedText } from '../base/bounded-text.ts';
import { documentedClient } from './clients.ts';

/** Maximum number of characters of a client ID metadata document. */
const MAX_DOCUMENT_LENGTH = 64 * 1_024;
/** Timeout for requests to a client's host, in milliseconds. */
const MAX_DOCUMENT_WAIT = 5_000;

/** Fetches a URL. `init` has the options of the Fetch API. */
export type FetchDocument = (address: string, init: RequestInit) => Promise<Response>;

/**
 * Whether client documents may be fetched from a URL. The URL must use https, and its host must be
 * in `hosts`.
 */
export function isListed(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port } = new URL(address);
  const isNamed = !ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''));
  return protocol === 'https:' && port === '' && isNamed && hosts.includes(hostname);
}

/**
 * Returns a function that fetches documents that clients publish. The function fetches only from
 * `hosts` and does not follow redirects. It removes unknown fields from client metadata. It throws
 * an Error if the URL is not permitted, or if the document is too long or not JSON.
 */
export function documentsOf(hosts: readonly string[], fetchOne: FetchDocument): FetchDocument {
  return async (address, init) => {
    if (!isListed(address, hosts))
      throw new Error(`the host of ${address} is not in CATALYST_OAUTH_CLIENT_HOSTS`);
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

/**
 * Whether a document is a JSON Web Key Set. A document with the field `client_id` is client
 * metadata instead.
 */
function isKeySet(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  // Inherited properties are ignored, because arrays inherit a method `keys`.
  return Object.hasOwn(given, 'keys') && !Object.hasOwn(given, 'client_id');
}

function metadataOf(id: string, given: unknown): object {
  const client = documentedClient(id, given);
  if ('error' in client) throw new Error(client.error_description);
  return { client_id: (given as Record<string, unknown>).client_id, ...client };
}

/**
 * Returns a function that fetches a URL over the network. It refuses host names with private IP
 * addresses.
 */
export function publicFetch(): FetchDocument {
  const dispatcher = new Agent({ connect: { lookup: publicLookup } });
  return async (address, init) => {
    const headers = new Headers(init.headers);
    const {
      body,
      status,
      headers: received,
    } = await undiciFetch(address, {
      dispatcher,
      headers: [...headers] as [string, string][],
      redirect: 'manual',
      signal: init.signal ?? null,
    });
    return new Response(body as ReadableStream | null, { status, headers: [...received] });
  };
}

type Looked = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** Node's DNS lookup, except that it fails if any address of the host name is private. */
export function publicLookup(hostname: string, options: LookupOptions, done: Looked): void {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, []);
    const isPublic = found.length > 0 && found.every(({ address }) => isPublicAddress(address));
    if (!isPublic) return done(new Error(`${hostname} does not resolve to a public address`), []);
    const [first] = found;
    return options.all ? done(null, found) : done(null, first!.address, first!.family);
  });
}

/** Whether an IP address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}
