import { existsSync } from 'node:fs';
import { filesOf } from '../../base/data-files.ts';
import { openDatabase } from '../../store/database.ts';
import { factsDate } from '../../store/served-state.ts';

/**
 * Returns which store a data folder serves, and the date of its records. The service is not
 * started.
 */
export async function peekStore(dataDir: string) {
  const { store, demo } = filesOf(dataDir);
  const real = await factsDateOf(store);
  if (real !== undefined) return { from: 'local store', asOf: real, demo: false };
  return { from: 'fictional demo data', asOf: await factsDateOf(demo), demo: true };
}

async function factsDateOf(path: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined;
  const database = await openDatabase(path, []);
  try {
    return factsDate(database);
  } catch {
    // If another process is creating the store, the tables might not exist yet.
    return undefined;
  } finally {
    database.close();
  }
}
