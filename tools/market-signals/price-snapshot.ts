import {
  companyName,
  count,
  endpoint,
  money,
  noted,
  percent,
  price,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { required, tickers } from '../../src/catalogue/params.ts';

export const priceSnapshot = endpoint({
  name: 'price_snapshot',
  path: '/market/prices',
  group: 'Market Signals',
  plan: 'basic',
  title: 'Price snapshot',
  noun: 'price',
  description:
    "A ticker's last known price with its date, change, range, volume and market value; not live. Flag no_recent_session marks an old price. For the largest moves use movers.",
  parameters: {
    ticker: required(tickers('ticker')),
  },
  otherwise: 'Across companies use movers or companies.',
  record: {
    ticker: text,
    company_name: companyName,
    price_usd: price,
    previous_close_usd: noted(price, 'close of the previous trading day'),
    change_pct: percent,
    open_usd: price,
    high_usd: price,
    low_usd: price,
    volume: count,
    week52_high_usd: noted(price, 'covers days with a known price; a flag marks too few days'),
    week52_low_usd: noted(price, 'covers days with a known price; a flag marks too few days'),
    market_cap_usd: money,
    snapshot_at: noted(text, 'day of the price'),
    flags: texts,
  },
  collection: 'priceSnapshot',
  // There is no order, because each ticker has one record.
  sort: [],
});
