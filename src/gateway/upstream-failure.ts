import type { ServiceError } from '../base/errors.ts';
import {
  upstreamFailed,
  upstreamForbids,
  upstreamLacksPath,
  upstreamLimited,
  upstreamOpen,
  upstreamRedirects,
  upstreamRefusesArguments,
  upstreamRefusesKey,
  upstreamTimeout,
  upstreamUncounted,
  upstreamUnreachable,
  upstreamUnreadable,
} from '../base/upstream-errors.ts';

export type FailureKind =
  | 'unreachable'
  | 'timeout'
  /** The upstream returned a 5xx status. */
  | 'failed'
  /** The upstream returned 200 with a body in another format. */
  | 'unreadable'
  /** A rate limit was exceeded at the upstream, or would have been by sending. */
  | 'limited'
  /** Requests could not be counted, so none was sent. */
  | 'uncounted'
  /** The circuit is open, so no request was sent. */
  | 'open'
  | 'key refused'
  | 'endpoint refused'
  | 'no such path'
  | 'redirected'
  | 'arguments refused';

/**
 * Retry-After in seconds while requests cannot be counted. A full disk needs an operator, but Redis
 * reconnects automatically.
 */
const UNCOUNTED_SECONDS = 10;

/**
 * The reason why a call to the upstream has no answer. The gateway converts it to a ServiceError.
 */
export class UpstreamFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number | undefined;
  /** Milliseconds after which the request can be tried again. */
  readonly retryAfter: number | undefined;
  constructor(
    kind: FailureKind,
    more: { status?: number; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(`upstream: ${kind}`, { cause: more.cause });
    this.name = 'UpstreamFailure';
    this.kind = kind;
    this.status = more.status;
    this.retryAfter = more.retryAfter;
  }
}

const transient: readonly FailureKind[] = ['unreachable', 'timeout', 'failed', 'limited'];

/** Whether the same request may succeed soon. */
export function isTransient({ kind }: UpstreamFailure): boolean {
  return transient.includes(kind);
}

/** Whether an older answer may be served. True if the upstream fails, false if it refuses. */
export function allowsStale(failure: UpstreamFailure): boolean {
  return isTransient(failure) || ['unreadable', 'open', 'uncounted'].includes(failure.kind);
}

/** Converts the failure to an error of the service. */
export function errorOf(failure: UpstreamFailure, tool: string): ServiceError {
  const seconds = Math.max(1, Math.ceil((failure.retryAfter ?? 1_000) / 1_000));
  switch (failure.kind) {
    case 'unreachable':
      return upstreamUnreachable();
    case 'timeout':
      return upstreamTimeout();
    case 'failed':
      return upstreamFailed(failure.status ?? 502);
    case 'unreadable':
      return upstreamUnreadable();
    case 'limited':
      return upstreamLimited(seconds);
    case 'uncounted':
      return upstreamUncounted(UNCOUNTED_SECONDS);
    case 'open':
      return upstreamOpen(seconds);
    case 'key refused':
      return upstreamRefusesKey();
    case 'endpoint refused':
      return upstreamForbids(tool);
    case 'no such path':
      return upstreamLacksPath();
    case 'redirected':
      return upstreamRedirects();
    case 'arguments refused':
      return upstreamRefusesArguments();
  }
}
