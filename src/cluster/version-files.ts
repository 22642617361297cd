import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  copyDatabase,
  type Database,
  inReadTransaction,
  PAGE_BYTES,
  withDatabase,
} from '../store/database.ts';
import { factMigrations, readMeta } from '../store/facts-store.ts';
import { quote } from '../store/served-tables.ts';
import type { NewVersion } from './published-versions.ts';

/**
 * The newest format of published facts that this release can read: the number of the last
 * migration.
 */
export const factsLayout = String(factMigrations.at(-1)!.version);

/** Metadata that servers do not need, because only the next refresh reads it. */
const UNSERVED_META =
  "name IN ('derived_from', 'fitted_model', 'sync_changed') OR name GLOB 'revision *'";

/** Copies the full store into a separate file. */
export async function makeFactsFile(database: Database, folder: string): Promise<NewVersion> {
  const path = emptyPath(folder, 'facts-made.sqlite');
  await copyDatabase(database, path);
  return { kind: 'facts', layout: factsLayout, path, ...daysOf(database) };
}

/**
 * Copies the served tables and the metadata of the records into a separate file.
 * @throws Error if no records have been computed
 */
export async function makeServedFile(database: Database, folder: string): Promise<NewVersion> {
  const layout = readMeta(database, 'layout');
  if (layout === undefined) throw new Error('no records have been computed yet');
  const own = await tablesOfFacts();
  const path = emptyPath(folder, 'served-made.sqlite');
  database.prepare('ATTACH ? AS made').run(path);
  allowShadowWrites(database, true);
  try {
    // The file needs no journal, because it is discarded if the copy is interrupted.
    database.exec(`PRAGMA made.page_size = ${PAGE_BYTES}; PRAGMA made.journal_mode = OFF;
      PRAGMA made.synchronous = OFF`);
    return inReadTransaction(database, () => {
      copyTables(database, own);
      copyMeta(database);
      return { kind: 'served', layout, path, ...daysOf(database) } as const;
    });
  } finally {
    allowShadowWrites(database, false);
    database.exec('DETACH made');
  }
}

/**
 * Allows SQL to write to shadow tables, or forbids it again. Versions of Node without the method
 * `enableDefensive` always allow such writes.
 */
function allowShadowWrites(database: Database, isAllowed: boolean): void {
  database.enableDefensive?.(!isAllowed);
}

function copyTables(database: Database, own: ReadonlySet<string>): void {
  const sql = `SELECT listed.type AS kind, defined.name, tbl_name, sql
    FROM main.sqlite_schema AS defined
    LEFT JOIN pragma_table_list AS listed ON schema = 'main' AND listed.name = defined.name
    WHERE sql IS NOT NULL ORDER BY tbl_name, defined.type DESC, defined.name`;
  const rows = database.prepare(sql).all() as unknown as readonly Definition[];
  for (const { kind, name, tbl_name, sql: definition } of rows) {
    if (own.has(tbl_name)) continue;
    // SQLite creates shadow tables itself when it creates their virtual table.
    if (kind !== 'shadow') {
      database.exec(definition.replace(/^CREATE (.*?(?:TABLE|INDEX)) /, 'CREATE $1 made.'));
    }
    if (kind === 'table' || kind === 'shadow') {
      database.exec(`INSERT OR REPLACE INTO made.${quote(name)} SELECT * FROM main.${quote(name)}`);
    }
  }
}

interface Definition {
  /** The kind of table. Null for an index. */
  readonly kind: 'table' | 'virtual' | 'shadow' | null;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string;
}

function copyMeta(database: Database): void {
  database.exec(`
    CREATE TABLE made.meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    INSERT INTO made.meta SELECT name, value FROM main.meta WHERE NOT (${UNSERVED_META})`);
}

/**
 * Returns the names of the tables that contain facts. A store has only these tables until records
 * are computed.
 */
function tablesOfFacts(): Promise<ReadonlySet<string>> {
  return withDatabase(':memory:', factMigrations, (empty) => {
    const rows = empty.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return new Set((rows as { name: string }[]).map(({ name }) => name));
  });
}

function daysOf(database: Database): Pick<NewVersion, 'facts_at' | 'derived_on'> {
  return {
    facts_at: readMeta(database, 'facts_at') ?? null,
    derived_on: readMeta(database, 'derived_on') ?? null,
  };
}

function emptyPath(folder: string, name: string): string {
  const path = join(folder, name);
  rmSync(path, { force: true });
  return path;
}
