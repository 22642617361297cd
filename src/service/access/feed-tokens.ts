import type { Account, Awaitable } from './account.ts';

/**
 * A calendar feed as stored. Feeds are stored with the accounts, because a feed ends when its
 * account is revoked.
 */
export interface FeedToken {
  /** SHA-256 of the token in the URL of the feed, hexadecimal. */
  readonly token_hash: string;
  readonly account: string;
  /** The plan of the account when the feed was created. */
  readonly plan: Account['plan'];
  readonly filter: string;
  readonly created: string;
}

export interface FeedAdmin {
  /** Returns all feeds, sorted by account and creation date. */
  list(): Awaitable<readonly FeedToken[]>;
  /**
   * Stores a feed with the plan that its account has now.
   * @param most maximum number of feeds per account
   * @returns false if the account does not exist or already has `most` feeds
   */
  create(feed: Omit<FeedToken, 'plan'>, most: number): Awaitable<boolean>;
  revoke(tokenHash: string): Awaitable<void>;
}

/**
 * The revision of a calendar event (RFC 5545, section 3.8.7): how many times its date has changed
 * since a feed first contained the event, and when the date last changed.
 */
export interface Revision {
  readonly uid: string;
  /** The date, `YYYY-MM-DD`. */
  readonly date: string;
  readonly sequence: number;
  /** Time at which the date last changed, ISO 8601. */
  readonly revised: string;
}

/** The stored revisions of events that a feed has contained. */
export interface Revisions {
  /** Returns the stored revisions of the given events, in any order. */
  known(uids: readonly string[]): Awaitable<readonly Revision[]>;
  /** Stores revisions, and removes the revisions of events before the day `oldest`. */
  keep(revisions: readonly Revision[], oldest: string): Awaitable<void>;
}
