import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../src/store/database.ts';
import { writeFacts } from '../../../src/store/facts-store.ts';
import { readFacts } from '../../../src/store/read-facts.ts';
import { revisionsOf } from '../../../src/store/revisions.ts';
import { zipOf } from './origin/bulk.ts';
import { createHosts } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';
import { engineOf, openStore, passed, start, syncOnce } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

const DAY = 24 * 3_600_000;
/** Of the 25 companies of the world the first two, under all tickers that they bear in these tests. */
const tickers = ['AAAQZ', 'AABQZ', 'NEWQZ'];
const sources = ['sec-tickers', 'sec-fails'];
let database: Database;
let world: ReturnType<typeof createWorld>;

useVirtualTime();
beforeEach(async () => {
  database = await openStore();
  world = createWorld(20);
  await sync();
  // What names a ticker alone: bars of former years, a rating, a price of the second company.
  const bar = (ticker: string, date: string, close: number) => ({ ticker, date, close });
  const own = [bar('AAAQZ', '2025-06-02', 7), bar('AAAQZ', '2026-02-02', 8)];
  writeFacts(database, 'prices', [...own, bar('AABQZ', '2025-06-02', 70)], 'a');
  const rating = { ticker: 'AAAQZ', date: '2026-01-05', firm: 'Zorb Brokers', rating: 'Buy' };
  writeFacts(database, 'analyst_ratings', [rating], 'b', '2026-01-06');
});

const newHosts = () => createHosts(world.routes, Date.now);
const sync = (from: readonly string[] = sources) =>
  syncOnce({ database, hosts: newHosts(), tickers, sources: from });

function tomorrow(names: readonly [string, string]) {
  world.companies[0]!.ticker = names[0];
  world.companies[1]!.ticker = names[1];
  vi.setSystemTime(start + DAY);
}

const closesOf = (ticker: string) => {
  const { days, closes, sources } = readFacts(database).prices(ticker, '2026-12-31', 0);
  expect(sources).toEqual([]);
  return days.map((day, at) => [day, closes[at]]);
};
const ratingsOf = (ticker: string) =>
  readFacts(database)
    .all('analyst_ratings')
    .filter((one) => one.ticker === ticker);

/** Of the half month's file: 12 January, 10.5 the first company's, 11.5 the second's. */
const first = [
  ['2025-06-02', 7],
  ['2026-01-12', 10.5],
  ['2026-02-02', 8],
];
const second = [
  ['2025-06-02', 70],
  ['2026-01-12', 11.5],
];

