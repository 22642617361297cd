import { statSync } from 'node:fs';
import { storeFile } from '../../../src/base/data-files.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { factMigrations } from '../../../src/store/facts-store.ts';
import type { Bench } from './processes.ts';
import { fillVolumes, TWO_YEARS } from './real-volumes.ts';
import { refreshed } from './refresh.ts';
import { type Figure, lower } from './report.ts';

/**
 * Measures the disk space of a store of 800 companies after two years of syncing, with the WAL file
 * of a full refresh, and the cost of that refresh.
 */
export async function twoYearsFigures(bench: Bench): Promise<Figure[]> {
  const dataDir = bench.folder('two-years');
  const path = storeFile(dataDir, 'real');
  const store = await openDatabase(path, factMigrations);
  fillVolumes(store, TWO_YEARS);
  const { log, mib, seconds, cpu } = await logOfRefresh(bench, dataDir, path);
  store.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const file = statSync(path).size;
  const note = `${gigabytes(file - log)} GB of facts; ${gigabytes(log)} GB served, and once more as log`;
  store.close();
  const whole = 'full refresh of 800 companies after two years of facts';
  return [
    lower('store of 800 companies after two years of facts', (file + log) / 1e9, 'GB', {
      must: 1.5,
      note,
    }),
    lower(whole, seconds, 's', {
      must: 45,
      note: `${cpu.toFixed(1)} s of the processor; less the start of a process`,
    }),
    lower(`${whole}: maximum memory`, mib, 'MiB', { must: 350 }),
  ];
}

/**
 * Measures what a full refresh writes. An open reader prevents the WAL file from being copied back
 * into the store.
 */
async function logOfRefresh(bench: Bench, dataDir: string, path: string) {
  const reader = await openDatabase(path, factMigrations);
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM meta').get();
  const ran = await refreshed(bench, dataDir);
  const { size } = statSync(`${path}-wal`);
  reader.close();
  return { ...ran, log: size };
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(2);
}
