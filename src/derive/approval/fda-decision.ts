import { NOT_FILED } from '../../domain/approval/observed-rates.ts';
import { anyOf } from '../../domain/patterns.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Origin } from '../origin.ts';

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
  /** True if no source states the day of the decision. `decided` is then the goal date. */
  readonly is_undated?: true;
  /** PDUFA goal date; null if no source states it. */
  readonly goal_date: string | null;
  readonly application_number: string | null;
  readonly application_type: string | null;
  readonly review_designation: string | null;
  /** The supplement that a register states, such as `S-012`. */
  readonly supplement?: string;
  /** Whether the approved products are no longer marketed. */
  readonly is_discontinued?: boolean;
  readonly origin: Origin;
  /** Day on which the decision became known, if it is not the day of `origin`. */
  readonly known_from?: string;
  /** Day of a later, corrected version of the letter. */
  readonly corrected_date?: string;
  /** ID of the text of the letter. */
  readonly text_id?: string;
  /** The sentence that states the decision, if it was read in a text. */
  readonly sentence: string | null;
  /** The sentences that follow `sentence` in the text; null if they are not stored. */
  readonly context: string | null;
  /** Confidence that the text was read correctly, 0–1; null if no text was read. */
  readonly confidence: number | null;
}

/** A decision on an application whose applicant is not a company in the store. */
export type OtherDecision = Omit<FdaDecision, 'ticker'> & { readonly ticker: null };

/** Default values for fields that a source does not state. */
export const UNKNOWN = {
  applicant: null,
  goal_date: null,
  application_number: null,
  application_type: null,
  review_designation: null,
  sentence: null,
  context: null,
} as const;

/**
 * The sentence from which a fact was extracted, the sentences after it, and the confidence of the
 * extraction. Null if the fact was not extracted from a text.
 */
export function readIn({
  evidence,
  context,
  confidence,
}: Partial<Pick<Sourced<'decisions'>, 'evidence' | 'context' | 'confidence'>>) {
  return { sentence: evidence ?? null, context: context ?? null, confidence: confidence ?? null };
}

/** Matches a sentence about a supplement: a new use, dosage or form of an approved drug. */
const SUPPLEMENT = anyOf(
  'i',
  /\bs(?:NDA|BLA)s?\b|\bsupplement(?:al)?\b|\b(?:label|indication) expansion\b/,
  /\b(?:another|second|third) (?:\w+ ){0,2}(?:approval|nod|green light|indication|use)\b/,
  /\b(?:extended|expanded|additional|new|repeat) (?:\w+ )?(?:use|indication|label|labell?ing)\b/,
  /\b(?:extended|expanded|additional|new|repeat) (?:\w+ )?(?:dos(?:e|ing|age)|formulation|form|strength)\b/,
);

/**
 * The supplement that a decision approves: its number in a register, or `supplement or new use` if
 * a text says so. Null for other decisions.
 */
export function supplementOf({
  decision,
  sentence,
  supplement,
}: Pick<FdaDecision, 'decision' | 'sentence' | 'supplement'>): string | null {
  if (outcomeOf(decision) !== 'approved') return null;
  return supplement ?? (SUPPLEMENT.test(sentence ?? '') ? 'supplement or new use' : null);
}

/** The normalized outcome of a decision; null if no decision is stated. */
export function outcomeOf(decision: string | null): string | null {
  if (!decision) return null;
  if (NOT_FILED.test(decision)) return 'not_filed';
  if (/\bcrl\b|complete response|refus|reject|not approv/i.test(decision)) return 'refused';
  if (/withdr/i.test(decision)) return 'withdrawn';
  return /approv/i.test(decision) ? 'approved' : 'other';
}
