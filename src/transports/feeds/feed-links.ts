import { randomBytes } from 'node:crypto';
import { unknownFeed } from '../../base/errors.ts';
import { sha256 } from '../../base/sha256.ts';
import { type Credential, demoKey } from '../../service/access/access.ts';
import type { Accounts } from '../../service/access/accounts.ts';
import type { FeedAdmin, FeedToken } from '../../service/access/feed-tokens.ts';

/** Maximum number of tickers of a feed. */
export const MAX_FEED_TICKERS = 20;
/** Maximum number of feeds of an account. */
export const MAX_FEEDS = 50;

/** The events that a feed shows. If a field is absent, it does not restrict the events. */
export interface FeedFilter {
  readonly tickers?: readonly string[];
  readonly catalyst?: string;
}

/** A stored feed. The token of the feed is not stored, only its hash. */
interface Feed {
  /** Identifies the feed in commands. The ID gives no access to the feed. */
  readonly id: string;
  readonly account: string;
  readonly filter: FeedFilter;
  readonly created: string;
}

interface OpenFeed {
  readonly credential: Exclude<Credential, 'owner'>;
  readonly filter: FeedFilter;
}

export type Feeds = ReturnType<typeof createFeeds>;

/** Manages calendar feeds. The token of a feed gives access only to that feed. */
export function createFeeds(feeds: FeedAdmin) {
  return {
    list: async () => (await feeds.list()).map(feedOf),
    /**
     * @returns the token, which cannot be shown again; undefined if the account is unknown or has
     * too many feeds
     */
    async create(account: string, filter: FeedFilter, created: string) {
      const token = `feed_${randomBytes(24).toString('base64url')}`;
      const feed = { token_hash: sha256(token), account, filter: JSON.stringify(filter), created };
      return (await feeds.create(feed, MAX_FEEDS)) ? token : undefined;
    },
    /** @returns whether the feed existed */
    async revoke(id: string) {
      const found = (await feeds.list()).find((one) => feedOf(one).id === id);
      if (!found) return false;
      await feeds.revoke(found.token_hash);
      return true;
    },
  };
}

/**
 * Returns the feed of a token. This function does not refuse paused or expired accounts. The
 * service refuses them at each request.
 * @throws ServiceError 404 if the token is unknown or revoked, or if the account was revoked or has
 * changed its plan
 */
export function openFeed(accounts: Pick<Accounts, 'feed' | 'named'>, token: string): OpenFeed {
  // The demo key is also the token of the demo feed. It works only with demo data.
  if (token === demoKey) return { credential: { key: demoKey }, filter: {} };
  const feed = accounts.feed(sha256(token));
  const account = feed && accounts.named(feed.account);
  if (!feed || account?.plan !== feed.plan) throw unknownFeed();
  return { credential: { account }, filter: JSON.parse(feed.filter) };
}

function feedOf({ token_hash, account, filter, created }: FeedToken): Feed {
  return { id: token_hash.slice(0, 10), account, filter: JSON.parse(filter), created };
}
