import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The data received on a raw connection and whether the server closed it. */
export interface RawReply {
  /** Status of the first response; undefined without a response. */
  readonly status: number | undefined;
  /** All received data, with one character per byte. */
  readonly received: string;
  /** Whether the server closed the connection within the time limit. */
  readonly ended: boolean;
}

interface Sending {
  /** Maximum seconds to wait for the close. */
  readonly seconds?: number;
  /** Half-closes the connection after the last byte. */
  readonly end?: boolean;
}

/** Sends raw bytes on a new connection and receives until the server closes it. */
export async function sendRaw(
  port: number,
  bytes: string | Buffer,
  { seconds = 5, end = false }: Sending = {},
): Promise<RawReply> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const done = new AbortController();
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
  });
  socket.on('error', () => {});
  for (const event of ['end', 'close']) socket.on(event, () => done.abort());
  socket.write(bytes);
  if (end) socket.end();
  await sleep(seconds * 1000, undefined, { signal: done.signal }).catch(() => {});
  socket.destroy();
  const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
  return {
    status: status === undefined ? undefined : Number(status),
    received,
    ended: done.signal.aborted,
  };
}
