import {
  descending,
  endpoint,
  integer,
  limitOf,
  noted,
  number,
  text,
  texts,
} from '../../src/endpoint.ts';
import { exactUpperCase, page } from '../../src/params.ts';

export const unusualVolume = endpoint({
  name: 'unusual_volume',
  path: '/market/unusual-volume',
  group: 'Market Signals',
  plan: 'basic',
  limit: limitOf(60, 60),
  title: 'Unusual volume',
  description:
    'Days on which a stock traded far above its usual volume, latest first, with the days to its next catalyst. For option activity use options_flow, for price moves movers.',
  parameters: {
    ticker: exactUpperCase('ticker'),
    page: page(),
  },
  record: {
    ticker: text,
    company_name: text,
    alert_date: text,
    volume: number,
    avg_volume_20d: number,
    relative_volume: noted(number, 'times avg_volume_20d'),
    robust_z: noted(number, 'modified z-score of log volume'),
    price_usd: number,
    change_pct: number,
    baseline_state: noted(text, 'ready or warming'),
    next_catalyst_date: text,
    days_to_catalyst: integer,
    method: text,
    as_of: text,
    flags: texts,
  },
  collection: 'unusualVolume',
  sort: [descending('alert_date'), descending('relative_volume')],
  paging: 'pages',
  origin: 'extension',
});
