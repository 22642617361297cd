import type { Account } from '../service/access/account.ts';
import {
  type AccountAdmin,
  type AccountRow,
  accountOf,
  hashOf,
  type ListedAccount,
  newKey,
} from '../service/access/accounts.ts';
import type { FeedAdmin } from '../service/access/feed-tokens.ts';
import { type ChangeWork, changeAccounts } from './account-change.ts';
import { openTables } from './open-tables.ts';
import type { PostgresClient } from './postgres-client.ts';
import { createSharedFeeds } from './shared-feeds.ts';

/**
 * Changes and lists the accounts in PostgreSQL. If PostgreSQL does not answer, every method throws
 * an error that tells the operator what to check.
 */
export class SharedAccountAdmin implements AccountAdmin {
  readonly #database: PostgresClient;
  readonly feeds: FeedAdmin;

  private constructor(database: PostgresClient) {
    this.#database = database;
    this.feeds = createSharedFeeds(
      (question) => database.query(question),
      (work) => this.#change(work),
    );
  }

  /** @throws Error with a readable message if PostgreSQL cannot be used */
  static async open(url: string): Promise<SharedAccountAdmin> {
    return new SharedAccountAdmin(await openTables(url));
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  async find(key: string): Promise<Account | undefined> {
    const [row] = await this.#database.query(
      (sql) => sql<AccountRow[]>`
        SELECT * FROM account WHERE key_hash = ${hashOf(key)} AND NOT revoked`,
    );
    return row && accountOf(row);
  }

  async list(): Promise<readonly ListedAccount[]> {
    const rows = await this.#database.query(
      (sql) => sql<AccountRow[]>`
        SELECT * FROM account WHERE NOT revoked ORDER BY name COLLATE "C"`,
    );
    return rows.map((row) => ({ ...accountOf(row), created: row.created }));
  }

  create(account: Account, created: string): Promise<string | undefined> {
    const key = newKey();
    const { name, plan, demo, state } = account;
    const bundle = account.bundle ? JSON.stringify(account.bundle) : null;
    return this.#change(async (sql, n) => {
      const { count } = await sql`
        INSERT INTO account (name, key_hash, plan, demo, state, bundle, expires, created, change)
        VALUES (${name}, ${hashOf(key)}, ${plan}, ${demo}, ${state}, ${bundle},
          ${account.expires ?? null}, ${created}, ${n})
        ON CONFLICT (name) DO UPDATE SET key_hash = excluded.key_hash, plan = excluded.plan,
          demo = excluded.demo, state = excluded.state, bundle = excluded.bundle,
          expires = excluded.expires, created = excluded.created, revoked = false, change = ${n}
        WHERE account.revoked`;
      return count === 1 ? key : undefined;
    });
  }

  regenerate(name: string): Promise<string | undefined> {
    const key = newKey();
    return this.#change(async (sql, n) => {
      const { count } = await sql`
        UPDATE account SET key_hash = ${hashOf(key)}, change = ${n}
        WHERE name = ${name} AND NOT revoked`;
      return count === 1 ? key : undefined;
    });
  }

  setState(name: string, state: Account['state']): Promise<boolean> {
    return this.#change(async (sql, n) => {
      const { count } = await sql`
        UPDATE account SET state = ${state}, change = ${n} WHERE name = ${name} AND NOT revoked`;
      return count === 1;
    });
  }

  revoke(name: string): Promise<boolean> {
    return this.#change(async (sql, n) => {
      await sql`
        UPDATE feed SET revoked = true, change = ${n} WHERE account = ${name} AND NOT revoked`;
      const { count } = await sql`
        UPDATE account SET revoked = true, change = ${n} WHERE name = ${name} AND NOT revoked`;
      return count === 1;
    });
  }

  #change<Result>(work: ChangeWork<Result>): Promise<Result> {
    return this.#database.query((sql) => changeAccounts(sql, work));
  }
}
