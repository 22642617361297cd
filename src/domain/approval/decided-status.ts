import { shiftDays } from '../dates.ts';
import { isApproval } from './observed-rates.ts';

/** A decision of the FDA on a program's application. */
export interface DecidedApplication {
  /** As the source words it: `Approved`, `CRL`, `Withdrawn` … */
  readonly decision: string | null;
  /** The day of the decision, `YYYY-MM-DD`. */
  readonly decided: string;
}

export type DecidedStatus = 'Approved' | 'Rejected' | 'Withdrawn';

/** Our choice: a refusal without a follow-on ends its program as a trial of phase 3 does. */
const DAYS_REJECTED = 900;

/**
 * How the FDA's decisions leave a program on a day. What is withdrawn last is withdrawn; else what
 * was approved stays so, since a later refusal is one of a supplement; else what was refused is
 * `Rejected`, until a new application is pending or 900 days have gone by.
 *
 * @param today `YYYY-MM-DD`
 * @returns null where its trials and events tell more than its decisions
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
  const isRecent = shiftDays(last.decided, DAYS_REJECTED) >= today;
  return isRecent && !isPending ? 'Rejected' : null;
}
