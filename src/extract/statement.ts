import type { Mention } from './mention.ts';

/** What speaks for a statement; the second stage weighs it. */
export interface Evidence {
  /** Probability that the text model gives to its sentence or date. */
  readonly probability: number;
  /** How plain the wording of the rule is that reads it as announced; 0 if none does. */
  readonly rule: number;
  /** Whether its sentence holds a word of its type. */
  readonly hinted: boolean;
  /** A short line without a full stop. */
  readonly isTitle: boolean;
  readonly isFirst: boolean;
  readonly legal: boolean;
  /** Its date lies too far back for news. */
  readonly past: boolean;
  /** A second date is as near. */
  readonly doubtful: boolean;
  /** Its year is inferred and more than half a year away. */
  readonly farYear: boolean;
  /** Its drug is inferred from the text around, without certainty. */
  readonly drugUnsure: boolean;
}

/** What one sentence or several state, before it is decided how sure that is. */
export interface Statement extends Omit<Mention, 'confidence' | 'tier' | 'model'> {
  readonly evidence: Evidence;
}
