import { isApproval, NOT_FILED } from '../../domain/approval/observed-rates.ts';
import { dayOf } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { nameKey, namesWithin } from '../../domain/programs/drug-names.ts';
import { isOfIndication } from '../../domain/programs/indications.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';
import { type Origin, originOf } from '../origin.ts';
import { drugIndex } from '../programs/drug-index.ts';
import {
  GOAL_AHEAD_DAYS,
  goalDates,
  goalOf,
  isPdufa,
  MAX_REVIEW_DAYS,
  pastGoals,
} from './goal-dates.ts';
import { letters } from './letters.ts';
import { isNear } from './published-letters.ts';

/** An FDA decision on an application, from any source. */
export interface FdaDecision {
  readonly fact_kind:
    | 'decisions'
    | 'catalysts'
    | 'approvals'
    | 'complete_response_letters'
    | 'filing_events';
  readonly ticker: string;
  /** Name of the applicant in the source. */
  readonly applicant: string | null;
  /** Drug name. Null for a letter that does not name its drug. */
  readonly drug: string | null;
  /** Brand and generic names that the source states. */
  readonly names: readonly string[];
  readonly indication: string | null;
  /** Decision in the words of the source, such as `Approved`, `CRL` or `Withdrawn`. */
  readonly decision: string | null;
  /** Day of the decision, `YYYY-MM-DD`. */
  readonly decided: string;
  /** Whether `decided` is the goal date because no source states the day. */
  readonly is_undated?: true;
  /** PDUFA goal date; null if no source states it. */
  readonly goal_date: string | null;
  readonly application_number: string | null;
  readonly application_type: string | null;
  readonly review_designation: string | null;
  /** Whether the approved products are no longer marketed. */
  readonly is_discontinued?: boolean;
  readonly origin: Origin;
  /** Day from which the decision is known, if it is not the day of `origin`. */
  readonly known_from?: string;
  /** The sentence that states the decision, if it was read in a text. */
  readonly sentence: string | null;
  /** Confidence that the text was read correctly, 0–1; null if no text was read. */
  readonly confidence: number | null;
}

/** A decision on the application of an applicant that is no company in the store. */
export type OtherDecision = Omit<FdaDecision, 'ticker'> & { readonly ticker: null };

/**
 * All FDA decisions in the store, without duplicates: imported decisions, calendar decisions,
 * approvals of new drugs, biologics and indications (Drugs@FDA, Purple Book, texts), CRLs, withdrawn
 * applications and refusals to file. Generics are left out, because they have no PDUFA goal date. A
 * decision without a goal date gets that of a PDUFA catalyst of the same drug near its day, or else
 * one that a text states as past.
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

/** Whether a decision is an approval in an FDA register or a refusal letter that the FDA published. */
function isRegistered({ fact_kind, sentence, origin }: FdaDecision): boolean {
  const isLetter = fact_kind === 'complete_response_letters' && /\bFDA\b/.test(origin.source);
  return sentence === null && (fact_kind === 'approvals' || isLetter);
}

/**
 * Our choice: the day and the source in the FDA's register or letter replace those of another
 * source. The decision stays known from the day of the earlier source.
 */
function onRegisteredDay(one: FdaDecision, register?: FdaDecision): FdaDecision {
  if (!register) return one;
  const { is_undated: _, ...dated } = one;
  const { decided, origin } = register;
  const [first = null, later = null] = [one, register].map(knownFrom);
  const known_from = first !== null && first < (later ?? '') ? first : later;
  return {
    ...dated,
    decided,
    origin,
    sentence: null,
    confidence: null,
    application_number: one.application_number ?? register.application_number,
    ...(known_from === null || known_from === origin.source_date ? {} : { known_from }),
  };
}

function knownFrom({ known_from, origin }: FdaDecision): string | null {
  return known_from ?? origin.source_date;
}

const UNKNOWN = {
  applicant: null,
  goal_date: null,
  application_number: null,
  application_type: null,
  review_designation: null,
  sentence: null,
} as const;

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

/** Decisions on the PDUFA dates of the calendar. */
export function calendarDecisions({ facts, today }: Refresh): readonly FdaDecision[] {
  return facts.all('catalysts').flatMap((fact) => {
    const { ticker, drugname, decision, formattedDate } = fact;
    const decided = fact.decision_date ?? formattedDate;
    if (!isPdufa(fact) || !drugname || decided > today) return [];
    if (isApproval(decision) === null) return [];
    // A document from before the decision states only the goal date.
    const isOfGoal = (fact.document_date ?? decided) < decided;
    const stating = isOfGoal
      ? { ...fact, source_url: null, evidence: null, confidence: null }
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
      goal_date: formattedDate,
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
 * Original approvals of new drugs and biologics by other applicants, and published refusal letters
 * to them, except those that a company's decision already reports under the same drug name.
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
    applicant: fact.company_name,
    drug: fact.drug_name ?? null,
    names: named(fact.drug_name, fact.generic_name),
  }));
  return [...approvals, ...refusals].filter((one) => !isReported(one));
}

function nameKeys(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [name, ...namesWithin(name)]).map(nameKey);
}

/** A record of an approval. */
export type ApprovalFact = Partial<Sourced<'approvals'>> & { readonly source: string };

/**
 * Approvals in the store, and first approvals that only an exclusivity states. The Purple Book
 * states the product and the approval date of each exclusivity, even if Drugs@FDA is not imported.
 */
