import { type AddressInfo, type Server, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const loopback = new Set(['127.0.0.1', '::1', 'localhost', undefined]);

/** Blocks the network in this process: a connection to another host throws. */
export function refuseNetwork(): void {
  const connect = Socket.prototype.connect as (...words: unknown[]) => Socket;
  if (connect.name === 'connectToLoopback') return;
  Socket.prototype.connect = function connectToLoopback(this: Socket, ...words: unknown[]) {
    const [first] = (Array.isArray(words[0]) ? words[0] : words) as [unknown];
    const host = (first as { host?: string }).host;
    if (!loopback.has(host)) throw new Error(`a test reaches for the network: ${host}`);
    return connect.apply(this, words);
  } as typeof Socket.prototype.connect;
}

/**
 * Lets a server listen on a free loopback port until the test has ended.
 *
 * @returns the port
 */
export async function listen(server: Server & { closeAllConnections?(): void }): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections?.();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
