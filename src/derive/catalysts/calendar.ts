import { identifier, type Sourced } from '../../store/facts-store.ts';
import type { FdaDecision } from '../approval/decisions.ts';
import { isPdufa } from '../approval/goal-dates.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { companyFields } from '../market/companies.ts';
import { predictedVolatility } from '../options/predicted-volatility.ts';
import { present } from '../rows.ts';
import { catalystAnalysis, catalystOutlooks } from './company-outlooks.ts';
import { dateMoves } from './date-moves.ts';
import { decisionsByDrug, knownOf } from './known-values.ts';

export const calendarCollections = {
  calendar: { from: ['catalysts'], rows: calendar },
  calendarHistory: { from: ['catalysts'], rows: calendarHistory },
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
  const decisions = refresh.memo(decisionsByDrug);
  return refresh.facts.all('catalysts').map((catalyst) => {
    const id = identifier('catalysts', catalyst);
    const company = refresh.universe.company(catalyst.ticker);
    const { answer, closes } = outlooks.get(id)!;
    const { market_analysis, ...analysis } = analyses.get(id) ?? {};
    const { ticker, drugname, formattedDate } = catalyst;
    const decision = isPdufa(catalyst)
      ? decisions
          .find({ ticker, names: [drugname] })
          .find(({ goal_date }) => goal_date === formattedDate)
      : undefined;
    const unanswered = isUnanswered(refresh, catalyst, decision) ? OUTCOME_UNKNOWN : null;
    const analyzed = [market_analysis, unanswered, answer].filter(Boolean);
    const known = knownOf(refresh, id, catalyst, decision);
    return {
      ...present(catalyst),
      ...analysis,
      ...(analyzed.length > 0 ? { market_analysis: analyzed.join(' ') } : {}),
      ...(known.length > 0 ? { known } : {}),
      _id: id,
      name: company ? [company.name] : [],
      ...closes,
      date_moves: dateMoves(refresh, id, catalyst),
    };
  });
}

const OUTCOME_UNKNOWN = 'The goal date has passed, and no outcome is known.';

/** Whether a goal date has passed without a known FDA decision. */
function isUnanswered(
  { today }: Refresh,
  catalyst: Sourced<'catalysts'>,
  decision: FdaDecision | undefined,
): boolean {
  if (!isPdufa(catalyst) || catalyst.decision || decision) return false;
  return catalyst.formattedDate < today;
}
