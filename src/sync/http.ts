import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { isLoopback } from '../loopback.ts';
import { MAX_CONNECTIONS } from './hosts.ts';
import { mirrored } from './mirror.ts';

/** A request to a public host, without anything secret. */
export interface HttpRequest {
  /** https, as it stands in the store, in logs and in records. */
  readonly address: string;
  readonly accept: string;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  /** Of the body, packed and unpacked. */
  readonly maxBytes: number;
  readonly userAgent: string;
  /** Joins the query of what is sent and stands nowhere else. */
  readonly key?: { readonly parameter: string; readonly value: string } | undefined;
}

export interface HttpResponse {
  readonly status: number;
  /** Of the response's headers those that are read, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** As they came over the wire, packed. */
  readonly bytes: number;
}

export type Send = (request: HttpRequest) => Promise<HttpResponse>;

/** Why there is no response. `words` complete "the request …". */
export class HttpFailure extends Error {
  readonly kind: 'unreachable' | 'silent' | 'too-large' | 'broken';
  constructor(kind: HttpFailure['kind'], options: ErrorOptions = {}) {
    super(failureWords[kind], options);
    this.kind = kind;
  }
}

const failureWords = {
  unreachable: 'found no connection to the host',
  silent: 'got no answer in time',
  'too-large': 'got an answer larger than it may be',
  broken: 'got an answer that breaks off or cannot be unpacked',
} as const;

export interface HttpParts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly mirror: string | undefined;
  readonly timings?: Partial<typeof timings>;
}

/** Milliseconds. */
const timings = { connect: 10_000, headers: 20_000, silence: 20_000, whole: 300_000 };

const readHeaders = new Set(
  'etag last-modified retry-after link location content-type content-encoding'.split(' '),
);
const unpack = promisify(gunzip);

/**
 * Sends single requests, by the proxy that the environment names, or to the mirror. Redirects are
 * not followed here. @throws HttpFailure
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
          signal: AbortSignal.timeout(times.whole),
        });
        return await received(response, request.maxBytes);
      } catch (cause) {
        throw failureOf(cause);
      }
    },
    close: () => agent.destroy(),
  };
}

/** A mirror on this machine is asked directly: a proxy elsewhere would look for its own. */
function agentOf({ environment, mirror }: HttpParts, times: typeof timings): Dispatcher {
  const options = {
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    connect: { timeout: times.connect },
    headersTimeout: times.headers,
    bodyTimeout: times.silence,
  };
  if (mirror !== undefined && isLoopback(new URL(mirror).hostname)) {
    return new Agent({ ...options, connections: MAX_CONNECTIONS * 4 });
  }
  const named = (name: string) => environment[name.toLowerCase()] ?? environment[name] ?? '';
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: named('HTTP_PROXY'),
    httpsProxy: named('HTTPS_PROXY'),
    noProxy: named('NO_PROXY'),
  });
}

function targetOf({ address, key }: HttpRequest, mirror: string | undefined): URL {
  const target = new URL(mirror === undefined ? address : mirrored(mirror, address));
  if (key) target.searchParams.set(key.parameter, key.value);
  return target;
}

function headersOf({ accept, etag, lastModified, userAgent }: HttpRequest) {
  return {
    accept,
    'accept-encoding': 'gzip',
    'user-agent': userAgent,
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
  };
}

async function received(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<HttpResponse> {
  const kept = Object.entries(headers).filter(([name]) => readHeaders.has(name));
  const read = Object.fromEntries(kept.map(([name, value]) => [name, [value].flat().join(', ')]));
  const packed = await bytesOf(body, maxBytes);
  return {
    status: statusCode,
    headers: read,
    body: await unpacked(packed, read['content-encoding'], maxBytes),
    bytes: packed.length,
  };
}

/** Reads at most so many bytes and gives the connection up beyond them. */
async function bytesOf(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) {
      body.destroy();
      throw new HttpFailure('too-large');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Unpacks at most so many bytes: a gzip bomb ends there. */
async function unpacked(
  packed: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const word = encoding?.toLowerCase() ?? 'identity';
  if (word === 'identity' || packed.length === 0) return packed;
  if (word !== 'gzip' && word !== 'x-gzip') throw new HttpFailure('broken');
  return unpack(packed, { maxOutputLength: maxBytes });
}

const silent = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'TimeoutError',
  'AbortError',
]);
/** The connection stood and broke; before it stood, the host was not reached. */
const broken = new Set(['UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'HPE_UNEXPECTED']);

function failureOf(cause: unknown): HttpFailure {
  if (cause instanceof HttpFailure) return cause;
  const { code, name } = cause as { code?: unknown; name?: unknown };
  const words = [String(code), String(name)];
  if (words.some((word) => silent.has(word))) return new HttpFailure('silent', { cause });
  if (code === 'ERR_BUFFER_TOO_LARGE') return new HttpFailure('too-large', { cause });
  const breaks = words.some((word) => broken.has(word) || /^(Z_|HPE_)/.test(word));
  return new HttpFailure(breaks ? 'broken' : 'unreachable', { cause });
}
