import type { TransactionSql } from 'postgres';
import type { Account } from '../access/access.ts';
import {
  type AccountAdmin,
  type AccountRow,
  accountOf,
  hashOf,
  type ListedAccount,
  newKey,
} from '../access/accounts.ts';
import type { FeedAdmin } from '../access/feed-tokens.ts';
import { migrations } from './migrations.ts';
import {
  channels,
  closePostgres,
  migratePostgres,
  openPostgres,
  type Postgres,
  postgresFailure,
  withinTime,
} from './postgres.ts';
import { createSharedFeeds } from './shared-feeds.ts';

/** Milliseconds after which PostgreSQL itself gives up a change whose process is gone. */
const MAX_CHANGE_MS = 10_000;

/** Makes one change in a transaction of its own. @param work takes the number of the change */
export type Change = <Result>(
  work: (sql: TransactionSql, n: number) => Promise<Result>,
) => Promise<Result>;

/** Accounts in PostgreSQL, as commands change them. Every method says in words where it does not answer. */
export class SharedAccountAdmin implements AccountAdmin {
  readonly #sql: Postgres;
  readonly feeds: FeedAdmin;

  private constructor(sql: Postgres) {
    this.#sql = sql;
    this.feeds = createSharedFeeds(
      (question) => this.#ask(question(this.#sql)),
      (work) => this.#change(work),
    );
  }

  /** @throws Error in words where PostgreSQL does not answer */
  static async open(url: string): Promise<SharedAccountAdmin> {
    const sql = openPostgres(url);
    const admin = new SharedAccountAdmin(sql);
    try {
      await admin.#ask(migratePostgres(sql, migrations));
      return admin;
    } catch (cause) {
      await admin.close();
      throw cause;
    }
  }

  close(): Promise<void> {
    return closePostgres(this.#sql);
  }

  async find(key: string): Promise<Account | undefined> {
    const rows = await this.#ask(
      this.#sql<AccountRow[]>`
        SELECT * FROM account WHERE key_hash = ${hashOf(key)} AND NOT revoked`,
    );
    return rows[0] && accountOf(rows[0]);
  }

  async list(): Promise<readonly ListedAccount[]> {
    const rows = await this.#ask(
      this.#sql<AccountRow[]>`SELECT * FROM account WHERE NOT revoked ORDER BY name COLLATE "C"`,
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

  /**
   * The row of `account_change` is held until the end, so that numbers are committed in their order;
   * numbers of a sequence would not be, and who reads could pass one over.
   */
  async #change<Result>(
    work: (sql: TransactionSql, n: number) => Promise<Result>,
  ): Promise<Result> {
    const changed = this.#sql.begin(async (sql) => {
      await sql`
        SELECT set_config('statement_timeout', ${MAX_CHANGE_MS}::text, true),
          set_config('idle_in_transaction_session_timeout', ${MAX_CHANGE_MS}::text, true)`;
      const [row] = await sql<{ n: string }[]>`UPDATE account_change SET n = n + 1 RETURNING n`;
      const result = await work(sql, Number(row?.n));
      await sql`SELECT pg_notify(${channels.accounts}, '')`;
      return result;
    });
    return this.#ask(changed as Promise<Result>);
  }

  async #ask<Result>(question: Promise<Result>): Promise<Result> {
    try {
      return await withinTime(question);
    } catch (cause) {
      throw postgresFailure(cause);
    }
  }
}
