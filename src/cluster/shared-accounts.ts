import type { Clock, Monotonic } from '../base/clock.ts';
import { accountsBehind, accountsUnconfirmed } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Account } from '../service/access/account.ts';
import {
  AccountIndex,
  type AccountRow,
  type Accounts,
  MAX_LACKING_MS,
  MAX_UNCONFIRMED_MS,
} from '../service/access/accounts.ts';
import type { FeedToken, Revisions } from '../service/access/feed-tokens.ts';
import { type Following, follow } from './follow.ts';
import { channels, type Postgres } from './postgres.ts';
import { sharedNow } from './shared-clock.ts';
import { createSharedRevisions, type SharedRevisions } from './shared-feeds.ts';

/** Number of rows that are processed in one step. Requests are served between the steps. */
const LOAD_ROWS = 2_000;
/**
 * A number that is higher than the number of any change. A query for the changes after this number
 * returns no changes, only the number of the newest change.
 */
const NO_CHANGE = Number.MAX_SAFE_INTEGER;

interface Parts {
  /** Clock of this machine. */
  readonly clock: Clock;
  readonly monotonic: Monotonic;
  readonly log: Log;
}

type Kept<Row> = Row & { readonly revoked: boolean };

interface Changes {
  /** The time by the clock of PostgreSQL, in milliseconds since 1970. */
  readonly now: number;
  /** Number of the newest change. */
  readonly n: number;
  /** The changed accounts, or null if no account changed. */
  readonly accounts: readonly Kept<AccountRow>[] | null;
  /** The changed feeds, or null if no feed changed. */
  readonly feeds: readonly Kept<FeedToken>[] | null;
}

/**
 * The accounts and feeds that several machines share, cached in memory. All rows are read once,
 * then only changes. While PostgreSQL does not answer, the cached rows are used for 15 minutes. If
 * PostgreSQL has not answered for 10 seconds, a request with an unknown key or feed gets status 503
 * instead of 401, because the key or feed may be new.
 */
export class SharedAccounts implements Accounts {
  readonly #clock: Clock;
  readonly #monotonic: Monotonic;
  readonly #following: Following;
  readonly #revisions: SharedRevisions;
  #index = new AccountIndex();
  #feeds = new Map<string, FeedToken>();
  #change = 0;
  #confirmed = Number.NEGATIVE_INFINITY;
  #ahead: number | undefined;

  private constructor(url: string, { clock, monotonic, log }: Parts) {
    this.#clock = clock;
    this.#monotonic = monotonic;
    this.#revisions = createSharedRevisions(url);
    const read = (sql: Postgres, isNew: boolean) => this.#read(sql, isNew);
    this.#following = follow({ url, channel: channels.accounts, about: 'accounts', read, log });
  }

  /**
   * Opens the accounts. If PostgreSQL does not answer at startup, keys are refused until the
   * accounts have been read.
   */
  static async open(url: string, parts: Parts): Promise<SharedAccounts> {
    const accounts = new SharedAccounts(url, parts);
    await accounts.#following.begun;
    return accounts;
  }

  get revisions(): Revisions {
    return this.#revisions;
  }

  async close(): Promise<void> {
    await Promise.all([this.#following.close(), this.#revisions.close()]);
  }

  /**
   * Milliseconds since the last successful read of the accounts. Infinite before the first read.
   */
  age(): number {
    return this.#monotonic() - this.#confirmed;
  }

  ahead(): number | undefined {
    return this.#ahead;
  }

  find(key: string): Account | undefined {
    return this.#confirmedOr503(this.#index.find(key));
  }

  named(name: string): Account | undefined {
    return this.#confirmedOr503(this.#index.named(name));
  }

  stamped(name: string) {
    return this.#confirmedOr503(this.#index.stamped(name));
  }

  feed(tokenHash: string): FeedToken | undefined {
    return this.#confirmedOr503(this.#feeds.get(tokenHash));
  }

  /**
   * @throws ServiceError 503 if the cached rows are too old, or if `found` is undefined and the row
   * may be new
   */
  #confirmedOr503<Found>(found: Found | undefined): Found | undefined {
    const age = this.age();
    if (age > MAX_UNCONFIRMED_MS) throw accountsUnconfirmed();
    if (found === undefined && age > MAX_LACKING_MS) throw accountsBehind();
    return found;
  }

  /**
   * Reads the changes since the last read. Changes are committed in the order of their numbers, so
   * no change up to the newest number is missing. On a new connection, all rows are read, because
   * the database may have been restored from a backup. The change numbers of a restored database
   * continue from a lower number.
   */
  async #read(sql: Postgres, isNew: boolean): Promise<void> {
    const asked = this.#monotonic();
    const since = isNew ? undefined : await this.#changesSince(sql, this.#change);
    if (since && since.n >= this.#change) this.#take(since);
    else await this.#readAll(sql);
    this.#confirmed = asked;
  }

  async #readAll(sql: Postgres): Promise<void> {
    // The number of the newest change is read before the rows. Therefore, a change that is made
    // between the two reads is read again.
    const { n } = await this.#changesSince(sql, NO_CHANGE);
    const index = new AccountIndex();
    const accounts = sql<AccountRow[]>`
      SELECT name, key_hash, plan, demo, state, bundle, expires, created
      FROM account WHERE NOT revoked`;
    for await (const rows of accounts.cursor(LOAD_ROWS)) for (const row of rows) index.put(row);
    const feeds = new Map<string, FeedToken>();
    const tokens = sql<FeedToken[]>`
      SELECT token_hash, account, plan, filter, created FROM feed WHERE NOT revoked`;
    for await (const rows of tokens.cursor(LOAD_ROWS)) {
      for (const row of rows) feeds.set(row.token_hash, row);
    }
    this.#index = index;
    this.#feeds = feeds;
    this.#change = n;
  }

  async #changesSince(sql: Postgres, change: number): Promise<Changes> {
    const before = this.#clock();
    const changes = await changesSince(sql, change);
    this.#ahead = changes.now - (before + this.#clock()) / 2;
    return changes;
  }

  #take({ n, accounts, feeds }: Changes): void {
    for (const account of accounts ?? []) {
      if (account.revoked) this.#index.remove(account.name);
      else this.#index.put(account);
    }
    for (const { revoked, ...feed } of feeds ?? []) {
      if (revoked) this.#feeds.delete(feed.token_hash);
      else this.#feeds.set(feed.token_hash, feed);
    }
    this.#change = n;
  }
}

/**
 * Returns the newest change number and the changes after a given number. Both are read in one
 * query, so they are consistent.
 */
async function changesSince(sql: Postgres, change: number): Promise<Changes> {
  const [row] = await sql<[Changes & { readonly n: string; readonly now: string }]>`
    SELECT n, ${sharedNow(sql)} AS now,
      (SELECT json_agg(account) FROM account WHERE change > ${change}) AS accounts,
      (SELECT json_agg(feed) FROM (
        SELECT token_hash, account, plan, filter, created, revoked FROM feed
        WHERE change > ${change}) AS feed) AS feeds
    FROM account_change`;
  return { ...row, n: Number(row.n), now: Number(row.now) };
}
