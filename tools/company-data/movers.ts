import { limit } from '../../src/catalogue/common-params.ts';
import {
  ascending,
  count,
  day,
  descending,
  endpoint,
  money,
  noted,
  percent,
  price,
  ratio,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { required, side } from '../../src/catalogue/params.ts';

export const movers = endpoint({
  name: 'movers',
  path: '/movers',
  group: 'Company Data',
  plan: 'basic',
  title: 'Gainers and losers',
  noun: 'movers',
  description:
    'Largest gains or losses of the newest trading day, with volume and next catalyst. For volume without a move use unusual_volume.',
  parameters: {
    type: required(side('change_pct', { gainers: 'above', losers: 'below' })),
    limit: limit(20),
  },
  record: {
    ticker: text,
    name: text,
    price_usd: price,
    change_usd: price,
    change_pct: percent,
    volume: count,
    relative_volume: noted(ratio, 'multiple of the 20-day mean'),
    market_cap_usd: money,
    next_catalyst_date: day,
    snapshot_at: text,
    method: text,
    as_of: day,
    flags: texts,
  },
  collection: 'movers',
  sort: { gainers: [descending('change_pct')], losers: [ascending('change_pct')] },
});
