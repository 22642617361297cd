import { isApproval, NOT_FILED } from '../../domain/approval/observed-rates.ts';
import { nameKey, namesWithin } from '../../domain/programs/drug-names.ts';
import { isOfIndication } from '../../domain/programs/indications.ts';
import type { OfOther } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';
import { isFromBefore, originOf } from '../origin.ts';
import { drugIndex } from '../programs/drug-index.ts';
import { newDrugApprovals } from './approval-facts.ts';
import {
  type FdaDecision,
  type OtherDecision,
  outcomeOf,
  readIn,
  UNKNOWN,
} from './fda-decision.ts';
import {
  GOAL_AHEAD_DAYS,
  goalDates,
  goalDay,
  goalOf,
  isPdufa,
  MAX_REVIEW_DAYS,
  pastGoals,
} from './goal-dates.ts';
import { type Letter, letters, listedDay } from './letters.ts';
import { isNear } from './published-letters.ts';

/**
 * All FDA decisions in the store, without duplicates. They come from imported decisions, the
 * calendar, approvals of new drugs, biologics and indications, CRLs, withdrawn applications and
 * refusals to file. The approvals come from Drugs@FDA, the Purple Book and texts. Generics are left
 * out, because they have no PDUFA goal date. If a decision has no goal date, the date comes from a
 * PDUFA catalyst of the same drug near the day of the decision. If there is no such catalyst, the
 * date comes from a text that states a past goal date (see `pastGoals`).
 */
export function fdaDecisions(refresh: Refresh): readonly FdaDecision[] {
  const stated = statedDecisions(refresh);
  const known = drugIndex(refresh, stated, (one) => one);
  const all: FdaDecision[] = [...stated];
  const registered = new Map<FdaDecision, FdaDecision>();
  const [goals, past] = [refresh.memo(goalDates), refresh.memo(pastGoals)];
  const found = [
    ...calendarDecisions(refresh),
    ...approvalDecisions(refresh),
    ...letterDecisions(refresh),
    ...unreviewedApplications(refresh),
  ];
  for (const one of found) {
    const same = known.find(one).find((other) => isSame(one, other));
    if (same) {
      if (isRegistered(one) && !isRegistered(same)) registered.set(same, one);
      continue;
    }
    const outcome = outcomeOf(one.decision);
    const ahead = outcome === 'withdrawn' ? MAX_REVIEW_DAYS : GOAL_AHEAD_DAYS;
    const near = (dates: readonly { readonly formattedDate: string }[]) =>
      outcome === 'not_filed' ? null : goalOf(dates, one.decided, ahead);
    const goal_date = one.goal_date ?? near(goals.find(one)) ?? near(past.find(one));
    const next = { ...one, goal_date };
    known.add(next);
    all.push(next);
  }
  const dated = all.map((one) => onRegisteredDay(one, registered.get(one)));
  return [...dated, ...unnamedRefusals(refresh, dated)];
}

/**
 * Whether a decision is an approval in an FDA register or a refusal letter that the FDA published.
 */
function isRegistered({ fact_kind, sentence, origin }: FdaDecision): boolean {
  const isLetter = fact_kind === 'complete_response_letters' && /\bFDA\b/.test(origin.source);
  return sentence === null && (fact_kind === 'approvals' || isLetter);
}

/**
 * Our choice: if an FDA source (a register or a published letter) and another document report the
 * same decision, the day and the source fields come from the FDA source. The decision counts as
 * known from the day on which the earlier of the two sources became known.
 */
function onRegisteredDay(one: FdaDecision, register?: FdaDecision): FdaDecision {
  if (!register) return one;
  const { is_undated: _, ...dated } = one;
  const { decided, origin } = register;
  const days = [one, register].map((each) => each.known_from ?? each.origin.source_date);
  const [first = null, later = null] = days;
  const known_from = first !== null && first < (later ?? '') ? first : later;
  return {
    ...dated,
    decided,
    origin,
    sentence: null,
    context: null,
    confidence: null,
    application_number: one.application_number ?? register.application_number,
    ...(register.supplement ? { supplement: register.supplement } : {}),
    ...(known_from === null || known_from === origin.source_date ? {} : { known_from }),
  };
}

function statedDecisions({ facts }: Refresh): readonly FdaDecision[] {
  return facts.all('decisions').map((fact) => ({
    ...UNKNOWN,
    fact_kind: 'decisions',
    ticker: fact.Ticker,
    drug: fact.Drug ?? null,
    names: fact.Drug ? [fact.Drug] : [],
    indication: fact.Indication ?? null,
    decision: fact.Decision ?? null,
    decided: fact.decision_date ?? fact['PDUFA Date'],
    ...(fact.decision_date ? {} : { is_undated: true }),
    goal_date: fact['PDUFA Date'],
    application_type: fact.application_type ?? null,
    ...readIn(fact),
    origin: originOf('decisions', fact),
  }));
}

/** FDA decisions that the calendar states for its PDUFA catalysts. */
export function calendarDecisions({ facts, today }: Refresh): readonly FdaDecision[] {
  return facts.all('catalysts').flatMap((fact) => {
    const { ticker, drugname, decision, formattedDate } = fact;
    const decided = fact.decision_date ?? formattedDate;
    if (!isPdufa(fact) || !drugname || decided > today) return [];
    if (isApproval(decision) === null) return [];
    // A document from before the decision states only the goal date, so it is not the source of the
    // decision.
    const stating = isFromBefore(decided, fact)
      ? { ...fact, source_url: null, evidence: null, context: null, confidence: null }
      : fact;
    return {
      ...UNKNOWN,
      fact_kind: 'catalysts',
      ticker,
      drug: drugname,
      names: [drugname],
      decision: decision ?? null,
      decided,
      indication: fact.treatment ?? null,
      goal_date: goalDay(fact),
      ...(fact.decision_date ? {} : { is_undated: true }),
      ...readIn(stating),
      origin: originOf('decisions', { ...stating, document_date: null, decision_date: decided }),
    };
  });
}

