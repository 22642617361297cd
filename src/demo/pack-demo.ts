import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { inTransaction, openDatabase } from '../store/database.ts';
import { clearFacts, factMigrations } from '../store/facts-store.ts';
import { markRefreshDue } from '../store/served-state.ts';
import { forgetDemo } from './renew-demo.ts';

/**
 * Brotli quality. Quality 9 takes one second; quality 11 takes 20 seconds and saves a sixth of the
 * size.
 */
const QUALITY = 9;

/**
 * Compresses a demo store without its facts, which are half of it. An unpacked store can serve its
 * records immediately, and the first refresh regenerates the facts.
 *
 * @param path path of a refreshed demo store; its facts are deleted
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
