import type { Clock, Monotonic } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Circuit } from './upstream-circuit.ts';
import { type Envelope, isErrorBody, readEnvelope } from './upstream-envelope.ts';
import { isTransient, UpstreamFailure } from './upstream-failure.ts';
import type { UpstreamHttp, UpstreamResponse } from './upstream-http.ts';
import type { Pacing } from './upstream-pacing.ts';
import type { UpstreamSettings } from './upstream-settings.ts';

export interface ClientParts {
  readonly http: UpstreamHttp;
  readonly pacing: Pacing;
  readonly circuit: Circuit;
  readonly settings: UpstreamSettings;
  /** The wall clock, for dates in upstream responses. Waits are measured with `monotonic`. */
  readonly clock: Clock;
  readonly monotonic: Monotonic;
  /** Returns a random number from 0 to 1, for jitter. */
  readonly random: () => number;
  readonly log: Log;
}

/** Maximum wait, in milliseconds, that a Retry-After header can request. */
const MAX_RETRY_AFTER = 86_400_000;

/** What to request: a path below the base URL, and the query parameters without the key. */
export interface Target {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The progress of a call. The caller creates the object and can log it even if the call fails. */
export interface Trace {
  status: number | undefined;
  waited: number;
  retries: number;
}

/**
 * Sends a request to the upstream through its queue and circuit. A failed request is retried at
 * most `retries` times, and the whole call takes at most `callTimeout`. Each retry counts toward
 * the rate limits.
 * @throws UpstreamFailure
 */
export async function ask(
  parts: ClientParts,
  endpoint: Endpoint,
  target: Target,
  trace: Trace,
): Promise<Envelope> {
  const { settings, monotonic } = parts;
  const deadline = monotonic() + settings.callTimeout;
  for (;;) {
    try {
      return await attempt(parts, endpoint, target, trace, deadline);
    } catch (cause) {
      if (!(cause instanceof UpstreamFailure) || trace.retries >= settings.retries) throw cause;
      const delay = delayBefore(cause, trace, parts);
      if (delay === undefined || monotonic() + delay >= deadline) throw cause;
      await new Promise((resolve) => setTimeout(resolve, delay));
      trace.retries += 1;
    }
  }
}

/** Milliseconds until the next attempt, or undefined if the call is not retried. */
function delayBefore(
  failure: UpstreamFailure,
  trace: Trace,
  { settings, random }: ClientParts,
): number | undefined {
  if (!isTransient(failure)) return undefined;
  const backoff = settings.backoff * 2 ** trace.retries * (0.5 + random() / 2);
  if (failure.retryAfter === undefined) return backoff;
  const delay = failure.retryAfter + backoff;
  if (trace.waited + delay > settings.maxWait) return undefined;
  trace.waited += delay;
  return delay;
}

async function attempt(
  parts: ClientParts,
  endpoint: Endpoint,
  target: Target,
  trace: Trace,
  deadline: number,
): Promise<Envelope> {
  const { http, pacing, circuit, settings, monotonic } = parts;
  circuit.check();
  const joined = monotonic();
  const maxWait = Math.max(0, Math.min(settings.maxWait - trace.waited, deadline - joined));
  const send = async () => {
    const sent = monotonic();
    trace.waited += sent - joined;
    const time = Math.ceil(Math.max(1, Math.min(settings.attemptTimeout, deadline - sent)));
    try {
      const response = await http.send({ ...target, signal: AbortSignal.timeout(time) });
      trace.status = response.status;
      const envelope = envelopeOf(response, endpoint, parts);
      circuit.succeeded();
      return envelope;
    } catch (cause) {
      if (failsUpstream(cause)) circuit.failed();
      else circuit.succeeded();
      throw cause;
    }
  };
  try {
    return await pacing.run({ endpoint, maxWait, mayStart: circuit.enter, send });
  } catch (cause) {
    if (cause instanceof UpstreamFailure && cause.kind === 'limited' && cause.status === 429) {
      const pause = cause.retryAfter ?? settings.limitedPause;
      pacing.pause(endpoint, pause);
      throw new UpstreamFailure('limited', { status: 429, retryAfter: pause });
    }
    throw cause;
  }
}

/** Whether the upstream failed. A refusal or a rate limit is not a failure of the upstream. */
function failsUpstream(cause: unknown): boolean {
  if (!(cause instanceof UpstreamFailure)) return true;
  return ['unreachable', 'timeout', 'failed', 'unreadable'].includes(cause.kind);
}

const refusals = {
  400: 'arguments refused',
  401: 'key refused',
  403: 'endpoint refused',
  404: 'no such path',
  429: 'limited',
} as const;

function envelopeOf(
  response: UpstreamResponse,
  endpoint: Endpoint,
  { http, clock, log }: ClientParts,
): Envelope {
  const { status, body } = response;
  try {
    if (status === 200) {
      const envelope = readEnvelope(body, http.guard);
      if (envelope.leftOut > 0) {
        const { leftOut } = envelope;
        log.warn(
          { endpoint: endpoint.name, leftOut },
          'upstream: omitted results that are not records',
        );
      }
      return envelope;
    }
    if (status === 404 && endpoint.paging === 'single' && isErrorBody(body)) return nothing;
    throw refusalOf(response, clock);
  } catch (cause) {
    // The body is not logged, because it may contain the key in any encoding.
    const characters = body.length;
    log.warn({ endpoint: endpoint.name, status, characters }, 'upstream: no usable answer');
    throw cause;
  }
}

/** The answer for a record that the upstream does not have. */
const nothing: Envelope = {
  records: [],
  total: 0,
  note: undefined,
  staleAsOf: undefined,
  leftOut: 0,
};

function refusalOf(response: UpstreamResponse, clock: Clock): UpstreamFailure {
  const { status } = response;
  const retryAfter = waitOf(response, clock);
  if (status in refusals) {
    const kind = refusals[status as keyof typeof refusals];
    return new UpstreamFailure(kind, { status, retryAfter });
  }
  if (status >= 300 && status < 400) return new UpstreamFailure('redirected', { status });
  if (status < 500) return new UpstreamFailure('unreadable', { status });
  // Our choice: 500 is retried like 502, 503 and 504, because no request changes data.
  return new UpstreamFailure('failed', { status, retryAfter });
}

/**
 * Returns how long the Retry-After header asks to wait, in milliseconds. The result is at most a
 * day. If Retry-After is a date, the wait starts at the time in the response's Date header. If
 * there is no Date header, it starts at the current time of this machine.
 */
function waitOf({ retryAfter, date }: UpstreamResponse, clock: Clock): number | undefined {
  if (retryAfter === undefined) return undefined;
  const wait = /^\s*\d{1,9}\s*$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - (Date.parse(date ?? '') || clock());
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(0, wait), MAX_RETRY_AFTER);
}
