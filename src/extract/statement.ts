import type { Mention } from './mention.ts';

/** Evidence for a statement, from which its confidence is computed. */
interface Evidence {
  /** Probability from the text model for the sentence or date. */
  readonly probability: number;
  /** Whether a rule marks the statement as announced. */
  readonly isRuled: boolean;
  /** Whether a rule matches, but its context shows that the text does not state the fact. */
  readonly isExcluded: boolean;
  /** Whether the sentence is a short line without final punctuation. */
  readonly isTitle: boolean;
  /** Whether a second date is equally near to the statement. */
  readonly doubtful: boolean;
  /** Whether the drug was inferred from the context and is uncertain. */
  readonly isDrugUnsure: boolean;
  /** Whether the sentence has a word about earlier times, such as "previously". */
  readonly looksBack: boolean;
}

/** A statement before its confidence is computed. */
export interface Statement extends Omit<Mention, 'confidence' | 'tier' | 'model'> {
  readonly evidence: Evidence;
}
