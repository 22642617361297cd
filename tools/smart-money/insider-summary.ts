import { descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
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
  parameters: { ticker: required(tickers('ticker')) },
  otherwise: 'For all companies use insider_transactions.',
  record: {
    ...field.company,
    period: noted(field.text, 'YYYY-MM'),
    buys: field.integer,
    sells: field.integer,
    buy_value_usd: field.money,
    sell_value_usd: field.money,
    net_value_usd: field.money,
    unique_buyers: field.integer,
    cluster_buy: field.flag,
    insider_score: noted(field.score, '0–100, 50 is neutral'),
    ...field.computation,
  },
  collection: 'insiderSummary',
  sort: [descending('period')],
});
