import { addMonths, addWeeks, parseISO } from 'date-fns';
import { isCalendarDate, parseDateBound, shiftDays } from '../domain/dates.ts';
import * as words from './date-words.ts';
import type { DateBasis, Precision } from './mention.ts';

/** First and last day of a date expression. */
interface DateReading {
  readonly from: string;
  readonly to: string;
  readonly precision: Precision;
  readonly basis?: DateBasis;
  readonly yearless?: boolean;
}

/** One way to write a date or period. */
interface DateForm {
  readonly name: string;
  readonly pattern: RegExp;
  /** Returns undefined if the match is not a date. */
  read(groups: Groups, published: string | undefined): DateReading | undefined;
}
type Groups = Readonly<Record<string, string | undefined>>;

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** The date forms by priority. If two forms match overlapping text, the earlier form is used. */
export const dateForms: readonly DateForm[] = [
  {
    name: 'November 27, 2026; Aug. 17, 2026; March 5th 2027; May 8-9, 2026',
    pattern: new RegExp(
      `\\b${words.MONTH} ?${words.DAY}(?: ?(?:-|–|and|&) ?\\d{1,2}(?!\\d))?,? ${words.YEAR}`,
      'g',
    ),
    read: ({ month, day, year }) => dayReading(year, monthNumber(month), day),
  },
  {
    name: '27 November 2026; 27th of November, 2026; 27-Nov-2026',
    pattern: new RegExp(
      `(?<![\\d.,$])\\b${words.DAY}(?: of)?[ -]${words.MONTH}(?:,? |-)${words.YEAR}`,
      'g',
    ),
    read: ({ month, day, year }) => dayReading(year, monthNumber(month), day),
  },
  {
    name: '2026-11-27',
    pattern: /(?<![\d/-])(?<year>20\d\d)-(?<month>\d\d)-(?<day>\d\d)(?![\d-])/g,
    read: ({ month, day, year }) => dayReading(year, Number(month), day),
  },
  {
    name: '11/27/2026 (month first)',
    pattern: /(?<![\d/])(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>20\d\d)(?![\d/])/g,
    read: ({ month, day, year }) => dayReading(year, Number(month), day),
  },
  {
    name: 'January-February 2027',
    pattern: new RegExp(
      `\\b(?<first>${words.MONTH_NAMES})\\s?[-–/]\\s?${words.MONTH} ${words.YEAR}`,
      'g',
    ),
    read: ({ first, month, year }) => {
      const [from, to] = [monthNumber(first), monthNumber(month)];
      if (from > to) return undefined;
      return { ...months(Number(year), from, to), precision: to - from < 3 ? 'quarter' : 'half' };
    },
  },
  {
    name: 'early October 2026; late March; the end of June 2026; November 2026; March this year',
    pattern: new RegExp(
      `\\b(?:${words.PART}[- ]|(?<prefix>${words.PREFIXES})|${words.JOINT}|)${words.MONTH}(?!\\.? ?\\d{1,2}(?:st|nd|rd|th)?(?!\\d))(?! of (?:that|the same) year)(?= (?<goal>PDUFA)\\b|)${words.THEN_YEAR}`,
      'g',
    ),
    read: readMonth,
  },
  {
    name: 'November 30th; 30 November',
    pattern: new RegExp(
      `\\b(?:${words.MONTH} ?${words.DAY}|(?<![\\d.,$])(?<day2>[12]?\\d|3[01])(?: of)? (?<month2>${words.MONTH_NAMES}))(?!\\d|,? (?:19|20)\\d\\d)`,
      'g',
    ),
    read: readYearlessDay,
  },
  {
    name: '2026 third quarter; 2026 Q3',
    pattern:
      /(?<!\b(?:quarters?|half|Q[1-4]|[1-4]Q|H[12]|[12]H)(?: of)? )\b(?<year>20[0-4]\d)(?:'s)? (?:(?<word>first|second|third|fourth)[- ]quarter|Q(?<q>[1-4]))\b(?!,? (?:of )?20\d\d)/gi,
    read: readQuarter,
  },
  {
    name: 'third quarter of 2026; Q3 2026; 3Q26; second or third quarter of this year',
    pattern: new RegExp(
      `\\b(?:(?<first>first|second|third|1st|2nd|3rd)(?: or | to |/| and )(?:the )?)?(?:${words.NTH}(?: calendar| fiscal)?[- ]quarters?|${words.NUMBERED})${words.OF_YEAR}(?<tail>[1-4]\\d(?!\\d))?`,
      'gi',
    ),
    read: readQuarter,
  },
  {
    name: 'first half of 2026; H1 2026; 2H26; 1H:2026',
    pattern: new RegExp(
      `\\b(?:(?<word>first|second|1st|2nd|latter|back)[- ]half|H(?<h>[12])|(?<h2>[12])H)${words.OF_YEAR}(?<tail>[1-4]\\d(?!\\d))?`,
      'gi',
    ),
    read: readHalf,
  },
  {
    name: 'early 2026; mid-2026; late 2026; the end of 2026; around year-end 2026; mid-year',
    pattern: new RegExp(
      `\\b(?<bound>(?:by|before|around|at|near|towards?) )?(?:the )?(?:${words.PART}[- ]${words.ITS_YEAR}|(?<yearpart>${words.YEAR_PARTS})(?:,? (?:of )?(?<year2>20[0-4]\\d)(?!\\d))?)`,
      'gi',
    ),
    read: readPartOfYear,
  },
  {
    name: 'this winter; by mid-summer; in the fall',
    pattern:
      /\b(?<lead>this|next|by(?: the)?|in the|during the|(?:by |in )?(?:mid|early|late)[- ]|the coming) ?(?:mid[- ]|early |late )?(?<season>spring|summer|fall|autumn)\b(?! (?:of )?20\d\d)/gi,
    read: ({ season }, published) => {
      if (!published) return undefined;
      const first = words.seasons[season!.toLowerCase()]!;
      const year = nextYear(published, (y) => months(y, first, first + 2).to);
      return {
        ...months(year, first, first + 2),
        precision: 'quarter',
        basis: 'year_inferred',
        yearless: true,
      };
    },
  },
  {
    name: 'spring 2026; fall of 2026',
    pattern: /\b(?<season>spring|summer|fall|autumn)(?: of)? (?<year>20[0-4]\d)\b/gi,
    read: ({ season, year }) => {
      const first = words.seasons[season!.toLowerCase()]!;
      return { ...months(Number(year), first, first + 2), precision: 'quarter' };
    },
  },
  {
    name: 'next quarter; later this month; last week; three months ago; today',
    pattern: new RegExp(
      `\\b(?:(?<which>${words.WHICH}) (?<unit>week|month|quarter|year)|${words.AGO}|(?<soon>${words.RELATIVE})|(?<today>today|this morning)|(?<yesterday>yesterday))\\b`,
      'gi',
    ),
    read: readRelative,
  },
  {
    name: 'in 2026; during 2026; by 2026; 2026',
    pattern: new RegExp(
      `(?<![\\d$€£.,/'-])(?<!\\d, ?)\\b(?<year>20[0-4]\\d)\\b(?!${words.COUNTED})`,
      'g',
    ),
    read: ({ year }) => ({ ...months(Number(year), 1, 12), precision: 'year' }),
  },
];

function dayReading(
  year: string | undefined,
  month: number,
  day: string | undefined,
): DateReading | undefined {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(Number(day)).padStart(2, '0')}`;
  return isCalendarDate(date) ? { from: date, to: date, precision: 'day' } : undefined;
}

function readMonth(groups: Groups, published: string | undefined): DateReading | undefined {
  const { month, year, part, prefix = groups.joint ?? groups.goal } = groups;
  const number = monthNumber(month);
  if (groups.said) {
    return inYear(groups, published, 'month', (said) => monthPart(said, number, part));
  }
  if (year === undefined) {
    // A month without a year counts only after a preposition or a word such as "early". Otherwise,
    // it may be a name or another word: "March Biosciences", "May", "Jan".
    if (!published || !(prefix?.trim() || part)) return undefined;
    if (
      /^(?:,|\(|for|and|or|to)/.test(prefix?.trim() || 'x') &&
      /^(?:May|March|Jan|Mar|Apr)$/.test(month ?? '')
    )
      return undefined;
    const past = /last|since/i.test(prefix ?? '');
    const next = nextYear(published, (y) => months(y, number, number).to);
    return {
      ...monthPart(past ? next - 1 : next, number, part),
      precision: 'month',
      basis: 'year_inferred',
      yearless: !past,
    };
  }
  return { ...monthPart(Number(year), number, part), precision: 'month' };
}

function monthPart(year: number, month: number, part: string | undefined) {
  const whole = months(year, month, month);
  const start = whole.from.slice(0, 8);
  if (!part) return whole;
  // Our choice: "early" means days 1–10 of a month, "mid" means days 11–20, and "late" means the
  // rest.
  if (/^(?:early|beg|start|the beg)/i.test(part)) return { from: whole.from, to: `${start}10` };
  if (/^(?:mid|the mid)/i.test(part)) return { from: `${start}11`, to: `${start}20` };
  return { from: `${start}21`, to: whole.to };
}

function readYearlessDay(groups: Groups, published: string | undefined): DateReading | undefined {
  if (!published) return undefined;
  const month = monthNumber(groups.month ?? groups.month2);
  const day = groups.day ?? groups.day2;
  const inYear = (year: number) => dayReading(String(year), month, day);
  const next = nextYear(published, (year) => inYear(year)?.to ?? '');
  const reading = inYear(next);
  return reading && { ...reading, basis: 'year_inferred', yearless: true };
}

function readQuarter(groups: Groups, published: string | undefined): DateReading | undefined {
  const number = ordinal(groups.word) ?? Number(groups.q ?? groups.q2);
  const first = ordinal(groups.first) ?? number;
  const last = groups.q3 ? Number(groups.q3) : number;
  if (first > last || (/^(?:last|final)$/i.test(groups.word ?? '') && !yearOf(groups, published)))
    return undefined;
  const precision = last - first === 0 ? 'quarter' : last - first === 1 ? 'half' : 'year';
  return inYear(groups, published, precision, (year) => months(year, first * 3 - 2, last * 3));
}

function readHalf(groups: Groups, published: string | undefined): DateReading | undefined {
  const word = groups.word?.toLowerCase();
  const second = word ? !/^(?:first|1st)$/.test(word) : (groups.h ?? groups.h2) === '2';
  return inYear(groups, published, 'half', (year) => months(year, second ? 7 : 1, second ? 12 : 6));
}

function readPartOfYear(groups: Groups, published: string | undefined): DateReading | undefined {
  const { part, yearpart, bound } = groups;
  const words = (part ?? yearpart ?? '').toLowerCase();
  const named: Groups = { ...groups, year: groups.year ?? groups.year2, said: groups.said };
  // Our choice, based on usage in filings: "early" is the first quarter, "late" and "year-end" are
  // the last quarter, and "mid" is April to September.
  const [first, last, precision] = /^early-?\s?to|^(?:early to)/.test(words)
    ? ([1, 6, 'half'] as const)
    : /mid/.test(words)
      ? ([4, 9, 'half'] as const)
      : /early|beginning|start/.test(words)
        ? ([1, 3, 'quarter'] as const)
        : ([10, 12, 'quarter'] as const);
  const reading = inYear(named, published, precision, (year) => months(year, first, last));
  const basis = bound || /end/.test(words) ? 'by' : reading?.basis;
  return reading && (basis ? { ...reading, basis } : reading);
}

/** Reads a part of a year. The text states the year, refers to it ("next year") or omits it. */
function inYear(
  groups: Groups,
  published: string | undefined,
  precision: Precision,
  period: (year: number) => { from: string; to: string },
): DateReading | undefined {
  const year = yearOf(groups, published);
  if (year !== undefined) {
    return { ...period(year), precision, basis: groups.said ? 'relative' : 'stated' };
  }
  if (!published) return undefined;
  const next = nextYear(published, (candidate) => period(candidate).to);
  return { ...period(next), precision, basis: 'year_inferred', yearless: true };
}

function yearOf(groups: Groups, published: string | undefined): number | undefined {
  const { year, short, tail, said } = groups;
  if (year) return Number(year);
  if (short || tail) return 2000 + Number(short ?? tail);
  // "Mid-year" and "late in the year" mean the next matching period, as if the text stated no year.
  if (!said || !published || /^(?:the )?year$/i.test(said)) return undefined;
  return Number(published.slice(0, 4)) + stepOf(said);
}

/** Number of periods from the current one: "last" is −1, "this" is 0, "the following" is 1. */
function stepOf(word: string): number {
  return /last/i.test(word) ? -1 : /next|following|coming/i.test(word) ? 1 : 0;
}

function readRelative(groups: Groups, published: string | undefined): DateReading | undefined {
  if (!published) return undefined;
  const day = parseISO(published);
  if (groups.today) return { from: published, to: published, precision: 'day', basis: 'today' };
  const before = shiftDays(published, -1);
  if (groups.yesterday) return { from: before, to: before, precision: 'day', basis: 'relative' };
  const count = countOf(groups.count);
  if (/^week/i.test(groups.agoUnit ?? '')) return monthOf(addWeeks(day, -count));
  if (groups.agoUnit) return monthOf(addMonths(day, -count));
  // Our choice: "the coming weeks" means the month of the day four weeks after the publication.
  if (groups.soon) return monthOf(addWeeks(day, 4));
  const which = groups.which!.toLowerCase();
  const step = stepOf(which);
  const unit = groups.unit!.toLowerCase();
  if (unit === 'week') return monthOf(addWeeks(day, step));
  if (unit === 'month') return monthOf(addMonths(day, step));
  if (unit === 'year') {
    const year = day.getFullYear() + step;
    // If the publication is in the last quarter, "later this year" refers to that quarter.
    if (which === 'later this' && day.getMonth() >= 9)
      return { ...months(year, 10, 12), precision: 'quarter', basis: 'relative' };
    return { ...months(year, 1, 12), precision: 'year', basis: 'relative' };
  }
  const then = addMonths(day, 3 * step);
  const quarter = Math.floor(then.getMonth() / 3);
  return {
    ...months(then.getFullYear(), quarter * 3 + 1, quarter * 3 + 3),
    precision: 'quarter',
    basis: 'relative',
  };
}

function monthOf(date: Date): DateReading {
  const month = date.getMonth() + 1;
  return { ...months(date.getFullYear(), month, month), precision: 'month', basis: 'relative' };
}

function months(year: number, first: number, last: number): { from: string; to: string } {
  const name = (month: number) => `${year}-${String(month).padStart(2, '0')}`;
  return { from: `${name(first)}-01`, to: parseDateBound(name(last), 'end')! };
}

/** The year of publication, or the next year if the period has already ended. */
function nextYear(published: string, endIn: (year: number) => string): number {
  const year = Number(published.slice(0, 4));
  return endIn(year) >= published ? year : year + 1;
}

function monthNumber(name: string | undefined): number {
  return monthNames.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1;
}

function ordinal(word: string | undefined): number | undefined {
  const words = ['first', 'second', 'third', 'fourth'];
  if (word === undefined) return undefined;
  if (/^(?:final|last)$/i.test(word)) return 4;
  return /^\d/.test(word) ? Number(word[0]) : words.indexOf(word.toLowerCase()) + 1;
}

/** Converts digits, or a word from "one" to "six", to a number. Returns NaN for any other word. */
export function countOf(word: string | undefined): number {
  const words = ['one', 'two', 'three', 'four', 'five', 'six'];
  const at = words.indexOf((word ?? '').toLowerCase());
  return at >= 0 ? at + 1 : Number(word);
}
