import type { Mention } from './mention.ts';

/** Evidence for a statement, from which its confidence is computed. */
interface Evidence {
  /**
   * The text model's probability for the sentence. For a type in `dateTypes`, it is the probability
   * for the date.
   */
  readonly probability: number;
  /** Whether a rule found the statement and the statement has the status `announced`. */
  readonly isRuled: boolean;
  /**
   * Whether a rule matches the sentence, but the context of the match shows that the text does not
   * state the fact.
   */
  readonly isExcluded: boolean;
  /** Whether the sentence is a short line without final punctuation. */
  readonly isTitle: boolean;
  /** Whether a second date is just as close to the statement. */
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
