import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { max } from 'simple-statistics';
import { type Bench, mostResidentOf, residentOf, serve } from './processes.ts';
import { type Figure, lower } from './report.ts';
import { get } from './requests.ts';
import { answerOf, timesOf } from './waits.ts';

/** Pipelined HTTP/1.1 requests without a key. */
interface Flood {
  readonly name: string;
  readonly sockets: number;
  readonly requests: number;
  readonly path: string;
  /** Whether the client reads the responses. */
  readonly reads: boolean;
}

const floods: readonly Flood[] = [
  { name: 'ticker pages', sockets: 60, requests: 5_000, path: '/ticker/ZZZQZ', reads: true },
  { name: 'unread answers', sockets: 40, requests: 3_000, path: '/openapi.json', reads: false },
  { name: 'pages', sockets: 20, requests: 1_000, path: '/', reads: true },
];
/** Duration of the /healthz measurement after the requests are sent, in milliseconds. */
const FLOOD_MS = 5_000;
/** Pause between two requests to /healthz in milliseconds. */
const PROBE_PAUSE_MS = 5;

/** Measures a server's memory and the latency of /healthz under each flood. */
export async function floodFigures(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const flood of floods) figures.push(...(await figuresOf(bench, flood)));
  return figures;
}

async function figuresOf(bench: Bench, flood: Flood): Promise<Figure[]> {
  const server = await serve(bench, bench.dataDir);
  const sockets: Socket[] = [];
  const health = () => answerOf(server.port, '/healthz');
  try {
    await timesOf(health, AbortSignal.timeout(1_000), PROBE_PAUSE_MS);
    await answerOf(server.port, flood.path);
    const idle = residentOf(server.pid);
    for (let at = 0; at < flood.sockets; at += 1) sockets.push(await opened(server.port, flood));
    const done = new AbortController();
    const timing = timesOf(health, done.signal, PROBE_PAUSE_MS);
    const requests = Buffer.from(get(flood.path).repeat(flood.requests));
    for (const socket of sockets) socket.write(requests);
    await sleep(FLOOD_MS);
    done.abort();
    const times = await timing;
    const most = mostResidentOf(server.pid);
    const gained = idle === null || most === null ? null : most - idle;
    const name = `${flood.sockets} connections with ${flood.requests} pipelined requests each, ${flood.name}`;
    return [
      lower(`${name}: memory above idle`, gained, 'MiB', {
        must: 150,
        note: `idle ${idle?.toFixed(0)} MiB`,
      }),
      lower(`${name}: slowest /healthz`, max(times), 'ms', {
        must: 100,
        note: `of ${times.length} on new connections`,
      }),
    ];
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.stop();
  }
}

async function opened(port: number, { reads }: Flood): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (reads) socket.resume();
  return socket;
}
