import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The data received on a raw connection and when it closed. */
export interface RawReply {
  /** Status of the first response; undefined without a response. */
  readonly status: number | undefined;
  readonly body: string;
  /** All received data, with one character per byte. */
  readonly received: string;
  /** Whether the server closed the connection within the time limit. */
  readonly ended: boolean;
  readonly seconds: number;
}

interface Sending {
  /** Maximum seconds to wait for the response or the close. */
  readonly seconds?: number;
  /** Stops waiting at the first complete response header. */
  readonly untilReply?: boolean;
  /** Half-closes the connection after the last byte. */
  readonly end?: boolean;
  /** Sent repeatedly, one byte at a time, while the connection is open. */
  readonly drip?: { readonly text: string; readonly everyMs: number };
}

/** Sends raw bytes on a new connection. */
export async function sendRaw(
  port: number,
  bytes: string | Buffer,
  { seconds = 5, untilReply = true, end = false, drip }: Sending = {},
): Promise<RawReply> {
  const begun = Date.now();
  const socket = await open(port);
  const done = new AbortController();
  let received = '';
  let ended = false;
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
    if (untilReply && isComplete(received)) done.abort();
  });
  for (const event of ['end', 'close']) {
    socket.on(event, () => {
      ended = true;
      done.abort();
    });
  }
  socket.write(bytes);
  if (end) socket.end();
  const dripping = drip
    ? setInterval(() => socket.writable && socket.write(drip.text), drip.everyMs)
    : undefined;
  await sleep(seconds * 1000, undefined, { signal: done.signal }).catch(() => {});
  clearInterval(dripping);
  socket.destroy();
  const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
  return {
    status: status === undefined ? undefined : Number(status),
    body: received.slice(received.indexOf('\r\n\r\n') + 4),
    received,
    ended,
    seconds: (Date.now() - begun) / 1000,
  };
}

/** Opens a connection and ignores its errors. */
export async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => {});
  return socket;
}

/** Tests whether the response headers and the announced body are complete. */
function isComplete(received: string): boolean {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = received.slice(0, end);
  if (/transfer-encoding: chunked/i.test(head)) return received.endsWith('0\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return received.length >= end + 4 + length;
}
