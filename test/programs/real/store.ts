import { importFiles } from '../../../src/commands/import.ts';
import { refreshServed } from '../../../src/derive/refresh-served.ts';
import { readerOf } from '../../../src/ingest/import/import-files.ts';
import { type Database, openDatabase } from '../../../src/store/database.ts';
import { factMigrations } from '../../../src/store/facts-store.ts';
import { endpoints } from '../../../tools/index.ts';
import type { RealFiles } from './sources.ts';

/** A fixed date after the newest file, on which everything is computed. */
const clock = () => Date.parse('2026-11-20T12:00:00Z');

interface Taken {
  readonly source: string;
  readonly files: number;
  readonly refusedFiles: number;
  readonly records: number;
  /** Rejected files and records with the file name. */
  readonly refusals: readonly string[];
}

/**
 * Imports everything in the given order into a new store, then computes the served records once.
 */
export async function importAll(path: string, order: readonly RealFiles[]) {
  const database = await openDatabase(path, factMigrations);
  const taken: Taken[] = [];
  for (const { source, files } of order) {
    const reader = readerOf(source);
    if (!reader) throw new Error(`no connector ${source}`);
    const named = files.map((file) => ({ name: file, path: file }));
    const reports = await importFiles(database, source, reader, named, {
      endpoints: [],
      clock,
      progress: () => {},
    });
    const counts = reports.flatMap(({ written }) => Object.values(written));
    taken.push({
      source,
      files: files.length,
      refusedFiles: reports.filter(({ written }) => Object.keys(written).length === 0).length,
      records: counts.reduce((sum, one) => sum + one.added + one.replaced + one.unchanged, 0),
      refusals: reports.flatMap(({ file, problems }) =>
        problems.map(({ where, reason }) => `${file}: ${where}: ${reason}`),
      ),
    });
  }
  refreshServed(database, endpoints, clock);
  return { database, taken };
}

export type Served = Readonly<Record<string, unknown>>;

/** Returns the served records of an endpoint in order, as JSON texts. */
export function servedTexts(database: Database, name: string): readonly string[] {
  const rows = database.prepare(`SELECT record FROM "records ${name}" ORDER BY 1`).all();
  return (rows as unknown as { record: string }[]).map(({ record }) => record);
}

export function served(database: Database, name: string): readonly Served[] {
  return servedTexts(database, name).map((text) => JSON.parse(text) as Served);
}
