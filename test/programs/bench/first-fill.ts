import { todayOf } from '../../../src/base/clock.ts';
import { storeFile } from '../../../src/base/data-files.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { factMigrations } from '../../../src/store/facts-store.ts';
import type { Bench } from './processes.ts';
import { FIRST_FILL, filing, fillVolumes, trade } from './real-volumes.ts';
import { figureOf, goalDate, headline, refreshed, refreshedAfter } from './refresh.ts';
import type { Figure } from './report.ts';
import { servedChangeFigures } from './served-change.ts';

/** Number of records that the store does not contain yet. */
const FURTHER = 1_000_000;
const today = todayOf(Date.now);

/** Measures refreshes on the data of an initial sync of 800 companies. */
export async function firstFillFigures(bench: Bench): Promise<Figure[]> {
  const dataDir = bench.folder('first-fill');
  const store = await openDatabase(storeFile(dataDir, 'real'), factMigrations);
  const tickers = fillVolumes(store, FIRST_FILL);
  const whole = await refreshed(bench, dataDir);
  const after = refreshedAfter(bench, dataDir, store);
  const news = await after('news', headline);
  const text = await after('mentions', (turn) => filing(FURTHER + turn, today, tickers));
  const ticker = tickers[0]!;
  const trades = await after('insider_transactions', (turn) => trade(FURTHER + turn, ticker));
  const goal = await after('catalysts', (turn) => goalDate(ticker, turn));
  const served = await servedChangeFigures(bench, dataDir, store, ticker);
  store.close();
  const named = (what: string) =>
    `refresh with the records of 800 companies after a first fill: ${what}`;
  return [
    { name: named('full refresh'), ...figureOf([whole]), must: 35 },
    { name: named('maximum memory'), value: whole.mib, unit: 'MiB', must: 350, better: 'lower' },
    { name: named('after a new headline'), ...news },
    { name: named('after a new 8-K'), ...text },
    { name: named('after a new form 4'), ...trades },
    { name: named('after a new catalyst'), ...goal },
    ...served,
  ];
}
