import { calendarsUnreachable } from '../base/errors.ts';
import type { FeedAdmin, FeedToken, Revision, Revisions } from '../service/access/feed-tokens.ts';
import type { ChangeWork } from './account-change.ts';
import { askPostgres } from './asking.ts';
import { boundedTransaction, type Postgres } from './postgres.ts';

type Change = <Result>(work: ChangeWork<Result>) => Promise<Result>;
type Ask = <Result>(question: (sql: Postgres) => Promise<Result>) => Promise<Result>;

/** Feeds in PostgreSQL; changes are numbered with those of the accounts. */
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
 * Revisions of events in PostgreSQL: read and written as calendars are asked for, which is seldom.
 *
 * Our choice: while it does not answer, calendars are refused. Who subscribes keeps what was last
 * read and asks again, and an event whose revision went back would be taken for an old one.
 */
export function createSharedRevisions(url: string): SharedRevisions {
  const asking = askPostgres(url);
  return {
    known: async (uids) => {
      try {
        return await asking.ask(
          (sql) => sql<Revision[]>`SELECT * FROM feed_event WHERE uid = ANY(${[...uids]})`,
        );
      } catch {
        throw calendarsUnreachable();
      }
    },
    async keep(revisions, oldest) {
      // Columns and not rows, whose values a statement could not all take. In one order for all
      // processes, so that no two wait for each other's; tickers named twice bring events twice.
      const uids = revisions.map(({ uid }) => uid);
      const dates = revisions.map(({ date }) => date);
      const sequences = revisions.map(({ sequence }) => sequence);
      const moments = revisions.map(({ revised }) => revised);
      await asking.ask((sql) =>
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