describe('a company', () => {
  it('keeps its facts under a new ticker, and the old one as one that it bore', async () => {
    tomorrow(['NEWQZ', 'AABQZ']);
    await sync();
    expect([closesOf('NEWQZ'), closesOf('AABQZ')]).toEqual([first, second]);
    expect(ratingsOf('NEWQZ')).toHaveLength(1);
    const listed = readFacts(database).all('companies');
    expect(listed.find(({ cik }) => cik === '3000001')).toMatchObject({
      ticker: 'NEWQZ',
      former_tickers: ['AAAQZ'],
    });
    expect(listed.map(({ ticker }) => ticker)).not.toContain('AAAQZ');
  });

  it.each([
    ['another takes over its ticker on the same day', 'NEWQZ'],
    ['the two swap their tickers', 'AABQZ'],
  ])('keeps them where %s', async (_, ticker) => {
    tomorrow([ticker, 'AAAQZ']);
    await sync();
    expect([closesOf(ticker), closesOf('AAAQZ')]).toEqual([first, second]);
    expect([ratingsOf(ticker).length, ratingsOf('AAAQZ').length]).toEqual([1, 0]);
  });

  it('keeps them where the ticker is taken over days later', async () => {
    tomorrow(['NEWQZ', 'AABQZ']);
    await sync();
    world.companies[1]!.ticker = 'AAAQZ';
    vi.setSystemTime(start + 3 * DAY);
    await sync();
    expect([closesOf('NEWQZ'), closesOf('AAAQZ')]).toEqual([first, second]);
  });

  it('keeps them where a third takes over the ticker that it had of another', async () => {
    tomorrow(['NEWQZ', 'AAAQZ']);
    await sync();
    const rating = { ticker: 'AAAQZ', date: '2026-03-11', firm: 'Second', rating: 'Buy' };
    writeFacts(database, 'analyst_ratings', [rating], 'b', '2026-03-11');
    world.companies[1]!.ticker = 'AABQZ';
    world.companies[2]!.ticker = 'AAAQZ';
    vi.setSystemTime(start + 3 * DAY);
    await sync();
    expect(ratingsOf('AABQZ').map(({ firm }) => firm)).toEqual(['Second']);
    expect(ratingsOf('NEWQZ').map(({ firm }) => firm)).toEqual(['Zorb Brokers']);
    expect([closesOf('NEWQZ'), closesOf('AABQZ')]).toEqual([first, second]);
  });

  it('that left the list gives them to nobody who takes over its ticker', async () => {
    world.companies[0]!.ticker = 'GONEQZ';
    world.overrides['www.sec.gov'] = (_, url) => {
      if (!url.pathname.startsWith('/files/company_tickers')) return undefined;
      const data = world.companies
        .slice(1)
        .map(({ cik, name, ticker }) => [Number(cik), name, ticker, 'Nasdaq']);
      const fields = ['cik', 'name', 'ticker', 'exchange'];
      return { body: JSON.stringify({ fields, data }) };
    };
    world.companies[1]!.ticker = 'AAAQZ';
    vi.setSystemTime(start + 30 * DAY);
    await sync();
    expect(closesOf('AAAQZ')).toEqual(second);
    expect(ratingsOf('AAAQZ')).toEqual([]);
    const kept = database.prepare("SELECT record FROM facts WHERE kind = 'analyst_ratings'").all();
    expect(kept).toEqual([{ record: expect.stringContaining('"cik":"3000001"') }]);
  });

  it('has what is told late of a day before the change, and not of a day after it', async () => {
    tomorrow(['NEWQZ', 'AAAQZ']);
    await sync();
    const line = (settled: string, price: number) =>
      `${settled}|98999X199|AAAQZ|500|ZORB COM|${price}`;
    const header = 'SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE';
    world.overrides['www.sec.gov'] = (_, url) => {
      if (url.pathname.endsWith('/fails-deliver-data')) {
        return { body: '<html><a href="/files/data/x/cnsfails202603a.zip">x</a></html>' };
      }
      if (!url.pathname.endsWith('.zip')) return undefined;
      const lines = [header, line('20260310', 9), line('20260313', 99)];
      return { body: zipOf({ 'cnsfails202603a.txt': lines.join('\n') }) };
    };
    vi.setSystemTime(start + 20 * DAY);
    await sync();
    // Prices are of the trading day before; the ticker changed on 11 March.
    expect(closesOf('NEWQZ')).toEqual([...first, ['2026-03-09', 9]]);
    expect(closesOf('AAAQZ')).toEqual([...second, ['2026-03-12', 99]]);
  });

  it('keeps its headlines and positions where its ticker is taken over or swapped', async () => {
    const headline = (id: string, day: string) => ({
      id,
      title: id,
      tickers: ['AAAQZ', 'ELSEQZ'],
      published_at: `${day}T09:00:00.000Z`,
    });
    writeFacts(database, 'news', [headline('old', '2026-02-01')], 'a', '2026-02-01');
    const filing = {
      accession: '1-1',
      cik: '500',
      fund_name: 'Fund',
      report_date: '2025-12-31',
      filing_date: '2026-02-14',
      positions: ['AAAQZ', 'AABQZ', 'ELSEQZ'].map((ticker) => ({ ticker, value: 1 })),
    };
    writeFacts(database, 'fund_filings', [filing], 'a', '2026-02-14');
    const before = revisionsOf(database);
    tomorrow(['AABQZ', 'AAAQZ']);
    await sync();
    const facts = readFacts(database);
    expect(facts.all('news').map(({ tickers }) => tickers)).toEqual([['AABQZ', 'ELSEQZ']]);
    const [filed] = facts.all('fund_filings');
    const tickers = filed?.positions.map(({ ticker }) => ticker);
    expect(tickers).toEqual(['AABQZ', 'AAAQZ', 'ELSEQZ']);
    const after = revisionsOf(database);
    for (const kind of ['news', 'fund_filings'] as const) {
      expect(after[kind]).toBeGreaterThan(before[kind]!);
    }
  });

  it('has the headlines of before the change that a feed gives again, and none of after it', async () => {
    const item = (number: number, pubDate: string) =>
      `<item><title>Zorb ${number}</title><guid>zorb-${number}</guid><link>https://news.invalid/${number}</link>
<category domain="https://www.globenewswire.com/rss/stock">Nasdaq:AAAQZ</category><pubDate>${pubDate}</pubDate></item>`;
    const items = [item(1, 'Tue, 10 Mar 2026 11:00 GMT')];
    world.overrides['www.globenewswire.com'] = () => ({
      body: `<rss version="2.0"><channel><title>Z</title>${items.join('')}</channel></rss>`,
    });
    const feeds = [...sources, 'news-globenewswire'];
    await sync(feeds);
    tomorrow(['NEWQZ', 'AAAQZ']);
    await sync(feeds);
    items.push(item(2, 'Wed, 11 Mar 2026 15:00 GMT'));
    vi.setSystemTime(start + DAY + 3_600_000 * 4);
    await sync(feeds);
    const news = readFacts(database).all('news');
    expect(Object.fromEntries(news.map(({ id, tickers }) => [id, tickers]))).toEqual({
      'zorb-1': ['NEWQZ'],
      'zorb-2': ['AAAQZ'],
    });
  });

  it('changes its ticker in one transaction, while a sync runs', async () => {
    const { engine } = engineOf({ database, hosts: newHosts(), tickers, sources });
    const run = engine.run(true);
    setTimeout(() => {
      world.companies[0]!.ticker = 'NEWQZ';
      world.companies[1]!.ticker = 'AAAQZ';
    }, DAY / 4);
    // The list of companies is requested again 22 hours after the start.
    setTimeout(() => engine.stop(), DAY);
    expect(await passed(run)).toMatchObject({ end: 'stopped', failed: 0 });
    expect([closesOf('NEWQZ'), closesOf('AAAQZ')]).toEqual([first, second]);
  });
});
