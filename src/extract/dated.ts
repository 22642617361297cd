import type { FoundDate } from './date-grammar.ts';
import type { MentionType } from './mention.ts';
import type { Reading, Spot } from './sentence-reading.ts';

/** A date that belongs to a statement. */
export interface Dated {
  readonly date: FoundDate | undefined;
  /** It lies before the day of publication, where it should lie ahead, or long before it. */
  readonly past: boolean;
  /** A second date stands as near. */
  readonly doubtful: boolean;
}

/** How a type of mention finds its dates. */
export type Way = (
  reading: Reading,
  spot: Spot,
  type: MentionType,
  context: DatingContext,
) => readonly Dated[];
/** What stands around a sentence. */
export interface DatingContext {
  readonly published: string | undefined;
  readonly dateline: string | undefined;
  /** The sentence before this one in the same paragraph. */
  readonly previous: Reading | undefined;
  /** The sentence behind this one in the same paragraph. */
  readonly next: Reading | undefined;
}

/** A statement without a date. */
export const undated: Dated = { date: undefined, past: false, doubtful: false };
