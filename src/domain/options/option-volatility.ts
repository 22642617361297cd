import { differenceInBusinessDays } from 'date-fns/differenceInBusinessDays';
import { parseISO } from 'date-fns/parseISO';
import { mean } from 'simple-statistics';
import { daysBetween } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import { MAX_STRADDLE_DISTANCE, SINGLE_EXPIRY_DAYS } from './constants.ts';
import { isStandard, type OptionContract, usableMid } from './option-chain.ts';

/**
 * Mean absolute value of a standard normal variable. An at-the-money straddle costs one standard
 * deviation of the price times this number.
 */
const MEAN_ABSOLUTE_PER_SD = Math.sqrt(2 / Math.PI);

/**
 * Our choice: a strike counts for at-the-money volatility if it differs from the price by at most
 * this share of the price.
 */
const MAX_STRIKE_DISTANCE = 0.25;

/**
 * At-the-money volatility of each expiry after `today`, ascending. Our choice: the volatility of a
 * strike is the mean of its call and put. It is interpolated between the nearest strikes below and
 * above the price. If all strikes are on one side of the price, the nearest strike is used. Our
 * choice: holidays are treated as trading days, because one holiday in thirty days changes a
 * variance by only about 5%.
 */
export function termStructure(chain: readonly OptionContract[], today: string) {
  return [...byExpiry(chain)].flatMap(([expiry, contracts]) => {
    const days = daysBetween(today, expiry);
    const implied_volatility = atTheMoneyVolatility(contracts);
    if (days < 1 || implied_volatility === null) return [];
    const trading_days = Math.max(1, differenceInBusinessDays(parseISO(expiry), parseISO(today)));
    return [{ expiry, days, trading_days, implied_volatility }];
  });
}

/**
 * At-the-money volatility of one expiry, an annualized fraction. `trading_days` counts weekdays.
 */
export type ExpiryVolatility = Readonly<ReturnType<typeof termStructure>[number]>;

/**
 * Volatility over 30 calendar days, an annualized fraction. The total variance σ²·days is
 * interpolated linearly between the expiries before and after day 30. If all expiries are on one
 * side of day 30, the volatility of the nearest expiry is used. Null if this expiry is outside
 * `SINGLE_EXPIRY_DAYS`.
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

/**
 * Implied move of the underlying until one expiry, percent. `implied_move_pct` is the expected
 * absolute move: the price of the at-the-money straddle ÷ the price of the stock. `one_sd_pct` is
 * 1.2533 times `implied_move_pct` (Brenner & Subrahmanyam 1988). Our choice: only straddles whose
 * call and put both have a usable quote are considered, and the one with the strike nearest to the
 * price is used. If there is none within `MAX_STRADDLE_DISTANCE`, the move is computed from the
 * at-the-money volatility, and the flag `no_atm_straddle` is set.
 */
export function impliedMove(
  contracts: readonly OptionContract[],
  point: ExpiryVolatility | undefined,
) {
  const price = contracts[0]?.underlying_price_usd;
  if (price === undefined) return null;
  const straddle = atTheMoneyStraddle(contracts, price);
  if (straddle !== null) return straddleMove(straddle, price);
  if (point === undefined) return null;
  const one_sd_pct = (100 * expectedMove(price, point.implied_volatility, point.days)) / price;
  const implied_move_pct = one_sd_pct * MEAN_ABSOLUTE_PER_SD;
  return { implied_move_pct, one_sd_pct, flags: ['no_atm_straddle'] };
}

/** Implied move from the price of a straddle, percent. */
export function straddleMove(straddle_usd: number, price_usd: number) {
  const implied_move_pct = (100 * straddle_usd) / price_usd;
  return { implied_move_pct, one_sd_pct: implied_move_pct / MEAN_ABSOLUTE_PER_SD, flags: [] };
}

/**
 * One standard deviation of the price in US dollars over `days` calendar days: S·σ·√(days/365)
 * (tastytrade).
 */
export function expectedMove(price_usd: number, volatility: number, days: number): number {
  return price_usd * volatility * Math.sqrt(days / 365);
}

/**
 * Variance of the log price until an expiry: σ²·T, with T in calendar days / 365.
 */
export function totalVariance(point: ExpiryVolatility): number {
  return (point.implied_volatility ** 2 * point.days) / 365;
}

/** The standard contracts of a chain, grouped by expiry. Their order is that of the chain. */
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
      Math.abs(strike / underlying_price_usd - 1) <= MAX_STRIKE_DISTANCE,
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
    .filter(({ distance }) => distance <= MAX_STRADDLE_DISTANCE)
    .sort((a, b) => a.distance - b.distance || a.strike - b.strike);
  return straddles[0]?.cost_usd ?? null;
}

function pairsByStrike(contracts: readonly OptionContract[]) {
  const pairs = groupBy(contracts, (contract) => String(contract.strike));
  return [...pairs].map(([strike, pair]) => ({ strike: Number(strike), pair }));
}
