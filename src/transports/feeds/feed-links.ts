import { createHash, randomBytes } from 'node:crypto';
import { unknownFeed } from '../../base/errors.ts';
import { type Credential, demoKey } from '../../service/access/access.ts';
import type { Accounts } from '../../service/access/accounts.ts';
import type { FeedAdmin, FeedToken } from '../../service/access/feed-tokens.ts';

/** Tickers that one feed may name. */
export const MAX_FEED_TICKERS = 20;
/** Feeds of one account. */
export const MAX_FEEDS = 50;

/** Which events a feed shows; all of the account's where a part is absent. */
export interface FeedFilter {
  readonly tickers?: readonly string[];
  readonly catalyst?: string;
}

/** A feed as its owner sees it: not its token, which is kept as a hash. */
interface Feed {
  /** Names the feed in commands; it opens nothing. */
  readonly id: string;
  readonly account: string;
  readonly filter: FeedFilter;
  readonly created: string;
}

interface OpenFeed {
  readonly credential: Exclude<Credential, 'owner'>;
  readonly filter: FeedFilter;
}

/** Calendar feeds: each has a token of its own, which opens that feed and nothing else. */
export interface Feeds {
  list(): Promise<readonly Feed[]>;
  /** @returns the token, shown this once; undefined where there is no such account, or it has too many */
  create(account: string, filter: FeedFilter, created: string): Promise<string | undefined>;
  revoke(id: string): Promise<boolean>;
}

export function createFeeds(feeds: FeedAdmin): Feeds {
  return {
    list: async () => (await feeds.list()).map(feedOf),
    async create(account, filter, created) {
      const token = `feed_${randomBytes(24).toString('base64url')}`;
      const feed = { token_hash: hashOf(token), account, filter: JSON.stringify(filter), created };
      return (await feeds.create(feed, MAX_FEEDS)) ? token : undefined;
    },
    async revoke(id) {
      const found = (await feeds.list()).find((one) => feedOf(one).id === id);
      if (!found) return false;
      await feeds.revoke(found.token_hash);
      return true;
    },
  };
}

/**
 * What a token opens. Whether its account is paused or expired is for the service to say.
 *
 * @throws ServiceError 404 for a token that is unknown or revoked, or whose account was revoked or
 * has changed its plan
 */
export function openFeed(accounts: Pick<Accounts, 'feed' | 'named'>, token: string): OpenFeed {
  // As the key of the demo, its feed opens over demo data alone.
  if (token === demoKey) return { credential: { key: demoKey }, filter: {} };
  const feed = accounts.feed(hashOf(token));
  const account = feed && accounts.named(feed.account);
  if (!feed || account?.plan !== feed.plan) throw unknownFeed();
  return { credential: { account }, filter: JSON.parse(feed.filter) };
}

function feedOf({ token_hash, account, filter, created }: FeedToken): Feed {
  return { id: token_hash.slice(0, 10), account, filter: JSON.parse(filter), created };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
