import { descending, endpoint, limitOf, noted, number, text, texts } from '../../src/endpoint.ts';
import { exactUpperCase, page } from '../../src/params.ts';

export const optionsFlow = endpoint({
  name: 'options_flow',
  path: '/options/flow',
  group: 'Market Signals',
  plan: 'elite-plus',
  limit: limitOf(60, 60),
  title: 'Unusual options activity',
  description:
    'Contracts that traded far above their open interest, newest day first, largest premium first. For every contract of a ticker use options_chain.',
  parameters: {
    ticker: exactUpperCase('ticker'),
    page: page(),
  },
  record: {
    ticker: text,
    option_symbol: text,
    type: noted(text, 'call or put'),
    strike: number,
    expiry: text,
    volume: number,
    open_interest: number,
    volume_oi_ratio: noted(number, "over the prior day's open interest"),
    premium_usd: number,
    implied_volatility: noted(number, 'a year, 0.8 is 80 %'),
    underlying_price_usd: number,
    level: noted(text, 'elevated, unusual or extreme'),
    snapshot_at: text,
    method: text,
    as_of: text,
    flags: texts,
  },
  collection: 'optionsFlow',
  sort: [{ field: 'snapshot_at', direction: 'descending', by: 'date' }, descending('premium_usd')],
  paging: 'pages',
  origin: 'extension',
});
