/**
 * A separate process that sends load on many connections, with requests prepared before the clock
 * starts. It only looks for the end of each response, so that the measurement shows the server and
 * not the load process. Jobs arrive over the process channel, one at a time.
 */
import { createConnection, type Socket } from 'node:net';
import { quantile } from 'simple-statistics';

export interface Job {
  readonly port: number;
  /** Complete HTTP requests as text, sent in rotation. */
  readonly requests: readonly string[];
  readonly connections: number;
  /** Total number of requests. */
  readonly count: number;
}

export interface Load {
  readonly per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  /** Number of responses with a status other than 200. */
  readonly refused: number;
}

process.on('message', async (job: Job) => {
  process.send?.(await run(job));
});

async function run({ port, requests, connections, count }: Job): Promise<Load> {
  const wire = requests.map((request) => Buffer.from(request));
  const times: number[] = [];
  let [sent, refused] = [0, 0];
  const next = () => (sent < count ? wire[sent++ % wire.length] : undefined);
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, (_, at) =>
      keepBusy(connectionTo(port, at), next, (milliseconds, status) => {
        times.push(milliseconds);
        if (status !== 200) refused += 1;
      }),
    ),
  );
  return {
    per_second: (count * 1000) / (performance.now() - began),
    p50_ms: quantile(times, 0.5),
    p99_ms: quantile(times, 0.99),
    refused,
  };
}

/**
 * Each group of 50 connections has its own source address, because the server limits unanswered
 * requests per address to 100.
 */
function connectionTo(port: number, at: number): Socket {
  const localAddress = `127.0.0.${1 + Math.floor(at / 50)}`;
  return createConnection({ host: '127.0.0.1', port, localAddress });
}

/** Sends requests one after another, each after the end of the previous response. */
function keepBusy(
  socket: Socket,
  next: () => Buffer | undefined,
  done: (milliseconds: number, status: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let [head, missing, status, began] = ['', 0, 0, 0];
    const send = () => {
      const request = next();
      if (!request) return socket.end(resolve);
      began = performance.now();
      return socket.write(request);
    };
    socket.setNoDelay(true);
    socket.once('connect', send);
    socket.once('error', reject);
    socket.on('data', (chunk) => {
      if (missing > 0) missing -= chunk.length;
      else {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
        if (length === undefined) return void reject(new Error(`no content-length: ${head}`));
        status = Number(head.slice(9, 12));
        missing = Number(length) - (head.length - end - 4);
        head = '';
      }
      if (missing > 0) return;
      done(performance.now() - began, status);
      send();
    });
  });
}
