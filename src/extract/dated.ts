import { daysBetween } from '../domain/dates.ts';
import type { FoundDate } from './date-grammar.ts';
import type { MentionType } from './mention.ts';
import type { Reading, Spot } from './sentence-reading.ts';

/** The date of a statement. */
export interface Dated {
  readonly date: FoundDate | undefined;
  /**
   * Whether the date shows that the statement is not news. A date of a goal or a meeting must not
   * be before the publication. Any other date must not be long before it.
   */
  readonly past: boolean;
  /** Whether another date is equally near to the statement, so that the date is uncertain. */
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
 * Half a year in days. A date within this time of the publication is nearer than the same day of
 * any other year.
 */
const CLEAR_DAYS = 183;

/**
 * Whether the year of a date is inferred, and the same day of another year is nearer to the
 * publication.
 */
export function isFarYear(date: FoundDate | undefined, published: string | undefined): boolean {
  if (date?.basis !== 'year_inferred' || published === undefined) return false;
  return Math.abs(daysBetween(published, date.from)) > CLEAR_DAYS;
}
