import { daysBetween } from '../domain/dates.ts';
import { type FoundDate, theYearBefore } from './date-grammar.ts';
import { type Dated, type DateFinder, type DatingContext, undated } from './dated.ts';
import { goalDates } from './goal-dates.ts';
import type { MentionType } from './mention.ts';
import { textBefore } from './nearby.ts';
import type { Dating } from './rule.ts';
import type { Reading, Spot } from './sentence-reading.ts';

/** If an event was more than this number of days ago, it is historical and not news. */
const NEWS_DAYS = 31;
/** If a trial result was more than this number of days ago, it is historical and not news. */
const RESULT_NEWS_DAYS = 7;

/** The functions that find dates, one for each value of `Dating`. */
export const datings: Readonly<Record<Dating, DateFinder>> = {
  goal: goalDates,
  event: eventDate,
  meeting: meetingDate,
  effective: effectiveDate,
  none: () => [undated],
};

/**
 * Matches text between an event and its date that describes the event, such as "for the treatment
 * of adults with eczema following surgery".
 */
const described =
  /\bfor (?:the )?(?:treatment|prevention|management|reduction) of (?:(?! and )[^,;]){1,160}$/i;

const eventPreposition = /\b(?:in|on|during|effective|dated|at|of|early in|as of)\s?(?:the )?$/i;
/**
 * Matches words that introduce a clause with a date at its start: "that on" in "announced that on
 * May 6, the company received".
 */
const opensStatement = /(?:\b(?:that|and),?|,) (?:(?:in|on) )?$/;
/** A date opens a sentence if it starts within this number of characters. */
const MAX_OPENING = 26;
const notTheEvent =
  /\b(?:expected|anticipated|close|closing|until|through|launch\w*|expires?|plans?(?! of)|will|target|goal date|PDUFA|action date|up to|between|if|would|initiat\w+|ended|following|CRL)\b/i;
const ownEvent =
  /\b(?:granted|approved|received|submitted|accepted|announced|reported|met|issued|placed|imposed|instituted|lifted|withdrawn|completed|closed|entered)\b/i;

/**
 * The date of an event, if the text states it: "on July 31, 2026", "in 2017", "today", "December
 * 2026 FDA approval".
 */
function eventDate(
  reading: Reading,
  spot: Spot,
  type: MentionType,
  context: DatingContext,
): readonly Dated[] {
  const { published } = context;
  const stated = statedEventDate(reading, spot, type, published);
  const found = stated?.basis === 'today' ? onReleaseDay(stated, context) : stated;
  if (!found) {
    // "The EMA recently accepted" reports a recent event, even if the previous sentence is about
    // the past.
    const isRecent = /\brecently\b/i.test(`${spot.words.before.slice(-30)}${spot.words.match}`);
    return [{ ...undated, past: !isRecent && followsPast(context, type) }];
  }
  const date = inThePast(found, published);
  const past =
    published === undefined
      ? date.precision !== 'day'
      : daysBetween(date.to, published) > newsDays(type);
  return [{ date, past, doubtful: false }];
}

/**
 * Whether an undated event belongs to the past because the sentence before it is about a past
 * event: "On August 20, 2025, we announced data. The FDA granted it."
 */
function followsPast({ previous, published }: DatingContext, type: MentionType): boolean {
  // If the previous sentence reports a submission, the FDA's answer is a later event: "In March we
  // submitted the NDA. The FDA accepted it."
  if (answers.has(type) && previous && submitted.test(previous.text)) return false;
  if (published !== undefined && type !== 'trial_result' && isAllPast(previous, published, type))
    return true;
  const opening = previous?.dates.find(
    ({ start, precision }) => start <= 8 && (precision === 'day' || precision === 'month'),
  );
  if (opening === undefined || published === undefined) return false;
  return daysBetween(inThePast(opening, published).to, published) > newsDays(type);
}

const answers: ReadonlySet<MentionType> = new Set(['nda_bla_accepted', 'approval', 'crl']);
const submitted =
  /^(?!.*\b(?:accepted|approved|granted|CRL)\b).*\b(?:(?:re)?submi(?:tted|ssion)|filed)\b/is;

/** Whether the previous sentence has dates and all of them are too old for news. */
function isAllPast(previous: Reading | undefined, published: string, type: MentionType): boolean {
  const dates = previous?.dates ?? [];
  return (
    dates.length > 0 &&
    dates.every(
      (date) =>
        date.precision !== 'year' &&
        daysBetween(inThePast(date, published).to, published) > newsDays(type),
    )
  );
}

function newsDays(type: MentionType): number {
  return type === 'trial_result' ? RESULT_NEWS_DAYS : NEWS_DAYS;
}

/** The day on which a change takes effect: "effective October 18". The day may be in the future. */
function effectiveDate(
  reading: Reading,
  spot: Spot,
  type: MentionType,
  context: DatingContext,
): readonly Dated[] {
  const { published } = context;
  const date = reading.dates.find(
    ({ start, precision }) =>
      precision === 'day' &&
      /\b(?:effective|effect|effected|begin\w*|trading|commence\w*)\b[^;]{0,70}$|\b(?:split|consolidation) on $/i.test(
        textBefore(reading.text, start, 90),
      ),
  );
  if (!date) return eventDate(reading, spot, type, context);
  return [
    {
      date,
      past: published !== undefined && daysBetween(date.to, published) > NEWS_DAYS,
      doubtful: false,
    },
  ];
}

