import { compareText } from '../compare-text.ts';
import { FOLLOW_ON_DAYS } from '../constants.ts';
import { shiftDays } from '../dates.ts';
import { isApproval } from './observed-rates.ts';

export interface DecidedApplication {
  /** The source's word for the decision, such as `Approved`, `CRL` or `Withdrawn`. */
  readonly decision: string | null;
  /** Day of the decision, `YYYY-MM-DD`. */
  readonly decided: string;
}

export type DecidedStatus = 'Approved' | 'Rejected' | 'Withdrawn';

/**
 * The status of a program after the FDA's decisions.
 * - `Withdrawn`: the last decision is a withdrawal, and no application is pending.
 * - `Approved`: at least one decision is an approval, and the last decision is not a withdrawal. A
 *   later refusal does not change this status, because it is about a supplement.
 * - `Rejected`: all decisions are refusals, no application is pending, and the last refusal was at
 *   most `FOLLOW_ON_DAYS.phase3` days ago.
 * @param isPending whether the FDA has yet to decide on an application for the program
 * @param today `YYYY-MM-DD`
 * @returns null if none of these applies; the status then depends on trials and events
 */
export function decidedStatus(
  decisions: readonly DecidedApplication[],
  isPending: boolean,
  today: string,
): DecidedStatus | null {
  const known = decisions
    .filter(({ decision }) => isApproval(decision) !== null)
    .toSorted((a, b) => compareText(a.decided, b.decided));
  const last = known.at(-1);
  if (!last) return null;
  if (/withdr/i.test(last.decision ?? '')) return isPending ? null : 'Withdrawn';
  if (known.some(({ decision }) => isApproval(decision))) return 'Approved';
  const isRecent = shiftDays(last.decided, FOLLOW_ON_DAYS.phase3) >= today;
  return isRecent && !isPending ? 'Rejected' : null;
}
