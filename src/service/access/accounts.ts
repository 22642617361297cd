import { randomBytes } from 'node:crypto';
import type { Plan } from '../../base/plans.ts';
import { sha256 } from '../../base/sha256.ts';
import type { Account, Awaitable } from './account.ts';
import type { FeedAdmin, FeedToken, Revisions } from './feed-tokens.ts';

/**
 * Milliseconds for which cached accounts and grants stay valid while the shared database does not
 * respond.
 */
export const MAX_UNCONFIRMED_MS = 15 * 60_000;

/**
 * If the cached accounts are older than this many milliseconds, an unknown key or feed is refused
 * with status 503, because the key or feed may have been created since the last read.
 */
export const MAX_LACKING_MS = 10_000;

/** Looks up keys and feeds for every request, in memory. */
export interface Accounts {
  /**
   * Returns the account of a key, or undefined if the key is unknown.
   * @throws ServiceError 503 if the key cannot be checked: the folder of the accounts file was
   * removed, or the shared database has not responded for too long
   */
  find(key: string): Account | undefined;
  /**
   * Returns an account by name.
   * @throws ServiceError 503 for the same reasons as `find`
   */
  named(name: string): Account | undefined;
  /**
   * Returns an account by name, with its stamp. The stamp changes if the account gets another key
   * or plan. The stamp also changes if the account is replaced with a new account of the same name.
   * A grant stores the stamp of its account and ends when the stamp changes.
   * @throws ServiceError 503 for the same reasons as `find`
   */
  stamped(name: string): Stamped | undefined;
  /**
   * Returns the feed whose token has the given hash.
   * @throws ServiceError 503 for the same reasons as `find`
   */
  feed(tokenHash: string): FeedToken | undefined;
  readonly revisions: Revisions;
  /**
   * Returns the milliseconds since the accounts were last read from the shared database, or
   * infinity before the first read. Absent for local accounts.
   */
  age?(): number;
  /**
   * Returns the milliseconds by which the clock of the shared database is ahead of this machine, or
   * undefined before the first measurement. Absent for local accounts.
   */
  ahead?(): number | undefined;
  close(): Awaitable<void>;
}

/**
 * An account with its stamp. The stamp is a text that changes with the key or the plan of the
 * account.
 */
interface Stamped {
  readonly account: Account;
  readonly stamp: string;
}

export type ListedAccount = Account & { readonly created: string };

/** Administration of accounts. A key is returned only when it is created. */
export interface AccountAdmin {
  find(key: string): Awaitable<Account | undefined>;
  /** Returns all accounts, sorted by name. */
  list(): Awaitable<readonly ListedAccount[]>;
  /**
   * Creates an account and its key.
   * @returns the key; undefined if an account with this name already exists
   */
  create(account: Account, created: string): Awaitable<string | undefined>;
  /**
   * Creates a new key and revokes the old one immediately.
   * @returns the new key; undefined if the account does not exist
   */
  regenerate(name: string): Awaitable<string | undefined>;
  /**
   * Pauses or resumes an account.
   * @returns whether the account exists
   */
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
  /** Whether the account is for evaluation. SQLite has no boolean type and stores a number. */
  readonly demo: number | boolean;
  readonly state: Account['state'];
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
  return sha256(key, 'base64');
}

/** An index of accounts in memory, by key and by name. */
export class AccountIndex {
  readonly #byHash = new Map<string, Account>();
  readonly #hashes = new Map<string, string>();

  /** Adds an account, or replaces the account of the same name. */
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

  /**
   * Finds the account of a key by the hash of the key, so that the time of a lookup reveals nothing
   * about the key.
   */
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
  return sha256(`${plan} ${keyHash}`, 'base64url').slice(0, 22);
}
