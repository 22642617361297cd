import { differenceInBusinessDays } from 'date-fns/differenceInBusinessDays';
import { parseISO } from 'date-fns/parseISO';
import { mean } from 'simple-statistics';
import { daysBetween } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import type { OptionContract } from './option-chain.ts';
import { isStandard, usableMid } from './option-chain.ts';

/** E|x| ÷ sd of a normal, √(2/π): an at-the-money straddle costs this share of one sd. */
const MEAN_ABSOLUTE_PER_SD = Math.sqrt(2 / Math.PI);

/** Our choice: a straddle's strike at most this far from the price, as a share of it. */
const FARTHEST_STRADDLE_STRIKE = 0.1;
/** Our choice: strikes that may enter the at-the-money volatility, as a share of the price. */
const FARTHEST_VOLATILITY_STRIKE = 0.25;
/** Our choice: days to expiry for which one expiry alone may stand for 30 days. */
const SINGLE_EXPIRY_DAYS = [15, 60] as const;

/** At-the-money volatility of one expiry: annualised fraction; `trading_days` are weekdays. */
export interface ExpiryVolatility {
  readonly expiry: string;
  readonly days: number;
  readonly trading_days: number;
  readonly implied_volatility: number;
}

/**
 * At-the-money volatility of each expiry after `today`, ascending. Our choice: at each strike the
 * mean of call and put, then linear in strike between the two that enclose the price (only one
 * side quoted: the nearest), strikes within 25 % of the price only. Trading days are weekdays;
 * holidays are not subtracted (Our choice: one in thirty days moves a variance by about 5 %).
 */
export function termStructure(
  chain: readonly OptionContract[],
  today: string,
): readonly ExpiryVolatility[] {
  return [...byExpiry(chain)].flatMap(([expiry, contracts]) => {
    const days = daysBetween(today, expiry);
    const implied_volatility = atTheMoneyVolatility(contracts);
    if (days < 1 || implied_volatility === null) return [];
    const trading_days = Math.max(1, differenceInBusinessDays(parseISO(expiry), parseISO(today)));
    return [{ expiry, days, trading_days, implied_volatility }];
  });
}

/**
 * Volatility of 30 calendar days, annualised fraction: total variance (σ²·days) interpolated
 * linearly between the expiries that enclose day 30. Our choice: without such a pair the nearest
 * expiry stands alone when 15 to 60 days away, else null.
 */
export function volatility30Days(term: readonly ExpiryVolatility[]): number | null {
  const before = term.findLast((point) => point.days <= 30);
  const after = term.find((point) => point.days >= 30);
  if (before !== undefined && after !== undefined) {
    const share = before === after ? 0 : (30 - before.days) / (after.days - before.days);
    const variance = totalVariance(before) * (1 - share) + totalVariance(after) * share;
    return Math.sqrt((variance * 365) / 30);
  }
  const only = before ?? after;
  const [least, most] = SINGLE_EXPIRY_DAYS;
  return only !== undefined && only.days >= least && only.days <= most
    ? only.implied_volatility
    : null;
}

export interface ImpliedMove {
  readonly implied_move_pct: number;
  readonly one_sd_pct: number;
  readonly flags: readonly string[];
}

/**
 * Move of the underlying until one expiry that its options imply, in percent. `implied_move_pct`
 * (expected absolute move) = at-the-money straddle ÷ price; `one_sd_pct` = 1.2533 times that
 * (Brenner & Subrahmanyam 1988). Our choice: the straddle at the nearest strike with both sides
 * usable, within 10 % of the price; without one the move comes from the at-the-money volatility,
 * flagged `no_atm_straddle`; without that either, null.
 */
