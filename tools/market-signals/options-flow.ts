import { descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { tickers } from '../../src/catalogue/params.ts';
import { contractFields, contractFilters } from '../shared-lists.ts';

export const optionsFlow = endpoint({
  name: 'options_flow',
  path: '/options/flow',
  group: 'Market Signals',
  plan: 'elite-plus',
  title: 'Unusual options activity',
  noun: 'unusual option trades',
  description:
    'Option contracts with volume far above open interest, newest day first, then largest premium. For all contracts of a ticker use options_chain.',
  parameters: { ticker: tickers('ticker'), ...contractFilters },
  record: {
    ...contractFields,
    volume: field.count,
    open_interest: field.count,
    previous_open_interest: noted(field.count, 'open interest on the previous day'),
    volume_oi_ratio: noted(field.ratio, 'volume divided by the open interest of the previous day'),
    premium_usd: field.money,
    implied_volatility: noted(field.fraction, 'annualized, 0.8 is 80%'),
    underlying_price_usd: field.price,
    level: noted(field.text, 'elevated, unusual or extreme'),
    snapshot_at: field.text,
    ...field.computation,
  },
  collection: 'optionsFlow',
  sort: [{ field: 'snapshot_at', direction: 'descending', by: 'date' }, descending('premium_usd')],
});
