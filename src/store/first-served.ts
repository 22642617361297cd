import type { Database } from './database.ts';
import { writeRows } from './statements.ts';

/**
 * The time at which each event of the timeline was first part of a response. A refresh deletes
 * nothing from this table.
 */
export const firstServedTable = `
  CREATE TABLE first_served (id TEXT PRIMARY KEY, time TEXT NOT NULL) WITHOUT ROWID;`;

/**
 * The times at which events were first served. An event that was never served gets `now`.
 * @param now ISO 8601
 */
export function readFirstServed(database: Database, now: string) {
  let times: ReadonlyMap<string, string> | undefined;
  const added = new Set<string>();
  return {
    /** Identifiers of the events that were never served before. */
    added,
    now,
    of(id: string): string {
      times ??= timesIn(database);
      const time = times.get(id);
      if (time === undefined) added.add(id);
      return time ?? now;
    },
  };
}

export type FirstServed = ReturnType<typeof readFirstServed>;

function timesIn(database: Database): ReadonlyMap<string, string> {
  const rows = database.prepare('SELECT id, time FROM first_served').all();
  return new Map((rows as { id: string; time: string }[]).map(({ id, time }) => [id, time]));
}

export function writeFirstServed(database: Database, { added, now }: FirstServed): void {
  const rows = [...added].map((id) => [id, now]);
  writeRows(database, 'INSERT OR IGNORE INTO first_served', rows);
}
