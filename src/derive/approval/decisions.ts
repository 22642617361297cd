import { dayOf, daysBetween } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { drugKey } from '../programs/programs.ts';
import type { Refresh } from '../refresh.ts';

/** What the FDA decided on an application, whoever tells of it. */
export interface FdaDecision {
  readonly ticker: string;
  readonly drug: string;
  readonly indication: string | null;
  /** As the source words it: `Approved`, `CRL`, `Withdrawn` … */
  readonly decision: string | null;
  /** The day of the decision. */
  readonly decided: string;
  /** The PDUFA date; null where nobody stated it. */
  readonly goal_date: string | null;
  readonly application_number: string | null;
  readonly review_designation: string | null;
  readonly source_url: string | null;
}

/** Our choice: what two sources tell of one drug within a week is one decision. */
export const SAME_DECISION_DAYS = 7;
/** Our choice: the FDA decides at most so long before its goal date, and so long after it. */
const GOAL_AHEAD_DAYS = 120;
const GOAL_BEHIND_DAYS = 30;

/**
 * Every decision that the store knows: the decisions that are facts, the original approvals of new
 * drugs and biologics (Drugs@FDA, Purple Book; generics have no goal date under PDUFA) and the
 * published CRLs, each once. The goal date of an approval or a CRL is that of a PDUFA catalyst of
 * the same drug around it.
 */
export function fdaDecisions(refresh: Refresh): readonly FdaDecision[] {
  const stated = statedDecisions(refresh);
  const known = groupBy(stated, keyOf);
  const goals = refresh.memo(goalDates);
  const found: FdaDecision[] = [];
  for (const one of [...approvalDecisions(refresh), ...letterDecisions(refresh)]) {
    const same = known.get(keyOf(one)) ?? [];
    if (same.some((other) => isSame(one, other))) continue;
    const goal_date = goalOf(goals.get(keyOf(one)) ?? [], one.decided);
    const next = { ...one, goal_date };
    known.set(keyOf(one), [...same, next]);
    found.push(next);
  }
  return [...stated, ...found];
}

function statedDecisions({ facts }: Refresh): readonly FdaDecision[] {
  return facts.all('decisions').map((fact) => ({
    ticker: fact.Ticker,
    drug: fact.Drug ?? '',
    indication: fact.Indication ?? null,
    decision: fact.Decision ?? null,
    decided: fact.decision_date ?? fact['PDUFA Date'],
    goal_date: fact['PDUFA Date'],
    application_number: null,
    review_designation: null,
    source_url: fact.source_url ?? null,
  }));
}

function approvalDecisions({ facts, universe }: Refresh): readonly FdaDecision[] {
  return facts.all('approvals').flatMap((fact) => {
    const ticker = universe.ticker(fact.ticker, fact.sponsor_name);
    const decided = dayOf(fact.approval_date);
    const isOriginal = /^ORIG/i.test(fact.submission_type ?? '');
    const isNew = /^(NDA|BLA)$/.test(fact.application_type ?? '');
    if (!ticker || !fact.drug_name || !decided || !isOriginal || !isNew) return [];
    return {
      ticker,
      drug: fact.drug_name,
      indication: fact.indication ?? null,
      decision: 'Approved',
      decided,
      goal_date: null,
      application_number: fact.application_number ?? null,
      review_designation: fact.review_designation ?? null,
      source_url: fact.source_url ?? null,
    };
  });
}

function letterDecisions({ facts }: Refresh): readonly FdaDecision[] {
  return facts.all('complete_response_letters').map((fact) => ({
    ticker: fact.ticker,
    drug: fact.drug_name,
    indication: fact.indication ?? null,
    decision: 'CRL',
    decided: fact.letter_date,
    goal_date: null,
    application_number: fact.application_number ?? null,
    review_designation: null,
    source_url: fact.source_url ?? null,
  }));
}

/** The PDUFA dates of the calendar, by drug. */
function goalDates({ facts }: Refresh): ReadonlyMap<string, readonly string[]> {
  const dated = facts
    .all('catalysts')
    .filter(({ catalyst }) => /pdufa/i.test(catalyst))
    .map((one) => ({ key: drugKey(one.ticker, one.drugname ?? ''), day: one.formattedDate }));
  const byDrug = groupBy(dated, ({ key }) => key);
  return new Map([...byDrug].map(([key, own]) => [key, own.map(({ day }) => day).sort()]));
}

function goalOf(goals: readonly string[], decided: string): string | null {
  const near = goals.filter((goal) => {
    const days = daysBetween(decided, goal);
    return days <= GOAL_AHEAD_DAYS && days >= -GOAL_BEHIND_DAYS;
  });
  const apart = (goal: string) => Math.abs(daysBetween(decided, goal));
  return near.toSorted((a, b) => apart(a) - apart(b))[0] ?? null;
}

function isSame(one: FdaDecision, other: FdaDecision): boolean {
  return (
    Math.abs(daysBetween(one.decided, other.decided)) <= SAME_DECISION_DAYS &&
    (!one.indication || !other.indication || one.indication === other.indication)
  );
}

function keyOf({ ticker, drug }: Pick<FdaDecision, 'ticker' | 'drug'>): string {
  return drugKey(ticker, drug);
}
