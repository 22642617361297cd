import { context, isSpanContextValid, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { ServiceError } from '../../base/errors.ts';
import { readTraceparent, type Tracing } from '../../base/tracing.ts';
import { version } from '../../base/version.ts';

/**
 * Creates OpenTelemetry spans for steps. To record the spans, the operator loads an SDK with `node
 * --import`. Without an SDK, steps run without spans.
 */
export function createTracing(): Tracing {
  const tracer = trace.getTracer('biotech-catalyst-mcp', version);
  return {
    step(name, tool, work) {
      const span = tracer.startSpan(name, { attributes: { 'catalyst.tool': tool } });
      // Without an SDK, the span is not recorded, so it is not added to the context.
      if (!isSpanContextValid(span.spanContext())) return work();
      return context.with(trace.setSpan(context.active(), span), () => ended(span, work));
    },
    beneath(header, work) {
      const active = context.active();
      // OpenTelemetry's HTTP instrumentation, if active, has already read the header `traceparent`.
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
    // The span contains only the status of the error, because the message may contain text from
    // outside sources.
    const type = cause instanceof ServiceError ? String(cause.status) : 'internal';
    span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
    throw cause;
  } finally {
    span.end();
  }
}
