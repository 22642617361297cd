import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { version } from '../base/version.ts';
import { UpstreamFailure } from './upstream-failure.ts';
import { createKeyGuard, type KeyGuard } from './upstream-key.ts';
import type { UpstreamSettings } from './upstream-settings.ts';

/** A request without the key. The key is added when the request is sent. */
interface UpstreamRequest {
  /** Path below the base URL. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface UpstreamResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The Date header. It is used to interpret a Retry-After date. */
  readonly date: string | undefined;
  /** The full body. It may contain the key. Use `guard` to remove the key. */
  readonly body: string;
}

/**
 * Sends requests.
 * @throws UpstreamFailure `unreachable` or `timeout`; `unreadable` if the body is too large or
 * cannot be decompressed
 */
export interface UpstreamHttp {
  send(request: UpstreamRequest): Promise<UpstreamResponse>;
  /** Removes the key from responses. */
  readonly guard: KeyGuard;
  close(): Promise<void>;
}

/**
 * Milliseconds after which this client closes an idle connection. Most upstreams keep idle
 * connections longer.
 */
const MAX_IDLE = 4_000;
const unpack = promisify(gunzip);

/**
 * An HTTP client with persistent connections. Each connection carries one request at a time, and
 * redirects are not followed. The client uses Node's HTTP client, because undici treats an
 * unrequested `100 Continue` as an error.
 */
export function createUpstreamHttp(
  { baseUrl, key }: { readonly baseUrl: string; readonly key: string },
  settings: UpstreamSettings,
): UpstreamHttp {
  const base = new URL(baseUrl);
  const stem = base.pathname.replace(/\/$/, '');
  const { Agent } = clientOf(base);
  const agent = new Agent({ keepAlive: true, maxSockets: settings.connections, timeout: MAX_IDLE });
  return {
    async send({ path, query, signal }) {
      const search = new URLSearchParams({ ...query, apiKey: key });
      const target = {
        base,
        path: `${stem}${path}?${search}`,
        agent,
        signal,
        method: 'GET',
      } as const;
      const { status, headers, body } = await exchange(target, settings);
      return {
        status,
        retryAfter: headers['retry-after'],
        date: headers.date,
        body: await textOf(headers['content-encoding'], body, settings.maximumBodyBytes),
      };
    },
    guard: createKeyGuard(key),
    close: async () => agent.destroy(),
  };
}

/**
 * Returns a text that states whether a server answers at the URL. The request has no key, so it
 * does not count toward the rate limits.
 */
export async function probeUpstream(baseUrl: string, timeout = 5_000): Promise<string> {
  const base = new URL(baseUrl);
  const { Agent } = clientOf(base);
  const agent = new Agent();
  const waits = { connectTimeout: timeout, headersTimeout: timeout, bodyTimeout: timeout };
  const signal = AbortSignal.timeout(timeout);
  try {
    const target = { base, path: base.pathname, agent, signal, method: 'HEAD' } as const;
    const { status } = await exchange(target, { ...waits, maximumBodyBytes: 0 });
    return `reachable (status ${status} without key)`;
  } catch (cause) {
    const kind = cause instanceof UpstreamFailure ? cause.kind : undefined;
    return kind === 'timeout' ? 'does not answer in time' : 'not reachable';
  } finally {
    agent.destroy();
  }
}

interface Target {
  readonly base: URL;
  readonly path: string;
  readonly agent: HttpAgent | HttpsAgent;
  readonly signal: AbortSignal;
  readonly method: 'GET' | 'HEAD';
}

type Bounds = Pick<
  UpstreamSettings,
  'connectTimeout' | 'headersTimeout' | 'bodyTimeout' | 'maximumBodyBytes'
>;

/** Sends a request and returns its final response. Interim responses (1xx) are ignored. */
async function exchange(target: Target, bounds: Bounds) {
  const silence = createSilence();
  try {
    const outgoing = open(target);
    silence.watch(outgoing);
    return await receive(outgoing, bounds, silence.within);
  } catch (cause) {
    if (cause instanceof UpstreamFailure) throw cause;
    if (silence.isOver() || target.signal.aborted) throw new UpstreamFailure('timeout');
    // Only the error code is kept. Other properties of the error may contain parts of the response.
    const { code } = cause as { code?: unknown };
    throw new UpstreamFailure('unreachable', { cause: String(code) });
  } finally {
    silence.end();
  }
}

function open({ base, path, agent, signal, method }: Target): ClientRequest {
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': `biotech-catalyst-mcp/${version}`,
  };
  const { request } = clientOf(base);
  const { hostname, port } = base;
  // IPv6 addresses in URLs are in brackets.
  const host = hostname.replace(/^\[|\]$/g, '');
  return request({ host, port, path, method, headers, agent, signal }).end();
}

function receive(
  outgoing: ClientRequest,
  { connectTimeout, headersTimeout, bodyTimeout, maximumBodyBytes }: Bounds,
  within: (milliseconds: number) => void,
): Promise<{
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}> {
  return new Promise((resolve, reject) => {
    outgoing.on('error', reject);
    within(connectTimeout);
    outgoing.on('socket', (socket) => {
      const connected = 'encrypted' in socket ? 'secureConnect' : 'connect';
      if (!socket.connecting) within(headersTimeout);
      else socket.once(connected, () => within(headersTimeout));
    });
    outgoing.on('response', (response) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      within(bodyTimeout);
      response.on('error', reject);
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
        pieces.push(piece);
        within(bodyTimeout);
        if (bytes <= maximumBodyBytes) return;
        reject(new UpstreamFailure('unreadable'));
        outgoing.destroy();
      });
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body: Buffer.concat(pieces) });
      });
    });
  });
}

/** Aborts a request if no event occurs for too long. */
function createSilence() {
  let timer: NodeJS.Timeout | undefined;
  let request: ClientRequest | undefined;
  let isOver = false;
  return {
    watch(outgoing: ClientRequest) {
      request = outgoing;
    },
    /** Starts the timeout for the next event. */
    within(milliseconds: number) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isOver = true;
        request?.destroy(new UpstreamFailure('timeout'));
      }, milliseconds);
    },
    isOver: () => isOver,
    end: () => clearTimeout(timer),
  };
}

function clientOf({ protocol }: URL) {
  return protocol === 'https:'
    ? { Agent: HttpsAgent, request: httpsRequest }
    : { Agent: HttpAgent, request: httpRequest };
}

/** Decompresses a body up to a maximum size. */
async function textOf(
  encoding: string | undefined,
  packed: Buffer,
  maximumBytes: number,
): Promise<string> {
  const name = (encoding ?? 'identity').toLowerCase();
  if (name === 'identity' || packed.length === 0) return packed.toString();
  if (name !== 'gzip') throw new UpstreamFailure('unreadable');
  try {
    return (await unpack(packed, { maxOutputLength: maximumBytes })).toString();
  } catch {
    throw new UpstreamFailure('unreadable');
  }
}