function approvalDecisions(refresh: Refresh): readonly FdaDecision[] {
  return refresh
    .memo(newDrugApprovals)
    .flatMap(({ ticker, ...one }) => (ticker === null ? [] : { ticker, ...one }));
}

/**
 * Approvals (as in `newDrugApprovals`) and published refusal letters whose applicants are not
 * companies in the store. An approval or a letter is omitted if a company in the store has a
 * decision on the same drug name near the same day.
 */
export function otherDecisions(refresh: Refresh): readonly OtherDecision[] {
  const reported = new Map<string, string[]>();
  for (const { names, decided } of refresh.memo(fdaDecisions)) {
    for (const key of nameKeys(names)) reported.set(key, [...(reported.get(key) ?? []), decided]);
  }
  const isReported = ({ names, decided }: OtherDecision) =>
    nameKeys(names).some((key) => reported.get(key)?.some((day) => isNear(day, decided)));
  const approvals = refresh
    .memo(newDrugApprovals)
    .flatMap(({ ticker, ...one }) => (ticker === null ? { ticker, ...one } : []));
  const refusals = refresh.facts.ofOthers('complete_response_letters').map((fact) => ({
    ...letterDecision(fact),
    ticker: null,
    applicant: fact.company_name ?? null,
    drug: fact.drug_name ?? null,
    names: [fact.drug_name, fact.generic_name].flatMap((name) => name || []),
  }));
  return [...approvals, ...refusals].filter((one) => !isReported(one));
}

function nameKeys(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [name, ...namesWithin(name)]).map(nameKey);
}

function letterDecisions(refresh: Refresh): readonly FdaDecision[] {
  return refresh.memo(letters).flatMap((fact) => {
    const { ticker, drug_name, generic_name } = fact;
    if (!drug_name) return [];
    return {
      ...letterDecision(fact),
      ticker,
      drug: drug_name,
      names: [drug_name, generic_name].flatMap((name) => name || []),
    };
  });
}

/**
 * Refusal letters that do not name the drug. Our choice: if the same company had another refusal
 * within a week of such a letter, the letter belongs to that refusal and is left out.
 */
function unnamedRefusals(refresh: Refresh, known: readonly FdaDecision[]): FdaDecision[] {
  const refusals = known.filter(({ decision }) => isApproval(decision) === false);
  const added: FdaDecision[] = [];
  for (const fact of refresh.memo(letters)) {
    const isOwn = ({ ticker, decided }: FdaDecision) =>
      ticker === fact.ticker && isNear(decided, fact.letter_date);
    if (fact.drug_name || refusals.some(isOwn) || added.some(isOwn)) continue;
    added.push({ ...letterDecision(fact), ticker: fact.ticker, drug: null, names: [] });
  }
  return added;
}

/** The decision that each kind of filing event reports. */
const endedApplications: Readonly<Record<string, string>> = {
  application_withdrawn: 'Withdrawn',
  application_not_filed: 'Refusal to file',
};

/**
 * Applications that a text reports as withdrawn, or as refused by the FDA before a review (refusal
 * to file). The goal date of a withdrawn application may be unknown. An application that the FDA
 * refused to file has no goal date, because no review has begun.
 */
function unreviewedApplications({ facts }: Refresh): readonly FdaDecision[] {
  return facts.all('filing_events').flatMap((fact) => {
    const { ticker, event, drug_name, filed_at } = fact;
    const decision = endedApplications[event];
    if (decision === undefined || !drug_name) return [];
    return {
      ...UNKNOWN,
      fact_kind: 'filing_events',
      ticker,
      drug: drug_name,
      names: [drug_name],
      indication: null,
      decision,
      decided: filed_at,
      ...readIn(fact),
      origin: originOf('filing_events', fact),
    };
  });
}

function letterDecision(
  fact: Letter | OfOther<'complete_response_letters'>,
): Omit<FdaDecision, 'ticker' | 'drug' | 'names'> {
  const { letter_date, indication, application_number, corrected_date, text_id } = fact;
  const listed = listedDay(fact);
  return {
    ...UNKNOWN,
    fact_kind: 'complete_response_letters',
    indication: indication ?? null,
    decision: 'CRL',
    decided: letter_date,
    application_number: application_number ?? null,
    ...readIn(fact),
    origin: originOf('complete_response_letters', fact),
    ...(listed ? { known_from: listed } : {}),
    ...(corrected_date ? { corrected_date } : {}),
    ...(text_id ? { text_id } : {}),
  };
}

function isSame(one: FdaDecision, other: FdaDecision): boolean {
  const isOfDay = isNear(one.decided, other.decided);
  const isOfOutcome = outcomeOf(one.decision) === outcomeOf(other.decision);
  if (!isOfOutcome && NOT_FILED.test(one.decision ?? '')) return false;
  return (
    (isOfDay || (isOfOutcome && isOnDay(other, one.decided))) &&
    isOfIndication(one.indication, other.indication)
  );
}

/**
 * Whether a decision may be the same as another source's decision on `day`. Our choice: if the day
 * of the decision is unknown, every day in the allowed range around the goal date matches.
 */
export function isOnDay({ decided, is_undated }: FdaDecision, day: string): boolean {
  const isOfGoal = is_undated === true && goalOf([{ formattedDate: decided }], day) !== null;
  return isNear(decided, day) || isOfGoal;
}
