import { descending, endpoint, limitOf, number, text, texts } from '../../src/endpoint.ts';
import { exactUpperCase, page, required } from '../../src/params.ts';

export const holders = endpoint({
  name: 'holders',
  path: '/holders',
  group: 'Company Data',
  plan: 'basic',
  limit: limitOf(60, 60),
  title: 'Institutional holders',
  description:
    "A ticker's holders by shares, from their newest 13F. For changes, weights and conviction of funds use hedge_fund_positions.",
  parameters: {
    ticker: required(exactUpperCase('ticker')),
    page: page(),
  },
  record: {
    ticker: text,
    holder_name: text,
    shares: number,
    value_usd: number,
    pct_outstanding: number,
    change_pct: number,
    report_date: text,
    method: text,
    as_of: text,
    flags: texts,
    source: text,
    source_url: text,
  },
  collection: 'holders',
  sort: [descending('shares')],
  paging: 'pages',
  origin: 'extension',
});
