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
 * The status of a program after the FDA's decisions. An application is pending if the FDA has not
 * decided on it.
 * - `Withdrawn`: the last decision is a withdrawal, and no application is pending.
 * - `Approved`: there is an approval, and the last decision is not a withdrawal. A refusal after an
 *   approval is about a supplement.
 * - `Rejected`: there are only refusals, no application is pending, and the last refusal was at
 *   most `FOLLOW_ON_DAYS.phase3` days ago.
 * @param isPending whether an application for the program is pending
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
