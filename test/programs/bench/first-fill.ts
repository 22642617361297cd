import { storeFile } from '../../../src/base/data-files.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { factMigrations } from '../../../src/store/facts-store.ts';
import type { Bench } from './processes.ts';
import { FIRST_FILL, fillVolumes } from './real-volumes.ts';
import { refreshed } from './refresh.ts';
import { type Figure, lower } from './report.ts';
import { servedChangeFigures } from './served-change.ts';

/** Measures refreshes on the data of an initial sync of 800 companies. */
export async function firstFillFigures(bench: Bench): Promise<Figure[]> {
  const dataDir = bench.folder('first-fill');
  const store = await openDatabase(storeFile(dataDir, 'real'), factMigrations);
  const tickers = fillVolumes(store, FIRST_FILL);
  const whole = await refreshed(bench, dataDir);
  const ticker = tickers[0]!;
  const served = await servedChangeFigures(bench, dataDir, store, ticker);
  store.close();
  const name = 'refresh with the records of 800 companies after a first sync';
  return [
    lower(`${name}: full refresh`, whole.seconds, 's', {
      must: 35,
      note: `${whole.cpu.toFixed(2)} s of the processor; less the start of a process`,
    }),
    lower(`${name}: maximum memory`, whole.mib, 'MiB', { must: 350 }),
    ...served,
  ];
}
