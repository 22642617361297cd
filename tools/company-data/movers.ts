import { limit } from '../../src/catalogue/common-params.ts';
import { ascending, descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
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
    ticker: field.text,
    name: field.text,
    price_usd: field.price,
    change_usd: field.price,
    change_pct: field.percent,
    volume: field.count,
    relative_volume: noted(field.ratio, 'volume divided by its 20-day mean'),
    market_cap_usd: field.money,
    next_catalyst_date: field.day,
    snapshot_at: field.text,
    ...field.computation,
  },
  collection: 'movers',
  sort: { gainers: [descending('change_pct')], losers: [ascending('change_pct')] },
});
