import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  beginAfter,
  beginWithin,
  boundPipeline,
  closeWaiting,
  noneUnanswered,
  type Unanswered,
} from './unanswered.ts';

/** How many connections there may be, in all and from one address. */
export interface ConnectionBounds {
  readonly max: number;
  readonly maxPerAddress: number;
  /** Whether an address is a proxy's, who brings many callers and counts as none. */
  readonly isProxy: (address: string) => boolean;
}

interface Connection {
  readonly socket: Socket;
  /** Undefined for a proxy. */
  readonly address: string | undefined;
  readonly ofAddress: Unanswered;
  /** Answers that are not sent yet, in the order of their requests. */
  readonly answers: ServerResponse[];
  /** When it was opened, or its last answer sent, milliseconds of a clock that nobody sets. */
  since: number;
  /** Bytes that had come by then. */
  bytesBefore: number;
}

export interface Connections {
  /** Ends every connection that has nothing to say: none of which bytes have come unanswered. */
  closeIdle(): void;
  /**
   * Begins an answer once the answers before it on its connection are sent, so that a caller who
   * reads slowly makes the server hold one answer per connection, and once fewer than
   * `MAX_PER_ADDRESS` of its address are begun. Called when the request arrives.
   *
   * @param isProbe begins it however many of its address are begun
   */
  inTurn(response: ServerResponse, begin: () => void, isProbe?: boolean): void;
}

/**
 * What a connection gives up when another needs its place: the less, the sooner it goes. A caller
 * who does not read the answer counts as one who does not finish the request.
 */
const stakes = { idle: 0, asking: 1, answering: 2 } as const;

/**
 * Holds a server's connections, and their unanswered requests, within bounds. A new connection takes
 * the place of the one that has been idle longest, or has kept us waiting longest for the rest of its
 * request; where every other is being answered, it is refused.
 *
 * @param refuse tells a connection that there is no place for it, and ends it
 */
export function boundConnections(
  server: Server,
  bounds: ConnectionBounds,
  refuse: (socket: Socket) => void,
): Connections {
  const connections = new Map<Socket, Connection>();

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const address = bounds.isProxy(remoteAddress) ? undefined : remoteAddress;
    const others = [...connections.values()];
    const same = address === undefined ? [] : others.filter((one) => one.address === address);
    const ofAddress = same[0]?.ofAddress ?? noneUnanswered();
    const connection: Connection = {
      ...{ socket, address, ofAddress, answers: [] },
      ...{ since: performance.now(), bytesBefore: 0 },
    };
    boundPipeline(socket, connection.answers, ofAddress);
    connections.set(socket, connection);
    socket.once('close', () => {
      connections.delete(socket);
      closeWaiting(connection.answers);
    });
    const rivals = same.length >= bounds.maxPerAddress ? same : others;
    if (rivals === others && others.length < bounds.max) return;
    const least = leastOf(rivals);
    if (least) least.socket.destroy();
    else refuse(socket);
  });

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    const { answers, ofAddress } = connection;
    answers.push(response);
    ofAddress.count += 1;
    response.once('close', () => {
      answers.splice(answers.indexOf(response), 1);
      ofAddress.count -= 1;
      connection.since = performance.now();
      connection.bytesBefore = connection.socket.bytesRead;
    });
  });

  return {
    closeIdle() {
      for (const connection of connections.values()) {
        if (stakeOf(connection) === stakes.idle) connection.socket.destroySoon();
      }
    },
    inTurn(response, begin, isProbe = false) {
      const { socket } = response.req;
      const connection = connections.get(socket);
      if (!connection) return begin();
      const start = isProbe ? begin : () => beginWithin(connection.ofAddress, response, begin);
      const before = connection.answers.at(-2);
      if (before) beginAfter(before, socket, start);
      else start();
    },
  };
}

/** The connection that loses least by ending; undefined where each is being answered. */
function leastOf(connections: readonly Connection[]): Connection | undefined {
  let least: Connection | undefined;
  let leastStake: number = stakes.answering;
  for (const connection of connections) {
    const stake = stakeOf(connection);
    if (stake > leastStake || stake === stakes.answering) continue;
    if (stake === leastStake && least && least.since <= connection.since) continue;
    least = connection;
    leastStake = stake;
  }
  return least;
}

function stakeOf({ socket, answers, bytesBefore }: Connection): number {
  for (const { req, writableEnded } of answers) {
    if (req.complete && !writableEnded) return stakes.answering;
  }
  return answers.length > 0 || socket.bytesRead > bytesBefore ? stakes.asking : stakes.idle;
}