function statedEventDate(
  reading: Reading,
  spot: Spot,
  type: MentionType,
  published = '9999',
): FoundDate | undefined {
  const { text } = reading;
  // The event has happened, so a date after the publication is the date of something else.
  const dates = datesOf(reading, type).filter(
    ({ yearless, from }) => yearless || from <= published,
  );
  const inside = dates.findLast(({ start, end }) => start >= spot.start && end <= spot.end);
  // The preposition may be the last word of the match: in "approved in September 2025", the match
  // ends after "in".
  const after = dates.find(
    ({ start, end }) => start >= spot.end - 3 && start > spot.start && end > spot.end,
  );
  if (after) {
    const between = text
      .slice(spot.end, Math.max(spot.end, after.start))
      .replace(/\([^()]{0,60}\)/g, '');
    const undescribed = between.replace(described, '');
    const fits =
      undescribed.length <= 130 &&
      !/[;]|\.\s[A-Z]/.test(between) &&
      (type === 'offering'
        ? !/\b(?:expected|anticipated)\b/i.test(between)
        : !notTheEvent.test(undescribed) && !ownEvent.test(between));
    const preposed =
      eventPreposition.test(textBefore(text, after.start, 14)) ||
      /^(?:in|on|last|earlier|during|at) /i.test(text.slice(after.start, after.end));
    if (fits && (preposed || between.trim() === '')) return after;
  }
  const adjacent = dates.find(({ end }) => end <= spot.start && spot.start - end <= 2);
  if (adjacent) return adjacent;
  if (
    inside &&
    inside.basis !== 'today' &&
    (eventPreposition.test(textBefore(text, inside.start, 14)) ||
      /^(?:in|during) /i.test(text.slice(inside.start, inside.end)) ||
      isAttribute(text, inside))
  )
    return inside;
  const opening = dates.findLast(
    ({ start, end }) =>
      end <= spot.start &&
      (start <= MAX_OPENING ||
        (text[end] === ',' && opensStatement.test(textBefore(text, start, 16)))),
  );
  // In a list of events, a colon may separate the date from its event: "July 22, 2026: FDA issued a
  // CRL".
  const openingGap = opening
    ? text
        .slice(opening.end, spot.start)
        .replace(/\([^()]{0,60}\)/g, '')
        .replace(opening.start === 0 ? /^: / : '', '')
    : '';
  if (
    opening &&
    openingGap.length <= (opening.start <= MAX_OPENING ? 260 : 190) &&
    !/[;:]|\.\s[A-Z]/.test(openingGap) &&
    !notTheEvent.test(openingGap.slice(0, 60))
  )
    return opening;
  const today = dates.find(({ basis, end }) => basis === 'today' && end <= spot.end + 160);
  return today ?? dates.find(({ start, end }) => standsApart(text, start, end));
}

/**
 * Whether a date is at the end of a text, after a separator: "FDA approves Zelvora – March 3,
 * 2027".
 */
function standsApart(text: string, start: number, end: number): boolean {
  return /(?:[…–—|]|\.{3}) $/.test(text.slice(0, start)) && /^\W*$/.test(text.slice(end));
}

/**
 * The dates in a sentence, except dates that are part of the name of another document or meeting,
 * such as "the October 5 CRL".
 */
function datesOf({ text, dates }: Reading, type: MentionType): readonly FoundDate[] {
  const own = type === 'crl' ? meetings : type === 'adcomm_date' ? letters : others;
  return dates.filter(
    ({ end, precision }) => precision !== 'day' || !own.test(text.slice(end, end + 16)),
  );
}
const LETTERS = 'CRL|letter|response';
const MEETINGS = 'meeting|AdComm|conference';
const letters = new RegExp(`^ (?:${LETTERS}|press release)\\b`, 'i');
const meetings = new RegExp(`^ (?:${MEETINGS}|press release)\\b`, 'i');
const others = new RegExp(`^ (?:${LETTERS}|${MEETINGS}|press release)\\b`, 'i');

/** Whether a date describes the word after it: "the March 5 submission". */
function isAttribute(text: string, { start, end }: FoundDate): boolean {
  return (
    /\b(?:the|its|our) $/.test(textBefore(text, start, 5)) &&
    /^ (?:(?:re)?submission|filing|approval|acceptance|receipt)\b/.test(text.slice(end, end + 16))
  );
}

/**
 * The day that "today" means. This is the date of the dateline. If there is none, it is the day of
 * publication.
 */
function onReleaseDay(
  today: FoundDate,
  { dateline, published }: DatingContext,
): FoundDate | undefined {
  const day = dateline ?? published;
  return day === undefined ? undefined : { ...today, from: day, to: day };
}

/**
 * Moves a date to the previous year if the text states no year and the date is after the
 * publication. An event that has happened cannot be in the future.
 */
function inThePast(date: FoundDate, published: string | undefined): FoundDate {
  if (!date.yearless || !published || date.from <= published) return date;
  return theYearBefore(date);
}

/**
 * The date of a meeting. It is often in the sentence that follows the committee's name: "The
 * meeting will be held on April 21".
 */
function meetingDate(
  reading: Reading,
  spot: Spot,
  _: MentionType,
  { published, next }: DatingContext,
): readonly Dated[] {
  const own =
    nearestDay(reading, spot.end, 170) ??
    reading.dates.findLast(({ end }) => end <= spot.start && spot.start - end <= 40) ??
    reading.dates.find(({ start, end }) => start >= spot.start && end <= spot.end);
  const follows =
    next && /^(?:The )?(?:virtual |public )?(?:meeting|AdComm|committee)\b/i.test(next.text)
      ? nearestDay(next, 0, 120)
      : undefined;
  const date = own ?? follows;
  if (!date) return [undated];
  return [{ date, past: published !== undefined && date.to < published, doubtful: false }];
}

function nearestDay({ dates }: Reading, from: number, most: number): FoundDate | undefined {
  const date = dates.find(({ start }) => start >= from);
  return date && date.start - from <= most ? date : undefined;
}
