import { daysBetween } from '../domain/dates.ts';
import type { FoundDate } from './date-grammar.ts';
import type { MentionType } from './mention.ts';
import type { Reading, Spot } from './sentence-reading.ts';

/** The date of a statement. */
export interface Dated {
  readonly date: FoundDate | undefined;
  /**
   * Whether the date shows that the statement is not news. A goal date or a meeting date is too old
   * if it is before the publication. Any other date is too old if it is long before the
   * publication.
   */
  readonly past: boolean;
  /** Whether the date is uncertain because another date is just as close to the statement. */
  readonly doubtful: boolean;
}

/** Finds the dates of a statement in a sentence. `spot` is the position of the statement. */
export type DateFinder = (
  reading: Reading,
  spot: Spot,
  type: MentionType,
  context: DatingContext,
) => readonly Dated[];
/** Information from outside a sentence that can determine the date of its statement. */
export interface DatingContext {
  readonly published: string | undefined;
  readonly dateline: string | undefined;
  /** The previous sentence, if it is in the same paragraph. */
  readonly previous: Reading | undefined;
  /** The next sentence, if it is in the same paragraph. */
  readonly next: Reading | undefined;
}

export const undated: Dated = { date: undefined, past: false, doubtful: false };

/**
 * Half a year in days. If a date is further than this from the publication, the same day of another
 * year is closer to the publication.
 */
const CLEAR_DAYS = 183;

/**
 * Whether the year of a date is inferred, and another year would put the date closer to the
 * publication.
 */
export function isFarYear(date: FoundDate | undefined, published: string | undefined): boolean {
  if (date?.basis !== 'year_inferred' || published === undefined) return false;
  return Math.abs(daysBetween(published, date.from)) > CLEAR_DAYS;
}