export function approvalFacts({ facts }: Refresh): readonly ApprovalFact[] {
  const stated = facts.all('approvals');
  const known = new Set(stated.map(({ application_number }) => application_number));
  const first = groupBy(
    facts.all('exclusivities').filter((one) => one.drug_name && one.approval_date),
    ({ application_number }) => application_number,
  );
  const others = [...first].flatMap(([application_number, [right]]) => {
    if (!right || known.has(application_number)) return [];
    const { drug_name, active_ingredients, sponsor_name, approval_date, source, source_url } =
      right;
    return {
      application_number,
      drug_name,
      active_ingredients,
      sponsor_name,
      approval_date,
      application_type: application_number.slice(0, 3),
      submission_type: 'ORIG',
      source,
      source_url,
    };
  });
  return [...stated, ...others];
}

/** Approvals of new drugs, biologics and indications, for all applicants. */
function newDrugApprovals(refresh: Refresh): readonly (FdaDecision | OtherDecision)[] {
  const { memo, universe } = refresh;
  return memo(approvalFacts).flatMap((fact) => {
    const decided = dayOf(fact.approval_date);
    if (!fact.drug_name || !decided || !isNewUse(fact)) return [];
    return {
      fact_kind: 'approvals',
      ticker: universe.ticker(fact.ticker, fact.sponsor_name) ?? null,
      applicant: fact.sponsor_name ?? null,
      drug: fact.drug_name,
      names: approvedNames(fact),
      indication: fact.indication ?? null,
      decision: 'Approved',
      decided,
      goal_date: null,
      application_number: fact.application_number ?? null,
      application_type: fact.application_type ?? null,
      review_designation: fact.review_designation ?? null,
      ...(/discontinued/i.test(fact.marketing_status ?? '') ? { is_discontinued: true } : {}),
      ...readIn(fact),
      origin: originOf('approvals', fact),
    };
  });
}

/**
 * Whether an approval is for a new drug, biologic or indication. Our choice: an approval that only
 * a text reports counts as one, because texts do not state the type of the application.
 */
function isNewUse(fact: ApprovalFact): boolean {
  const { application_type, submission_type, evidence } = fact;
  if (evidence && !application_type && !submission_type) return true;
  return (
    /^(NDA|BLA)$/.test(application_type ?? '') && /^ORIG|efficacy/i.test(submission_type ?? '')
  );
}

/** Whether an approval is the first of its application. */
export function isOriginal({ submission_type }: Pick<ApprovalFact, 'submission_type'>): boolean {
  return /^ORIG/i.test(submission_type ?? '');
}

/**
 * The names of an approved drug. Our choice: the active ingredient is one of the names if it is the
 * only one.
 */
export function approvedNames(fact: {
  readonly drug_name?: string | null | undefined;
  readonly active_ingredients?: readonly string[] | null | undefined;
}): readonly string[] {
  const [ingredient, ...others] = fact.active_ingredients ?? [];
  const generic = others.length === 0 && ingredient ? [ingredient] : [];
  return fact.drug_name ? [fact.drug_name, ...generic] : generic;
}

function letterDecisions(refresh: Refresh): readonly FdaDecision[] {
  return refresh.memo(letters).flatMap((fact) => {
    const { ticker, drug_name, generic_name } = fact;
    if (!drug_name) return [];
    return {
      ...letterDecision(fact),
      ticker,
      drug: drug_name,
      names: named(drug_name, generic_name),
    };
  });
}

/**
 * Refusal letters that do not name the drug. Our choice: such a letter within a week of another
 * refusal of the same company belongs to that refusal.
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
 * Applications that were withdrawn or not filed according to a text. The goal date of a withdrawn
 * application may be unknown. An application that is not filed has no goal date, because its review
 * has not begun.
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

function letterDecision(fact: {
  readonly letter_date: string;
  readonly indication?: string | null | undefined;
  readonly application_number?: string | null | undefined;
  readonly first_listed?: string | null | undefined;
  readonly document_date?: string | null | undefined;
  readonly source: string;
  readonly evidence?: string | null | undefined;
  readonly confidence?: number | null | undefined;
}): Omit<FdaDecision, 'ticker' | 'drug' | 'names'> {
  const { letter_date, indication, application_number } = fact;
  const listed = fact.document_date ? null : fact.first_listed;
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
  };
}

/** The sentence in which a fact was read, and its confidence. Null if it was not read in a text. */
function readIn({
  evidence,
  confidence,
}: Partial<Pick<Sourced<'decisions'>, 'evidence' | 'confidence'>>) {
  return { sentence: evidence ?? null, confidence: confidence ?? null };
}

/** The normalized outcome of a decision; null if no decision is stated. */
export function outcomeOf(decision: string | null): string | null {
  if (!decision) return null;
  if (NOT_FILED.test(decision)) return 'not_filed';
  if (/\bcrl\b|complete response|refus|reject|not approv/i.test(decision)) return 'refused';
  if (/withdr/i.test(decision)) return 'withdrawn';
  return /approv/i.test(decision) ? 'approved' : 'other';
}

function named(...names: readonly (string | null | undefined)[]): readonly string[] {
  return names.filter((name) => typeof name === 'string' && name !== '') as string[];
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
 * Whether a decision may have been made on a day that another source states. Our choice: if the
 * decision's own day is not stated, this is any day that belongs to its goal date.
 */
export function isOnDay({ decided, is_undated }: FdaDecision, day: string): boolean {
  const isOfGoal = is_undated === true && goalOf([{ formattedDate: decided }], day) !== null;
  return isNear(decided, day) || isOfGoal;
}
