import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Unanswered requests that one connection may have. */
const MAX_PER_CONNECTION = 10;
/** Unanswered requests that one address may have. */
export const MAX_PER_ADDRESS = 100;
/** What `onIncoming` returns to stop the parser: no more HTTP follows. */
const STOP_PARSING = 2;

/** The unanswered requests of an address, or of one connection of a proxy. */
export interface Unanswered {
  count: number;
  /** Of those, the ones whose answers are begun. */
  begun: number;
  /** Begin the answers that wait until fewer are begun, in their order. */
  readonly waiting: Set<() => void>;
}

export function noneUnanswered(): Unanswered {
  return { count: 0, begun: 0, waiting: new Set() };
}

/** The parts of Node's HTTP socket that have no public name. */
interface HttpSocket extends Socket {
  readonly parser: { onIncoming(request: IncomingMessage, keepAlive: boolean): number };
}

/**
 * Stops reading a connection whose next request would be one too many, of it or of its address, and
 * closes it after its answers. The first request of a connection is taken in any case: it can wait.
 *
 * Node parses a whole read of 64 KiB, which can hold 2,000 requests; only the return value of the
 * parser's callback stops it. A listener for `readable` takes the socket from the parser, and reads
 * no more than the socket's buffer holds.
 *
 * @param answers of the connection that are not sent yet
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

/** Begins an answer when the one before it is sent. */
export function beginAfter(before: ServerResponse, socket: Socket, begin: () => void): void {
  const start = AsyncResource.bind(() => {
    if (!socket.destroyed) begin();
  });
  // In another turn of the event loop, so that other connections are served in between.
  before.once('close', () => setImmediate(start));
}

/** Begins an answer, at once or when fewer than `MAX_PER_ADDRESS` of its address are begun. */
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

/** Gives the place of an answer to the next one that waits. */
function endOne(ofAddress: Unanswered): void {
  const [next] = ofAddress.waiting;
  if (next) {
    ofAddress.waiting.delete(next);
    setImmediate(next);
  } else ofAddress.begun -= 1;
}

/** Node tells only the answer in progress that its socket is closed, and none of those behind it. */
export function closeWaiting(answers: readonly ServerResponse[]): void {
  for (const answer of [...answers]) if (answer.socket === null) answer.emit('close');
}
