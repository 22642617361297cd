import { createHash, randomBytes } from 'node:crypto';
import type { Plan } from '../../base/plans.ts';
import type { Account, Awaitable } from './account.ts';
import type { FeedAdmin, FeedToken, Revisions } from './feed-tokens.ts';

/**
 * How long accounts and grants of a shared database are served that it could not confirm,
 * milliseconds.
 */
export const MAX_UNCONFIRMED_MS = 15 * 60_000;

/** After this age of shared accounts, milliseconds, what they lack may be new. */
export const MAX_LACKING_MS = 10_000;

/** Who holds a key or a feed: what every request asks, answered from memory. */
export interface Accounts {
  /**
   * The account that a key opens.
   *
   * @throws ServiceError 503 where that cannot be told: the folder of the accounts' file is gone, or
   * their database has not answered for long
   */
  find(key: string): Account | undefined;
  /** @throws as `find` */
  named(name: string): Account | undefined;
  /**
   * An account by its name, with the stamp of what its grants hold to: another key, another plan or
   * another account of the name has another stamp. @throws as `find`
   */
  stamped(name: string): Stamped | undefined;
  /** The feed that a token opens, by the hash of the token. @throws as `find` */
  feed(tokenHash: string): FeedToken | undefined;
  readonly revisions: Revisions;
  /**
   * Milliseconds since a shared database last said how the accounts are; infinite before the first
   * time. Absent where they are read from the data folder.
   */
  age?(): number;
  /**
   * Milliseconds that the clock of a shared database is ahead of this machine's, as last compared;
   * undefined before that. Absent where they are read from the data folder.
   */
  ahead?(): number | undefined;
  close(): Awaitable<void>;
}

/** An account, and what ends with its key and its plan. */
interface Stamped {
  readonly account: Account;
  readonly stamp: string;
}

export type ListedAccount = Account & { readonly created: string };

/** What commands do to accounts. A key is shown once, when it is made. */
export interface AccountAdmin {
  find(key: string): Awaitable<Account | undefined>;
  /** In the order of their names. */
  list(): Awaitable<readonly ListedAccount[]>;
  /** Makes an account and its key. @returns the key, or undefined where the name is taken. */
  create(account: Account, created: string): Awaitable<string | undefined>;
  /** Ends the old key at once. @returns the new one, or undefined where there is no such account. */
  regenerate(name: string): Awaitable<string | undefined>;
  /** @returns whether there is such an account */
  setState(name: string, state: Account['state']): Awaitable<boolean>;
  /** Ends the account and its calendar feeds. @returns whether there was such an account */
  revoke(name: string): Awaitable<boolean>;
  readonly feeds: FeedAdmin;
  close(): Awaitable<void>;
}

/** An account as both engines keep it. */
export interface AccountRow {
  readonly name: string;
  /** SHA-256 of the key, base64: the key itself is kept nowhere. */
  readonly key_hash: string;
  readonly plan: Plan;
  /** SQLite has no booleans. */
  readonly demo: number | boolean;
  readonly state: Account['state'];
  /** JSON */
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

/** SHA-256 of a key, base64. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64');
}

/** Accounts in memory, by key and by name. */
export class AccountIndex {
  readonly #byHash = new Map<string, Account>();
  readonly #hashes = new Map<string, string>();

  /** In place of what the account's name stood for. */
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

  /** How long the look-up of a hash takes says nothing of the key. */
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
