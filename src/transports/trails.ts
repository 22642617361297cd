import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { readTraceparent } from '../base/tracing.ts';

/** The IDs by which the log identifies a request. */
export interface Trail {
  /** The request ID, which is also sent to the client in the header `requestIdHeader`. */
  readonly request_id: string;
  /** The trace ID that the client sent, if it is well formed. */
  readonly traceparent?: string;
}

export type Trails = ReturnType<typeof createTrails>;

export const requestIdHeader = 'x-request-id';

/**
 * Creates the IDs of requests. An ID is created when it is first needed, because most requests are
 * not logged.
 * @param isProxy whether an address is a proxy whose request IDs are trusted
 */
export function createTrails(isProxy: (address: string) => boolean) {
  const trails = new WeakMap<IncomingMessage, Trail>();
  function made({ headers, socket }: IncomingMessage): Trail {
    const given = isProxy(socket.remoteAddress ?? '') ? headers[requestIdHeader] : undefined;
    const isTaken = typeof given === 'string' && /^[\w-]{8,64}$/.test(given);
    const { traceparent } = headers;
    return {
      request_id: isTaken ? given : randomUUID(),
      ...(typeof traceparent === 'string' && readTraceparent(traceparent)
        ? { traceparent: traceparent.trim() }
        : {}),
    };
  }
  return {
    of(request: IncomingMessage): Trail {
      const trail = trails.get(request) ?? made(request);
      trails.set(request, trail);
      return trail;
    },
    /** Returns the IDs of a request if a log line contains them, otherwise undefined. */
    left: (request: IncomingMessage) => trails.get(request),
  };
}
