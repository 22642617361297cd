import { median } from 'simple-statistics';
import type { Job, Load } from './load.ts';
import { memoryOver } from './memory.ts';
import {
  type Bench,
  environment,
  type HttpServer,
  serve,
  startLoad,
  startServer,
} from './processes.ts';
import { type Figure, higher, lower } from './report.ts';
import { get, modernCall, post } from './requests.ts';

const connections = 16;
const passes = 5;
const eraPasses = 10;
/** More passes than any other measurement needs. */
const MANY_PASSES = 100;
const floorRequestsPerPass = 20_000;
const requestsPerPass = 6_000;

/** The two servers and the load process of the bench. */
interface Field {
  readonly floor: HttpServer;
  readonly ours: HttpServer;
  readonly key: string;
  /** Sends requests in rotation: all of them once, or `count` in total. */
  load(server: HttpServer, requests: readonly string[], count?: number): Promise<Load>;
}

/** Measures the throughput of one process over HTTP with sixteen simultaneous clients. */
export async function httpFigures(bench: Bench): Promise<Figure[]> {
  const floorWords = [bench.part('floor'), 'http'];
  const floor = await startServer(bench, floorWords, environment(bench.dataDir));
  const ours = await serve(bench, bench.dataDir);
  const sender = startLoad(bench);
  const field: Field = {
    floor,
    ours,
    key: bench.key,
    async load(server, requests, count = requests.length) {
      const job: Job = { port: server.port, requests, connections, count };
      const load = await sender.run(job);
      if (load.refused > 0) throw new Error(`${load.refused} of ${count} requests were refused`);
      return load;
    },
  };
  try {
    const tickers = await tickersOf(field);
    const rates = [
      ...(await callFigures(field, tickers)),
      await eraFigure(field, tickers),
      ...(await restFigures(field)),
    ];
    await ours.stop();
    return [...rates, ...(await memoryFigures(bench, field, tickers))];
  } finally {
    await Promise.all([floor.stop(), ours.stop(), sender.stop()]);
  }
}

async function callFigures(field: Field, tickers: readonly string[]): Promise<Figure[]> {
  const { key } = field;
  const fresh = await ratio(field, (pass) => newQuestions(key, tickers, pass, requestsPerPass));
  const same = newQuestions(key, tickers, passes, tickers.length);
  const repeated = await ratio(field, () => same);
  const lists = await ratio(field, () => [post(key, 'tools/list', {})]);
  const figure = (name: string, { value, note }: typeof fresh, must: number, aim: number) =>
    higher(`HTTP: ${name}`, value, '× floor', { must, aim, note });
  return [
    figure('tools/call, repeated request', repeated, 0.2, 0.4),
    figure('tools/call, new requests only', fresh, 0.1, 0.2),
    figure('tools/list', lists, 0.05, 0.3),
  ];
}

/**
 * Compares the cost of a call in revision 2026-07-28 with earlier revisions, alternating between
 * them.
 */
async function eraFigure({ ours, key, load }: Field, tickers: readonly string[]): Promise<Figure> {
  const cpuFor = async (requests: readonly string[]) => {
    const before = await ours.usage();
    await load(ours, requests);
    return (await ours.usage()).cpu_ms - before.cpu_ms;
  };
  const ratios: number[] = [];
  for (let pass = 0; pass <= eraPasses; pass += 1) {
    const asked = (era: number) =>
      newArguments(tickers, MANY_PASSES + 2 * pass + era, requestsPerPass);
    const legacy = await cpuFor(
      asked(0).map((args) => post(key, 'tools/call', { name: 'fda_calendar', arguments: args })),
    );
    const modern = await cpuFor(asked(1).map((args) => modernCall(key, 'fda_calendar', args)));
    // The first pass is a warm-up.
    if (pass > 0) ratios.push(modern / legacy);
  }
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const name = 'HTTP: processor time of a call with protocol 2026-07-28';
  return lower(name, median(ratios), '× a call with protocol 2025-11-25', {
    must: 1.1,
    note: `every question new; median of ${eraPasses} interleaved passes, ${least.toFixed(2)} to ${most.toFixed(2)}`,
  });
}

