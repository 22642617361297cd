import { median } from 'simple-statistics';
import { TRADING_DAYS_PER_YEAR } from '../constants.ts';
import { MEDIAN_DEVIATION } from '../market/constants.ts';
import { type ExpiryVolatility, totalVariance } from './option-volatility.ts';

/** Our choice: minimum number of past moves from which the volatility of an event is predicted. */
const MIN_COMPARABLE_MOVES = 5;
/**
 * Our choice: the predicted volatility covers 30 calendar days, so that predictions are comparable.
 */
const PREDICTED_YEARS = 30 / 365;

/**
 * Volatility of an event from the term structure on an earlier day (Bennett, Trading Volatility,
 * §6.4): σ_E² = w₁ − b·(n₁ − 1). w₁ is the total variance until the first expiry after the event,
 * and n₁ is the number of trading days until then. b is the variance of a day without the event. It
 * is computed from the last expiry before the event. If there is no expiry before the event, b =
 * (w₂ − w₁)/(n₂ − n₁), where w₂ and n₂ belong to the second expiry after the event. Our choice: an
 * expiry on the day of the event is not used.
 * @returns the volatilities, or a flag that states why there are none: `no_expiry_after_event`,
 *   `one_expiry_after_event`, `falling_total_variance`, `no_event_premium`
 */
export function eventVolatility(term: readonly ExpiryVolatility[], event_date: string) {
  const before = term.findLast((point) => point.expiry < event_date);
  const first = term.find((point) => point.expiry > event_date);
  if (first === undefined) return 'no_expiry_after_event';
  const second = term.find((point) => point.trading_days > first.trading_days);
  if (before === undefined && second === undefined) return 'one_expiry_after_event';
  const daily = before === undefined ? forwardVariance(first, second!) : dailyVariance(before);
  if (daily < 0) return 'falling_total_variance';
  const variance = totalVariance(first) - daily * (first.trading_days - 1);
  if (variance <= 0) return 'no_event_premium';
  return {
    /** One standard deviation of the event's move, as a fraction of the price, not annualized. */
    event_volatility: Math.sqrt(variance),
    /** Annualized volatility of the days other than the day of the event, as a fraction. */
    base_volatility: Math.sqrt(daily * TRADING_DAYS_PER_YEAR),
  };
}

type EventVolatility = Exclude<ReturnType<typeof eventVolatility>, string>;

/** A past decision or readout with its price move, percent. */
export interface PastMove {
  readonly date: string;
  readonly catalyst: string;
  readonly market_cap_usd: number;
  readonly move_pct: number;
}

/**
 * The future event to predict. `base_volatility` is the realized volatility, an annualized
 * fraction.
 */
interface PredictedEvent {
  readonly event_date: string;
  readonly catalyst: string;
  readonly market_cap_usd: number | null;
  readonly base_volatility: number | null;
}

/**
 * Predicts the 30-day implied volatility that options will have just before the event, an
 * annualized fraction: √((σ_b²·(T − 1/252) + σ_E²)/T), where T is `PREDICTED_YEARS`. σ_E and σ_b
 * come from the term structure on `today`. If they cannot be computed from it, σ_E comes from
 * comparable past moves, and σ_b is the realized volatility of the stock. Null if σ_E or σ_b is
 * unknown.
 */
export function predictedVolatility(
  event: PredictedEvent,
  term: readonly ExpiryVolatility[],
  moves: readonly PastMove[],
  today: string,
): number | null {
  const chain = eventVolatility(term, event.event_date);
  if (typeof chain !== 'string') return predicted(chain);
  const event_volatility = comparableVolatility(event, moves, today);
  const { base_volatility } = event;
  if (event_volatility === null || base_volatility === null) return null;
  return predicted({ event_volatility, base_volatility });
}

/**
 * One standard deviation of the price moves at comparable events before `today`, as a fraction.
 * Events are comparable if they have the same kind of catalyst and their companies have the same
 * size (see `capBucket`). The result is the median |move| ÷ 0.6745, as for a normal variable with
 * mean 0. Null if there are too few moves.
 */
export function comparableVolatility(
  event: Pick<PredictedEvent, 'catalyst' | 'market_cap_usd'>,
  moves: readonly PastMove[],
  today: string,
): number | null {
  if (event.market_cap_usd === null) return null;
  const bucket = capBucket(event.market_cap_usd);
  const sizes = moves
    .filter((move) => move.date < today && move.catalyst === event.catalyst)
    .filter((move) => capBucket(move.market_cap_usd) === bucket)
    .map((move) => Math.abs(move.move_pct));
  if (sizes.length < MIN_COMPARABLE_MOVES) return null;
  return median(sizes) / 100 / MEDIAN_DEVIATION;
}

/**
 * Size of a company by market capitalization: micro below $300 million, small below $2 billion, mid
 * below $10 billion, else large.
 */
export function capBucket(market_cap_usd: number): 'micro' | 'small' | 'mid' | 'large' {
  if (market_cap_usd < 300e6) return 'micro';
  if (market_cap_usd < 2e9) return 'small';
  return market_cap_usd < 10e9 ? 'mid' : 'large';
}

function predicted({ event_volatility, base_volatility }: EventVolatility): number {
  const plain = base_volatility ** 2 * (PREDICTED_YEARS - 1 / TRADING_DAYS_PER_YEAR);
  return Math.sqrt((plain + event_volatility ** 2) / PREDICTED_YEARS);
}

function dailyVariance(point: ExpiryVolatility): number {
  return totalVariance(point) / point.trading_days;
}

function forwardVariance(first: ExpiryVolatility, second: ExpiryVolatility): number {
  const days = second.trading_days - first.trading_days;
  return (totalVariance(second) - totalVariance(first)) / days;
}
