import { beginRefresh, type RecordedRefresh } from '../../src/derive/begin-refresh.ts';
import type { Fact, FactName } from '../../src/facts/fact-kinds.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeFacts } from '../../src/store/facts-store.ts';
import { readFacts } from '../../src/store/read-facts.ts';

/** Facts by kind, as a connector writes them. */
export type FactsByKind = { readonly [Name in FactName]?: readonly Fact<Name>[] };

/** Creates a refresh on an in-memory store with the given facts, written list by list. */
export async function refreshOf(
  today: string,
  ...lists: readonly FactsByKind[]
): Promise<RecordedRefresh> {
  return beginRefresh(readFacts(await storeOf(...lists)), today);
}

/** Creates the in-memory store with the given facts. */
export async function storeOf(...lists: readonly FactsByKind[]): Promise<Database> {
  const database = await openDatabase(':memory:', factMigrations);
  for (const facts of lists) {
    for (const [kind, records] of Object.entries(facts)) {
      writeFacts(database, kind as FactName, records, 'test');
    }
  }
  return database;
}
