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
 * The status of a program after the FDA's decisions. It is `Withdrawn` if the last decision is a
 * withdrawal. If the last decision is no withdrawal, it is `Approved` after any approval,
 * because a later refusal concerns a supplement. After a refusal without an approval, it is `Rejected` while a Phase 3 program may continue without a new
 * trial, unless an application is pending.
 * @param today `YYYY-MM-DD`
 * @returns null if trials and events determine the status
 */
export function decidedStatus(
  decisions: readonly DecidedApplication[],
  isPending: boolean,
  today: string,
): DecidedStatus | null {
  const known = decisions
    .filter(({ decision }) => isApproval(decision) !== null)
    .toSorted((a, b) => Number(a.decided > b.decided) - Number(a.decided < b.decided));
  const last = known.at(-1);
  if (!last) return null;
  if (/withdr/i.test(last.decision ?? '')) return isPending ? null : 'Withdrawn';
  if (known.some(({ decision }) => isApproval(decision))) return 'Approved';
  const isRecent = shiftDays(last.decided, FOLLOW_ON_DAYS.phase3) >= today;
  return isRecent && !isPending ? 'Rejected' : null;
}
