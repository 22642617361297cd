import type { FoundDate } from './date-grammar.ts';
import type { MentionType } from './mention.ts';
import type { Reading, Spot } from './sentence-reading.ts';

/** The date of a statement. */
export interface Dated {
  readonly date: FoundDate | undefined;
  /** Whether the date is too old, or is before the publication although it should be after it. */
  readonly past: boolean;
  /** Whether another date is equally near. */
  readonly doubtful: boolean;
}

/** Finds the dates of a type of mention. */
export type DateFinder = (
  reading: Reading,
  spot: Spot,
  type: MentionType,
  context: DatingContext,
) => readonly Dated[];
/** The context of a sentence. */
export interface DatingContext {
  readonly published: string | undefined;
  readonly dateline: string | undefined;
  /** The previous sentence, if it is in the same paragraph. */
  readonly previous: Reading | undefined;
  /** The next sentence, if it is in the same paragraph. */
  readonly next: Reading | undefined;
}

export const undated: Dated = { date: undefined, past: false, doubtful: false };
