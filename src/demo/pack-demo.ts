import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { inTransaction, openDatabase } from '../store/database.ts';
import { clearFacts, factMigrations, writeMeta } from '../store/facts-store.ts';
import { markRefreshDue } from '../store/served-state.ts';

/**
 * Brotli quality. Quality 10 compresses the store from 16 to 0.92 MB in 10 seconds. Quality 9 takes
 * only 1 second but compresses the store to 1.06 MB. The bundle that contains the store would then
 * exceed its limit of 10 MB.
 */
const QUALITY = 10;

/**
 * Compresses a demo store without its input records, which are half of its size. After it is
 * unpacked, the store can serve its computed records immediately. The first refresh generates the
 * input records again.
 * @param path the path of a refreshed demo store; the function deletes its input records
 */
export async function packDemo(path: string): Promise<Buffer> {
  const database = await openDatabase(path, factMigrations);
  inTransaction(database, () => {
    clearFacts(database);
    // Without a seed, the input records count as missing.
    writeMeta(database, 'demo_seed', '');
    markRefreshDue(database, true);
  });
  database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return brotliCompressSync(readFileSync(path), {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
}
