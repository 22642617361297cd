import { endpoint, limitOf, number, text, texts } from '../../src/endpoint.ts';
import { exactUpperCase, page, required } from '../../src/params.ts';

export const priceSnapshot = endpoint({
  name: 'price_snapshot',
  path: '/market/prices',
  group: 'Market Signals',
  plan: 'basic',
  limit: limitOf(60, 60),
  title: 'Price snapshot',
  description:
    "A ticker's newest price, change, range, volume and market value. A refreshed snapshot, not a live quote. For the day's largest moves use movers.",
  parameters: {
    ticker: required(exactUpperCase('ticker')),
    page: page(),
  },
  record: {
    ticker: text,
    price_usd: number,
    previous_close_usd: number,
    change_pct: number,
    open_usd: number,
    high_usd: number,
    low_usd: number,
    volume: number,
    week52_high_usd: number,
    week52_low_usd: number,
    market_cap_usd: number,
    snapshot_at: text,
    source: text,
    source_url: text,
    flags: texts,
  },
  collection: 'priceSnapshot',
  // One record a ticker.
  sort: [],
  paging: 'pages',
  origin: 'extension',
});
