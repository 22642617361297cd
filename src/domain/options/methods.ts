import type { Method } from '../method.ts';
import { pct, text } from '../method-parts.ts';
import * as constants from './constants.ts';

const QUOTE_FLAGS = {
  expiring: 'The contract expires in less than a day: no volatility and no greeks.',
  zero_bid: 'The bid is 0: no volatility and no greeks.',
  wide_spread: text`
    The spread exceeds ${pct(constants.MAX_SPREAD)} % of the mid price: no volatility and no greeks.
  `,
  outside_bounds: 'The mid price allows arbitrage: no volatility and no greeks.',
} as const;

/** Closing prices are inputs, because a chain without an underlying price uses the close. */
const CHAINS = ['option_chains', 'prices', 'splits', 'treasury_rates'] as const;

export const BLACK_SCHOLES: Method = {
  id: 'black-scholes/1',
  formula: text`
    implied_volatility is the σ at which the mid price (bid + ask) / 2 equals s · (S · Φ(s · d1) − K
    · e^(−rT) · Φ(s · d2)), with s = 1 for calls and −1 for puts, d1 = (ln(S / K) + (r + σ²/2) · T)
    / (σ√T), d2 = d1 − σ√T; T = calendar days / 365, r the three-month treasury bill rate, no
    dividends. delta = s · Φ(s · d1); gamma = φ(d1) / (S · σ√T); theta per calendar day = (−S ·
    φ(d1) · σ / (2√T) − s · r · K · e^(−rT) · Φ(s · d2)) / 365; vega per volatility point = S ·
    φ(d1) · √T / 100. break_even = strike + s · premium; the premium is the mid price, else the last
    trade.
  `,
  inputs: CHAINS,
  source: text`
    Black & Scholes 1973; Merton 1973; Hull, Options, Futures, and Other Derivatives (greeks);
    Manaster & Koehler 1982 (start of the search)
  `,
  flags: {
    adjusted_contract: text`
      The contract does not deliver ${constants.SHARES_PER_CONTRACT} shares: it is not priced.
    `,
    ...QUOTE_FLAGS,
    no_price: 'There is no mid price and no last trade: no break-even.',
  },
};

export const OPTION_FLOW: Method = {
  id: 'option-flow/2',
  formula: text`
    volume_oi_ratio = volume / previous_open_interest, which is the open interest of the chain
    before, at most ${constants.MAX_PREVIOUS_CHAIN_DAYS} days older; open_interest is that of
    options_chain on the day; premium_usd = ${constants.SHARES_PER_CONTRACT} · volume · premium,
    with the mid price, else the last trade, as the premium. level is elevated from a ratio of
    ${constants.ACTIVITY_RATIOS.elevated}, unusual above ${constants.ACTIVITY_RATIOS.unusual} and
    extreme above ${constants.ACTIVITY_RATIOS.extreme}, with at least ${constants.MIN_VOLUME}
    contracts traded, ${constants.MIN_OPEN_INTEREST} of open interest and
    $${constants.MIN_PREMIUM_USD.toLocaleString('en-US')} of premium. Chains of the last
    ${constants.FLOW_DAYS} days are served.
  `,
  inputs: CHAINS,
  source: 'profitbuilders.org (bands of the ratio). Our choice of the floors',
  flags: QUOTE_FLAGS,
};

export const PUT_CALL: Method = {
  id: 'put-call/1',
  formula: text`
    Ratios are puts / calls by volume and by open interest; avg_ratio_30d is the mean of the daily
    volume ratios of ${constants.AVERAGE_DAYS} days (at least ${constants.MIN_AVERAGED_RATIOS}
    ratios). iv30 = √(w / (30/365)) with the total variance w = σ² · days / 365 interpolated
    linearly between the expiries around day 30; implied_move_pct = 100 · at-the-money straddle /
    price and one_sd_pct = implied_move_pct / √(2/π), of the first expiry after the next event, else
    of the nearest at least ${constants.MIN_DAYS_TO_EXPIRY} days away. event_iv = √(w1 − b · (n1 −
    1)), with w1 and n1 the total variance and trading days of the first expiry after the event, and
    b the variance per trading day of the last expiry before it, else between the first two after
    it. max_pain is the strike with the least Σ open interest · intrinsic value of that expiry.
  `,
  inputs: [...CHAINS, 'catalysts'],
  source: text`
    Cboe (put/call ratio); Brenner & Subrahmanyam 1988 (straddle); Bennett, Trading Volatility, §6.4
    (event volatility); maximum-pain.com (max pain)
  `,
  flags: {
    no_options: 'The chain has no readable contract.',
    no_call_volume: 'No call was traded: no ratio by volume.',
    no_call_oi: 'No call is open: no ratio by open interest.',
    short_history: text`
      There are fewer than ${constants.MIN_AVERAGED_RATIOS} daily ratios in
      ${constants.AVERAGE_DAYS} days: no average.
    `,
    no_30d_volatility: text`
      There are no expiries around day 30, and no single one
      ${constants.SINGLE_EXPIRY_DAYS.join('–')} days away: no iv30.
    `,
    no_implied_move: 'There is no straddle and no volatility at the money: no implied move.',
    no_atm_straddle: text`
      There is no usable straddle within ${pct(constants.MAX_STRADDLE_DISTANCE)} % of the price: the
      move is computed from the volatility.
    `,
    no_open_interest: 'No contract of the expiry is open: no max_pain.',
    no_event: 'No future event that may move the price was known on that day: no event_iv.',
    no_expiry_after_event: 'There is no expiry after the event: no event_iv.',
    one_expiry_after_event: 'There is one expiry after the event and none before it: no event_iv.',
    falling_total_variance: 'Total variance falls from one expiry to the next: no event_iv.',
    no_event_premium: 'The options have no more variance than on other days: no event_iv.',
  },
};
