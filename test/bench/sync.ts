import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startOrigin } from '../sync/origin/origin.ts';
import { type Bench, environment, runToEnd } from './processes.ts';
import type { Figure } from './report.ts';
import { createMarket, SIZE } from './sync-market.ts';
import type { Synced } from './syncer.ts';

/** Companies of which the built program is asked, in real time, for the memory that it takes. */
const ASKED = 60;

/**
 * What a sync of a simulated market of 800 companies asks and how soon what it found is served, in
 * virtual time; and the memory of the built program over some of them, in real time.
 */
export async function syncFigures(bench: Bench): Promise<Figure[]> {
  const script = fileURLToPath(new URL('./syncer.ts', import.meta.url));
  const folder = bench.folder('sync');
  const words = ['--import', 'tsx', script, join(folder, 'store.sqlite')];
  const ran = JSON.parse(await runToEnd(words, folder)) as Synced;
  const { again, day } = ran;
  const figure = (
    name: string,
    value: number,
    unit: string,
    must: number,
    note?: string,
  ): Figure => ({
    ...{ name: `sync of ${SIZE} companies: ${name}`, value, unit, must, better: 'lower' },
    ...(note === undefined ? {} : { note }),
  });
  const shown = 'virtual time, with a refresh of 15 s';
  return [
    figure('most requests to the SEC in a second', ran.most_sec_a_second, '', 8),
    figure('most requests to openFDA in a day', ran.most_openfda_a_day, '', 900),
    figure('first goal date served', ran.first_goal_date_s, 's', 90, shown),
    figure(
      'trials and cash served',
      ran.trials_and_cash_s,
      's',
      180,
      'cash of all with a goal date',
    ),
    figure(
      'all but slow quotas',
      ran.filled_min,
      'min',
      65,
      `virtual time, ${ran.requests} requests`,
    ),
    figure(
      'forecast against what was asked',
      100 * Math.abs(ran.forecast / ran.requests - 1),
      '%',
      10,
      `${ran.forecast} forecast after three minutes, ${ran.requests} asked`,
    ),
    figure('addresses asked twice in a first fill', ran.repeated, '', 0),
    figure('unchanged second sync: facts written', again.facts, '', 0),
    figure(
      'unchanged second sync: bytes',
      (100 * again.megabytes) / ran.megabytes,
      '%',
      2,
      `${again.requests} requests, ${again.megabytes.toFixed(1)} of ${ran.megabytes.toFixed(0)} MB`,
    ),
    figure('requests of a busy day', day.requests, '', 4_000),
    figure('bytes of a busy day', day.megabytes, 'MB', 150, 'before they are packed'),
    figure(
      '8-K served after, p95',
      day.p95_filing_min,
      'min',
      8,
      `${day.filings} filings, ${day.missed} of them or of the headlines missed`,
    ),
    figure(
      'headline served after, p95',
      day.p95_headline_min,
      'min',
      8,
      `${day.headlines} headlines`,
    ),
    figure(
      'memory of the engine',
      await memoryOf(bench),
      'MiB',
      200,
      `${ASKED} companies, real time`,
    ),
  ];
}

/** The most that the program itself takes; refreshes are processes of their own. */
async function memoryOf(bench: Bench): Promise<number> {
  const { world, trade } = createMarket();
  const origin = await startOrigin(world.routes);
  const tickers = trade.slice(0, ASKED).map(({ ticker }) => ticker);
  const child = spawn(process.execPath, [bench.program, 'sync', '--tickers', tickers.join(',')], {
    env: {
      ...environment(bench.folder('engine')),
      CATALYST_MIRROR: origin.mirror,
      CATALYST_CONTACT: 'dev@zorbiva-capital.com',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let most = 0;
  const ended = once(child, 'exit');
  while (child.exitCode === null) {
    most = Math.max(most, peakOf(child.pid!));
    await Promise.race([ended, sleep(50)]);
  }
  await origin.close();
  if (child.exitCode !== 0) throw new Error(`sync ended with ${child.exitCode}`);
  return most;
}

/** @returns MiB; 0 of a process that is gone */
function peakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}
