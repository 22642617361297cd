import { ascending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { required, tickers } from '../../src/catalogue/params.ts';
import { contractFields, contractFilters } from '../shared-lists.ts';

export const optionsChain = endpoint({
  name: 'options_chain',
  path: '/options/chain',
  group: 'Market Signals',
  plan: 'elite-plus',
  title: 'Option chain',
  noun: 'option contracts',
  description:
    "A ticker's option contracts with quotes, implied volatility and Greeks, by expiry and strike. For the implied move use options_put_call.",
  parameters: { ticker: required(tickers('ticker')), ...contractFilters },
  otherwise: 'For all companies use options_flow.',
  record: {
    ...contractFields,
    bid: field.price,
    ask: field.price,
    last: field.price,
    volume: field.count,
    open_interest: field.count,
    implied_volatility: noted(field.fraction, 'annualized, 0.8 is 80%'),
    delta: field.ratio,
    gamma: field.number,
    theta: noted(field.price, 'change in the option price per calendar day'),
    vega: noted(field.price, 'change in the option price per volatility point'),
    break_even: noted(field.price, 'share price at which the contract breaks even at expiry'),
    underlying_price_usd: field.price,
    snapshot_at: field.text,
    ...field.computation,
  },
  collection: 'optionsChain',
  sort: [ascending('expiry'), ascending('strike'), ascending('type')],
});
