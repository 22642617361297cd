import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { readTraceparent } from '../base/tracing.ts';

/** By what the lines of a request are found in the log. */
export interface Trail {
  /** The caller is told it too, in the header of `requestIdHeader`. */
  readonly request_id: string;
  /** As the request brought it, where it was well formed. */
  readonly traceparent?: string;
}

/** Trails of requests, each made when it is first asked for: most requests leave none. */
export interface Trails {
  of(request: IncomingMessage): Trail;
  /** The trail of a request of which something was said; undefined of any other. */
  left(request: IncomingMessage): Trail | undefined;
}

export const requestIdHeader = 'x-request-id';

/** @param isProxy whose word for the id of a request is taken: a caller's own text is not logged */
export function createTrails(isProxy: (address: string) => boolean): Trails {
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
    of(request) {
      const trail = trails.get(request) ?? made(request);
      trails.set(request, trail);
      return trail;
    },
    left: (request) => trails.get(request),
  };
}
