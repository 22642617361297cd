import {
  companyName,
  day,
  descending,
  endpoint,
  flag,
  integer,
  money,
  noted,
  score,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { required, tickers } from '../../src/catalogue/params.ts';

export const insiderSummary = endpoint({
  name: 'insider_summary',
  path: '/smart-money/insiders/summary',
  group: 'Smart Money',
  plan: 'elite-plus',
  title: 'Insider buying and selling by month',
  noun: 'months of open-market insider trades',
  description:
    'Open-market insider purchases and sales of a company by month, newest first, with cluster buying and a score. Planned trades are excluded. For single trades use insider_transactions.',
  parameters: {
    ticker: required(tickers('ticker')),
  },
  otherwise: 'Across companies use insider_transactions.',
  record: {
    ticker: text,
    company_name: companyName,
    period: noted(text, 'YYYY-MM'),
    buys: integer,
    sells: integer,
    buy_value_usd: money,
    sell_value_usd: money,
    net_value_usd: money,
    unique_buyers: integer,
    cluster_buy: flag,
    insider_score: noted(score, '0–100, 50 is neutral'),
    method: text,
    as_of: day,
    flags: texts,
  },
  collection: 'insiderSummary',
  sort: [descending('period')],
});
