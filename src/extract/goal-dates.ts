import { daysBetween } from '../domain/dates.ts';
import { type FoundDate, theYearBefore } from './date-grammar.ts';
import { type Dated, type DatingContext, isFarYear } from './dated.ts';
import type { MentionType } from './mention.ts';
import { oneOf } from './one-of.ts';
import type { Reading, Spot } from './sentence-reading.ts';

/** Maximum characters between a goal date term, such as "PDUFA date", and its date. */
const MAX_GAP = 160;

const OTHER_EVENTS = oneOf(
  'follow\\w*|after|since|submi\\w+|re-?submi\\w+|accepted|acceptance|launch\\w*|topline',
  'readout|CRL|complete response|compared|versus|ended|dated|(?<!to be )announced|received',
  'initiat\\w+|enrol\\w+|commerciali[sz]ation|patent|expir\\w+|runway|meeting|AdComm',
);
/**
 * If words that match this pattern are between a term and a date, the date is not the goal date.
 */
const notTheGoal = new RegExp(
  `\\b${OTHER_EVENTS}\\b|PDUFA|;|\\((?:[ivx]+|[a-z])\\)|\\bdates? (?:of|is)\\b.*\\bdates?\\b`,
  'i',
);
const directlyAfter =
  /^\)?[\s,:(–—-]*(?:\)? ?(?:date|dates))?[\s,:(–—-]*(?:(?:of|is|was|for|on|by|in|set for|set on|set as|remains|being|to be|has been set for|which is|now|set|expected|scheduled)[\s:]*){0,4}(?:the )?$/i;
const LINKS = oneOf(
  '(?<= )[A-Z][\\w-]+ |\\(|[•|] (?:Event: )?|[–—:-]\\s|as (?:the|its|a|our) (?:new |assigned |revised |target )?',
  '(?:is|was|has been) (?:set|assigned|established|designated) as (?:the|its|our|a) ',
  "is (?:the|its|our) |the |its |our |FDA |FDA's |US |when (?:the )?|by which (?:the )?",
);
const rightBefore = new RegExp(`^\\)?,?\\s?${LINKS}?$`, 'i');

/**
 * The dates that belong to a goal date term: "a PDUFA date of November 27", "September 30 PDUFA
 * date". Several dates are returned only if the term is plural or the sentence contains
 * "respective".
 */
export function goalDates(
  reading: Reading,
  spot: Spot,
  _: MentionType,
  { published }: DatingContext,
): readonly Dated[] {
  const { text, dates } = reading;
  const after = dates.filter(({ start }) => start >= spot.end);
  const first = after[0];
  const between = first ? text.slice(spot.end, first.start) : '';
  const reachable =
    first !== undefined &&
    between.length <= MAX_GAP &&
    !notTheGoal.test(between) &&
    !/\.\s[A-Z]/.test(between);
  const moved = reachable ? movedTo(text, between, after) : undefined;
  // Excludes an old date: "The FDA, which had set March 3, now expects to decide by June 3."
  const before = /^now\b/i.test(spot.words.match)
    ? undefined
    : dates.findLast(
        ({ end }) => end <= spot.start && rightBefore.test(text.slice(end, spot.start)),
      );
  const chosen =
    moved ??
    (before && !(reachable && (directlyAfter.test(between) || (isDay(first) && !isDay(before))))
      ? before
      : reachable
        ? first
        : before) ??
    dates.find(({ start, end }) => start > spot.start && end < spot.end);
  if (!chosen) return [];
  const paired =
    chosen === first
      ? [first, ...pairedWith(text, after, spot)]
      : chosen === before
        ? [...pairedBefore(text, dates, before, spot), before]
        : [chosen];
  return paired.map((stated) => {
    const isTooFar = daysBetween(published ?? stated.from, stated.from) > LONGEST_REVIEW;
    const isOfLastYear = isFarYear(stated, published) && (isTooFar || tellsOfPast.test(text));
    const date = isOfLastYear ? theYearBefore(stated) : stated;
    return {
      date,
      past: published !== undefined && date.to < published,
      doubtful:
        before !== undefined &&
        reachable &&
        !moved &&
        before !== first &&
        isDay(before) &&
        !directlyAfter.test(between) &&
        // A later date in another clause does not make the goal date doubtful: "has a June 30 PDUFA
        // date, and will host a meeting on May 24".
        !/^[^;]{0,12}, (?:and|but|while)\b/.test(between),
    };
  });
}

/**
 * Maximum days from the publication to a goal date without a year, because a review takes ten
 * months. A date that would be later is moved to the previous year: in a text of late October 2026,
 * "October 13" is October 13, 2026.
 */
const LONGEST_REVIEW = 335;

/**
 * Matches verbs in the past tense. In a text of July 2026, "had a June 1 goal date" means June 1,
 * 2026, and not June 1, 2027.
 */
const tellsOfPast = /\b(?:had|was|were|did|came|went|missed|passed)\b/i;

/**
 * Whether a date is a single day. Days have priority over longer periods: in "As we said in August,
 * the goal date for the NDA is March 3, 2027", the goal date is March 3, 2027.
 */
const isDay = ({ precision }: FoundDate) => precision === 'day';

/** The new date of a moved goal date: the second date in "extended from July 28 to October 28". */
function movedTo(
  text: string,
  between: string,
  after: readonly FoundDate[],
): FoundDate | undefined {
  const [from, to] = after;
  if (!from || !to) return undefined;
  // Matches words that mark the first date as the old date: "The goal date, which had been December
  // 21, is now March 21, 2027."
  const was = /\b(?:had been|was (?:previously|originally)|previously|originally)\b/i.test(between);
  if (
    was &&
    /^,? (?:is|has) (?:now|been moved to|been extended to)\b/i.test(text.slice(from.end, to.start))
  )
    return to;
  if (
    !/\bfrom (?:the |its )?(?:original |previous |prior )?(?:date of |goal date of )?$/i.test(
      between,
    )
  )
    return undefined;
  return /^,? ?(?:to|until)\b[^.;]{0,60}$/i.test(text.slice(from.end, to.start)) ? to : undefined;
}

/** Matches the text between two dates of a list: "November 30 GIST and December 30". */
const joinsDates = /^(?: [A-Z][\w-]+){0,2}(?:,|,? and|,? &) ?$/;

/**
 * The dates before the last date in a list of goal dates: May 29 in "May 29 and July 29 action
 * dates".
 */
function pairedBefore(
  text: string,
  dates: readonly FoundDate[],
  last: FoundDate,
  { words }: Spot,
): readonly FoundDate[] {
  if (!/(?:dates|targets|goals)$/i.test(words.match)) return [];
  const before = dates.findLast(({ end }) => end <= last.start);
  if (!before || !joinsDates.test(text.slice(before.end, last.start))) return [];
  return [...pairedBefore(text, dates, before, { words } as Spot), before];
}

/**
 * The dates after the first date in a list of goal dates: July 29 in "action dates of May 29 and
 * July 29, 2027".
 */
function pairedWith(
  text: string,
  after: readonly FoundDate[],
  { words }: Spot,
): readonly FoundDate[] {
  const plural =
    /dates$/i.test(words.match) ||
    /^ dates\b/i.test(words.after) ||
    /\brespective/i.test(words.sentence);
  if (!plural) return [];
  const further: FoundDate[] = [];
  for (let index = 1; index < after.length; index += 1) {
    const between = text.slice(after[index - 1]!.end, after[index]!.start);
    if (
      !/^(?:,? ?(?:and|&)|,)(?: for [^.;,]{2,40})?(?: and)? ?$|^ for [^.;,]{2,50},? and $/i.test(
        between,
      ) &&
      between !== ' '
    )
      break;
    further.push(after[index]!);
  }
  return further;
}
