import { todayOf } from '../base/clock.ts';
import {
  createFeeds,
  type FeedFilter,
  type Feeds,
  MAX_FEED_TICKERS,
  MAX_FEEDS,
} from '../transports/feeds/feed-links.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { UsageError, withAccounts } from './keys.ts';
import { table } from './terminal-table.ts';

export interface FeedOptions {
  readonly account: string;
  readonly tickers?: string;
  readonly catalyst?: string;
}

/** Makes a calendar feed of an account; its address alone goes to stdout, this once. */
export function createFeed(context: Context, options: FeedOptions): Promise<ExitCode> {
  const filter = filterFrom(options);
  return withFeeds(context, async (feeds) => {
    const token = await feeds.create(options.account, filter, todayOf(context.clock));
    if (token === undefined) {
      throw new UsageError(
        `There is no account ${options.account}, or it has ${MAX_FEEDS} feeds already: keys list and feeds list show them.`,
      );
    }
    context.stderr.write('Put the address of your server before it: http://127.0.0.1:8787\n');
    context.stdout.write(`/feeds/${token}/calendar.ics\n`);
    return exit.done;
  });
}

export function listFeeds(context: Context): Promise<ExitCode> {
  return withFeeds(context, async (feeds) => {
    const rows = (await feeds.list()).map(({ id, account, filter, created }) => ({
      ...{ feed: id, account },
      tickers: filter.tickers?.join(', ') ?? 'all',
      ...{ catalyst: filter.catalyst ?? 'all', created },
    }));
    context.stdout.write(`${rows.length > 0 ? table(rows) : 'No feeds yet.'}\n`);
    return exit.done;
  });
}

export function revokeFeed(context: Context, id: string): Promise<ExitCode> {
  return withFeeds(context, async (feeds) => {
    if (!(await feeds.revoke(id)))
      throw new UsageError(`There is no feed ${id}: feeds list shows them.`);
    return exit.done;
  });
}

function withFeeds(context: Context, use: (feeds: Feeds) => Promise<ExitCode>): Promise<ExitCode> {
  return withAccounts(context, (accounts) => use(createFeeds(accounts.feeds)));
}

function filterFrom({ tickers: list, catalyst }: FeedOptions): FeedFilter {
  const tickers = list?.split(',').map((ticker) => ticker.trim());
  if (tickers && (tickers.length > MAX_FEED_TICKERS || !tickers.every(isTicker))) {
    throw new UsageError(
      `--tickers takes at most ${MAX_FEED_TICKERS} tickers in capitals, separated by commas.`,
    );
  }
  if (catalyst !== undefined && !/^[\w /-]{1,100}$/.test(catalyst)) {
    throw new UsageError('--catalyst takes one kind of catalyst, such as "PDUFA Date".');
  }
  return { ...(tickers ? { tickers } : {}), ...(catalyst === undefined ? {} : { catalyst }) };
}

function isTicker(word: string): boolean {
  return /^[A-Z0-9][A-Z0-9.-]{0,14}$/.test(word);
}
