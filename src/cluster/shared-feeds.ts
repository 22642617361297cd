import { calendarsUnreachable } from '../base/errors.ts';
import type { FeedAdmin, FeedToken, Revision, Revisions } from '../service/access/feed-tokens.ts';
import type { ChangeWork } from './account-change.ts';
import { boundedTransaction, type Postgres } from './postgres.ts';
import { createPostgresClient } from './postgres-client.ts';

type Change = <Result>(work: ChangeWork<Result>) => Promise<Result>;
type Ask = <Result>(question: (sql: Postgres) => Promise<Result>) => Promise<Result>;

/**
 * Returns the administration of feeds in PostgreSQL. The changes to feeds and accounts are numbered
 * in one sequence.
 */
export function createSharedFeeds(ask: Ask, change: Change): FeedAdmin {
  return {
    list: () =>
      ask(
        (sql) => sql<FeedToken[]>`
          SELECT token_hash, account, plan, filter, created FROM feed WHERE NOT revoked
          ORDER BY account COLLATE "C", created, token_hash`,
      ),
    create: ({ token_hash, account, filter, created }, most) =>
      change(async (sql, n) => {
        const { count } = await sql`
          INSERT INTO feed (token_hash, account, plan, filter, created, change)
          SELECT ${token_hash}, name, plan, ${filter}, ${created}, ${n} FROM account
          WHERE name = ${account} AND NOT revoked AND
            (SELECT count(*) FROM feed WHERE account = ${account} AND NOT revoked) < ${most}`;
        return count === 1;
      }),
    revoke: (tokenHash) =>
      change(async (sql, n) => {
        await sql`UPDATE feed SET revoked = true, change = ${n} WHERE token_hash = ${tokenHash}`;
      }),
  };
}

export interface SharedRevisions extends Revisions {
  close(): Promise<void>;
}

/**
 * Stores the revision of each event in PostgreSQL. A revision is the number of times that the date
 * of the event has changed. Each request for a calendar reads and writes revisions. Our choice:
 * while PostgreSQL does not answer, calendars are refused. Calendar programs ignore an event whose
 * revision is lower than before.
 */
export function createSharedRevisions(url: string): SharedRevisions {
  const asking = createPostgresClient(url);
  return {
    known: async (uids) => {
      try {
        return await asking.query(
          (sql) => sql<Revision[]>`SELECT * FROM feed_event WHERE uid = ANY(${[...uids]})`,
        );
      } catch {
        throw calendarsUnreachable();
      }
    },
    async keep(revisions, oldest) {
      // Each column is passed as one array, because the number of parameters of a statement is
      // limited. Rows are sorted to prevent deadlocks between processes.
      const uids = revisions.map(({ uid }) => uid);
      const dates = revisions.map(({ date }) => date);
      const sequences = revisions.map(({ sequence }) => sequence);
      const moments = revisions.map(({ revised }) => revised);
      await asking.query((sql) =>
        boundedTransaction(sql, async (transaction) => {
          await transaction`
            INSERT INTO feed_event
            SELECT DISTINCT ON (uid) * FROM unnest(${uids}::text[], ${dates}::text[],
              ${sequences}::integer[], ${moments}::text[]) AS shown (uid, date, sequence, revised)
            ORDER BY uid
            ON CONFLICT (uid) DO UPDATE SET date = excluded.date,
              sequence = greatest(feed_event.sequence, excluded.sequence), revised = excluded.revised`;
          await transaction`DELETE FROM feed_event WHERE date < ${oldest}`;
        }),
      );
    },
    close: () => asking.close(),
  };
}
