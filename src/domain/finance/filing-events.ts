import { compareText } from '../compare-text.ts';
import { shiftMonths, shiftYears } from '../dates.ts';
import { DOUBT_MONTHS } from './constants.ts';

/** An event disclosed in a filing. */
export interface FilingEvent {
  /**
   * `going_concern`, `going_concern_cleared`, `exchange_deficiency`, `deficiency_cured` or
   * `reverse_split`. Other types are ignored.
   */
  readonly event: string;
  readonly filed_at: string;
  readonly form_type?: string | null | undefined;
}

/**
 * Matches the forms of proxy statements, which propose reverse splits. Other forms report that a
 * split is in effect.
 */
const PROXY_FORM = /14A/i;

/**
 * Returns the disclosures that apply on `asOf`. Our choice: a going-concern doubt ends after
 * `DOUBT_MONTHS` months. It ends earlier if a later report was searched and contains no doubt. A
 * listing notice ends when the company meets the exchange's rules again. A proposed reverse split
 * ends when the split takes effect, when the company meets the rules again, or after a year.
 */
export function openDisclosures(events: readonly FilingEvent[], asOf: string) {
  const oldestFirst = events
    .filter(({ filed_at }) => filed_at <= asOf)
    .sort((a, b) => compareText(a.filed_at, b.filed_at));
  const newest = (name: string) => oldestFirst.findLast(({ event }) => event === name);
  const doubt = newest('going_concern')?.filed_at ?? '';
  const clean = newest('going_concern_cleared')?.filed_at ?? '';
  const isRead = (doubt > clean ? doubt : clean) > shiftMonths(asOf, -DOUBT_MONTHS);
  const notice = newest('exchange_deficiency');
  const split = newest('reverse_split');
  const cured = newest('deficiency_cured')?.filed_at ?? '';
  const isNotified = notice !== undefined && notice.filed_at > cured;
  const isPending =
    split !== undefined &&
    PROXY_FORM.test(split.form_type ?? 'DEF 14A') &&
    split.filed_at > cured &&
    split.filed_at > shiftYears(asOf, -1);
  return {
    /**
     * Whether a going-concern doubt applies. Null if no report of the last `DOUBT_MONTHS` months
     * was searched for doubts.
     */
    going_concern: isRead ? doubt >= clean : null,
    /**
     * Filing day of the newest going-concern doubt, `YYYY-MM-DD`. Null if a later report was
     * searched and contains no doubt.
     */
    going_concern_date: doubt !== '' && doubt >= clean ? doubt : null,
    exchange_deficiency: isNotified,
    reverse_split_pending: isPending,
    /** Filing day of the open listing notice, `YYYY-MM-DD`. */
    exchange_deficiency_date: isNotified ? notice.filed_at : null,
    /** Filing day of the proxy statement that proposes the reverse split, `YYYY-MM-DD`. */
    reverse_split_date: isPending ? split.filed_at : null,
  };
}

/** The disclosures of a company that apply on a day. */
export type OpenDisclosures = ReturnType<typeof openDisclosures>;
