import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import { version } from '../version.ts';
import { UpstreamFailure } from './upstream-failure.ts';
import type { UpstreamSettings } from './upstream-settings.ts';

/** A request without the key, which is added last and known nowhere else. */
interface UpstreamRequest {
  /** Below the base address. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface UpstreamResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The whole body, without the key where the upstream repeats it. */
  readonly body: string;
}

/** How requests leave. @throws UpstreamFailure unreachable, timeout, unreadable (too large). */
export interface UpstreamHttp {
  send(request: UpstreamRequest): Promise<UpstreamResponse>;
  close(): Promise<void>;
}

/** A key shorter than this (`demo`) is no secret, and may be a word of a record. */
const shortestSecret = 12;
const unpack = promisify(gunzip);

/** One agent, connections kept alive, one request at a time on each; redirects are not followed. */
export function createUpstreamHttp(
  { baseUrl, key }: { readonly baseUrl: string; readonly key: string },
  settings: UpstreamSettings,
): UpstreamHttp {
  const { origin, pathname } = new URL(baseUrl);
  const stem = pathname.replace(/\/$/, '');
  const agent = new Agent({
    connections: settings.connections,
    pipelining: 1,
    connect: { timeout: settings.connectTimeout },
    headersTimeout: settings.headersTimeout,
    bodyTimeout: settings.bodyTimeout,
    maxResponseSize: settings.maximumBodyBytes,
  });
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': `biotech-catalyst-mcp/${version}`,
  };
  return {
    async send({ path, query, signal }) {
      const search = new URLSearchParams({ ...query, apiKey: key });
      try {
        const response = await agent.request({
          origin,
          path: `${stem}${path}?${search}`,
          method: 'GET',
          headers,
          signal,
        });
        const body = await textOf(response, settings.maximumBodyBytes);
        const retryAfter = response.headers['retry-after'];
        return {
          status: response.statusCode,
          retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
          body: withoutKey(body, key),
        };
      } catch (cause) {
        throw failureOf(cause);
      }
    },
    close: () => agent.destroy(),
  };
}

/** Whether anything answers at the address, in words. Asked without the key: it spends nothing. */
export async function probeUpstream(baseUrl: string, timeout = 5_000): Promise<string> {
  const agent = new Agent({ connect: { timeout } });
  try {
    const { origin, pathname } = new URL(baseUrl);
    const { statusCode, body } = await agent.request({
      origin,
      path: pathname,
      method: 'HEAD',
      signal: AbortSignal.timeout(timeout),
    });
    await body.dump();
    return `reachable (status ${statusCode} without key)`;
  } catch (cause) {
    return failureOf(cause).kind === 'timeout' ? 'does not answer in time' : 'not reachable';
  } finally {
    await agent.destroy();
  }
}

/** Unpacks at most so many bytes; a gzip bomb ends there. */
async function textOf(response: Dispatcher.ResponseData, maximumBytes: number): Promise<string> {
  const encoding = String(response.headers['content-encoding'] ?? 'identity').toLowerCase();
  const packed = Buffer.from(await response.body.arrayBuffer());
  if (encoding === 'identity' || packed.length === 0) return packed.toString();
  if (encoding !== 'gzip') throw new UpstreamFailure('unreadable');
  return (await unpack(packed, { maxOutputLength: maximumBytes })).toString();
}

function withoutKey(body: string, key: string): string {
  if (key.length < shortestSecret) return body;
  return body.replaceAll(key, '[key]').replaceAll(encodeURIComponent(key), '[key]');
}

const timeouts = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
  'TimeoutError',
  'AbortError',
]);
const unreadable = new Set(['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'ERR_BUFFER_TOO_LARGE']);

function failureOf(cause: unknown): UpstreamFailure {
  if (cause instanceof UpstreamFailure) return cause;
  const { code, name } = cause as { code?: unknown; name?: unknown };
  const word = typeof code === 'string' ? code : String(name);
  if (timeouts.has(word) || timeouts.has(String(name))) {
    return new UpstreamFailure('timeout', { cause });
  }
  const isBroken = unreadable.has(word) || word.startsWith('Z_');
  return new UpstreamFailure(isBroken ? 'unreadable' : 'unreachable', { cause });
}
