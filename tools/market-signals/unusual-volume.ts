import { descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
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
  parameters: { ticker: tickers('ticker') },
  record: {
    ticker: field.text,
    company_name: field.text,
    alert_date: field.day,
    volume: field.count,
    avg_volume_20d: field.average,
    relative_volume: noted(field.ratio, 'volume divided by avg_volume_20d'),
    robust_z: noted(field.number, 'modified z-score of log volume'),
    price_usd: field.price,
    change_pct: field.percent,
    baseline_state: noted(field.text, 'ready, or warming if there are too few days for a baseline'),
    next_catalyst_date: field.day,
    days_to_catalyst: field.integer,
    ...field.computation,
  },
  collection: 'unusualVolume',
  sort: [descending('alert_date'), descending('relative_volume')],
});
