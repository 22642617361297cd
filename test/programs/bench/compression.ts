import { median } from 'simple-statistics';
import type { Job } from './load.ts';
import { type Bench, type HttpServer, serve, startLoad } from './processes.ts';
import { type Figure, lower } from './report.ts';
import { get, post } from './requests.ts';

const connections = 16;
const passes = 3;
const requestsPerPass = 2_000;
const encodings = { br: 'brotli', gzip: 'gzip' } as const;
type Encoding = keyof typeof encodings | 'identity';

/** Builds a request for the given encoding. */
type Asked = (encoding: Encoding) => string;

/** Measures the bytes that compression saves and the time that it costs. */
export async function compressionFigures(bench: Bench): Promise<Figure[]> {
  const server = await serve(bench, bench.dataDir);
  const sender = startLoad(bench);
  /**
   * Returns the server's processor time per response in milliseconds. Load of other processes does
   * not count.
   */
  async function cost(request: string): Promise<number> {
    const requests = [request];
    const job: Job = { port: server.port, requests, connections, count: requestsPerPass };
    const before = await server.usage();
    const { refused } = await sender.run(job);
    if (refused > 0) throw new Error(`${refused} of ${requestsPerPass} requests were refused`);
    return ((await server.usage()).cpu_ms - before.cpu_ms) / requestsPerPass;
  }
  const page = { name: 'catalyst_sync', arguments: { page: 2 } };
  const kinds: Readonly<Record<string, Asked>> = {
    'REST page of 50 records': (encoding) =>
      get(`/api/v2/catalystsync?page=2&apiKey=${bench.key}`, encoding),
    'tools/call that returns a page': (encoding) => post(bench.key, 'tools/call', page, encoding),
  };
  try {
    const figures: Figure[] = [];
    for (const [name, asked] of Object.entries(kinds)) {
      figures.push(...(await bytesOf(name, server, asked)), ...(await timesOf(name, asked, cost)));
    }
    return [...figures, await firstPage(server)];
  } finally {
    await Promise.all([server.stop(), sender.stop()]);
  }
}

async function bytesOf(name: string, server: HttpServer, asked: Asked): Promise<Figure[]> {
  const plain = await lengthOf(server, asked('identity'));
  const figures: Figure[] = [];
  for (const encoding of ['br', 'gzip'] as const) {
    const packed = await lengthOf(server, asked(encoding));
    const bounds = { must: 0.5, aim: 0.3, note: `${packed} of ${plain} bytes` };
    figures.push(
      lower(`${name}: size with ${encodings[encoding]}`, packed / plain, '× plain', bounds),
    );
  }
  return figures;
}

/** Measures the response times of an encoding with sixteen simultaneous requests, per pass. */
async function timesOf(
  name: string,
  asked: Asked,
  cost: (request: string) => Promise<number>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const encoding of ['br', 'gzip'] as const) {
    const costs: { plain: number; packed: number }[] = [];
    await cost(asked(encoding));
    for (let pass = 0; pass < passes; pass += 1) {
      costs.push({ plain: await cost(asked('identity')), packed: await cost(asked(encoding)) });
    }
    const of = (what: 'plain' | 'packed') => median(costs.map((pass) => pass[what])).toFixed(2);
    const ratio = median(costs.map(({ plain, packed }) => packed / plain));
    const note = `${of('packed')} ms, ${of('plain')} ms for those who do not ask for it`;
    const bounds = { must: 5, aim: 3, note };
    figures.push(
      lower(`${name}: processor time with ${encodings[encoding]}`, ratio, '× plain', bounds),
    );
  }
  return figures;
}

/** Returns the first page without its chart. */
async function firstPage(server: HttpServer): Promise<Figure> {
  const [packed, plain] = [
    await lengthOf(server, get('/', 'br')),
    await lengthOf(server, get('/', 'identity')),
  ];
  const bounds = { must: 60, note: `${plain} bytes plain` };
  return lower('first web page with demo data, size with brotli', packed / 1_000, 'kB', bounds);
}

/** Returns the size of the response body in bytes as transferred. */
async function lengthOf({ port }: HttpServer, request: string): Promise<number> {
  const [head = '', body] = request.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = lines
    .map((line): [string, string] => [line.split(': ')[0] ?? '', line.split(': ')[1] ?? ''])
    .filter(([name]) => !['host', 'content-length'].includes(name));
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers,
    ...(body ? { body } : {}),
  });
  await response.arrayBuffer();
  const length = Number(response.headers.get('content-length'));
  if (!response.ok || !(length > 0)) throw new Error(`${path.split('?')[0]}: ${response.status}`);
  return length;
}
