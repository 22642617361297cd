import { createHash, randomBytes } from 'node:crypto';
import { type Account, type Accounts, type Credential, demoKey } from '../access/access.ts';
import { unknownFeed } from '../errors.ts';

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
  /** The account's plan when the feed was made. */
  readonly plan: Account['plan'];
  readonly filter: FeedFilter;
  readonly created: string;
}

interface OpenFeed {
  readonly credential: Credential;
  readonly filter: FeedFilter;
}

interface Row {
  readonly token_hash: string;
  readonly account: string;
  readonly plan: Account['plan'];
  readonly filter: string;
  readonly created: string;
}

/** Calendar feeds: each has a token of its own, which opens that feed and nothing else. */
export interface Feeds {
  /**
   * What a token opens. Whether its account is paused or expired is for the service to say.
   *
   * @throws ServiceError 404 for a token that is unknown or revoked, or whose account was revoked or
   * has changed its plan
   */
  find(token: string): OpenFeed;
  list(): readonly Feed[];
  /** @returns the token, shown this once; undefined where there is no such account, or it has too many */
  create(account: string, filter: FeedFilter, created: string): string | undefined;
  revoke(id: string): boolean;
}

export function createFeeds(accounts: Accounts): Feeds {
  const rows = (): Row[] =>
    accounts.use((database) =>
      database.prepare('SELECT * FROM feeds ORDER BY account, created, token_hash').all(),
    ) as unknown as Row[];
  return {
    find(token) {
      // As the key of the demo, its feed opens over demo data alone.
      if (token === demoKey) return { credential: { key: demoKey }, filter: {} };
      const row = accounts.use((database) =>
        database.prepare('SELECT * FROM feeds WHERE token_hash = ?').get(hashOf(token)),
      ) as Row | undefined;
      const account = row && accounts.named(row.account);
      if (!row || account?.plan !== row.plan) throw unknownFeed();
      return { credential: { account }, filter: JSON.parse(row.filter) };
    },
    list: () => rows().map(feedOf),
    create(name, filter, created) {
      const account = accounts.named(name);
      const own = rows().filter((row) => row.account === name);
      if (!account || own.length >= MAX_FEEDS) return undefined;
      const token = `feed_${randomBytes(24).toString('base64url')}`;
      accounts.use((database) =>
        database
          .prepare('INSERT INTO feeds VALUES (?, ?, ?, ?, ?)')
          .run(hashOf(token), name, account.plan, JSON.stringify(filter), created),
      );
      return token;
    },
    revoke(id) {
      const row = rows().find((one) => feedOf(one).id === id);
      if (!row) return false;
      accounts.use((database) =>
        database.prepare('DELETE FROM feeds WHERE token_hash = ?').run(row.token_hash),
      );
      return true;
    },
  };
}

function feedOf({ token_hash, account, plan, filter, created }: Row): Feed {
  return { id: token_hash.slice(0, 10), account, plan, filter: JSON.parse(filter), created };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
