import type { Clock } from '../base/clock.ts';
import { inTransaction, type Migration, openDatabase } from '../store/database.ts';
import { statement } from '../store/statements.ts';
import {
  bounds,
  type GrantKind,
  type GrantStore,
  hashOf,
  MAX_OF_STRANGERS,
  owners,
} from './grant-store.ts';

export const grantMigrations: readonly Migration[] = [
  {
    version: 1,
    sql: `CREATE TABLE kept (
        kind TEXT NOT NULL, id_hash TEXT NOT NULL, account TEXT, grant_id TEXT,
        value TEXT NOT NULL, taken INTEGER NOT NULL DEFAULT 0, expires INTEGER NOT NULL,
        PRIMARY KEY (kind, id_hash)) WITHOUT ROWID;
      CREATE INDEX kept_by_kind ON kept (kind, expires);
      CREATE INDEX kept_by_account ON kept (account, kind, expires);
      CREATE INDEX kept_by_grant ON kept (grant_id, kind, expires);
      CREATE INDEX kept_by_end ON kept (expires)`,
  },
];

const beyond = (columns: string, some: string) =>
  `DELETE FROM kept WHERE (${columns}) IN (SELECT ${columns} FROM kept
   WHERE kind = :kind ${some} ORDER BY expires DESC LIMIT -1 OFFSET :most)`;

/**
 * SQL statements that remove the objects that exceed the limit of their kind. Removing a grant
 * also removes its tokens.
 */
const excess = {
  all: beyond('kind, id_hash', ''),
  strangers: beyond('kind, id_hash', 'AND account LIKE :owners'),
  owner: beyond('kind, id_hash', 'AND account = :owner'),
  account: beyond('grant_id', 'AND account = :owner'),
  grant: beyond('kind, id_hash', 'AND grant_id = :grant'),
} as const;

/** Opens the grants in a SQLite file, which several processes share. */
export async function openSqliteGrants(path: string, clock: Clock): Promise<GrantStore> {
  const database = await openDatabase(path, grantMigrations);
  return {
    async get(kind, id) {
      const row = statement(
        database,
        'SELECT value, taken, expires FROM kept WHERE kind = ? AND id_hash = ? AND expires > ?',
      ).get(kind, hashOf(id), clock()) as
        | { value: string; taken: number; expires: number }
        | undefined;
      if (!row) return undefined;
      return { value: row.value, isTaken: row.taken === 1, rest: row.expires - clock() };
    },
    async put(kind, id, value, { lasts, owner = null, grant = null }) {
      const { most, of } = bounds[kind];
      const scope = { all: {}, owner: { owner }, account: { owner }, grant: { grant } }[of];
      inTransaction(database, () => {
        statement(database, 'DELETE FROM kept WHERE expires <= ?').run(clock());
        statement(
          database,
          `INSERT INTO kept (kind, id_hash, account, grant_id, value, expires)
           VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET account = excluded.account,
           grant_id = excluded.grant_id, value = excluded.value, expires = excluded.expires`,
        ).run(kind, hashOf(id), owner, grant, value, clock() + lasts);
        statement(database, excess[of]).run({ kind, most, ...scope });
        if (owner === null || !owners.isStranger(owner)) return;
        const strangers = { kind, most: MAX_OF_STRANGERS, owners: owners.strangers };
        statement(database, excess.strangers).run(strangers);
      });
    },
    async take(kind: GrantKind, id: string) {
      const { changes } = statement(
        database,
        'UPDATE kept SET taken = 1 WHERE kind = ? AND id_hash = ? AND taken = 0 AND expires > ?',
      ).run(kind, hashOf(id), clock());
      return Number(changes) === 1;
    },
    async remove(kind, id) {
      statement(database, 'DELETE FROM kept WHERE kind = ? AND id_hash = ?').run(kind, hashOf(id));
    },
    async revoke(whose) {
      const column = 'grant' in whose ? 'grant_id' : 'account';
      const value = 'grant' in whose ? whose.grant : whose.account;
      statement(database, `DELETE FROM kept WHERE ${column} = ?`).run(value);
    },
    async close() {
      database.close();
    },
  };
}
