import { quantile } from 'simple-statistics';
import { Agent, request } from 'undici';
import { memoryOver } from './memory.ts';
import { type Bench, newKey, serve, startLoad } from './processes.ts';
import { type Figure, higher, lower } from './report.ts';
import { post } from './requests.ts';

const connections = 16;
const passes = 5;
const requestsPerPass = 6_000;
/** Number of new requests to each path, below the upstream's limit. */
const newQuestions = 40;
const paths = ['catalystsync', 'fdacalendar/historical', 'pdufa/historical', 'fda/approvals'];
const keptQuestions = 20;

/**
 * Measures the latency that the gateway adds to its upstream, a second instance of the built
 * program.
 */
export async function gatewayFigures(bench: Bench): Promise<Figure[]> {
  const { program, dataDir, key } = bench;
  const upstream = await serve(bench, dataDir);
  const gatewayDir = bench.folder('gateway');
  const ownKey = await newKey(program, gatewayDir, 'bench');
  const settings = {
    CATALYST_BASE_URL: `http://127.0.0.1:${upstream.port}`,
    CATALYST_API_KEY: key,
    CATALYST_UPSTREAM_PLAN: 'elite-plus',
    CATALYST_UPSTREAM_FRESHNESS: '3600',
  };
  // Each upstream call writes a line to the log.
  const gateway = await serve(bench, gatewayDir, settings, 'dropped');
  const sender = startLoad(bench);
  try {
    const direct = { port: upstream.port, key };
    const through = { port: gateway.port, key: ownKey };
    const overhead = await overheadFigures(direct, through);
    const requests = Array.from({ length: keptQuestions }, (_, index) =>
      post(ownKey, 'tools/call', { name: 'fda_calendar', arguments: { page: index + 1 } }),
    );
    const load = (count: number) =>
      sender.run({ port: gateway.port, requests, connections, count });
    // Each request is sent once to cache its answer, then twice to cache the encoded response.
    for (const count of [keptQuestions, keptQuestions * 2, requestsPerPass]) await load(count);
    const rates: number[] = [];
    for (let pass = 0; pass < passes; pass += 1) {
      const { per_second, refused } = await load(requestsPerPass);
      if (refused > 0) throw new Error(`${refused} requests were refused`);
      rates.push(per_second);
    }
    return [
      ...overhead,
      higher('gateway: cached tools/call over /mcp', quantile(rates, 0.5), '/s', { must: 2_000 }),
      ...(await memoryOver('gateway: memory during 100,000 calls', gateway, (_, calls) =>
        load(calls),
      )),
    ];
  } finally {
    await Promise.all([upstream.stop(), gateway.stop(), sender.stop()]);
  }
}

interface Transport {
  readonly port: number;
  readonly key: string;
}

/** Sends the same new requests one at a time, directly to the upstream and through the gateway. */
async function overheadFigures(direct: Transport, through: Transport): Promise<Figure[]> {
  const dispatcher = new Agent();
  const times = { direct: [] as number[], through: [] as number[] };
  const ask = async ({ port, key }: Transport, path: string, page: number) => {
    const began = performance.now();
    const url = `http://127.0.0.1:${port}/api/v2/${path}?page=${page}&apiKey=${key}`;
    const { statusCode, body } = await request(url, { dispatcher });
    await body.text();
    if (statusCode !== 200) throw new Error(`${path} answers ${statusCode}`);
    return performance.now() - began;
  };
  for (let page = 1; page <= newQuestions; page += 1) {
    for (const path of paths) {
      times.direct.push(await ask(direct, path, page));
      times.through.push(await ask(through, path, page));
    }
  }
  await dispatcher.close();
  const added = (share: number) => quantile(times.through, share) - quantile(times.direct, share);
  const at = (share: number) => `direct ${quantile(times.direct, share).toFixed(2)} ms`;
  return [0.5, 0.99].map((share) =>
    lower(`gateway: delay added to a direct call, p${share * 100}`, added(share), 'ms', {
      note: at(share),
    }),
  );
}
