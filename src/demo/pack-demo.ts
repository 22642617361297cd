import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { inTransaction, openDatabase } from '../store/database.ts';
import { clearFacts, factMigrations } from '../store/facts-store.ts';
import { markRefreshDue } from '../store/served-state.ts';
import { forgetDemo } from './renew-demo.ts';

/** At 9 of 11 packing takes a second; at 11 it takes 20 and saves a sixth. */
const QUALITY = 9;

/**
 * Packs a demo store without its facts, which are half of it: whoever unpacks it can serve its
 * records at once, and the first refresh makes the facts again.
 *
 * @param path of a refreshed demo store, which loses its facts
 */
export async function packDemo(path: string): Promise<Buffer> {
  const database = await openDatabase(path, factMigrations);
  inTransaction(database, () => {
    clearFacts(database);
    forgetDemo(database);
    markRefreshDue(database, true);
  });
  database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return brotliCompressSync(readFileSync(path), {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
}
