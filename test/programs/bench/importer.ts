/**
 * Imports a file into a new store in a separate process, without computing the served records.
 * Prints the cost of reading, checking and writing: `importer.ts COLLECTION FILE STORE`.
 */

import { growSlowly } from '../../../src/commands/heap.ts';
import { readerOf, storeFiles } from '../../../src/ingest/import/import-files.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { factMigrations } from '../../../src/store/facts-store.ts';

const [from = '', path = '', store = ''] = process.argv.slice(2);
const reader = readerOf(from);
if (!reader) throw new Error(`no reader ${from}`);
growSlowly();
const began = performance.now();
const database = await openDatabase(store, factMigrations);
const [report] = await storeFiles(database, from, reader, [{ name: path, path }], {
  clock: Date.now,
  progress: () => {},
});
database.close();
const seconds = (performance.now() - began) / 1_000;
const peak_mib = process.resourceUsage().maxRSS / 1_024;
const added = Object.values(report?.written ?? {}).reduce((sum, one) => sum + one.added, 0);
process.stdout.write(JSON.stringify({ seconds, peak_mib, added }));
