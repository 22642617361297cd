/** The kinds of steps that are recorded as spans. */
type Step = 'answer' | 'limits' | 'query' | 'upstream';

/** Records the steps of requests as spans of a distributed trace. */
export interface Tracing {
  /**
   * Runs a step and records it as a child of the current step.
   * @param tool name of a tool in the catalogue
   */
  step<Result>(name: Step, tool: string, work: () => Promise<Result>): Promise<Result>;
  /** Runs the work of a request as part of the trace that its `traceparent` header names. */
  beneath<Result>(traceparent: unknown, work: () => Result): Result;
}

export const noTracing: Tracing = {
  step: (_, __, work) => work(),
  beneath: (_, work) => work(),
};

/**
 * Parses a `traceparent` header, which names the trace and the span to which a request belongs (W3C
 * Trace Context, section 3.2). Its form is `version-trace-span-flags` in lower case. Fields that
 * later versions of the format append are ignored.
 * @returns undefined if malformed
 */
export function readTraceparent(header: unknown) {
  if (typeof header !== 'string' || header.length > MAX_TRACEPARENT) return undefined;
  const { groups } = form.exec(header.trim()) ?? {};
  if (!groups) return undefined;
  const { version, traceId = '', spanId = '', flags = '', more } = groups;
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

/** Maximum number of characters of a header. A longer header is ignored. */
const MAX_TRACEPARENT = 200;
const form =
  /^(?<version>[0-9a-f]{2})-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<more>-.*)?$/;
