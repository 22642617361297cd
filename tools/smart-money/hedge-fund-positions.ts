import { descending, endpoint, limitOf, noted, number, text, texts } from '../../src/endpoint.ts';
import { exactUpperCase, page, required } from '../../src/params.ts';

export const hedgeFundPositions = endpoint({
  name: 'hedge_fund_positions',
  path: '/smart-money/positions',
  group: 'Smart Money',
  plan: 'elite-plus',
  limit: limitOf(60, 60),
  title: 'Fund positions in a ticker',
  description:
    'Which funds hold a ticker, largest first: shares, weight, change on the quarter, conviction. For totals use hedge_fund_flows, for one score hedge_fund_sentiment.',
  parameters: {
    ticker: required(exactUpperCase('ticker')),
    page: page(),
  },
  record: {
    ticker: text,
    fund_name: text,
    cik: text,
    report_date: text,
    filing_date: text,
    shares: number,
    value_usd: number,
    portfolio_pct: number,
    shares_change: number,
    change_pct: number,
    action: noted(text, 'new, add, trim, exit or hold'),
    put_call: noted(text, 'Put, Call; null for shares'),
    conviction: noted(number, 'weight above the market weight, percentage points'),
    first_held: text,
    method: text,
    as_of: text,
    flags: texts,
  },
  collection: 'hedgeFundPositions',
  sort: [descending('value_usd')],
  paging: 'pages',
  origin: 'extension',
});
