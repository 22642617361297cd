import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { ConfigError } from '../../base/config-error.ts';
import { isLoopback } from '../../base/loopback.ts';
import { MAX_CONNECTIONS } from '../../sources/hosts.ts';
import { mirrored } from './mirror.ts';

/** A request to a public host. It contains no secrets. */
export interface HttpRequest {
  /** The https URL as it is stored and logged. */
  readonly address: string;
  readonly accept: string;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  /** Maximum bytes of the body, both before and after decompression. */
  readonly maxBytes: number;
  /** Path of the file for a large body. If absent, the body is kept in memory. */
  readonly file?: string | undefined;
  readonly userAgent: string;
  /**
   * A secret that is never stored or logged. It is sent in the query parameter that `parameter`
   * names. If `parameter` is absent, it is sent as a bearer token.
   */
  readonly key?: { readonly parameter?: string | undefined; readonly value: string } | undefined;
}

export interface HttpResponse {
  readonly status: number;
  /** The response headers that sync uses, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The full body. If the body was written to `file`, only its first bytes. */
  readonly body: Buffer;
  readonly file?: string | undefined;
  /** Number of received bytes before decompression. */
  readonly bytes: number;
}

export type Send = (request: HttpRequest) => Promise<HttpResponse>;

/** The reason why there is no response. The message completes the sentence "the request …". */
export class HttpFailure extends Error {
  readonly kind: keyof typeof failureWords;
  constructor(kind: HttpFailure['kind'], options: ErrorOptions = {}, more = '') {
    super(failureWords[kind] + more, options);
    this.kind = kind;
  }
}

const failureWords = {
  unreachable: 'could not connect to the host',
  refused: 'was refused by the proxy',
  reset: 'failed because the host or the network reset the connection',
  cut: 'lost the connection before the full response arrived',
  silent: 'got no response in time',
  'too-large': 'returned a response larger than the limit',
  broken: 'returned a response that cannot be read or decompressed',
} as const;

export interface HttpParts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly mirror: string | undefined;
  readonly timings?: Partial<typeof timings>;
}

/** Timeouts in milliseconds. */
const timings = {
  connect: 10_000,
  headers: 20_000,
  silence: 20_000,
  whole: 300_000,
  file: 1_800_000,
};
/** If a body is written to a file, this many of its first bytes are also kept in memory. */
const HEAD = 20_000;

const readHeaders = new Set(
  'etag last-modified retry-after link location content-type content-encoding'.split(' '),
);
const unpack = promisify(gunzip);

/**
 * Sends single requests. If the environment variables specify a proxy, requests go through it. If a
 * mirror is configured, requests go to the mirror instead of the public host. Redirects are not
 * followed.
 * @throws ConfigError for an invalid proxy setting; HttpFailure for a failed request
 */
export function createHttp(parts: HttpParts): { readonly send: Send; close(): Promise<void> } {
  const times = { ...timings, ...parts.timings };
  const agent = agentOf(parts, times);
  return {
    async send(request) {
      const { origin, pathname, search } = targetOf(request, parts.mirror);
      try {
        const response = await agent.request({
          origin,
          path: pathname + search,
          method: 'GET',
          headers: headersOf(request),
          signal: AbortSignal.timeout(request.file === undefined ? times.whole : times.file),
        });
        return await received(response, request);
      } catch (cause) {
        throw isOfDisk(cause) ? cause : failureOf(cause);
      }
    },
    close: () => agent.destroy(),
  };
}

/** Requests to a mirror on this machine bypass the proxy, because it might not reach the mirror. */
function agentOf({ environment, mirror }: HttpParts, times: typeof timings): Dispatcher {
  const options = {
    connections: MAX_CONNECTIONS,
    connect: { timeout: times.connect },
    headersTimeout: times.headers,
    bodyTimeout: times.silence,
  };
  if (mirror !== undefined && isLoopback(new URL(mirror).hostname)) {
    return new Agent({ ...options, connections: MAX_CONNECTIONS * 4 });
  }
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: proxyOf(environment, 'HTTP_PROXY'),
    httpsProxy: proxyOf(environment, 'HTTPS_PROXY'),
    noProxy: environment.no_proxy ?? environment.NO_PROXY ?? '',
  });
}

/**
 * Returns the proxy that an environment variable contains. The error for an invalid value does not
 * quote the value, because the value may contain a password.
 */
function proxyOf(environment: HttpParts['environment'], variable: string): string {
  const lower = variable.toLowerCase();
  const name = environment[lower] === undefined ? variable : lower;
  const value = environment[name] ?? '';
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  if (value === '' || /^(?:https?|socks5?):$/.test(protocol)) return value;
  throw new ConfigError(`${name}: must be the address of a proxy in the form http://HOST:PORT`);
}

function targetOf({ address, key }: HttpRequest, mirror: string | undefined): URL {
  const target = new URL(mirror === undefined ? address : mirrored(mirror, address));
  if (key?.parameter) target.searchParams.set(key.parameter, key.value);
  return target;
}

