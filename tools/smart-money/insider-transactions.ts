import { descending, endpoint, flag, limitOf, noted, number, text } from '../../src/endpoint.ts';
import { exactUpperCase, page } from '../../src/params.ts';

export const insiderTransactions = endpoint({
  name: 'insider_transactions',
  path: '/smart-money/insiders',
  group: 'Smart Money',
  plan: 'elite-plus',
  limit: limitOf(60, 60),
  title: 'Insider transactions',
  description:
    'Form 4 transactions of officers, directors and large holders, newest filing first; codes P and S are open-market trades. For totals and cluster buying use insider_summary.',
  parameters: {
    ticker: exactUpperCase('ticker'),
    page: page(),
  },
  record: {
    ticker: text,
    owner_name: text,
    officer_title: text,
    is_director: flag,
    is_officer: flag,
    is_ten_percent_owner: flag,
    transaction_code: noted(text, 'P purchase, S sale, A grant, M exercise …'),
    transaction_type: text,
    transaction_date: text,
    filing_date: text,
    shares: number,
    price_usd: number,
    value_usd: number,
    shares_owned_after: number,
    is_10b5_1: noted(flag, 'under a plan set in advance'),
    direct_indirect: noted(text, 'D or I'),
    source_url: text,
    source: text,
  },
  collection: 'insiderTransactions',
  sort: [descending('filing_date')],
  paging: 'pages',
  stated: 'ours',
});
