import {
  companyName,
  day,
  descending,
  endpoint,
  limitOf,
  money,
  percent,
  quantity,
  text,
  texts,
} from '../../src/endpoint.ts';
import { page, required, tickers } from '../../src/params.ts';

export const holders = endpoint({
  name: 'holders',
  path: '/holders',
  group: 'Company Data',
  plan: 'basic',
  limit: limitOf(60, 60),
  title: 'Institutional holders',
  noun: 'holders',
  description:
    "Who owns it: a ticker's holders by shares, from their newest 13F. For changes, weights and conviction of funds use hedge_fund_positions.",
  parameters: {
    ticker: required(tickers('ticker')),
    page: page(),
  },
  otherwise: 'For names of funds use hedge_funds.',
  record: {
    ticker: text,
    company_name: companyName,
    holder_name: text,
    shares: quantity,
    value_usd: money,
    pct_outstanding: percent,
    change_pct: percent,
    report_date: day,
    method: text,
    as_of: day,
    flags: texts,
    source: text,
    source_url: text,
  },
  collection: 'holders',
  sort: [descending('shares')],
  paging: 'pages',
  origin: 'extension',
});
