import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What came back over a raw connection, and when it ended. */
export interface RawReply {
  /** Status of the first response; undefined where there was none. */
  readonly status: number | undefined;
  readonly body: string;
  /** All of it, one byte a character. */
  readonly received: string;
  /** Whether the server ended the connection within the time. */
  readonly ended: boolean;
  readonly seconds: number;
}

interface Sending {
  /** How long the reply, or the end, is waited for. */
  readonly seconds?: number;
  /** Ends the waiting at the first complete head of a response. */
  readonly untilReply?: boolean;
  /** Tells the server that nothing follows. */
  readonly end?: boolean;
  /** Sent again and again while the connection lasts, one byte each time. */
  readonly drip?: { readonly text: string; readonly everyMs: number };
}

/** Sends bytes as they are over a connection of its own. */
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

/** An open connection whose errors are nobody's concern. */
export async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => {});
  return socket;
}

/** Whether the head and as much body as it announces have come. */
function isComplete(received: string): boolean {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = received.slice(0, end);
  if (/transfer-encoding: chunked/i.test(head)) return received.endsWith('0\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return received.length >= end + 4 + length;
}
