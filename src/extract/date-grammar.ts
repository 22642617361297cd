import { isCalendarDate, parseDateBound } from '../domain/dates.ts';
import { dateForms } from './date-forms.ts';
import type { DateBasis, Precision } from './mention.ts';
import { matchesOf, textBefore } from './nearby.ts';
import { oneOf } from './one-of.ts';

/** A date or period in a sentence, with its position and days. */
export interface FoundDate {
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
  readonly precision: Precision;
  readonly basis: DateBasis;
  /**
   * True if the text states no year. The result is then the first matching period after
   * `published`.
   */
  readonly yearless: boolean;
}

/** Maximum number of dates per sentence. Only tables and reference lists have more. */
const MAX_DATES = 24;

const CLOSES = oneOf(
  '\\bas (?:of|at)',
  '\\b(?:ended|ending|accessed|retrieved|dated|fiscal(?: year)?|runway (?:in)?to|cash (?:in)?to|operations (?:in)?to|into|(?:©|copyright)|expire[sd]?(?: on)?|filed with the SEC on)',
);
/**
 * Matches words before a date that is not the date of an event. For example, the date ends a
 * reporting period or is part of a citation.
 */
const notAnEvent = new RegExp(`${CLOSES}\\s(?:the\\s)?$`, 'i');

/**
 * The dates and periods of a sentence, in text order. If two forms match overlapping text, the form
 * that is earlier in `dateForms` is used.
 * @param text the sentence, normalized by `plainWording`
 * @param published `YYYY-MM-DD`; if undefined, dates that depend on the day of publication are not
 *   read
 */
export function datesIn(text: string, published: string | undefined): readonly FoundDate[] {
  if (!/\d|\b(?:quarter|half|year|month|week|today|yesterday|morning)|[A-Z][a-z]{2}/.test(text)) {
    return [];
  }
  const found: FoundDate[] = [];
  for (const { pattern, read } of dateForms) {
    for (const match of matchesOf(text, pattern)) {
      if (found.length >= MAX_DATES) break;
      const start = match.index;
      const end = start + match[0].length;
      if (found.some((other) => start < other.end && end > other.start)) continue;
      const reading = read(match.groups ?? {}, published);
      if (!reading) continue;
      const basis = reading.basis ?? 'stated';
      found.push({ ...reading, start, end, basis, yearless: reading.yearless ?? false });
    }
  }
  const ordered = found.sort((a, b) => a.start - b.start);
  return joinRanges(text, sharedYears(text, ordered)).filter(
    ({ start }) => !notAnEvent.test(textBefore(text, start, 26)),
  );
}

/**
 * If a date has no year, the year of a neighboring date is used: "May 29, 2022 and July 3", "June 2
 * and July 3, 2026".
 */
function sharedYears(text: string, dates: readonly FoundDate[]): readonly FoundDate[] {
  return dates.map((date, index) => {
    if (!date.yearless || date.basis === 'by') return date;
    const beside = (a: FoundDate | undefined, b: FoundDate | undefined) =>
      a && b && /^\s?,?\s?(?:and|or|&)?\s?$/.test(text.slice(a.end, b.start));
    const [before, after] = [dates[index - 1], dates[index + 1]];
    const dated = beside(before, date) ? before : beside(date, after) ? after : undefined;
    if (!dated || dated.yearless || dated.precision === 'year') return date;
    return { ...withYear(date, dated.from.slice(0, 4)), yearless: false, basis: 'stated' };
  });
}

/**
 * Matches a verb that means a delay, followed by "from". Two dates after these words are not a
 * range: "delayed from 2026 to early 2027".
 */
const putOff = /\b(?:delay|mov|push|shift|postpon|slip)\w*\b[^.;]{0,30}\bfrom (?:the )?$/i;

/**
 * Joins the two dates of a range into one period: "Q3 or Q4 2026", "between June and August 2026",
 * "late 2025 or early 2026".
 */
function joinRanges(text: string, dates: readonly FoundDate[]): readonly FoundDate[] {
  const joined: FoundDate[] = [];
  for (const date of dates) {
    const last = joined.at(-1);
    const between = last ? text.slice(last.end, date.start) : '';
    const range =
      last !== undefined &&
      !putOff.test(textBefore(text, last.start, 50)) &&
      last.precision !== 'day' &&
      date.precision !== 'day' &&
      (/^\s?(?:or|to|-|–|\/|through)\s?(?:the |in |by )?$/i.test(between) ||
        (/^ and (?:the )?$/.test(between) &&
          /\bbetween (?:the )?$/i.test(textBefore(text, last.start, 14))));
    if (!range) {
      joined.push(date);
      continue;
    }
    const early = last.yearless && !date.yearless ? withYear(last, date.from.slice(0, 4)) : last;
    if (early.from > date.to) joined.push(date);
    else joined[joined.length - 1] = rangeOf(early, date);
  }
  return joined;
}

function rangeOf(first: FoundDate, last: FoundDate): FoundDate {
  const span = monthsBetween(first.from, last.to);
  const precision: Precision =
    span <= 1 ? 'month' : span <= 3 ? 'quarter' : span <= 6 ? 'half' : 'year';
  return { ...last, start: first.start, from: first.from, to: last.to, precision };
}

/** The same period in another year. February 29 becomes the last day of February. */
export function withYear(date: FoundDate, year: string): FoundDate {
  const move = (day: string) => {
    const moved = `${year}${day.slice(4)}`;
    return isCalendarDate(moved) ? moved : (parseDateBound(moved.slice(0, 7), 'end') ?? day);
  };
  return { ...date, from: move(date.from), to: move(date.to) };
}

/** The same period one year earlier. */
export function theYearBefore(date: FoundDate): FoundDate {
  return withYear(date, String(Number(date.from.slice(0, 4)) - 1));
}

function monthsBetween(from: string, to: string): number {
  return (
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
    Number(to.slice(5, 7)) -
    Number(from.slice(5, 7)) +
    1
  );
}
