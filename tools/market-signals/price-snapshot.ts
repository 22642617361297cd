import { endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { required, tickers } from '../../src/catalogue/params.ts';

export const priceSnapshot = endpoint({
  name: 'price_snapshot',
  path: '/market/prices',
  group: 'Market Signals',
  plan: 'basic',
  title: 'Price snapshot',
  noun: 'price',
  description:
    'Last known price with date, change, range, volume, market value and short interest; not live. Flag no_recent_session marks an old price. For the largest moves use movers.',
  parameters: { ticker: required(tickers('ticker')) },
  otherwise: 'For several companies, use movers or companies.',
  record: {
    ...field.company,
    price_usd: field.price,
    previous_close_usd: noted(field.price, 'close of the previous trading day'),
    change_pct: field.percent,
    open_usd: field.price,
    high_usd: field.price,
    low_usd: field.price,
    volume: field.count,
    week52_high_usd: noted(
      field.price,
      'highest price of the last 52 weeks; a flag states if too few days have a price',
    ),
    week52_low_usd: noted(
      field.price,
      'lowest price of the last 52 weeks; a flag states if too few days have a price',
    ),
    market_cap_usd: field.money,
    listed_market_cap_usd: noted(field.money, 'market value as the Nasdaq list states it'),
    list_date: noted(field.day, 'day of the Nasdaq list'),
    list_source: field.text,
    short_shares: field.quantity,
    previous_short_shares: noted(field.quantity, 'short_shares in the previous report'),
    average_daily_volume: noted(field.quantity, 'average daily volume in the report'),
    days_to_cover: noted(field.average, 'short_shares / average_daily_volume'),
    short_interest_date: noted(field.day, 'settlement day of the short interest'),
    short_interest_published: field.day,
    short_interest_source: field.text,
    snapshot_at: noted(field.text, 'trading day of the price'),
    flags: field.texts,
  },
  collection: 'priceSnapshot',
  // No order is needed, because each ticker has only one record.
  sort: [],
});
