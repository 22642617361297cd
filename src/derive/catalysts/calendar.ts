import { dayOf } from '../../domain/dates.ts';
import { closeOnOrAfter, closeOnOrBefore } from '../../domain/market/price-bars.ts';
import { identifier, type Sourced } from '../../store/facts-store.ts';
import { eventDay } from '../approval/approval.ts';
import { type RealisedMove, realisedMove } from '../approval/realised-move.ts';
import type { Collections } from '../collection.ts';
import { companyFields } from '../market/companies.ts';
import { priceHistory } from '../market/price-history.ts';
import { predictedVolatility } from '../options/predicted-volatility.ts';
import type { Refresh } from '../refresh.ts';
import { present } from '../rows.ts';
import { catalystAnalysis } from './catalyst-analysis.ts';
import { dateMoves } from './date-moves.ts';

export const calendarCollections = {
  calendar: { rows: calendar },
  calendarHistory: { rows: calendarHistory },
} satisfies Collections;

/** The catalysts as the two upcoming calendars show them, with the company's fields. */
function calendar(refresh: Refresh) {
  const companies = refresh.memo(companyFields);
  const analyses = refresh.memo(catalystAnalysis);
  const volatilities = refresh.memo(predictedVolatility);
  return refresh.facts.all('catalysts').map((catalyst) => {
    const id = identifier('catalysts', catalyst);
    return present({
      ...catalyst,
      name: refresh.universe.company(catalyst.ticker)?.name,
      ...companies.get(catalyst.ticker),
      ...analyses.get(id),
      predicted_iv: volatilities.get(id),
      date_moves: dateMoves(refresh, id, catalyst),
    });
  });
}

/** The catalysts as the historical calendar shows them, with prices and the move between them. */
export function calendarHistory(refresh: Refresh) {
  const analyses = refresh.memo(catalystAnalysis);
  return refresh.facts.all('catalysts').map((catalyst) => {
    const id = identifier('catalysts', catalyst);
    const company = refresh.universe.company(catalyst.ticker);
    const { market_analysis, ...analysis } = analyses.get(id) ?? {};
    const known = [market_analysis, marketAnswer(refresh, catalyst)].filter(Boolean);
    return {
      ...present(catalyst),
      ...analysis,
      ...(known.length > 0 ? { market_analysis: known.join(' ') } : {}),
      _id: id,
      name: company ? [company.name] : [],
      ...move(refresh, catalyst),
      date_moves: dateMoves(refresh, id, catalyst),
    };
  });
}

/**
 * How the share answered an event whose outcome and day are known, with the closes between which it
 * moved; null without both.
 */
function marketAnswer(refresh: Refresh, catalyst: Sourced<'catalysts'>): string | null {
  const { decision, decision_date, outcome, catdate } = catalyst;
  const day = eventDay(catalyst);
  const isKnown = (decision || outcome) && (decision_date || dayOf(catdate)) && day < refresh.today;
  const { ticker } = catalyst;
  const move = isKnown ? refresh.recall(recalledMove, { ticker, day }) : null;
  if (move === null) return null;
  const sign = move.move_pct < 0 ? '−' : '+';
  return (
    `The share moved ${sign}${Math.abs(move.move_pct).toFixed(1)} % from the close of ` +
    `${move.from} to that of ${move.to}.`
  );
}

/** The same as `realisedMove`, for later refreshes too. */
export function recalledMove(
  refresh: Refresh,
  { ticker, day }: { readonly ticker: string; readonly day: string },
): RealisedMove | null {
  return realisedMove(refresh, ticker, day);
}

/**
 * `percentageChange` = (catalystDayPrice − createdDayPrice) ÷ createdDayPrice × 100, null where
 * either price is null (the spec).
 *
 * Our choice: a day without a session takes, for the created date, the last close before it, and
 * for the catalyst day, the next one, since that is where the market first answers the event. The
 * catalyst day is that of the decision where the FDA decided before its goal date.
 */
function move(refresh: Refresh, { ticker, ...catalyst }: Sourced<'catalysts'>) {
  const days = { created: dayOf(catalyst.createdDate) ?? null, event: eventDay(catalyst) };
  const { before, after } = refresh.recall(closesAround, { ticker, ...days });
  const known = before !== null && before > 0 && after !== null;
  return {
    createdDayPrice: before,
    catalystDayPrice: after,
    percentageChange: known ? Math.round(((after - before) / before) * 10_000) / 100 : null,
  };
}

interface EventDays {
  readonly ticker: string;
  readonly created: string | null;
  readonly event: string;
}

/** The last close up to the created date and the first from the event on; null for none. */
export function closesAround(refresh: Refresh, { ticker, created, event }: EventDays) {
  const closes = refresh.memo(priceHistory).get(ticker) ?? [];
  return {
    before: created ? closeOnOrBefore(closes, created) : null,
    after: closeOnOrAfter(closes, event),
  };
}
