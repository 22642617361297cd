import type { Account, Awaitable } from './account.ts';

/**
 * A stored calendar feed. It is stored with the accounts, because it ends when its account ends.
 */
export interface FeedToken {
  /** SHA-256 of the token, hexadecimal. */
  readonly token_hash: string;
  readonly account: string;
  /** The account's plan when the feed was created. */
  readonly plan: Account['plan'];
  /** JSON. */
  readonly filter: string;
  readonly created: string;
}

export interface FeedAdmin {
  /** All feeds by account and age. */
  list(): Awaitable<readonly FeedToken[]>;
  /**
   * Stores a feed with the current plan of its account.
   * @param most maximum number of feeds per account
   * @returns false if the account does not exist or has too many feeds
   */
  create(feed: Omit<FeedToken, 'plan'>, most: number): Awaitable<boolean>;
  revoke(tokenHash: string): Awaitable<void>;
}

/**
 * How often the date of an event has moved since a feed first contained it, and when it last moved
 * (RFC 5545 3.8.7).
 */
export interface Revision {
  readonly uid: string;
  /** The date, `YYYY-MM-DD`. */
  readonly date: string;
  readonly sequence: number;
  /** Time of the last move, ISO 8601. */
  readonly revised: string;
}

/** Revisions of the events that feeds have shown. */
export interface Revisions {
  /** The known revisions of some events, in any order. */
  known(uids: readonly string[]): Awaitable<readonly Revision[]>;
  /** Stores revisions and removes those of events before a day. */
  keep(revisions: readonly Revision[], oldest: string): Awaitable<void>;
}
