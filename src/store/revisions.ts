import type { FactName } from '../facts/fact-kinds.ts';
import type { Database } from './database.ts';
import { statement } from './statements.ts';

/**
 * A change counter for each kind of fact. A computation has the same result as before if the
 * counters of all kinds that it reads are unchanged.
 */
export type Revisions = Readonly<Partial<Record<FactName, number>>>;

const PREFIX = 'revision ';

/** Increments the counter of a kind. Runs inside the transaction that changes the facts. */
export function noteChange(database: Database, kind: FactName): void {
  statement(
    database,
    `INSERT INTO meta VALUES (?, '1') ON CONFLICT (name) DO UPDATE SET value = value + 1`,
  ).run(`${PREFIX}${kind}`);
}

export function revisionsOf(database: Database): Revisions {
  const sql = 'SELECT name, value FROM meta WHERE name GLOB ?';
  const rows = database.prepare(sql).all(`${PREFIX}*`) as { name: string; value: string }[];
  return Object.fromEntries(
    rows.map(({ name, value }) => [name.slice(PREFIX.length), Number(value)]),
  );
}

/** The kinds of facts whose change counters differ. */
export function changedKinds(before: Revisions, now: Revisions): ReadonlySet<FactName> {
  const kinds = Object.keys({ ...before, ...now }) as FactName[];
  return new Set(kinds.filter((kind) => before[kind] !== now[kind]));
}
