import { type Migration, openDatabase } from './database.ts';
import { damagedStore, storeFailure } from './failure.ts';

/** SQLite's code where another process writes at this moment: a file that may be written. */
const SQLITE_BUSY = 5;

/**
 * Opens a SQLite file as whoever serves does, and looks whether it is whole and may be written.
 *
 * @throws StoreFailure naming the file, where it is not
 */
export async function checkDatabase(path: string, migrations: readonly Migration[]): Promise<void> {
  const database = await openDatabase(path, migrations);
  try {
    const [found] = database.prepare('PRAGMA quick_check(1)').all();
    const said = String(found?.quick_check);
    if (said !== 'ok') throw damagedStore(path, said);
    // A file that may only be read is found by a change alone; this one is never there.
    database.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE');
    database.exec('CREATE TABLE never_there (n INTEGER); ROLLBACK');
  } catch (cause) {
    const { errcode = 0 } = cause as { errcode?: number };
    if ((errcode & 0xff) !== SQLITE_BUSY) throw storeFailure(cause, path);
  } finally {
    database.close();
  }
}
