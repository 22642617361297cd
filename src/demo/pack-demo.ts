import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { inTransaction, openDatabase } from '../store/database.ts';
import { clearFacts, factMigrations } from '../store/facts-store.ts';
import { markRefreshDue } from '../store/served-state.ts';
import { forgetDemo } from './renew-demo.ts';

/**
 * Brotli quality. Quality 9 takes 1 second and compresses 16 MB to 1.06 MB, so the bundle would
 * exceed its limit of 10 MB. Quality 10 takes 10 seconds and compresses to 0.92 MB.
 */
const QUALITY = 10;

/**
 * Compresses a demo store without its input records, which are half of its size. An unpacked store
 * can serve its computed records immediately. The first refresh generates the input records again.
 *
 * @param path path of a refreshed demo store; the function deletes its input records
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
