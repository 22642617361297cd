import { dayOf } from '../../domain/dates.ts';
import { closeOnOrAfter, closeOnOrBefore } from '../../domain/market/price-bars.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { eventDay } from '../approval/approval.ts';
import type { Collections } from '../collection.ts';
import { companyFields } from '../market/companies.ts';
import { priceHistory } from '../market/price-history.ts';
import { predictedVolatility } from '../options/predicted-volatility.ts';
import type { Refresh } from '../refresh.ts';
import { identifier, present } from '../rows.ts';
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
    return {
      ...present(catalyst),
      ...analyses.get(id),
      _id: id,
      name: company ? [company.name] : [],
      ...move(refresh, catalyst),
      date_moves: dateMoves(refresh, id, catalyst),
    };
  });
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
  const closes = refresh.memo(priceHistory).get(ticker) ?? [];
  const created = dayOf(catalyst.createdDate);
  const before = created ? closeOnOrBefore(closes, created) : null;
  const after = closeOnOrAfter(closes, eventDay(catalyst));
  const known = before !== null && before > 0 && after !== null;
  return {
    createdDayPrice: before,
    catalystDayPrice: after,
    percentageChange: known ? Math.round(((after - before) / before) * 10_000) / 100 : null,
  };
}
