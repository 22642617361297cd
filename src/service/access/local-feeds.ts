import { type Database, inTransaction } from '../../store/database.ts';
import { statement } from '../../store/statements.ts';
import type { FeedAdmin, FeedToken, Revision, Revisions } from './feed-tokens.ts';

/** Calls a function with the database of the current accounts file. */
type Use = <Result>(work: (database: Database) => Result) => Result;

export function feedOf(use: Use, tokenHash: string): FeedToken | undefined {
  return use((database) =>
    statement(database, 'SELECT * FROM feeds WHERE token_hash = ?').get(tokenHash),
  ) as FeedToken | undefined;
}

export function localFeeds(use: Use): FeedAdmin {
  return {
    list: () =>
      use((database) =>
        database.prepare('SELECT * FROM feeds ORDER BY account, created, token_hash').all(),
      ) as unknown as FeedToken[],
    create({ token_hash, account, filter, created }, most) {
      const { changes } = use((database) =>
        database
          .prepare(
            `INSERT INTO feeds SELECT ?, name, plan, ?, ? FROM accounts WHERE name = ?
             AND (SELECT count(*) FROM feeds WHERE account = ?) < ?`,
          )
          .run(token_hash, filter, created, account, account, most),
      );
      return Number(changes) === 1;
    },
    revoke(tokenHash) {
      use((database) => database.prepare('DELETE FROM feeds WHERE token_hash = ?').run(tokenHash));
    },
  };
}

export function localRevisions(use: Use): Revisions {
  return {
    known: (uids) =>
      use((database) => {
        const find = statement(database, 'SELECT * FROM feed_events WHERE uid = ?');
        return uids.flatMap((uid) => (find.get(uid) as unknown as Revision | undefined) ?? []);
      }),
    keep: (revisions, oldest) =>
      use((database) =>
        inTransaction(database, () => {
          const keep = statement(
            database,
            `INSERT INTO feed_events VALUES (?, ?, ?, ?) ON CONFLICT (uid) DO UPDATE SET
             date = excluded.date, sequence = max(sequence, excluded.sequence), revised = excluded.revised`,
          );
          for (const { uid, date, sequence, revised } of revisions) {
            keep.run(uid, date, sequence, revised);
          }
          statement(database, 'DELETE FROM feed_events WHERE date < ?').run(oldest);
        }),
      ),
  };
}
