import {
  day,
  descending,
  endpoint,
  flag,
  integer,
  limitOf,
  money,
  noted,
  score,
  text,
  texts,
} from '../../src/endpoint.ts';
import { page, required, tickers } from '../../src/params.ts';

export const insiderSummary = endpoint({
  name: 'insider_summary',
  path: '/smart-money/insiders/summary',
  group: 'Smart Money',
  plan: 'elite-plus',
  limit: limitOf(60, 60),
  title: 'Insider buying and selling by month',
  noun: 'months of open-market insider trades',
  description:
    "Open-market buys and sales of a company's insiders by month, latest first, with cluster buying and a score; planned trades are left out. For each trade use insider_transactions.",
  parameters: {
    ticker: required(tickers('ticker')),
    page: page(),
  },
  record: {
    ticker: text,
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
  paging: 'pages',
  origin: 'extension',
});
