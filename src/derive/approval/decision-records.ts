import { daysBetween } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { drugKey } from '../programs/programs.ts';
import { voteBefore } from './committee-votes.ts';
import { type FdaDecision, fdaDecisions, otherApprovals, SAME_DECISION_DAYS } from './decisions.ts';

export const decisionCollections = {
  fdaDecisions: { rows: decisionRecords },
} satisfies Collections;

/**
 * All FDA decisions with decision date, goal date, reasons for a refusal and the preceding
 * committee vote. Approvals of other companies follow. The flag `reason_not_known` means that no
 * letter states the reasons for the refusal.
 */
function decisionRecords(refresh: Refresh) {
  const { facts } = refresh;
  const keyOf = (one: {
    readonly ticker: string;
    readonly drug_name?: string | null | undefined;
  }) => drugKey(one.ticker, one.drug_name ?? '');
  const letters = groupBy(facts.all('complete_response_letters'), keyOf);
  const votes = groupBy(facts.all('adcomm_votes'), keyOf);
  const all = [...refresh.memo(fdaDecisions), ...refresh.memo(otherApprovals)];
  return all.map((one) => {
    const key = one.ticker === null ? '' : drugKey(one.ticker, one.drug ?? '');
    const outcome = outcomeOf(one.decision);
    const reasons = outcome === 'refused' ? reasonsOf(one, letters.get(key) ?? []) : null;
    return {
      ticker: one.ticker,
      drug_name: one.drug || null,
      indication: one.indication,
      outcome,
      decision: one.decision,
      decision_date: one.decided,
      goal_date: one.goal_date,
      days_before_goal: one.goal_date ? daysBetween(one.decided, one.goal_date) : null,
      refusal_reasons: reasons,
      ...voteBefore(one.decided, votes.get(key) ?? []),
      review_designation: one.review_designation,
      application_number: one.application_number,
      applicant: one.applicant,
      source_url: one.source_url,
      flags: outcome === 'refused' && !reasons?.length ? ['reason_not_known'] : [],
    };
  });
}

/** The normalized outcome of a decision; null if the decision is not stated. */
function outcomeOf(decision: string | null): string | null {
  if (!decision) return null;
  if (/\bcrl\b|complete response|refus|reject|not approv/i.test(decision)) return 'refused';
  if (/withdr/i.test(decision)) return 'withdrawn';
  return /approv/i.test(decision) ? 'approved' : 'other';
}

function reasonsOf(
  { decided }: Pick<FdaDecision, 'decided'>,
  letters: readonly Sourced<'complete_response_letters'>[],
): readonly string[] | null {
  const own = letters.find(
    ({ letter_date }) => Math.abs(daysBetween(decided, letter_date)) <= SAME_DECISION_DAYS,
  );
  return own?.reasons ?? null;
}
