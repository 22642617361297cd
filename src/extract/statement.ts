import type { Mention } from './mention.ts';

/** Evidence for a statement, as input of the second stage. */
export interface Evidence {
  /** Probability from the text model for the sentence or date. */
  readonly probability: number;
  /** Plainness of the rule that marks the statement as announced, or 0 if there is none. */
  readonly rule: number;
  /** Whether a rule matches, but its context shows that the match is no statement of the type. */
  readonly excluded: boolean;
  /** Whether the sentence matches `hint`, the quick test of the type of mention. */
  readonly hinted: boolean;
  /** Whether the sentence is a short line without final punctuation. */
  readonly isTitle: boolean;
  /** Whether a second date is equally near to the statement. */
  readonly doubtful: boolean;
  /** Whether the year is inferred and the date is more than half a year away. */
  readonly farYear: boolean;
  /** Whether the drug was inferred from the context and is uncertain. */
  readonly drugUnsure: boolean;
  /** Whether the sentence has a word about earlier times, such as "previously". */
  readonly looksBack: boolean;
  /** Whether the sentence names no drug, no company and no date, as in a definition. */
  readonly isGeneral: boolean;
  /** Whether the year of the date is inferred. */
  readonly yearInferred: boolean;
  /** Number of other types that the text models find in the sentence. */
  readonly otherTypes: number;
}

/** A statement before its confidence is computed. */
export interface Statement extends Omit<Mention, 'confidence' | 'tier' | 'model'> {
  readonly evidence: Evidence;
}
