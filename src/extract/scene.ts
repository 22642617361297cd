import type { SourceText } from './mention.ts';
import type { Reading } from './sentence-reading.ts';
import type { Topic } from './topics.ts';

/** One sentence among all of its text. */
export interface Scene {
  readonly source: SourceText;
  readonly readings: readonly Reading[];
  /** Which of them it is. */
  readonly index: number;
  /** The text is a law firm's notice: what it tells is past. */
  readonly legal: boolean;
  readonly ticker: string | null;
  /** Read when first asked for: most statements name their own drug. */
  readonly subject: () => Subject;
  /** The line that the sentence's paragraph stands under; read when first asked for. */
  readonly topic: () => Topic | undefined;
  readonly dateline: string | undefined;
}

/** The only drug of a text, or none: what a sentence without a name is about. */
export interface Subject {
  readonly only: string | undefined;
  /** Number of the first paragraph of which a statement, or the sentence before one, names it. */
  readonly since: number | undefined;
  /** The only drug of its title. */
  readonly titled: string | undefined;
}

/** The sentence so many places on, where it stands in the same paragraph. */
export function inParagraph({ readings, index }: Scene, step: number): Reading | undefined {
  const other = readings[index + step];
  return other && other.paragraph === readings[index]?.paragraph ? other : undefined;
}
