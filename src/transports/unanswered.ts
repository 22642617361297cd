import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of unanswered requests of a connection. */
const MAX_PER_CONNECTION = 10;
/** Maximum number of answers in progress per address. */
export const MAX_PER_ADDRESS = 100;
/** The return value of `onIncoming` that stops Node's HTTP parser. */
const STOP_PARSING = 2;

/** The unanswered requests of a client address, or of one connection of a proxy. */
export interface Unanswered {
  count: number;
  /** Number of answers in progress. */
  begun: number;
  /** Functions that start the waiting answers, in order. */
  readonly waiting: Set<() => void>;
}

export function noneUnanswered(): Unanswered {
  return { count: 0, begun: 0, waiting: new Set() };
}

/** Parts of Node's HTTP socket that are not public. */
interface HttpSocket extends Socket {
  readonly parser: { onIncoming(request: IncomingMessage, keepAlive: boolean): number };
}

/**
 * Stops reading a connection whose next request would exceed the limit of the connection or its
 * address, and closes it after its answers are sent. The first request of a connection is always
 * accepted. Node parses up to 64 KiB at a time, which can contain 2,000 requests, and only the
 * return value of the parser's callback stops it. A listener for `readable` detaches the parser, so
 * that only the socket's buffer is filled.
 * @param answers the unsent answers of the connection
 */
export function boundPipeline(
  socket: Socket,
  answers: readonly ServerResponse[],
  ofAddress: Unanswered,
): void {
  const { parser } = socket as HttpSocket;
  const accept = parser.onIncoming;
  parser.onIncoming = (request, keepAlive) => {
    const last = answers.at(-1);
    const isFull = answers.length >= MAX_PER_CONNECTION || ofAddress.count >= MAX_PER_ADDRESS;
    if (!last || (last.shouldKeepAlive && !isFull)) return accept(request, keepAlive);
    last.shouldKeepAlive = false;
    last.once('close', () => socket.destroySoon());
    socket.removeAllListeners('data').on('readable', () => {});
    return STOP_PARSING;
  };
}

/** Starts an answer after the previous one of its connection is sent. */
export function beginAfter(before: ServerResponse, socket: Socket, begin: () => void): void {
  const start = AsyncResource.bind(() => {
    if (!socket.destroyed) begin();
  });
  // The next answer starts in another event loop iteration, so that other connections are served in
  // between.
  before.once('close', () => setImmediate(start));
}

/**
 * Starts an answer immediately, or when fewer than `MAX_PER_ADDRESS` of its address are in
 * progress.
 */
export function beginWithin(
  ofAddress: Unanswered,
  response: ServerResponse,
  begin: () => void,
): void {
  const start = () => {
    if (response.req.socket.destroyed) return endOne(ofAddress);
    response.once('close', () => endOne(ofAddress));
    return begin();
  };
  if (ofAddress.begun < MAX_PER_ADDRESS) {
    ofAddress.begun += 1;
    start();
    return;
  }
  const waiting = AsyncResource.bind(start);
  ofAddress.waiting.add(waiting);
  response.once('close', () => ofAddress.waiting.delete(waiting));
}

/** Ends an answer and starts the next one in the queue. */
function endOne(ofAddress: Unanswered): void {
  const [next] = ofAddress.waiting;
  if (next) {
    ofAddress.waiting.delete(next);
    setImmediate(next);
  } else ofAddress.begun -= 1;
}

/**
 * Emits `close` for queued answers, because Node emits it only for the current answer of a closed
 * socket.
 */
export function closeWaiting(answers: readonly ServerResponse[]): void {
  for (const answer of [...answers]) if (answer.socket === null) answer.emit('close');
}
