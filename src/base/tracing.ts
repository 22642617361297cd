/** The steps of a request of which a trace shows how long they took. */
type Step = 'answer' | 'limits' | 'query' | 'upstream';

/** Steps of requests as spans of a distributed trace. */
export interface Tracing {
  /** Runs a step, as part of the step that is under way. @param tool a name of the catalogue */
  step<Result>(name: Step, tool: string, work: () => Promise<Result>): Promise<Result>;
  /** Runs what a request asks for, as part of the trace that its header names. */
  beneath<Result>(traceparent: unknown, work: () => Result): Result;
}

export const noTracing: Tracing = {
  step: (_, __, work) => work(),
  beneath: (_, work) => work(),
};

/** The trace and the span of which a request is a part. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly flags: number;
}

/**
 * Reads a `traceparent` header (W3C Trace Context, section 3.2): `version-trace-span-flags` in lower
 * case. What a later version adds behind is passed over; anything malformed is no trace at all.
 */
export function readTraceparent(header: unknown): TraceParent | undefined {
  if (typeof header !== 'string' || header.length > MAX_TRACEPARENT) return undefined;
  const { groups } = form.exec(header.trim()) ?? {};
  if (!groups) return undefined;
  const { version, traceId = '', spanId = '', flags = '', more } = groups;
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

/** Characters of the header that are looked at. */
const MAX_TRACEPARENT = 200;
const form =
  /^(?<version>[0-9a-f]{2})-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<more>-.*)?$/;
