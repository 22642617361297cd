import { identifier, type Sourced } from '../../store/facts-store.ts';
import { fdaDecisions } from '../approval/decisions.ts';
import { isPdufa } from '../approval/goal-dates.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { companyFields } from '../market/companies.ts';
import { predictedVolatility } from '../options/predicted-volatility.ts';
import { drugIndex } from '../programs/drug-index.ts';
import { present } from '../rows.ts';
import { catalystAnalysis, catalystOutlooks } from './company-outlooks.ts';
import { dateMoves } from './date-moves.ts';

export const calendarCollections = {
  calendar: { rows: calendar },
  calendarHistory: { rows: calendarHistory },
} satisfies Collections;

/** Records of the two upcoming calendars: catalysts with company fields. */
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

/** Records of the historical calendar: catalysts with prices and the price move between them. */
export function calendarHistory(refresh: Refresh) {
  const outlooks = refresh.memo(catalystOutlooks);
  const analyses = refresh.memo(catalystAnalysis);
  const isUnanswered = goalsWithoutOutcome(refresh);
  return refresh.facts.all('catalysts').map((catalyst) => {
    const id = identifier('catalysts', catalyst);
    const company = refresh.universe.company(catalyst.ticker);
    const { answer, closes } = outlooks.get(id)!;
    const { market_analysis, ...analysis } = analyses.get(id) ?? {};
    const unanswered = isUnanswered(catalyst) ? OUTCOME_UNKNOWN : null;
    const known = [market_analysis, unanswered, answer].filter(Boolean);
    return {
      ...present(catalyst),
      ...analysis,
      ...(known.length > 0 ? { market_analysis: known.join(' ') } : {}),
      _id: id,
      name: company ? [company.name] : [],
      ...closes,
      date_moves: dateMoves(refresh, id, catalyst),
    };
  });
}

const OUTCOME_UNKNOWN = 'The goal date has passed, and no outcome is known.';

/** Returns a function that tests whether a goal date has passed without a known FDA decision. */
function goalsWithoutOutcome(refresh: Refresh): (catalyst: Sourced<'catalysts'>) => boolean {
  const decisions = drugIndex(refresh, refresh.memo(fdaDecisions), (one) => one);
  return (catalyst) => {
    const { ticker, drugname, decision, formattedDate } = catalyst;
    if (!isPdufa(catalyst) || decision || formattedDate >= refresh.today) return false;
    const own = decisions.find({ ticker, names: [drugname] });
    return own.every(({ goal_date }) => goal_date !== formattedDate);
  };
}
