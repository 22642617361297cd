import {
  ascending,
  descending,
  endpoint,
  limitOf,
  noted,
  number,
  text,
  texts,
} from '../../src/endpoint.ts';
import { limit, required, side } from '../../src/params.ts';

export const movers = endpoint({
  name: 'movers',
  path: '/movers',
  group: 'Company Data',
  plan: 'basic',
  limit: limitOf(60, 60),
  title: 'Gainers and losers',
  description:
    "The newest day's largest gains or losses, with volume and next catalyst. For volume without a move use unusual_volume.",
  parameters: {
    type: required(side('change_pct', { gainers: 'above', losers: 'below' })),
    limit: limit({ minimum: 1, maximum: 50, default: 20 }),
  },
  record: {
    ticker: text,
    name: text,
    price_usd: number,
    change_usd: number,
    change_pct: number,
    volume: number,
    relative_volume: noted(number, 'times the 20-day mean'),
    market_cap_usd: number,
    next_catalyst_date: text,
    snapshot_at: text,
    source: text,
    method: text,
    as_of: text,
    flags: texts,
  },
  collection: 'movers',
  sort: { gainers: [descending('change_pct')], losers: [ascending('change_pct')] },
  paging: 'whole',
  origin: 'extension',
});
