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

/**
 * Value of Retry-After in seconds if requests cannot be counted. After this time, the connection to
 * Redis may work again.
 */
const UNCOUNTED_SECONDS = 10;

interface Failed {
  readonly tool: string;
  readonly seconds: number;
  readonly status: number | undefined;
}

const errors = {
  unreachable: upstreamUnreachable,
  timeout: upstreamTimeout,
  /** The upstream returned a 5xx status. */
  failed: ({ status = 502 }: Failed) => upstreamFailed(status),
  /** The response has an unexpected status or format, or its body is too large. */
  unreadable: upstreamUnreadable,
  /**
   * A rate limit is used up: the upstream returned 429, or the wait for a slot would be too long.
   */
  limited: ({ seconds }: Failed) => upstreamLimited(seconds),
  /** The request was not sent, because it could not be counted. */
  uncounted: () => upstreamUncounted(UNCOUNTED_SECONDS),
  /** The circuit is open, so no request was sent. */
  open: ({ seconds }: Failed) => upstreamOpen(seconds),
  'key refused': upstreamRefusesKey,
  'endpoint refused': ({ tool }: Failed) => upstreamForbids(tool),
  'no such path': upstreamLacksPath,
  redirected: upstreamRedirects,
  'arguments refused': upstreamRefusesArguments,
} satisfies Readonly<Record<string, (failed: Failed) => ServiceError>>;

export type FailureKind = keyof typeof errors;

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

/** Whether a cached older answer may be served. False if the upstream refused the request. */
export function allowsStale(failure: UpstreamFailure): boolean {
  return isTransient(failure) || ['unreadable', 'open', 'uncounted'].includes(failure.kind);
}

/** Converts the failure to an error of the service. */
export function errorOf({ kind, status, retryAfter }: UpstreamFailure, tool: string): ServiceError {
  const seconds = Math.max(1, Math.ceil((retryAfter ?? 1_000) / 1_000));
  return errors[kind]({ tool, seconds, status });
}
