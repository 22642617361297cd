import { OUTCOME_UNKNOWN } from '../../catalogue/event-types.ts';
import { dayOf } from '../../domain/dates.ts';
import { identifier, type Sourced } from '../../store/facts-store.ts';
import { type FdaDecision, outcomeOf } from '../approval/fda-decision.ts';
import { isPdufa } from '../approval/goal-dates.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { companyFields } from '../market/companies.ts';
import { predictedVolatility } from '../options/predicted-volatility.ts';
import { catalystOn } from '../point-in-time.ts';
import type { DrugIndex } from '../programs/drug-index.ts';
import { present } from '../rows.ts';
import { changesByCatalyst } from './changes-by-catalyst.ts';
import { catalystAnalysis, catalystOutlooks } from './company-outlooks.ts';
import { decisionsByDrug, knownOf } from './known-values.ts';

export const calendarCollections = {
  calendar: { from: ['catalysts'], rows: calendar },
  calendarHistory: { from: ['catalysts'], rows: calendarHistory },
  calendarOnDays: { from: ['catalysts'], rows: calendarOnDays },
  calendarHistoryOnDays: { from: ['catalysts'], rows: calendarHistoryOnDays },
} satisfies Collections;

/** Records of the two calendars of future catalysts. Each is a catalyst with company fields. */
function calendar(refresh: Refresh) {
  const companies = refresh.memo(companyFields);
  const analyses = refresh.memo(catalystAnalysis);
  const volatilities = refresh.memo(predictedVolatility);
  return refresh.facts.all('catalysts').map((catalyst) => {
    const id = identifier('catalysts', catalyst);
    return present({
      ...withDisplayDate(catalyst),
      name: refresh.universe.company(catalyst.ticker)?.name,
      ...companies.get(catalyst.ticker),
      ...analyses.get(id),
      predicted_iv: volatilities.get(id),
    });
  });
}

/**
 * Records of the historical calendar: catalysts with the closing prices around the event and the
 * price move between these closes.
 */
export function calendarHistory(refresh: Refresh) {
  const outlooks = refresh.memo(catalystOutlooks);
  const analyses = refresh.memo(catalystAnalysis);
  const decisions = refresh.memo(decisionsByDrug);
  return refresh.facts.all('catalysts').map((catalyst) => {
    const id = identifier('catalysts', catalyst);
    const company = refresh.universe.company(catalyst.ticker);
    const { answer, closes } = outlooks.get(id)!;
    const { market_analysis, ...analysis } = analyses.get(id) ?? {};
    const decision = decisionOn(catalyst, decisions);
    // The sentence `OUTCOME_UNKNOWN` is added even before the goal date, so that no refresh is
    // needed on the day after the goal date. The sentence is not shown too early, because the
    // historical calendar lists a record only from its goal date.
    const unknown = isUnanswered(catalyst, decision) ? OUTCOME_UNKNOWN : null;
    const analyzed = [happened(catalyst, decision), market_analysis, unknown, answer].filter(
      Boolean,
    );
    const known = knownOf(refresh, id, catalyst, decision);
    return {
      ...present(withDisplayDate(catalyst)),
      ...analysis,
      ...(analyzed.length > 0 ? { market_analysis: analyzed.join(' ') } : {}),
      ...(known.length > 0 ? { known } : {}),
      _id: id,
      name: company ? [company.name] : [],
      ...closes,
    };
  });
}

/**
 * The states of each catalyst on past days, for requests with `as_of`. Computed fields are absent,
 * because they are not recomputed for past days.
 */
function calendarOnDays(refresh: Refresh) {
  return statesOfAll(refresh).map(({ state, id: _, ...days }) => ({
    ...present(withDisplayDate(state)),
    ...days,
    name: refresh.universe.company(state.ticker)?.name,
  }));
}

/**
 * The states of each catalyst on past days, for the historical calendar. Our choice: each state has
 * the price move around the event, although the move became known only after the event.
 */
function calendarHistoryOnDays(refresh: Refresh) {
  const outlooks = refresh.memo(catalystOutlooks);
  return statesOfAll(refresh).map(({ state, id, ...days }) => {
    const company = refresh.universe.company(state.ticker);
    return {
      ...present(withDisplayDate(state)),
      ...days,
      _id: id,
      name: company ? [company.name] : [],
      ...outlooks.get(id)!.closes,
    };
  });
}

/**
 * The states of each catalyst from its first day, oldest first. A state is the catalyst as it was
 * known from the day `known_from` until the day before `known_until`.
 */
function statesOfAll(refresh: Refresh) {
  const changesOf = refresh.memo(changesByCatalyst);
  return refresh.facts.all('catalysts').flatMap((catalyst) => {
    const id = identifier('catalysts', catalyst);
    const created = dayOf(catalyst.createdDate);
    if (created === undefined) return [];
    const changes = changesOf.get(id) ?? [];
    const later = changes.map(({ changed_date }) => changed_date).filter((day) => day > created);
    const days = [...new Set([created, ...later])].sort();
    return days.flatMap((known_from, at) => {
      const state = catalystOn(catalyst, known_from, changes);
      return state ? { id, state, known_from, known_until: days[at + 1] ?? NEVER } : [];
    });
  });
}

const NEVER = '9999-12-31';

function withDisplayDate(catalyst: Sourced<'catalysts'>): Sourced<'catalysts'> {
  return { ...catalyst, catdate: catalyst.catdate ?? catalyst.formattedDate };
}

/**
 * The decision or the result of a past event as text, because calendar records have no fields for
 * them.
 */
function happened(catalyst: Sourced<'catalysts'>, found: FdaDecision | undefined): string | null {
  const { decision, decision_date, outcome } = catalyst;
  if (found && outcomeOf(found.decision) === 'withdrawn') {
    return `The application was withdrawn on ${found.decided}.`;
  }
  if (decision) return `FDA decision: ${decision}${decision_date ? ` on ${decision_date}` : ''}.`;
  return outcome ? `Result: ${outcome}.` : null;
}

/** The FDA decision whose goal date is the date of the catalyst. */
function decisionOn(catalyst: Sourced<'catalysts'>, decisions: DrugIndex<FdaDecision>) {
  const { ticker, drugname, formattedDate } = catalyst;
  if (!isPdufa(catalyst)) return undefined;
  const own = decisions.find({ ticker, names: [drugname] });
  return own.find(({ goal_date }) => goal_date === formattedDate);
}

/**
 * Returns a function that tests whether a catalyst is a past goal date for which the store has no
 * FDA decision.
 */
export function goalsWithoutOutcome(refresh: Refresh): (catalyst: Sourced<'catalysts'>) => boolean {
  const decisions = refresh.memo(decisionsByDrug);
  return (catalyst) =>
    catalyst.formattedDate < refresh.today &&
    isUnanswered(catalyst, decisionOn(catalyst, decisions));
}

/** Whether a catalyst is a goal date for which the store has no FDA decision. */
function isUnanswered(catalyst: Sourced<'catalysts'>, decision: FdaDecision | undefined): boolean {
  return isPdufa(catalyst) && !catalyst.decision && !decision;
}
