import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
  /** Requests that are not answered yet. */
  readonly requests: Set<IncomingMessage>;
  /** When it was opened, or its last answer sent, milliseconds of a clock that nobody sets. */
  since: number;
  /** Bytes that had come by then. */
  bytesBefore: number;
}

export interface Connections {
  /** Ends every connection that has nothing to say: none of which bytes have come unanswered. */
  closeIdle(): void;
}

/** What a connection gives up when another needs its place: the less, the sooner it goes. */
const stakes = { idle: 0, asking: 1, answering: 2 } as const;

/**
 * Holds a server's connections within bounds. A new one takes the place of the one that has been
 * idle longest, or has kept us waiting longest for the rest of its request; where every other is
 * being answered, it is refused.
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
    const connection = {
      ...{ socket, address, requests: new Set<IncomingMessage>() },
      ...{ since: performance.now(), bytesBefore: 0 },
    };
    const others = [...connections.values()];
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
    const same = address === undefined ? [] : others.filter((one) => one.address === address);
    const rivals = same.length >= bounds.maxPerAddress ? same : others;
    if (rivals === others && others.length < bounds.max) return;
    const least = leastOf(rivals);
    if (least) least.socket.destroy();
    else refuse(socket);
  });

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    connection.requests.add(request);
    response.once('close', () => {
      connection.requests.delete(request);
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

function stakeOf({ socket, requests, bytesBefore }: Connection): number {
  for (const { complete } of requests) if (complete) return stakes.answering;
  return requests.size > 0 || socket.bytesRead > bytesBefore ? stakes.asking : stakes.idle;
}
