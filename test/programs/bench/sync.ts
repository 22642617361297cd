import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startOrigin } from '../../ingest/sync/origin/origin.ts';
import { firstFillFigures } from './first-fill.ts';
import { type Bench, environment, mostResidentOf, newKey, runToEnd, serve } from './processes.ts';
import { type Figure, lower } from './report.ts';
import { createMarket, SIZE } from './sync-market.ts';
import type { Synced } from './syncer.ts';
import { twoYearsFigures } from './two-years.ts';
import { answerOf, p99, timesOf } from './waits.ts';

/** Number of companies that are synced in real time. */
const ASKED = 60;
/** Pause between two requests of the simultaneous caller in milliseconds. */
const PAUSE_MS = 5;

/**
 * Measures a sync of a simulated market of 800 companies. In virtual time: the number of requests,
 * and how soon new facts are served. In real time: the resources of the built program, and the
 * latency of a server on the same store.
 */
export async function syncFigures(bench: Bench): Promise<Figure[]> {
  const script = fileURLToPath(new URL('./syncer.ts', import.meta.url));
  const folder = bench.folder('sync');
  const words = ['--import', 'tsx', script, join(folder, 'store.sqlite')];
  const ran = JSON.parse(await runToEnd(words, folder)) as Synced;
  const { again, day } = ran;
  const figure = (name: string, value: number, unit: string, must: number, note?: string): Figure =>
    lower(`sync of ${SIZE} companies: ${name}`, value, unit, { must, ...(note ? { note } : {}) });
  const shown = 'virtual time, with a refresh of 15 s';
  const beside = await besideServer(bench);
  const filled = await firstFillFigures(bench);
  const years = await twoYearsFigures(bench);
  const real = `${ASKED} companies, real time`;
  return [
    figure('maximum requests to the SEC in a second', ran.most_sec_a_second, '', 8),
    figure('maximum requests to openFDA in a day', ran.most_openfda_a_day, '', 900),
    figure('time until the first goal date is served', ran.first_goal_date_s, 's', 90, shown),
    figure(
      'time until trials and cash are served',
      ran.trials_and_cash_s,
      's',
      180,
      'cash of all with a goal date',
    ),
    figure(
      'time until all remaining requests wait for a daily quota',
      ran.filled_min,
      'min',
      65,
      `virtual time, ${ran.requests} requests`,
    ),
    figure(
      'planned requests compared with sent requests',
      100 * Math.abs(ran.forecast / ran.requests - 1),
      '%',
      10,
      `${ran.forecast} forecast after three minutes, ${ran.requests} asked`,
    ),
    figure('URLs requested twice in a first sync', ran.repeated, '', 0),
    figure('facts written by a second sync that finds no changes', again.facts, '', 0),
    figure(
      'bytes of a second sync that finds no changes',
      (100 * again.megabytes) / ran.megabytes,
      '%',
      2,
      `${again.requests} requests, ${again.megabytes.toFixed(1)} of ${ran.megabytes.toFixed(0)} MB`,
    ),
    figure('requests on a busy day', day.requests, '', 4_000),
    figure('bytes on a busy day', day.megabytes, 'MB', 150, 'before they are packed'),
    figure(
      'delay until an 8-K is served, p95',
      day.p95_filing_min,
      'min',
      8,
      `${day.filings} filings, ${day.missed} of them or of the headlines missed`,
    ),
    figure(
      'delay until a headline is served, p95',
      day.p95_headline_min,
      'min',
      8,
      `${day.headlines} headlines`,
    ),
    figure('memory of the sync process', beside.memory, 'MiB', 200, real),
    figure(
      'p99 of calls during a sync, relative to calls without a sync',
      beside.during / beside.idle,
      '×',
      2,
      `${real}: ${beside.during.toFixed(1)} ms beside ${beside.idle.toFixed(1)} ms`,
    ),
    ...filled,
    ...years,
  ];
}

interface Beside {
  /** Peak memory of the program in MiB, without its refresh processes. */
  readonly memory: number;
  /**
   * p99 latency in milliseconds of a server on the same store: without a sync, and during the sync.
   */
  readonly idle: number;
  readonly during: number;
}

/** Fills a store with some companies, then syncs others while a server answers from the store. */
async function besideServer(bench: Bench): Promise<Beside> {
  const { world, trade } = createMarket();
  const origin = await startOrigin(world.routes);
  const dataDir = bench.folder('engine');
  const mirrored = {
    CATALYST_MIRROR: origin.mirror,
    CATALYST_CONTACT: 'dev@zorbiva-capital.com',
  };
  const env = { ...environment(dataDir), ...mirrored };
  const tickers = trade.map(({ ticker }) => ticker);
  const sync = (from: number) =>
    spawn(
      process.execPath,
      [bench.program, 'sync', '--tickers', tickers.slice(from, from + ASKED).join(',')],
      { env, stdio: 'ignore' },
    );
  await ended(sync(0));
  const key = await newKey(bench.program, dataDir, 'reader');
  const server = await serve(bench, dataDir, mirrored);
  const agent = new Agent({ keepAlive: true });
  const call = (index: number) =>
    answerOf(
      server.port,
      `/api/v2/catalystsync?ticker=${tickers[index % ASKED]}&apiKey=${key}`,
      agent,
    );
  try {
    await timesOf(call, AbortSignal.timeout(2_000), PAUSE_MS);
    const idle = await timesOf(call, AbortSignal.timeout(8_000), PAUSE_MS);
    const done = new AbortController();
    const child = sync(ASKED);
    const end = ended(child).finally(() => done.abort());
    const [during, memory] = await Promise.all([
      timesOf(call, done.signal, PAUSE_MS),
      mostOf(child),
    ]);
    await end;
    return { memory, idle: p99(idle), during: p99(during) };
  } finally {
    agent.destroy();
    await server.stop();
    await origin.close();
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`sync ended with ${code}`);
}

/**
 * Measures the peak memory of a process until it ends.
 *
 * @returns MiB
 */
async function mostOf(child: ChildProcess): Promise<number> {
  let most = 0;
  while (child.exitCode === null) {
    most = Math.max(most, mostResidentOf(child.pid!) ?? 0);
    await sleep(50);
  }
  return most;
}