export function impliedMove(
  contracts: readonly OptionContract[],
  point: ExpiryVolatility | undefined,
): ImpliedMove | null {
  const price = contracts[0]?.underlying_price_usd;
  if (price === undefined) return null;
  const straddle = atTheMoneyStraddle(contracts, price);
  if (straddle !== null) return straddleMove(straddle, price);
  if (point === undefined) return null;
  const one_sd_pct = (100 * expectedMove(price, point.implied_volatility, point.days)) / price;
  const implied_move_pct = one_sd_pct * MEAN_ABSOLUTE_PER_SD;
  return { implied_move_pct, one_sd_pct, flags: ['no_atm_straddle'] };
}

/** The move in percent that a straddle of `straddle_usd` implies; see `impliedMove`. */
export function straddleMove(straddle_usd: number, price_usd: number): ImpliedMove {
  const implied_move_pct = (100 * straddle_usd) / price_usd;
  return { implied_move_pct, one_sd_pct: implied_move_pct / MEAN_ABSOLUTE_PER_SD, flags: [] };
}

/** One standard deviation in US dollars over `days` calendar days: S·σ·√(days/365) (tastytrade). */
export function expectedMove(price_usd: number, volatility: number, days: number): number {
  return price_usd * volatility * Math.sqrt(days / 365);
}

/** Variance of the log price from now to an expiry: σ²·T, T in calendar days / 365. */
export function totalVariance(point: ExpiryVolatility): number {
  return (point.implied_volatility ** 2 * point.days) / 365;
}

/** The standard contracts of a chain by expiry, in the chain's order. */
export function byExpiry(
  chain: readonly OptionContract[],
): ReadonlyMap<string, readonly OptionContract[]> {
  return groupBy(chain.filter(isStandard), (contract) => contract.expiry);
}

function atTheMoneyVolatility(contracts: readonly OptionContract[]): number | null {
  const points = volatilityByStrike(contracts);
  const price = contracts[0]?.underlying_price_usd ?? 0;
  const below = points.findLast((point) => point.strike <= price);
  const above = points.find((point) => point.strike >= price);
  if (below === undefined || above === undefined) return (below ?? above)?.volatility ?? null;
  if (below.strike === above.strike) return below.volatility;
  const share = (price - below.strike) / (above.strike - below.strike);
  return below.volatility * (1 - share) + above.volatility * share;
}

function volatilityByStrike(contracts: readonly OptionContract[]) {
  const near = contracts.filter(
    ({ strike, underlying_price_usd }) =>
      Math.abs(strike / underlying_price_usd - 1) <= FARTHEST_VOLATILITY_STRIKE,
  );
  return pairsByStrike(near)
    .map(({ strike, pair }) => ({
      strike,
      volatilities: pair.flatMap(({ implied_volatility }) => implied_volatility ?? []),
    }))
    .filter(({ volatilities }) => volatilities.length > 0)
    .map(({ strike, volatilities }) => ({ strike, volatility: mean(volatilities) }))
    .sort((a, b) => a.strike - b.strike);
}

function atTheMoneyStraddle(contracts: readonly OptionContract[], price: number): number | null {
  const straddles = pairsByStrike(contracts)
    .flatMap(({ strike, pair }) => {
      const call = pair.find(({ type }) => type === 'call');
      const put = pair.find(({ type }) => type === 'put');
      const mids = [call, put].map((side) => (side === undefined ? null : usableMid(side)));
      const [call_usd, put_usd] = mids;
      if (typeof call_usd !== 'number' || typeof put_usd !== 'number') return [];
      return [{ distance: Math.abs(strike / price - 1), strike, cost_usd: call_usd + put_usd }];
    })
    .filter(({ distance }) => distance <= FARTHEST_STRADDLE_STRIKE)
    .sort((a, b) => a.distance - b.distance || a.strike - b.strike);
  return straddles[0]?.cost_usd ?? null;
}

function pairsByStrike(contracts: readonly OptionContract[]) {
  const pairs = groupBy(contracts, (contract) => String(contract.strike));
  return [...pairs].map(([strike, pair]) => ({ strike: Number(strike), pair }));
}
