import { TRADING_DAYS_PER_YEAR } from '../../domain/constants.ts';
import { isNextSession } from '../../domain/market/exchange-days.ts';
import { moveAround } from '../../domain/market/price-bars.ts';
import {
  type PastMove,
  predictedVolatility as predict,
} from '../../domain/options/option-events.ts';
import { annualizedVolatility } from '../../domain/portfolio/portfolio-metrics.ts';
import { identifier, type Sourced } from '../../store/facts-store.ts';
import { nextCatalystOn } from '../catalysts/next-catalyst.ts';
import type { Refresh } from '../computation.ts';
import { marketCaps } from '../market/market.ts';
import { closesOf, marketCapOn } from '../market/price-history.ts';
import { termStructures } from './chains.ts';

type Catalyst = Sourced<'catalysts'>;

/** Our choice: catalysts that match this pattern move prices. Filings and congresses do not. */
const MOVING = /pdufa|adcomm|advisory|readout|topline/i;
/** Our choice: number of trading days over which the usual volatility of a stock is measured. */
const volatilitySessions = 63;
/** Our choice: minimum number of daily returns from which this volatility is computed. */
const leastSessions = 32;

/**
 * `predicted_iv` of future catalysts by catalyst identifier: the 30-day volatility just before the
 * event, as an annualized fraction. It is computed from the newest option chain. If this is not
 * possible, it is computed from past moves at comparable events and the usual volatility of the
 * stock (see domain/options/option-events.ts). Catalysts without a value are absent.
 */
export function predictedVolatility(refresh: Refresh): ReadonlyMap<string, number> {
  const terms = refresh.memo(termStructures);
  const moves = refresh.memo(pastMoves);
  const caps = refresh.memo(marketCaps);
  return new Map(
    refresh
      .memo(movingCatalysts)
      .filter(({ formattedDate }) => formattedDate > refresh.today)
      .flatMap((catalyst) => {
        const predicted_iv = predict(
          {
            event_date: catalyst.formattedDate,
            catalyst: catalyst.catalyst,
            market_cap_usd: caps.get(catalyst.ticker) ?? null,
            base_volatility: everydayVolatility(refresh, catalyst.ticker),
          },
          terms.get(catalyst.ticker) ?? [],
          moves,
          refresh.today,
        );
        if (predicted_iv === null) return [];
        return [[identifier('catalysts', catalyst), predicted_iv] as const];
      }),
  );
}

/** The ticker's next price-moving event after a day, with its data as of that day. */
export function movingEventOn(refresh: Refresh, ticker: string, date: string) {
  const isMoving = ({ catalyst, formattedDate }: Catalyst) =>
    MOVING.test(catalyst) && formattedDate > date;
  return nextCatalystOn(refresh, ticker, date, isMoving);
}

/**
 * Price moves at decided catalysts (see `moveAround`). Our choice: moves are not adjusted for the
 * market, whose daily move is small in comparison.
 */
function pastMoves(refresh: Refresh): readonly PastMove[] {
  return refresh.memo(movingCatalysts).flatMap((catalyst) => {
    const date = catalyst.decision_date ?? catalyst.formattedDate;
    const isDecided = Boolean(catalyst.decision ?? catalyst.outcome);
    if (!isDecided || date >= refresh.today) return [];
    const move = moveOn(refresh, catalyst.ticker, date);
    return move ? [{ date, catalyst: catalyst.catalyst, ...move }] : [];
  });
}

/**
 * The price move at an event in percent, and the market value before the event. Null if either is
 * unknown.
 */
export function moveOn(refresh: Refresh, ticker: string, date: string) {
  const move = moveAround(closesOf(refresh, ticker), date);
  const market_cap_usd = move && marketCapOn(refresh, ticker, move.from);
  if (!move || market_cap_usd === null) return null;
  return { market_cap_usd, move_pct: move.move_pct };
}

/**
 * Realized volatility of daily returns over the last 63 trading days, as an annualized fraction.
 * Null if too few closes are known.
 */
export function everydayVolatility(refresh: Refresh, ticker: string): number | null {
  const { days, closes } = closesOf(refresh, ticker);
  const returns: number[] = [];
  for (let at = Math.max(1, days.length - volatilitySessions); at < days.length; at += 1) {
    if (!isNextSession(days[at - 1]!, days[at]!)) continue;
    returns.push(closes[at]! / closes[at - 1]! - 1);
  }
  return returns.length < leastSessions
    ? null
    : annualizedVolatility(returns, TRADING_DAYS_PER_YEAR);
}

/** Catalysts known today whose type matches `MOVING`, earliest first. */
function movingCatalysts({ facts }: Refresh): readonly Catalyst[] {
  return facts
    .all('catalysts')
    .filter(({ catalyst }) => MOVING.test(catalyst))
    .sort((a, b) => (a.formattedDate < b.formattedDate ? -1 : 1));
}
