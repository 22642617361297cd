import {
  average,
  count,
  day,
  descending,
  endpoint,
  integer,
  noted,
  number,
  percent,
  price,
  ratio,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { tickers } from '../../src/catalogue/params.ts';

export const unusualVolume = endpoint({
  name: 'unusual_volume',
  path: '/market/unusual-volume',
  group: 'Market Signals',
  plan: 'basic',
  title: 'Unusual volume',
  noun: 'days of unusual volume',
  description:
    'Days with far more volume than usual, newest first, with days to the next catalyst. For options use options_flow; for price moves use movers.',
  parameters: {
    ticker: tickers('ticker'),
  },
  record: {
    ticker: text,
    company_name: text,
    alert_date: day,
    volume: count,
    avg_volume_20d: average,
    relative_volume: noted(ratio, 'multiple of avg_volume_20d'),
    robust_z: noted(number, 'modified z-score of log volume'),
    price_usd: price,
    change_pct: percent,
    baseline_state: noted(text, 'ready or warming'),
    next_catalyst_date: day,
    days_to_catalyst: integer,
    method: text,
    as_of: day,
    flags: texts,
  },
  collection: 'unusualVolume',
  sort: [descending('alert_date'), descending('relative_volume')],
});
