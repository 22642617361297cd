import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { todayOf } from '../../../src/base/clock.ts';
import { sha256 } from '../../../src/base/sha256.ts';
import { freezeForecasts } from '../../../src/derive/freeze-forecasts.ts';
import { refreshServed } from '../../../src/derive/refresh-served.ts';
import { shiftDays } from '../../../src/domain/dates.ts';
import { nextSheets, readChain, type StoredSheet } from '../../../src/domain/track-record/chain.ts';
import type { NewLine } from '../../../src/domain/track-record/kinds.ts';
import { inTransaction, openDatabase } from '../../../src/store/database.ts';
import { factMigrations } from '../../../src/store/facts-store.ts';
import { appendSheets } from '../../../src/store/record-file.ts';
import { endpoints } from '../../../tools/index.ts';
import type { Bench } from './processes.ts';
import { fillDemos } from './refresh.ts';
import { type Figure, lower } from './report.ts';

const today = todayOf(Date.now);

/**
 * Measures how long it takes to record the forecasts of 800 companies on two days after a year of
 * records. On the first of these days, the monthly forecasts are recorded too.
 */
export async function freezingFigures(bench: Bench): Promise<Figure[]> {
  const folder = bench.folder('freezing');
  const store = await openDatabase(join(folder, 'store.sqlite'), factMigrations);
  inTransaction(store, () => fillDemos(store));
  const { lines, revisions } = refreshServed(store, endpoints, Date.now)!;
  const path = join(folder, 'forecasts.sqlite');
  const year = yearOf(lines);
  await appendSheets(path, () => year);
  const secondsOn = async (age: number) => {
    const before = process.cpuUsage();
    const frozen = { lines: linesOn(lines, age), revisions };
    await freezeForecasts(store, path, frozen, endpoints, shiftDays(today, -age));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  const [monthly, daily] = [await secondsOn(0), await secondsOn(-1)];
  store.close();
  const bytes = readdirSync(folder)
    .filter((name) => name.startsWith('forecasts.sqlite'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  const written = year.reduce((sum, { sheet }) => sum + sheet.split('\n').length - 1, 0);
  const name = 'recording the forecasts of a day for 800 companies, after a year';
  return [
    lower(`${name}: processor time`, daily, 's', {
      must: 0.5,
      note: `${monthly.toFixed(2)} s on the day of the monthly forecasts`,
    }),
    lower(`${name}: size of the records of the year`, bytes / 1e6, 'MB', {
      must: 10,
      note: `${written} lines in ${year.length} sheets`,
    }),
  ];
}

/** Each forecast is withdrawn once in this number of days and stated again on the next day. */
const STABLE_DAYS = 50;

function linesOn(lines: readonly NewLine[], age: number): readonly NewLine[] {
  return lines.filter((_, at) => (at + age) % STABLE_DAYS !== 0);
}

/** The sheets of the year before today. */
function yearOf(lines: readonly NewLine[]): readonly StoredSheet[] {
  let chain = readChain([], sha256);
  const all: StoredSheet[] = [];
  for (let age = 365; age > 0; age -= 1) {
    const day = shiftDays(today, -age);
    const stated = { day, program: 'bench', revisions: 'bench', nonce: () => day };
    const added = nextSheets(chain, linesOn(lines, age), stated, sha256);
    all.push(...added);
    chain = readChain(added, sha256, chain);
  }
  return all;
}
