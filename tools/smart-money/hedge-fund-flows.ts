import {
  ascending,
  companyName,
  count,
  day,
  descending,
  endpoint,
  fraction,
  integer,
  money,
  noted,
  percent,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { exactUpperCase, side, tickers } from '../../src/catalogue/params.ts';

export const hedgeFundFlows = endpoint({
  name: 'hedge_fund_flows',
  path: '/smart-money/flows',
  group: 'Smart Money',
  plan: 'elite-plus',
  title: 'Fund flows by ticker and quarter',
  noun: 'fund flows',
  description:
    'Fund activity by ticker and quarter: holders, value, positions opened, increased, ' +
    'reduced and closed, net value change. Newest quarter first, then largest inflow, ' +
    'or largest outflow with direction=outflows. For single funds use hedge_fund_positions.',
  parameters: {
    ticker: tickers('ticker'),
    quarter: exactUpperCase('quarter', '2026Q3'),
    direction: side('net_value_change_usd', { inflows: 'above', outflows: 'below' }),
  },
  record: {
    ticker: text,
    company_name: companyName,
    quarter: noted(text, '2026Q3'),
    funds_holding: integer,
    value_usd: noted(money, 'total of these funds'),
    funds_change: integer,
    new_positions: integer,
    increased: integer,
    reduced: integer,
    closed: integer,
    shares_change: count,
    shares: noted(count, 'held by these funds'),
    shares_year_ago: noted(count, 'adjusted for splits'),
    net_value_change_usd: noted(money, "at the earlier quarter's prices"),
    ownership_pct: percent,
    breadth_change: noted(fraction, '−1 to 1: (new − closed) / funds that filed'),
    method: text,
    as_of: day,
    flags: texts,
  },
  collection: 'hedgeFundFlows',
  // Our choice: newest quarter first, then by value. If sorted only by value, as in the spec, old
  // quarters would be first.
  sort: {
    inflows: [descending('quarter'), descending('net_value_change_usd')],
    outflows: [descending('quarter'), ascending('net_value_change_usd')],
  },
});
