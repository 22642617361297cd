import type { Account, Awaitable } from './account.ts';

/** A calendar feed as it is kept: beside the accounts, since it ends with its own. */
export interface FeedToken {
  /** SHA-256 of the token, hexadecimal. */
  readonly token_hash: string;
  readonly account: string;
  /** The account's plan when the feed was made. */
  readonly plan: Account['plan'];
  /** JSON */
  readonly filter: string;
  readonly created: string;
}

export interface FeedAdmin {
  /** By account and age. */
  list(): Awaitable<readonly FeedToken[]>;
  /**
   * Keeps a feed of an account, with the plan that this has now.
   *
   * @param most feeds of one account
   * @returns false where there is no such account, or it has as many already
   */
  create(feed: Omit<FeedToken, 'plan'>, most: number): Awaitable<boolean>;
  revoke(tokenHash: string): Awaitable<void>;
}

/** How often an event's date has moved since it was first shown, and when last (RFC 5545 3.8.7). */
export interface Revision {
  readonly uid: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly sequence: number;
  /** ISO 8601 */
  readonly revised: string;
}

/** What feeds have shown of events' dates. */
export interface Revisions {
  /** Those that are known of some events, in any order. */
  known(uids: readonly string[]): Awaitable<readonly Revision[]>;
  /** Keeps revisions, and forgets those of events before a day. */
  keep(revisions: readonly Revision[], oldest: string): Awaitable<void>;
}
