import { shiftYears } from '../dates.ts';

/** Something that a filing disclosed. */
export interface FilingEvent {
  /** `going_concern`, `exchange_deficiency`, `deficiency_cured`, `reverse_split` count here. */
  readonly event: string;
  readonly filed_at: string;
  readonly form_type?: string | null | undefined;
}

/** What a company's filings disclosed that still holds. */
export interface OpenDisclosures {
  readonly going_concern: boolean;
  readonly exchange_deficiency: boolean;
  readonly reverse_split_pending: boolean;
  /** Day on which the listing notice that stands was filed, `YYYY-MM-DD`. */
  readonly exchange_deficiency_date: string | null;
  /** Day of the proxy statement that asks for the reverse split, `YYYY-MM-DD`. */
  readonly reverse_split_date: string | null;
}

/** Proxy statements ask for a reverse split; other forms tell that it has taken effect. */
const PROXY_FORM = /14A/i;

/**
 * What still holds on `asOf` of what a company's filings disclosed.
 *
 * Our choice of when each ends: doubt of going on, with the report on the next balance sheet (it
 * stands in the report on the newest one, so only what was filed after that day counts; a report
 * comes after its own period's end and before the next one's); a listing notice, with the cure; a
 * reverse split, with the filing that it took effect, with the cure, or a year after it was asked
 * for.
 *
 * @param balanceSheetDate day of the newest balance sheet known; null where there is none
 */
export function openDisclosures(
  events: readonly FilingEvent[],
  balanceSheetDate: string | null,
  asOf: string,
): OpenDisclosures {
  const newest = (name: string) =>
    events
      .filter(({ event, filed_at }) => event === name && filed_at <= asOf)
      .reduce<FilingEvent | null>(
        (last, each) => (last === null || each.filed_at >= last.filed_at ? each : last),
        null,
      );
  const doubt = newest('going_concern');
  const notice = newest('exchange_deficiency');
  const split = newest('reverse_split');
  const cured = newest('deficiency_cured')?.filed_at ?? '';
  const isNotified = notice !== null && notice.filed_at > cured;
  const isPending =
    split !== null &&
    PROXY_FORM.test(split.form_type ?? 'DEF 14A') &&
    split.filed_at > cured &&
    split.filed_at > shiftYears(asOf, -1);
  return {
    going_concern: doubt !== null && doubt.filed_at > (balanceSheetDate ?? ''),
    exchange_deficiency: isNotified,
    reverse_split_pending: isPending,
    exchange_deficiency_date: isNotified ? notice.filed_at : null,
    reverse_split_date: isPending ? split.filed_at : null,
  };
}
