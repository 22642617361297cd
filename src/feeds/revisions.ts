import type { Accounts } from '../access/access.ts';
import { inTransaction } from '../store/database.ts';
import { statement } from '../store/statements.ts';
import type { CalendarEvent } from './events.ts';

/** How often an event's date has moved since it was first shown, and when last (RFC 5545 3.8.7). */
export interface Revision {
  readonly uid: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly sequence: number;
  /** ISO 8601 */
  readonly revised: string;
}

/** Days for which the revisions of past events are kept. */
const KEPT_DAYS = 400;

/** The revision of each event at this moment, in their order; what is new of it is not kept yet. */
export function revisionsOf(
  accounts: Accounts,
  events: readonly CalendarEvent[],
  now: number,
): readonly Revision[] {
  const revised = new Date(now).toISOString();
  return accounts.use((database) => {
    const find = statement(database, 'SELECT * FROM feed_events WHERE uid = ?');
    return events.map(({ uid, date }) => {
      const known = find.get(uid) as unknown as Revision | undefined;
      if (known?.date === date) return known;
      return { uid, date, sequence: known ? known.sequence + 1 : 0, revised };
    });
  });
}

/** Keeps what is new of the revisions, and forgets events long past. */
export function keepRevisions(
  accounts: Accounts,
  revisions: readonly Revision[],
  now: number,
): void {
  const at = new Date(now).toISOString();
  const fresh = revisions.filter(({ revised }) => revised === at);
  if (fresh.length === 0) return;
  const oldest = new Date(now - KEPT_DAYS * 86_400_000).toISOString().slice(0, 10);
  accounts.use((database) =>
    inTransaction(database, () => {
      const keep = statement(
        database,
        `INSERT INTO feed_events VALUES (?, ?, ?, ?) ON CONFLICT (uid) DO UPDATE SET
         date = excluded.date, sequence = max(sequence, excluded.sequence), revised = excluded.revised`,
      );
      for (const { uid, date, sequence, revised } of fresh) keep.run(uid, date, sequence, revised);
      statement(database, 'DELETE FROM feed_events WHERE date < ?').run(oldest);
    }),
  );
}
