import { foremost, type PlacedDrug } from './drug-roles.ts';
import type { MentionType } from './mention.ts';
import type { Reading, Spot } from './sentence-reading.ts';

/** Maximum characters between a statement and a drug name that follows it. */
const MAX_AFTER = 110;

/**
 * Types of statements whose drug usually follows them: "approval of X". For all other types, the
 * nearest drug before the statement has priority.
 */
const precedingDrug: ReadonlySet<MentionType> = new Set([
  'approval',
  'designation',
  'crl',
  'clinical_hold',
  'hold_lifted',
  'nda_bla_accepted',
  'nda_bla_submitted',
  'withdrawn',
  'refuse_to_file',
  'adcomm_date',
  'licence',
  'filing_expected',
  'readout_expected',
  'pdufa_extended',
]);

/** Selects the drug of a statement from the drugs in its sentence. */
export function drugOf(reading: Reading, spot: Spot, type: MentionType): PlacedDrug | undefined {
  // The text after a semicolon is about something else.
  const end = reading.text.indexOf(';', spot.end);
  const drugs = foremost(
    end < 0 ? reading.drugs : reading.drugs.filter(({ start }) => start < end),
  );
  if (drugs.length < 2) return drugs[0];
  const inside = firstOfList(
    reading.text,
    drugs,
    drugs.findLast(({ start, end }) => start >= spot.start && end <= spot.end),
  );
  const after = drugs.find(({ start }) => start >= spot.end);
  const before = firstOfList(
    reading.text,
    drugs,
    drugs.findLast(({ end }) => end <= spot.start),
  );
  const reached = after && reaches(reading.text.slice(spot.end, after.start));
  const next = reached && !followsItsDate(reading, spot, after) ? after : undefined;
  const between = next && reading.text.slice(spot.end, next.start);
  if (between !== undefined && (attached.test(between) || inTrialOf.test(between))) return next;
  if (type === 'pdufa_date') {
    const dateEnd = reading.dates.find(({ start }) => start >= spot.end)?.end ?? spot.end;
    const directly =
      after &&
      /^,? ?(?:for|in respect of) (?:the |its |our )?(?:[a-z]+ ){0,2}$/i.test(
        reading.text.slice(Math.min(dateEnd, after.start), after.start),
      );
    return inside ?? (directly ? after : (before ?? after));
  }
  if (precedingDrug.has(type)) return inside ?? next ?? before ?? after;
  return inside ?? before ?? next ?? after;
}

/**
 * Matches the words between a statement and its drug: "for its oral" in "an NDA for its oral X".
 */
const attached = /^ (?:for|of|on|regarding) (?:the |its |our |their )?(?:[a-z-]+ ){0,2}$/;

/**
 * Matches the words between results and the drug of a trial: "from its Phase 2 trial of" in
 * "disappointing data from its Phase 2 trial of X".
 */
const inTrialOf =
  /^ (?:from|of|in) [^.;,]{0,60}\b(?:trials?|stud(?:y|ies)) (?:of|evaluating|testing) (?:the |its )?(?:[a-z-]+ ){0,2}$/;

/** Returns the first drug of a list. In "A, B and C", `last` is C, and the result is A. */
function firstOfList(
  text: string,
  drugs: readonly PlacedDrug[],
  last: PlacedDrug | undefined,
): PlacedDrug | undefined {
  if (last === undefined) return undefined;
  const before = drugs.findLast(({ end }) => end <= last.start);
  if (before === undefined) return last;
  const isListed = /^(?:,|,? (?:and|or|plus)) $/.test(text.slice(before.end, last.start));
  return isListed ? firstOfList(text, drugs, before) : last;
}

/**
 * Whether the drug directly follows a date. Such a drug starts the next item of a list: "data
 * expected in Q3 2026 Zelvora NDA accepted".
 */
export function isNextItem({ text, dates }: Reading, spot: Spot, drug: PlacedDrug): boolean {
  return dates.some(({ start, end }) => start >= spot.end && text.slice(end, drug.start) === ' ');
}

/**
 * Whether the drug is in the next item of a list, after a date and a comma: "data in the first
 * half, update on Zelvora by year-end".
 */
function followsItsDate({ text, dates }: Reading, spot: Spot, { start }: PlacedDrug): boolean {
  const date = dates.findLast((one) => one.start >= spot.start && one.end <= start);
  return date !== undefined && date.end >= spot.end && nextItem.test(text.slice(date.end, start));
}
const nextItem = /^(?:,|,? and)(?! (?:for|of|from|in|evaluating|testing)\b) /;

/** Whether a statement and a later name are in the same clause. */
function reaches(between: string): boolean {
  return (
    between.length <= MAX_AFTER &&
    !/[;]|\.\s[A-Z]|\b(?:which|while|whereas|although|but|because|since)\b|, (?:and|after|following)\b/.test(
      between,
    )
  );
}
