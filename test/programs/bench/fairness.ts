import { Agent } from 'node:http';
import { quantile } from 'simple-statistics';
import type { Job } from './load.ts';
import { type Bench, newKey, serve, startLoad } from './processes.ts';
import { type Figure, lower } from './report.ts';
import { get } from './requests.ts';
import { answerOf, p99, timesOf } from './waits.ts';

/** Number of simultaneous pattern queries of one key. */
const PATTERNS = 400;
/** Total number of pattern queries. Each pattern is new. */
const COUNT = 20 * PATTERNS;

/**
 * Measures the latency of other callers while one key sends pattern queries without a limit. A
 * rejected query is followed by the next one immediately.
 */
export async function fairnessFigures(bench: Bench): Promise<Figure[]> {
  const greedy = await newKey(bench.program, bench.dataDir, 'greedy');
  const server = await serve(bench, bench.dataDir);
  const sender = startLoad(bench);
  const agent = new Agent({ keepAlive: true });
  const call = (index: number) =>
    answerOf(server.port, `/api/v2/fdacalendar?ticker=Q${index}&apiKey=${bench.key}`, agent);
  try {
    const alone = await timesOf(call, AbortSignal.timeout(1_000));
    const done = new AbortController();
    const requests = Array.from({ length: COUNT }, (_, index) => {
      const pattern = encodeURIComponent(`(.*a){20}${index}`);
      return get(`/api/v2/catalystsync?condition=${pattern}&apiKey=${greedy}`);
    });
    const job: Job = { port: server.port, requests, connections: PATTERNS, count: COUNT };
    const pressing = sender.run(job).finally(() => done.abort());
    const [{ refused }, pressed, fresh] = await Promise.all([
      pressing,
      timesOf(call, done.signal),
      timesOf(() => answerOf(server.port, '/healthz'), done.signal),
    ]);
    const note = `${COUNT} patterns, ${refused} of them refused`;
    return [
      figure('a call with another key', pressed, `${note}; p99 alone ${p99(alone).toFixed(1)} ms`),
      figure('/healthz on a new connection', fresh, note),
    ];
  } finally {
    agent.destroy();
    await Promise.all([server.stop(), sender.stop()]);
  }
}

function figure(name: string, times: readonly number[], note: string): Figure {
  return lower(`${PATTERNS} simultaneous searches by one key: ${name}, p99`, p99(times), 'ms', {
    must: 50,
    note: `${note}; p50 ${quantile([...times], 0.5).toFixed(1)} ms of ${times.length}`,
  });
}
