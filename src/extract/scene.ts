import type { SourceText } from './mention.ts';
import type { Reading } from './sentence-reading.ts';
import type { Topic } from './topics.ts';

/** A sentence with the context of its text. */
export interface Scene {
  readonly source: SourceText;
  readonly readings: readonly Reading[];
  /** Index of the sentence in `readings`. */
  readonly index: number;
  /** True for a law firm's notice to investors, which only repeats past events. */
  readonly legal: boolean;
  readonly ticker: string | null;
  /**
   * The drug that the text is about. Computed on first use, because most statements name their
   * drug.
   */
  readonly subject: () => Subject;
  /** The heading or list item above the paragraph, computed on first use. */
  readonly topic: () => Topic | undefined;
  readonly dateline: string | undefined;
  /** The next sentence of the paragraph, even if it contains no statement. */
  readonly following: () => string | undefined;
  /** The text after the sentence. It can state terms of the same event. */
  readonly textAfter: () => string;
}

/** The drug that a text is about, for sentences without a drug name. */
export interface Subject {
  readonly only: string | undefined;
  /**
   * Index of the first paragraph that names the drug in a statement or in the sentence before a
   * statement.
   */
  readonly since: number | undefined;
  /** The only drug in the title. */
  readonly titled: string | undefined;
}

/** The sentence `step` sentences after this one (before, if negative) in the same paragraph. */
export function inParagraph({ readings, index }: Scene, step: number): Reading | undefined {
  const other = readings[index + step];
  return other && other.paragraph === readings[index]?.paragraph ? other : undefined;
}
