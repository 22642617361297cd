import { type Migration, openDatabase } from './database.ts';
import { damagedStore, storeFailure } from './failure.ts';

/**
 * SQLite's error code if another process is writing to the file. The check then passes, because the
 * other process shows that the file is writable.
 */
const SQLITE_BUSY = 5;

/**
 * Opens a SQLite file with the server's settings and checks that it is intact and writable.
 * @throws StoreFailure that names the file, if the check fails
 */
export async function checkDatabase(path: string, migrations: readonly Migration[]): Promise<void> {
  const database = await openDatabase(path, migrations);
  try {
    const [found] = database.prepare('PRAGMA quick_check(1)').all();
    const result = String(found?.quick_check);
    if (result !== 'ok') throw damagedStore(path, result);
    // Only a write shows whether a file is read-only. The transaction is rolled back, so no table
    // is created.
    database.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE');
    database.exec('CREATE TABLE write_probe (n INTEGER); ROLLBACK');
  } catch (cause) {
    const { errcode = 0 } = cause as { errcode?: number };
    if ((errcode & 0xff) !== SQLITE_BUSY) throw storeFailure(cause, path);
  } finally {
    database.close();
  }
}