/** Measures a server's request rate as a share of the baseline server's rate, pass by pass. */
async function ratio(
  { floor, ours, load }: Field,
  requestsOf: (pass: number) => readonly string[],
): Promise<{ value: number; note: string }> {
  await load(floor, requestsOf(0), requestsPerPass);
  await load(ours, requestsOf(0), requestsPerPass);
  const rates: { floor: Load; ours: Load }[] = [];
  for (let pass = 1; pass <= passes; pass += 1) {
    const requests = requestsOf(pass);
    rates.push({
      floor: await load(floor, requests, floorRequestsPerPass),
      ours: await load(ours, requests, requestsPerPass),
    });
  }
  const of = (what: (pass: { floor: Load; ours: Load }) => number) => median(rates.map(what));
  const rate = (what: 'floor' | 'ours') => Math.round(of((pass) => pass[what].per_second));
  const time = (what: 'p50_ms' | 'p99_ms') => of((pass) => pass.ours[what]).toFixed(2);
  return {
    value: of((pass) => pass.ours.per_second / pass.floor.per_second),
    note: `${rate('ours')}/s, floor ${rate('floor')}/s; p50 ${time('p50_ms')} ms, p99 ${time('p99_ms')} ms`,
  };
}

async function restFigures({ ours, key, load }: Field): Promise<Figure[]> {
  const page = [get(`/api/v2/catalystsync?page=2&apiKey=${key}`)];
  await load(ours, page, requestsPerPass);
  const loads: Load[] = [];
  for (let pass = 0; pass < passes; pass += 1) loads.push(await load(ours, page, requestsPerPass));
  const rate = median(loads.map(({ per_second }) => per_second));
  const note = `p99 ${median(loads.map(({ p99_ms }) => p99_ms)).toFixed(2)} ms`;
  return [higher('REST: page of 50 records', rate, '/s', { must: 1_500, aim: 4_000, note })];
}

/** Measures the resident memory of a new server while it answers 100,000 new requests. */
async function memoryFigures(
  bench: Bench,
  { key, load }: Field,
  tickers: readonly string[],
): Promise<Figure[]> {
  const server = await serve(bench, bench.dataDir);
  const ask = (sample: number, calls: number) =>
    load(server, newQuestions(key, tickers, passes + sample, calls));
  try {
    return await memoryOver('memory during 100,000 calls', server, ask, 150);
  } finally {
    await server.stop();
  }
}

/** Tickers of the demo's calendar. */
async function tickersOf({ ours, key }: Field): Promise<readonly string[]> {
  const pages = await Promise.all(
    [1, 2, 3, 4].map(async (page) => {
      const url = `http://127.0.0.1:${ours.port}/api/v2/fdacalendar?page=${page}&apiKey=${key}`;
      const { result } = (await (await fetch(url)).json()) as { result: { ticker: string }[] };
      return result.map(({ ticker }) => ticker);
    }),
  );
  return [...new Set(pages.flat())];
}

/**
 * Builds requests that no cache contains: the catalysts of a ticker before a distant date, which
 * differs in each request.
 */
function newArguments(tickers: readonly string[], round: number, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(farDay + (round * requestsPerPass + index) * 86_400_000);
    return {
      ticker: tickers[index % tickers.length],
      catdateTo: day.toISOString().slice(0, 10),
    };
  });
}

function newQuestions(
  key: string,
  tickers: readonly string[],
  round: number,
  count: number,
): string[] {
  return newArguments(tickers, round, count).map((args) =>
    post(key, 'tools/call', { name: 'fda_calendar', arguments: args }),
  );
}

const farDay = Date.parse('2100-01-01');
