import { todayOf } from '../base/clock.ts';
import { readConfig } from '../base/config.ts';
import { unknownCompany } from '../service/hints.ts';
import {
  createFeeds,
  type FeedFilter,
  type Feeds,
  MAX_FEED_TICKERS,
  MAX_FEEDS,
} from '../transports/feeds/feed-links.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { UsageError, withAccounts } from './keys.ts';
import { startApp } from './start-app.ts';
import { table } from './terminal-table.ts';

export interface FeedOptions {
  readonly account: string;
  readonly tickers?: string;
  readonly catalyst?: string;
}

/**
 * Creates a calendar feed for an account. Prints only the path of the feed to stdout, because the
 * path is a secret that cannot be shown again.
 */
export async function createFeed(context: Context, options: FeedOptions): Promise<ExitCode> {
  const filter = filterFrom(options);
  if (filter.tickers) await requireKnown(context, filter.tickers);
  return withFeeds(context, async (feeds) => {
    const token = await feeds.create(options.account, filter, todayOf(context.clock));
    if (token === undefined) {
      throw new UsageError(
        `Account ${options.account} does not exist or already has ${MAX_FEEDS} feeds. Run \`keys list\` and \`feeds list\` to check.`,
      );
    }
    context.stderr.write(
      'Append this path to the URL of your server, such as http://127.0.0.1:8787\n',
    );
    context.stdout.write(`/feeds/${token}/calendar.ics\n`);
    return exit.done;
  });
}

export function listFeeds(context: Context): Promise<ExitCode> {
  return withFeeds(context, async (feeds) => {
    const rows = (await feeds.list()).map(({ id, account, filter, created }) => ({
      feed: id,
      account,
      tickers: filter.tickers?.join(', ') ?? 'all',
      catalyst: filter.catalyst ?? 'all',
      created,
    }));
    context.stdout.write(`${rows.length > 0 ? table(rows) : 'No feeds yet.'}\n`);
    return exit.done;
  });
}

export function revokeFeed(context: Context, id: string): Promise<ExitCode> {
  return withFeeds(context, async (feeds) => {
    if (!(await feeds.revoke(id)))
      throw new UsageError(`Feed ${id} does not exist. Run \`feeds list\` to see all feeds.`);
    return exit.done;
  });
}

function withFeeds(context: Context, use: (feeds: Feeds) => Promise<ExitCode>): Promise<ExitCode> {
  return withAccounts(context, (accounts) => use(createFeeds(accounts.feeds)));
}

/**
 * Checks that tickers are known. The check is skipped if the records are shared or this machine has
 * no list of companies.
 * @throws UsageError for an unknown ticker, with similar companies
 */
async function requireKnown(context: Context, tickers: readonly string[]): Promise<void> {
  if (readConfig(context.environment).cluster) return;
  const { app } = await startApp(context, 'call');
  try {
    const directory = await app.service.source().directory();
    const unknown = tickers.filter((ticker) => directory && !directory.company(ticker));
    if (unknown.length === 0) return;
    const said = unknown.map((ticker) => unknownCompany(directory, ticker).text);
    throw new UsageError(said.join('\n'));
  } finally {
    await app.close();
  }
}

function filterFrom({ tickers: list, catalyst }: FeedOptions): FeedFilter {
  const tickers = list?.split(',').map((ticker) => ticker.trim().toUpperCase());
  if (tickers && (tickers.length > MAX_FEED_TICKERS || !tickers.every(isTicker))) {
    throw new UsageError(`--tickers takes at most ${MAX_FEED_TICKERS} comma-separated tickers.`);
  }
  if (catalyst !== undefined && !/^[\w /-]{1,100}$/.test(catalyst)) {
    throw new UsageError('--catalyst takes one kind of catalyst, such as "PDUFA Date".');
  }
  return { ...(tickers ? { tickers } : {}), ...(catalyst === undefined ? {} : { catalyst }) };
}

function isTicker(word: string): boolean {
  return /^[A-Z0-9][A-Z0-9.-]{0,14}$/.test(word);
}
