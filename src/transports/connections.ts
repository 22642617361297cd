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

/** Maximum numbers of connections, in total and per client address. */
export interface ConnectionBounds {
  readonly max: number;
  readonly maxPerAddress: number;
  /**
   * Whether an address belongs to a trusted proxy. The limit per address does not apply to proxies.
   */
  readonly isProxy: (address: string) => boolean;
}

interface Connection {
  readonly socket: Socket;
  /** The client's IP address. Undefined if the connection comes from a trusted proxy. */
  readonly address: string | undefined;
  readonly ofAddress: Unanswered;
  /** Answers that are not sent yet, in the order of their requests. */
  readonly answers: ServerResponse[];
  /**
   * The time at which the last answer was sent, in milliseconds of a monotonic clock. Before the
   * first answer, this is the time at which the connection was opened.
   */
  since: number;
  /** Number of bytes that were received on the connection before the time `since`. */
  bytesBefore: number;
}

export type Connections = ReturnType<typeof boundConnections>;

/**
 * Ranks the states of a connection. To make room for a new connection, the server closes a
 * connection with the lowest rank. The state `asking` means that the client has not finished its
 * request or has not read its answer.
 */
const stakes = { idle: 0, asking: 1, answering: 2 } as const;

/**
 * Limits a server's connections and unanswered requests. If a limit is reached, a new connection
 * replaces the connection that has been idle longest. If no connection is idle, the new
 * connection replaces the one whose client has been sending a request for the longest time. If
 * answers are in progress on all connections, the new connection is refused.
 * @param refuse a function that tells the client that the limit is reached, and closes the
 * connection
 */
export function boundConnections(
  server: Server,
  bounds: ConnectionBounds,
  refuse: (socket: Socket) => void,
) {
  const connections = new Map<Socket, Connection>();

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const address = bounds.isProxy(remoteAddress) ? undefined : remoteAddress;
    const others = [...connections.values()];
    const same = address === undefined ? [] : others.filter((one) => one.address === address);
    const ofAddress = same[0]?.ofAddress ?? noneUnanswered();
    const connection: Connection = {
      socket,
      address,
      ofAddress,
      answers: [],
      since: performance.now(),
      bytesBefore: 0,
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
    /** Closes every connection that has no unanswered request and no partly received request. */
    closeIdle(): void {
      for (const connection of connections.values()) {
        if (stakeOf(connection) === stakes.idle) connection.socket.destroySoon();
      }
    },
    /**
     * Starts an answer when two conditions are met: all earlier answers of the connection are sent,
     * and fewer than `MAX_PER_ADDRESS` answers for the client address are in progress. Call this
     * function when the request arrives.
     * @param isProbe whether the request is a health check. The limit per client address does not
     * delay health checks
     */
    inTurn(response: ServerResponse, begin: () => void, isProbe = false) {
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

/**
 * Returns the connection with the lowest rank, which the caller closes. Returns undefined if
 * answers are in progress on all connections.
 */
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