function headersOf({ accept, etag, lastModified, userAgent, key }: HttpRequest) {
  return {
    accept,
    'accept-encoding': 'gzip',
    'user-agent': userAgent,
    ...(key && !key.parameter ? { authorization: `Bearer ${key.value}` } : {}),
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
  };
}

async function received(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { maxBytes, file }: HttpRequest,
): Promise<HttpResponse> {
  const kept = Object.entries(headers).filter(([name]) => readHeaders.has(name));
  const read = Object.fromEntries(kept.map(([name, value]) => [name, [value].flat().join(', ')]));
  if (file !== undefined && statusCode === 200) {
    const written = await writtenTo(file, body, read['content-encoding'], maxBytes);
    return { status: statusCode, headers: read, file, ...written };
  }
  const packed = await bytesOf(body, maxBytes);
  return {
    status: statusCode,
    headers: read,
    body: await unpacked(packed, read['content-encoding'], maxBytes),
    bytes: packed.length,
  };
}

/** Reads a body up to a maximum size. If the body is larger, the connection is closed. */
async function bytesOf(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const counted = atMost(maxBytes, (chunk) => chunks.push(chunk));
  for await (const _ of counted(body));
  return Buffer.concat(chunks);
}

/** Writes a body to a file, up to a maximum size before and after decompression. */
async function writtenTo(
  file: string,
  body: Dispatcher.ResponseData['body'],
  encoding: string | undefined,
  maxBytes: number,
): Promise<Pick<HttpResponse, 'body' | 'bytes'>> {
  const head: Buffer[] = [];
  let [bytes, held] = [0, 0];
  const packed = atMost(maxBytes, (chunk) => {
    bytes += chunk.length;
  });
  const plain = atMost(maxBytes, (chunk) => {
    if (held < HEAD) head.push(chunk);
    held += chunk.length;
  });
  const packing = packingOf(encoding);
  if (packing === 'unknown') {
    await body.dump();
    throw new HttpFailure('broken');
  }
  const target = createWriteStream(file, { mode: 0o600 });
  if (packing === 'gzip') await pipeline(body, packed, createGunzip(), plain, target);
  else await pipeline(body, packed, plain, target);
  return { body: Buffer.concat(head).subarray(0, HEAD), bytes };
}

/**
 * Returns a stream transform that calls a function for each chunk and then passes the chunk on.
 * @throws HttpFailure `too-large` if the data exceeds the maximum size
 */
function atMost(maxBytes: number, passes: (chunk: Buffer) => unknown) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let length = 0;
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > maxBytes) throw new HttpFailure('too-large');
      passes(chunk);
      yield chunk;
    }
  };
}

/** Decompresses data up to a maximum size, which stops a gzip bomb. */
async function unpacked(
  packed: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const packing = packingOf(encoding);
  if (packing === 'none' || packed.length === 0) return packed;
  if (packing === 'unknown') throw new HttpFailure('broken');
  return unpack(packed, { maxOutputLength: maxBytes });
}

function packingOf(encoding = 'identity'): 'none' | 'gzip' | 'unknown' {
  const word = encoding.toLowerCase();
  if (word === 'identity') return 'none';
  return word === 'gzip' || word === 'x-gzip' ? 'gzip' : 'unknown';
}

const silent = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'TimeoutError',
  'AbortError',
]);
/**
 * Error codes for a connection that was reset. Some firewalls refuse a connection by resetting it.
 */
const reset = new Set(['ECONNRESET', 'EPIPE']);
const cut = new Set(['UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);
const broken = new Set([
  'UND_ERR_HEADERS_OVERFLOW',
  // The name of the error for a response that is not HTTP. This error has no code.
  'HTTPParserError',
]);

/** Whether a body could not be written to disk. This is not a failure of the host. */
function isOfDisk(cause: unknown): boolean {
  const { code } = cause as { code?: unknown };
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'ENOENT'].includes(String(code));
}

function failureOf(cause: unknown): HttpFailure {
  if (cause instanceof HttpFailure) return cause;
  const { code, name, message } = cause as { code?: unknown; name?: unknown; message?: unknown };
  // The library states the status that the proxy returned only in its error message.
  const [, refused] = /^Proxy response \((\d{3})\)/.exec(String(message)) ?? [];
  if (refused !== undefined) {
    return new HttpFailure('refused', { cause }, ` with status ${refused}; see HTTPS_PROXY`);
  }
  return new HttpFailure(kindOf([String(code), String(name)]), { cause });
}

function kindOf(words: readonly string[]): HttpFailure['kind'] {
  const isOf = (kind: ReadonlySet<string>) => words.some((word) => kind.has(word));
  if (isOf(silent)) return 'silent';
  if (words.includes('ERR_BUFFER_TOO_LARGE')) return 'too-large';
  if (isOf(reset)) return 'reset';
  if (isOf(cut)) return 'cut';
  const isBroken = isOf(broken) || words.some((word) => word.startsWith('Z_'));
  return isBroken ? 'broken' : 'unreachable';
}
