import { compareText } from '../../domain/compare-text.ts';
import { daysBetween } from '../../domain/dates.ts';
import type { Refresh } from '../computation.ts';
import { drugIndex } from '../programs/drug-index.ts';

/**
 * Our choice: an FDA decision belongs to a goal date from 120 days before that date to 30 days
 * after it.
 */
export const GOAL_AHEAD_DAYS = 120;
const GOAL_BEHIND_DAYS = 30;
/** Our choice: maximum days of a review, in which an application may be withdrawn. */
export const MAX_REVIEW_DAYS = 400;

/** PDUFA dates of the calendar, by drug. */
export function goalDates(refresh: Refresh) {
  const dated = refresh.facts.all('catalysts').filter(isPdufa);
  return drugIndex(refresh, dated, ({ ticker, drugname }) => ({ ticker, names: [drugname] }));
}

export function isPdufa({ catalyst }: { readonly catalyst: string }): boolean {
  return /pdufa/i.test(catalyst);
}

/**
 * The goal date to which a decision belongs, which is the nearest one in the allowed range, or null.
 * @param ahead maximum days from the decision to the goal date
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
