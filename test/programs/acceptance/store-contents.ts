import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type Database, openDatabase } from '../../../src/store/database.ts';
import { factMigrations } from '../../../src/store/facts-store.ts';

/** Returns a hash of a store's contents without the time and cause of its computation. */
export async function contents(path: string): Promise<string> {
  const database = await openDatabase(path, factMigrations);
  try {
    const { integrity_check: verdict } = database.prepare('PRAGMA integrity_check').get() as {
      integrity_check: string;
    };
    assert.equal(verdict, 'ok');
    const hash = createHash('sha256');
    for (const table of tablesOf(database)) {
      const where =
        table === 'meta' ? "WHERE name <> 'derived_at' AND name NOT GLOB 'derived_from*'" : '';
      const rows = database.prepare(`SELECT * FROM "${table}" ${where}`).all();
      hash.update(JSON.stringify([table, rows]));
    }
    return hash.digest('hex');
  } finally {
    database.close();
  }
}

function tablesOf(database: Database): readonly string[] {
  const rows = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all() as { name: string }[];
  return rows.map(({ name }) => name);
}
