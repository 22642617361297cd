import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from '../base/data-files.ts';
import { copyDatabase, withDatabase } from '../store/database.ts';
import { factMigrations } from '../store/facts-store.ts';

/**
 * The result of copying the facts of a machine. If the shared store already has facts, nothing is
 * copied, and `lacking` is the number of the machine's facts that the shared store does not have.
 */
export type FactsMigration = 'copied' | { readonly lacking: number };

/**
 * Copies the store of one machine if the shared store has no facts. Otherwise, counts the rows that
 * the shared store does not have.
 * @param store path of the machine's store
 * @param folder the data folder of a job, which contains a copy of the shared store
 */
export async function migrateFacts(store: string, folder: string): Promise<FactsMigration> {
  const { store: target } = filesOf(folder);
  if (!existsSync(target)) {
    await copyStore(store, target);
    return 'copied';
  }
  const copy = join(folder, 'migrated.sqlite');
  try {
    rmSync(copy, { force: true });
    await copyStore(store, copy);
    return { lacking: await lackingIn(target, copy) };
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true });
  }
}

function copyStore(store: string, path: string): Promise<void> {
  return withDatabase(store, [], (database) => copyDatabase(database, path));
}

/**
 * Counts the rows of the store `copy` that the store `target` does not have. Rows are compared by
 * their keys.
 */
function lackingIn(target: string, copy: string): Promise<number> {
  return withDatabase(copy, factMigrations, (database) => {
    database.prepare('ATTACH ? AS shared').run(target);
    const [row] = database
      .prepare(`SELECT count(*) AS lacking FROM (
        SELECT kind, key, '' FROM (SELECT kind, key FROM main.facts EXCEPT SELECT kind, key FROM shared.facts)
        UNION ALL
        SELECT kind, ticker, year FROM (SELECT kind, ticker, year FROM main.series
          EXCEPT SELECT kind, ticker, year FROM shared.series))`)
      .all() as { lacking: number }[];
    return row!.lacking;
  });
}
