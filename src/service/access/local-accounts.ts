import { fileIdentity, isFolderThere } from '../../base/data-files.ts';
import { dataFolderGone } from '../../base/errors.ts';
import { oncePerTurn } from '../../base/turns.ts';
import {
  type Database,
  databaseOpener,
  inTransaction,
  type Migration,
  type OpenDatabase,
} from '../../store/database.ts';
import { statement } from '../../store/statements.ts';
import type { Account } from './account.ts';
import {
  type AccountAdmin,
  AccountIndex,
  type AccountRow,
  type Accounts,
  accountOf,
  hashOf,
  type ListedAccount,
  newKey,
} from './accounts.ts';
import type { FeedToken } from './feed-tokens.ts';
import { feedOf, localFeeds, localRevisions } from './local-feeds.ts';

export const accountMigrations: readonly Migration[] = [
  {
    version: 1,
    sql: `CREATE TABLE accounts (
      name TEXT PRIMARY KEY, key_hash TEXT NOT NULL UNIQUE, plan TEXT NOT NULL,
      demo INTEGER NOT NULL, state TEXT NOT NULL, bundle TEXT, expires TEXT, created TEXT NOT NULL)`,
  },
  {
    version: 2,
    sql: `CREATE TABLE feeds (
        token_hash TEXT PRIMARY KEY, account TEXT NOT NULL, plan TEXT NOT NULL,
        filter TEXT NOT NULL, created TEXT NOT NULL);
      CREATE TABLE feed_events (
        uid TEXT PRIMARY KEY, date TEXT NOT NULL, sequence INTEGER NOT NULL,
        revised TEXT NOT NULL)`,
  },
];

/** Accounts that are stored in a file of the data folder, for a single machine. */
export class LocalAccounts implements Accounts, AccountAdmin {
  readonly #path: string;
  readonly #open: OpenDatabase;
  #database: Database;
  /**
   * Device and inode of the opened file. If the file at the path has other values, the file was
   * replaced.
   */
  #identity: string | undefined;
  #seenVersion = -1;
  readonly #version = oncePerTurn(() => this.#followFile());
  #index = new AccountIndex();
  readonly feeds = localFeeds((work) => this.use(work));
  readonly revisions = localRevisions((work) => this.use(work));

  private constructor(path: string, open: OpenDatabase) {
    this.#path = path;
    this.#open = open;
    this.#database = open(path, accountMigrations);
    this.#identity = fileIdentity(path);
  }

  static async open(path: string): Promise<LocalAccounts> {
    return new LocalAccounts(path, await databaseOpener());
  }

  close(): void {
    this.#database.close();
  }

  /**
   * Finds the account of a key. If another process changes or replaces the file, the change takes
   * effect in the next iteration of the event loop.
   */
  find(key: string): Account | undefined {
    return this.#current().find(key);
  }

  named(name: string): Account | undefined {
    return this.#current().named(name);
  }

  stamped(name: string) {
    return this.#current().stamped(name);
  }

  feed(tokenHash: string): FeedToken | undefined {
    return feedOf((work) => this.use(work), tokenHash);
  }

  /** Calls `work` with the database of the current accounts file. */
  use<Result>(work: (database: Database) => Result): Result {
    this.#version();
    return work(this.#database);
  }

  list(): ListedAccount[] {
    return this.rows().map((row) => ({ ...accountOf(row), created: row.created }));
  }

  /**
   * Returns the stored accounts, sorted by name. Each row contains the hash of the account's key.
   */
  rows(): AccountRow[] {
    const rows = this.#database.prepare('SELECT * FROM accounts ORDER BY name').all();
    return rows as unknown as AccountRow[];
  }

  create(account: Account, created: string): string | undefined {
    const key = newKey();
    const { changes } = this.#database
      .prepare('INSERT OR IGNORE INTO accounts VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        account.name,
        hashOf(key),
        account.plan,
        account.demo ? 1 : 0,
        account.state,
        account.bundle ? JSON.stringify(account.bundle) : null,
        account.expires ?? null,
        created,
      );
    this.#seenVersion = -1;
    return Number(changes) === 1 ? key : undefined;
  }

  regenerate(name: string): string | undefined {
    const key = newKey();
    return this.#change('UPDATE accounts SET key_hash = ? WHERE name = ?', hashOf(key), name)
      ? key
      : undefined;
  }

  setState(name: string, state: Account['state']): boolean {
    return this.#change('UPDATE accounts SET state = ? WHERE name = ?', state, name);
  }

  revoke(name: string): boolean {
    return inTransaction(this.#database, () => {
      this.#change('DELETE FROM feeds WHERE account = ?', name);
      return this.#change('DELETE FROM accounts WHERE name = ?', name);
    });
  }

  /** @throws ServiceError 503 if the folder of the accounts file was removed */
  #current(): AccountIndex {
    const version = this.#version();
    if (version !== this.#seenVersion) {
      this.#index = new AccountIndex();
      for (const row of this.rows()) this.#index.put(row);
      this.#seenVersion = version;
    }
    return this.#index;
  }

  /** Reopens the file if it was replaced, so that keys in the old file are no longer accepted. */
  #followFile(): number {
    if (fileIdentity(this.#path) !== this.#identity) {
      if (!isFolderThere(this.#path)) throw dataFolderGone();
      const replaced = this.#database;
      this.#database = this.#open(this.#path, accountMigrations);
      replaced.close();
      this.#identity = fileIdentity(this.#path);
      this.#seenVersion = -1;
    }
    const version = statement(this.#database, 'PRAGMA data_version').get();
    return (version as { data_version: number }).data_version;
  }

  #change(sql: string, ...values: string[]): boolean {
    this.#seenVersion = -1;
    return Number(this.#database.prepare(sql).run(...values).changes) === 1;
  }
}
