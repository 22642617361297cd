import { context, isSpanContextValid, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { ServiceError } from '../../base/errors.ts';
import { readTraceparent, type Tracing } from '../../base/tracing.ts';
import { version } from '../../base/version.ts';

/**
 * Steps as spans of OpenTelemetry, told to the SDK that the operator loads (`node --import`). Where
 * none is loaded, every step is only run.
 */
export function createTracing(): Tracing {
  const tracer = trace.getTracer('biotech-catalyst-mcp', version);
  return {
    step(name, tool, work) {
      const span = tracer.startSpan(name, { attributes: { 'catalyst.tool': tool } });
      // What nobody records has no parts either.
      if (!isSpanContextValid(span.spanContext())) return work();
      return context.with(trace.setSpan(context.active(), span), () => ended(span, work));
    },
    beneath(header, work) {
      const active = context.active();
      // An instrumentation of HTTP has read the header before.
      const parent = trace.getSpan(active) ? undefined : readTraceparent(header);
      if (!parent) return work();
      const { traceId, spanId, flags: traceFlags } = parent;
      const remote = { traceId, spanId, traceFlags, isRemote: true };
      return context.with(trace.setSpanContext(active, remote), work);
    },
  };
}

async function ended<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    // Our own status alone: the words of what failed may be anybody's.
    const type = cause instanceof ServiceError ? String(cause.status) : 'internal';
    span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
    throw cause;
  } finally {
    span.end();
  }
}
