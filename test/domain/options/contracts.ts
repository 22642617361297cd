import type { OptionContract } from '../../../src/domain/options/option-chain.ts';

/** An at-the-money call, 28 days before expiry. */
export const CALL: OptionContract = {
  ticker: 'ABCQZ',
  option_symbol: '',
  type: 'call',
  strike: 20,
  expiry: '2026-12-18',
  bid: 1,
  ask: 1,
  last: null,
  volume: 0,
  open_interest: 0,
  implied_volatility: 0.5,
  delta: null,
  gamma: null,
  theta: null,
  vega: null,
  break_even: null,
  underlying_price_usd: 20,
  snapshot_at: '2026-11-20',
  flags: [],
};
