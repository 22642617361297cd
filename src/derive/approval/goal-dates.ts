import { compareText } from '../../domain/compare-text.ts';
import { daysBetween } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Fact } from '../../facts/fact-kinds.ts';
import type { Refresh } from '../computation.ts';
import { drugIndex, type NamedDrug } from '../programs/drug-index.ts';
import { quotedStatements } from '../text-statements.ts';

/**
 * Our choice: an FDA decision belongs to a goal date if it is made at most 120 days before or 30
 * days after this date.
 */
export const GOAL_AHEAD_DAYS = 120;
const GOAL_BEHIND_DAYS = 30;
/** Our choice: maximum number of days from the withdrawal of an application to its goal date. */
export const MAX_REVIEW_DAYS = 400;

/** PDUFA dates of the calendar, by drug. */
export function goalDates(refresh: Refresh) {
  const dated = refresh.facts
    .all('catalysts')
    .filter(isPdufa)
    .map((fact) => ({ ...fact, formattedDate: goalDay(fact) }));
  return drugIndex(refresh, dated, ({ ticker, drugname }) => ({ ticker, names: [drugname] }));
}

/**
 * The goal date of a PDUFA catalyst. If the FDA decided before the goal date, `formattedDate` is
 * the day of the decision, and `catdate` is still the goal date.
 */
export function goalDay({
  catdate,
  formattedDate,
}: Pick<Fact<'catalysts'>, 'catdate' | 'formattedDate'>): string {
  return /^\d{4}-\d\d-\d\d$/.test(catdate ?? '') ? catdate! : formattedDate;
}

/**
 * Goal dates that texts mention as already past. For a decision, `find` returns the goal dates of
 * the same drug, and the goal dates that are stated in the same sentence as the decision.
 */
export function pastGoals(refresh: Refresh) {
  const past = refresh.memo(quotedStatements).flatMap((statement) => {
    const { type, status, date } = statement;
    const isPast = status === 'historical' && date !== null && date.from === date.to;
    return type === 'pdufa_date' && isPast ? [{ statement, formattedDate: date.to }] : [];
  });
  const byDrug = drugIndex(refresh, past, ({ statement: { ticker, drug } }) => ({
    ticker,
    names: [drug],
  }));
  const bySentence = groupBy(past, ({ statement: one }) => `${one.ticker} ${one.sentence}`);
  return {
    find: (one: NamedDrug & { readonly sentence: string | null }) => [
      ...byDrug.find(one),
      ...(bySentence.get(`${one.ticker} ${one.sentence}`) ?? []),
    ],
  };
}

export function isPdufa({ catalyst }: { readonly catalyst: string }): boolean {
  return /pdufa/i.test(catalyst);
}

/**
 * The goal date to which a decision belongs: the nearest goal date in the allowed range around the
 * decision. Null if there is none.
 * @param ahead the maximum number of days from the decision to the goal date
 */
export function goalOf(
  goals: readonly { readonly formattedDate: string }[],
  decided: string,
  ahead = GOAL_AHEAD_DAYS,
): string | null {
  const apart = (goal: string) => Math.abs(daysBetween(decided, goal));
  const near = goals
    .map(({ formattedDate }) => formattedDate)
    .filter((goal) => {
      const days = daysBetween(decided, goal);
      return days <= ahead && days >= -GOAL_BEHIND_DAYS;
    });
  return near.toSorted((a, b) => apart(a) - apart(b) || compareText(a, b))[0] ?? null;
}
