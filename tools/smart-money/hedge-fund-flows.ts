import { ascending, descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { exactUpperCase, side, tickers } from '../../src/catalogue/params.ts';

export const hedgeFundFlows = endpoint({
  name: 'hedge_fund_flows',
  path: '/smart-money/flows',
  group: 'Smart Money',
  plan: 'elite-plus',
  title: 'Fund flows by ticker and quarter',
  noun: 'fund flows',
  description:
    'Fund activity by ticker and quarter: holders, value, positions opened, increased, reduced and closed, net value change. ' +
    'Sorted by quarter (newest first), then inflow, or outflow with direction=outflows. ' +
    'For one fund use hedge_fund_positions.',
  parameters: {
    ticker: tickers('ticker'),
    quarter: exactUpperCase('quarter', '2026Q3'),
    direction: side('net_value_change_usd', { inflows: 'above', outflows: 'below' }),
  },
  record: {
    ...field.company,
    quarter: noted(field.text, '2026Q3'),
    funds_holding: field.integer,
    value_usd: noted(field.money, 'total value of the holdings of all funds'),
    funds_change: field.integer,
    new_positions: field.integer,
    increased: field.integer,
    reduced: field.integer,
    closed: field.integer,
    shares_change: field.count,
    shares: noted(field.count, 'shares that all funds hold'),
    shares_year_ago: noted(
      field.count,
      'shares that all funds held a year ago, adjusted for splits',
    ),
    net_value_change_usd: noted(
      field.money,
      'change in the holdings, valued at the prices of the previous quarter',
    ),
    ownership_pct: field.percent,
    breadth_change: noted(field.fraction, '−1 to 1: (new − closed) / funds that filed'),
    ...field.computation,
  },
  collection: 'hedgeFundFlows',
  // Our choice: records are sorted by quarter, newest first, and then by value. The specification
  // sorts only by value, which can put old quarters first.
  sort: {
    inflows: [descending('quarter'), descending('net_value_change_usd')],
    outflows: [descending('quarter'), ascending('net_value_change_usd')],
  },
});
