import { join } from 'node:path';
import { median, quantile } from 'simple-statistics';
import type { Endpoint } from '../../../src/catalogue/endpoint.ts';
import { refreshWords } from '../../../src/commands/start-app.ts';
import { demoFacts, demoSeed } from '../../../src/demo/demo.ts';
import { refreshServed } from '../../../src/derive/refresh-served.ts';
import { noLimits } from '../../../src/service/access/limits.ts';
import type { RawArguments } from '../../../src/service/asked-query.ts';
import { createStoreBackend } from '../../../src/service/local/store-backend.ts';
import { createService, type Service } from '../../../src/service/service.ts';
import { type Database, inTransaction, openDatabase } from '../../../src/store/database.ts';
import { factMigrations, writeFacts } from '../../../src/store/facts-store.ts';
import { endpoints } from '../../../tools/index.ts';
import { freezingFigures } from './freezing.ts';
import { type Bench, runToEnd } from './processes.ts';
import { type Figure, lower } from './report.ts';

const today = '2026-01-01';
const clock = () => Date.parse(today);
const sizes = [1, 3, 10];
const starts = 5;
const questions = 40;

/** Measures the time to compute all served records and to serve each endpoint. */
export async function deriveFigures(bench: Bench): Promise<Figure[]> {
  const figures = [await firstStartFigure(bench)];
  for (const size of sizes) {
    const { database, derive_ms } = await made(bench, size);
    if (size === 1) figures.push(await endpointFigure(database));
    database.close();
    const name = size === 1 ? 'derive with demo data' : `derive with ${size} × the demo data`;
    figures.push(lower(name, derive_ms / 1_000, 's', size === 10 ? { must: 30 } : {}));
  }
  return [...figures, ...(await freezingFigures(bench))];
}

/**
 * Measures a first start: the process that creates and derives the demo, minus the startup time of
 * the same program.
 */
async function firstStartFigure(bench: Bench): Promise<Figure> {
  const [, ...refresh] = refreshWords([process.execPath, bench.program], 'demo');
  const whole: number[] = [];
  const idle: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    idle.push(await millisecondsOf([bench.program, '--version'], bench.dataDir));
    whole.push(await millisecondsOf(refresh, bench.folder('first-start')));
  }
  return lower(
    'demo data: creation of the facts, then derive',
    (median(whole) - median(idle)) / 1_000,
    's',
    {
      must: 3,
      note: `in the process that a server starts for it; median of ${starts}, with its own start ${(median(whole) / 1_000).toFixed(2)} s`,
    },
  );
}

async function millisecondsOf(words: readonly string[], dataDir: string): Promise<number> {
  const began = performance.now();
  await runToEnd(words, dataDir);
  return performance.now() - began;
}

/** Creates a store with several demos of different seeds and measures the derivation. */
async function made(bench: Bench, size: number) {
  const database = await openDatabase(join(bench.folder('derive'), 'store.sqlite'), factMigrations);
  inTransaction(database, () => {
    for (let copy = 0; copy < size; copy += 1) {
      for (const { kind, records } of demoFacts(demoSeed + copy, today)) {
        writeFacts(database, kind, records, 'demo');
      }
    }
  });
  const began = performance.now();
  refreshServed(database, endpoints, clock);
  return { database, derive_ms: performance.now() - began };
}

/** Measures the slowest endpoint. The note lists the next slowest ones. */
async function endpointFigure(database: Database): Promise<Figure> {
  const source = createStoreBackend(database, true);
  const accounts = { find: () => undefined };
  const service = createService({ source: () => source, accounts, limits: noLimits, clock });
  const tickers = await tickersOf(service);
  const times: { name: string; p50_ms: number; p99_ms: number }[] = [];
  for (const endpoint of endpoints) {
    const took: number[] = [];
    for (let index = 0; index < questions; index += 1) {
      const question = questionOf(endpoint, tickers[index % tickers.length] ?? '', index);
      const began = performance.now();
      // An error for a company without records counts as an answer.
      await service.answer(endpoint, question, 'owner').catch(() => {});
      took.push(performance.now() - began);
    }
    const [p50_ms, p99_ms] = [quantile(took, 0.5), quantile(took, 0.99)];
    times.push({ name: endpoint.name, p50_ms, p99_ms });
  }
  const slowest = times.toSorted((a, b) => b.p99_ms - a.p99_ms);
  const said = ({ name, p50_ms, p99_ms }: (typeof times)[number]) =>
    `${name} ${p50_ms.toFixed(2)}/${p99_ms.toFixed(2)}`;
  return lower('slowest endpoint with demo data, p99', slowest[0]?.p99_ms ?? null, 'ms', {
    note: `p50/p99 in ms: ${slowest.slice(0, 6).map(said).join(', ')}`,
  });
}

async function tickersOf(service: Service): Promise<readonly string[]> {
  const companies = endpoints.find(({ name }) => name === 'companies') as Endpoint;
  const { records } = await service.answer(companies, {}, 'owner');
  return records.map((record) => (JSON.parse(record) as { ticker: string }).ticker);
}

/**
 * Builds test queries: every second one filters by ticker if the endpoint supports it, and the
 * others request later pages.
 */
function questionOf({ parameters }: Endpoint, ticker: string, index: number): RawArguments {
  const needsTicker = parameters.ticker?.required || parameters.nctId !== undefined;
  const ofTicker = parameters.ticker && (needsTicker || index % 2 === 0);
  return {
    ...(ofTicker ? { ticker } : {}),
    ...(parameters.page && !needsTicker ? { page: 1 + index } : {}),
    ...(parameters.type?.required ? { type: index % 2 === 0 ? 'gainers' : 'losers' } : {}),
  };
}
