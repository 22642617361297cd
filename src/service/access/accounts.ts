import { createHash, randomBytes } from 'node:crypto';
import type { Plan } from '../../base/plans.ts';
import type { Account, Awaitable } from './account.ts';
import type { FeedAdmin, FeedToken, Revisions } from './feed-tokens.ts';

/**
 * How long cached accounts and grants stay valid while the shared database does not answer, in
 * milliseconds.
 */
export const MAX_UNCONFIRMED_MS = 15 * 60_000;

/**
 * Minimum age in milliseconds of the cached accounts at which an unknown account may be a new one.
 */
export const MAX_LACKING_MS = 10_000;

/** Looks up keys and feeds for every request, in memory. */
export interface Accounts {
  /**
   * Returns the account of a key.
   * @throws ServiceError 503 if this cannot be determined, because the folder of the accounts file
   * was removed or the database has not answered for long
   */
  find(key: string): Account | undefined;
  /** @throws as `find` */
  named(name: string): Account | undefined;
  /**
   * Returns an account by name, with a stamp that grants contain. The stamp changes with the key,
   * with the plan, and with a new account of the same name.
   * @throws as `find`
   */
  stamped(name: string): Stamped | undefined;
  /**
   * Returns the feed of a token, by the hash of the token.
   * @throws as `find`
   */
  feed(tokenHash: string): FeedToken | undefined;
  readonly revisions: Revisions;
  /**
   * Milliseconds since a shared database last confirmed the accounts. Infinite before the first
   * confirmation. Absent for local accounts.
   */
  age?(): number;
  /**
   * Milliseconds by which the clock of a shared database is ahead of this machine. Undefined before
   * the first measurement. Absent for local accounts.
   */
  ahead?(): number | undefined;
  close(): Awaitable<void>;
}

/** An account, with a stamp that identifies its key and plan. */
interface Stamped {
  readonly account: Account;
  readonly stamp: string;
}

export type ListedAccount = Account & { readonly created: string };

/** Administration of accounts. A key is returned only once, when it is created. */
export interface AccountAdmin {
  find(key: string): Awaitable<Account | undefined>;
  /** All accounts in order of name. */
  list(): Awaitable<readonly ListedAccount[]>;
  /**
   * Creates an account and its key.
   * @returns the key; undefined if the name exists
   */
  create(account: Account, created: string): Awaitable<string | undefined>;
  /**
   * Creates a new key and revokes the old one immediately.
   * @returns the new key; undefined if the account does not exist
   */
  regenerate(name: string): Awaitable<string | undefined>;
  /** @returns whether the account exists */
  setState(name: string, state: Account['state']): Awaitable<boolean>;
  /**
   * Revokes the account and its calendar feeds.
   * @returns whether the account existed
   */
  revoke(name: string): Awaitable<boolean>;
  readonly feeds: FeedAdmin;
  close(): Awaitable<void>;
}

/** An account as stored in SQLite and PostgreSQL. */
export interface AccountRow {
  readonly name: string;
  /** SHA-256 of the key, Base64. The key itself is not stored. */
  readonly key_hash: string;
  readonly plan: Plan;
  /** A number in SQLite, which has no boolean type. */
  readonly demo: number | boolean;
  readonly state: Account['state'];
  /** JSON. */
  readonly bundle: string | null;
  readonly expires: string | null;
  readonly created: string;
}

export function accountOf(row: AccountRow): Account {
  return {
    name: row.name,
    plan: row.plan,
    demo: Boolean(row.demo),
    state: row.state,
    ...(row.bundle ? { bundle: JSON.parse(row.bundle) as string[] } : {}),
    ...(row.expires ? { expires: row.expires } : {}),
  };
}

export function newKey(): string {
  return `bcm_${randomBytes(24).toString('base64url')}`;
}

/** SHA-256 of a key, Base64. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64');
}

/** Accounts in memory, by key and by name. */
export class AccountIndex {
  readonly #byHash = new Map<string, Account>();
  readonly #hashes = new Map<string, string>();

  /** Adds an account. An account of the same name is replaced. */
  put(row: AccountRow): void {
    this.remove(row.name);
    this.#byHash.set(row.key_hash, accountOf(row));
    this.#hashes.set(row.name, row.key_hash);
  }

  remove(name: string): void {
    const hash = this.#hashes.get(name);
    if (hash !== undefined) this.#byHash.delete(hash);
    this.#hashes.delete(name);
  }

  /** Keys are looked up by hash, so the time of a lookup reveals nothing about the key. */
  find(key: string): Account | undefined {
    return this.#byHash.get(hashOf(key));
  }

  named(name: string): Account | undefined {
    const hash = this.#hashes.get(name);
    return hash === undefined ? undefined : this.#byHash.get(hash);
  }

  stamped(name: string): Stamped | undefined {
    const account = this.named(name);
    return account && { account, stamp: stampOf(account, this.#hashes.get(name)) };
  }
}

function stampOf({ plan }: Account, keyHash = ''): string {
  return createHash('sha256').update(`${plan} ${keyHash}`).digest('base64url').slice(0, 22);
}
