import type { Method } from '../method.ts';
import { pct, text, usd } from '../method-parts.ts';
import * as constants from './constants.ts';

const QUOTE_FLAGS = {
  expiring:
    'The contract expires in less than a day, so its volatility and greeks are not computed.',
  zero_bid: 'The bid is 0, so the contract has no volatility and no greeks.',
  wide_spread: text`
    The spread exceeds ${pct(constants.MAX_SPREAD)}% of the mid price, so the contract has no
    volatility and no greeks.
  `,
  outside_bounds: text`
    The mid price is outside the no-arbitrage bounds, so the contract has no volatility and no
    greeks.
  `,
} as const;

/** Closing prices are inputs, because they are used for chains without an underlying price. */
const CHAINS = ['option_chains', 'prices', 'splits', 'treasury_rates'] as const;

export const BLACK_SCHOLES: Method = {
  id: 'black-scholes/1',
  formula: text`
    The mid price is (bid + ask) / 2. implied_volatility is the σ at which the mid price equals s ·
    (S · Φ(s · d1) − K · e^(−rT) · Φ(s · d2)). Here, s is 1 for calls and −1 for puts, d1 = (ln(S /
    K) + (r + σ²/2) · T) / (σ√T), and d2 = d1 − σ√T. S is the price of the stock, K the strike, T =
    calendar days / 365, and r the three-month treasury bill rate. Dividends are not modeled. delta
    = s · Φ(s · d1). gamma = φ(d1) / (S · σ√T). theta (per calendar day) = (−S · φ(d1) · σ / (2√T) −
    s · r · K · e^(−rT) · Φ(s · d2)) / 365. vega (per volatility point) = S · φ(d1) · √T / 100.
    break_even = strike + s · premium. The premium is the mid price. If there is no mid price, the
    premium is the price of the last trade.
  `,
  inputs: CHAINS,
  source: text`
    Black & Scholes 1973; Merton 1973; Hull, Options, Futures, and Other Derivatives (greeks);
    Manaster & Koehler 1982 (start of the search)
  `,
  flags: {
    adjusted_contract: text`
      The contract does not deliver ${constants.SHARES_PER_CONTRACT} shares, so it is not priced.
    `,
    ...QUOTE_FLAGS,
    old_chain: 'The newest stored chain is over ten days old. Its expired contracts are included.',
    no_price:
      'The contract has no mid price and no last trade, so the break-even price cannot be computed.',
  },
};

export const OPTION_FLOW: Method = {
  id: 'option-flow/2',
  formula: text`
    volume_oi_ratio = volume / previous_open_interest. previous_open_interest is the open interest
    in the previous stored chain. The previous chain must be at most
    ${constants.MAX_PREVIOUS_CHAIN_DAYS} days older. The field open_interest has the same value as
    in the tool options_chain for that day. premium_usd = ${constants.SHARES_PER_CONTRACT} · volume
    · premium. The premium is the mid price, or the price of the last trade if there is no mid
    price. The field level depends on volume_oi_ratio: elevated from
    ${constants.ACTIVITY_RATIOS.elevated}, unusual above ${constants.ACTIVITY_RATIOS.unusual}, and
    extreme above ${constants.ACTIVITY_RATIOS.extreme}. A record needs at least
    ${constants.MIN_VOLUME} traded contracts, ${constants.MIN_OPEN_INTEREST} contracts of open
    interest and ${usd(constants.MIN_PREMIUM_USD)} of premium. The records come from the chains of
    the last ${constants.FLOW_DAYS} days.
  `,
  inputs: CHAINS,
  source: 'profitbuilders.org (levels of the ratio). Our choice: the minimum amounts',
  flags: QUOTE_FLAGS,
};

export const PUT_CALL: Method = {
  id: 'put-call/1',
  formula: text`
    The put/call ratios are (volume of puts) / (volume of calls) and (open interest of puts) / (open
    interest of calls). avg_ratio_30d is the mean of the daily volume ratios of the last
    ${constants.AVERAGE_DAYS} days and requires at least ${constants.MIN_AVERAGED_RATIOS} ratios.
    iv30 = √(w / (30/365)), where w is the total variance until day 30. The total variance until an
    expiry is σ² · days / 365, and w is interpolated linearly between the expiries before and after
    day 30. implied_move_pct = 100 · price of the at-the-money straddle / price of the stock, and
    one_sd_pct = implied_move_pct / √(2/π). implied_move_pct and one_sd_pct use the first expiry
    after the next event. If no event is scheduled, implied_move_pct and one_sd_pct use the nearest
    expiry that is at least ${constants.MIN_DAYS_TO_EXPIRY} days away. event_iv = √(w1 − b · (n1 −
    1)), where w1 is the total variance until the first expiry after the event, and n1 is the number
    of trading days until then. b is the variance per trading day until the last expiry before the
    event. If no expiry is before the event, b is the variance per trading day between the first two
    expiries after the event. max_pain is the strike with the lowest Σ open interest · intrinsic
    value. max_pain uses the same expiry as implied_move_pct.
  `,
  inputs: [...CHAINS, 'catalysts'],
  source: text`
    Cboe (put/call ratio); Brenner & Subrahmanyam 1988 (straddle); Bennett, Trading Volatility, §6.4
    (event volatility); maximum-pain.com (max pain)
  `,
  flags: {
    no_options: 'The chain has no unexpired standard contract with a valid symbol.',
    no_call_volume: 'The ratio by volume cannot be computed because no call was traded.',
    no_call_oi: 'Calls have no open interest, so the ratio by open interest cannot be computed.',
    short_history: text`
      There are fewer than ${constants.MIN_AVERAGED_RATIOS} daily ratios in
      ${constants.AVERAGE_DAYS} days, so the average cannot be computed.
    `,
    no_30d_volatility: text`
      The field iv30 needs expiries before and after day 30, or a single expiry that is
      ${constants.SINGLE_EXPIRY_DAYS.join('–')} days away. The chain has neither.
    `,
    no_implied_move: text`
      The implied move cannot be computed because neither the price of the at-the-money straddle nor
      the volatility of at-the-money options is known.
    `,
    no_atm_straddle: text`
      There is no usable straddle within ${pct(constants.MAX_STRADDLE_DISTANCE)}% of the price, so
      the move is computed from the volatility.
    `,
    no_open_interest:
      'No max_pain can be computed because no contract of the expiry has open interest.',
    no_event:
      'No event_iv can be computed because no future event that may move the price was known on the day of the record.',
    no_expiry_after_event: 'There is no expiry after the event, so event_iv cannot be computed.',
    one_expiry_after_event:
      'There is only one expiry after the event and no expiry before the event, so event_iv cannot be computed.',
    falling_total_variance:
      'Total variance falls from one expiry to the next, so event_iv cannot be computed.',
    no_event_premium: text`
      The options imply no more variance on the event day than on other days, so event_iv cannot be
      computed.
    `,
  },
};
