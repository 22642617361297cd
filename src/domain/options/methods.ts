import type { Method } from '../method.ts';

/** What keeps a contract from being priced. */
const QUOTE_FLAGS = {
  expiring: 'Less than a day is left: no volatility and no greeks.',
  zero_bid: 'Nobody bids: no volatility and no greeks.',
  wide_spread: 'The spread exceeds half of the mid price: no volatility and no greeks.',
  outside_bounds: 'The mid price allows arbitrage: no volatility and no greeks.',
} as const;

/** A chain without a price of its underlying takes the close. */
const CHAINS = ['option_chains', 'prices', 'splits', 'treasury_rates'] as const;

export const BLACK_SCHOLES: Method = {
  id: 'black-scholes/1',
  formula:
    'implied_volatility is the σ at which the mid price (bid + ask) / 2 is s · (S · Φ(s · d1) − K · ' +
    'e^(−rT) · Φ(s · d2)), s = 1 for calls and −1 for puts, d1 = (ln(S / K) + (r + σ²/2) · T) / ' +
    '(σ√T), d2 = d1 − σ√T; T = calendar days / 365, r the three-month treasury bill, no dividends. ' +
    'delta = s · Φ(s · d1); gamma = φ(d1) / (S · σ√T); theta a calendar day = (−S · φ(d1) · σ / (2√T) ' +
    '− s · r · K · e^(−rT) · Φ(s · d2)) / 365; vega a volatility point = S · φ(d1) · √T / 100. ' +
    'break_even = strike + s · premium, the mid price or else the last trade.',
  inputs: CHAINS,
  source:
    'Black & Scholes 1973; Merton 1973; Hull, Options, Futures, and Other Derivatives (greeks); ' +
    'Manaster & Koehler 1982 (start of the search)',
  flags: {
    adjusted_contract: 'The contract no longer delivers 100 shares: it is not priced.',
    ...QUOTE_FLAGS,
    no_price: 'Neither a mid price nor a last trade: no break-even.',
  },
};

export const OPTION_FLOW: Method = {
  id: 'option-flow/2',
  formula:
    'volume_oi_ratio = volume / previous_open_interest, that of the chain before, at most five days ' +
    'older; open_interest is that of options_chain on the day; ' +
    'premium_usd = 100 · volume · premium, the mid price or else the last trade. level is elevated ' +
    'from 1, unusual above 3 and extreme above 10, with at least 500 contracts traded, 100 of open ' +
    'interest and $25,000 of premium. Chains of the last 30 days are served.',
  inputs: CHAINS,
  source: 'profitbuilders.org (bands of the ratio). Our choice of the floors',
  flags: QUOTE_FLAGS,
};

export const PUT_CALL: Method = {
  id: 'put-call/1',
  formula:
    'Ratios are puts / calls by volume and by open interest; avg_ratio_30d is the mean of the daily ' +
    'volume ratios of 30 days (five at least). iv30 = √(w / (30/365)) with the total variance w = ' +
    'σ² · days / 365 interpolated linearly between the expiries around day 30; implied_move_pct = 100 ' +
    '· at-the-money straddle / price and one_sd_pct = implied_move_pct / √(2/π), of the first expiry ' +
    'after the next event, else of the nearest a week away. event_iv = √(w1 − b · (n1 − 1)), w1 and ' +
    'n1 the total variance and trading days of the first expiry after the event, b the variance a ' +
    'trading day of the last expiry before it, else between the two after it. max_pain is the strike ' +
    'at which Σ open interest · intrinsic value of that expiry is least.',
  inputs: [...CHAINS, 'catalysts'],
  source:
    'Cboe (put/call ratio); Brenner & Subrahmanyam 1988 (straddle); Bennett, Trading Volatility, ' +
    '§6.4 (event volatility); maximum-pain.com (max pain)',
  flags: {
    no_options: 'The chain has no contract that could be read.',
    no_call_volume: 'No call was traded: no ratio by volume.',
    no_call_oi: 'No call is open: no ratio by open interest.',
    short_history: 'Fewer than five daily ratios in 30 days: no average.',
    no_30d_volatility: 'No expiries around day 30, and none alone 15 to 60 days away: no iv30.',
    no_implied_move: 'Neither a straddle nor a volatility at the money: no implied move.',
    no_atm_straddle:
      'No usable straddle within 10 % of the price: the move comes from the volatility instead.',
    no_open_interest: 'No contract of the expiry is open: no max_pain.',
    no_event: 'No event that may move the price lay ahead on that day: no event_iv.',
    no_expiry_after_event: 'No expiry lies after the event: no event_iv.',
    one_expiry_after_event: 'One expiry after the event and none before it: no event_iv.',
    falling_total_variance: 'Total variance falls from one expiry to the next: no event_iv.',
    no_event_premium: 'The options hold no variance beyond plain days: no event_iv.',
  },
};
