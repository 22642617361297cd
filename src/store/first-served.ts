import type { Database } from './database.ts';
import { writeRows } from './statements.ts';

/**
 * Table with the time at which each event of the timeline was first served. A refresh deletes
 * nothing from this table.
 */
export const firstServedTable = `
  CREATE TABLE first_served (id TEXT PRIMARY KEY, time TEXT NOT NULL) WITHOUT ROWID;`;

/**
 * Reads the times at which events were first served. For an event that was never served, the time
 * is `now`.
 * @param now the current time, ISO 8601
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
