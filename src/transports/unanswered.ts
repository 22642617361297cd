import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of unanswered requests on one connection. */
const MAX_PER_CONNECTION = 10;
/** Maximum number of answers in progress per client address. */
export const MAX_PER_ADDRESS = 100;
/** Node's internal callback `onIncoming` stops the HTTP parser if it returns this value. */
const STOP_PARSING = 2;

/**
 * The unanswered requests of a client address. A connection from a proxy has its own count, because
 * its requests come from several clients.
 */
export interface Unanswered {
  count: number;
  /** Number of answers in progress. */
  begun: number;
  /** Functions that start the waiting answers, in the order of their requests. */
  readonly waiting: Set<() => void>;
}

export function noneUnanswered(): Unanswered {
  return { count: 0, begun: 0, waiting: new Set() };
}

/** Internal properties of Node's HTTP sockets. */
interface HttpSocket extends Socket {
  readonly parser: { onIncoming(request: IncomingMessage, keepAlive: boolean): number };
}

/**
 * Limits the unanswered requests of a connection and of a client address. If the next request would
 * exceed a limit, the server stops reading requests from the connection, and closes the connection
 * after the pending answers are sent. The first request of a connection is always accepted.
 *
 * Node parses up to 64 KiB at a time, which can contain 2,000 requests. The parser stops only if
 * its callback returns `STOP_PARSING`. A listener for `readable` then detaches the parser, so that
 * later data stays in the buffer of the socket.
 * @param answers the answers of the connection that are not sent yet
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

/** Starts an answer after the previous answer of the same connection is sent. */
export function beginAfter(before: ServerResponse, socket: Socket, begin: () => void): void {
  const start = AsyncResource.bind(() => {
    if (!socket.destroyed) begin();
  });
  // The next answer starts in a later iteration of the event loop, so that other connections are
  // served between the two answers.
  before.once('close', () => setImmediate(start));
}

/**
 * Starts an answer as soon as fewer than `MAX_PER_ADDRESS` answers for the same client address are
 * in progress.
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

/** Counts an answer as ended and starts the next answer in the queue. */
function endOne(ofAddress: Unanswered): void {
  const [next] = ofAddress.waiting;
  if (next) {
    ofAddress.waiting.delete(next);
    setImmediate(next);
  } else ofAddress.begun -= 1;
}

/**
 * Emits `close` for queued answers of a closed socket, because Node emits `close` only for the
 * answer in progress.
 */
export function closeWaiting(answers: readonly ServerResponse[]): void {
  for (const answer of [...answers]) if (answer.socket === null) answer.emit('close');
}
