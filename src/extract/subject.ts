import type { FoundDate } from './date-grammar.ts';
import { drugsIn } from './drug-names.ts';
import { drugOf, isNextItem } from './drug-of.ts';
import { foremost, isSameDrug, onlyDrug, type PlacedDrug, withRoles } from './drug-roles.ts';
import type { Mention, MentionType } from './mention.ts';
import { isTitle } from './mention-status.ts';
import type { Paragraph } from './paragraphs.ts';
import type { Scene, Subject } from './scene.ts';
import type { Reading, Spot } from './sentence-reading.ts';
import { plainWording } from './wording.ts';

/** The drug of a statement, and where it is named. */
export interface NamedDrug {
  readonly drug: string | null;
  readonly from: Mention['drug_from'];
  readonly sure: boolean;
  /** Position of the end of the name, if it is in the sentence of the statement. */
  readonly end?: number;
}
export const noDrug: NamedDrug = { drug: null, from: null, sure: true };

/**
 * The drug that a text is about. It is determined from the drugs in the statements. If no statement
 * names a drug, it is determined from the full text.
 * @param elsewhere returns the drugs of the full text; called only if no statement names a drug
 */
export function subjectOf(
  readings: readonly Reading[],
  elsewhere: () => readonly PlacedDrug[],
): Subject {
  const beside = readings.flatMap(({ drugs }) => drugs);
  const names = foremost(beside.length > 0 ? beside : elsewhere()).map(({ name }) => name);
  const [first] = readings;
  const titled = first && isTitle(first.sentence) ? foremost(first.drugs) : [];
  const only = onlyDrug(names);
  return {
    only,
    since: only !== undefined && beside.length > 0 ? firstNaming(readings, only) : undefined,
    titled: onlyDrug(titled.map(({ name }) => name)),
  };
}

/**
 * Index of the first paragraph that names the drug in a statement or in the sentence before a
 * statement.
 */
export function firstNaming(readings: readonly Reading[], drug = ''): number | undefined {
  return readings.find(({ drugs, drugsBefore }) =>
    [...drugs, ...drugsBefore].some(({ name }) => isSameDrug(name, drug)),
  )?.paragraph;
}

/**
 * The drugs in the first paragraphs of a text, including drugs outside of statements: "EX-101 is
 * being developed for …".
 */
export function namesElsewhere(paragraphs: readonly Paragraph[], brands: readonly string[]) {
  return paragraphs
    .filter(({ zone }) => zone !== 'boilerplate')
    .slice(0, MAX_PARAGRAPHS)
    .flatMap(({ text }) => {
      const plain = plainWording(text.slice(0, MAX_PARAGRAPH));
      return withRoles(plain, drugsIn(plain, brands));
    });
}
const MAX_PARAGRAPHS = 20;
/** Number of characters of a paragraph that are searched for names. */
const MAX_PARAGRAPH = 2_000;

/**
 * The drug of a statement. If the sentence names none, it is the drug that the paragraph or the
 * text is about.
 */
export function drugFor(
  reading: Reading,
  spot: Spot,
  type: MentionType,
  scene: Scene,
  index: number,
  date: FoundDate | undefined,
): NamedDrug {
  const paired = respectively(reading, spot, index) ?? drugAfterDate(reading, index, date);
  const own = paired ?? drugOf(reading, spot, type);
  if (own && isNextItem(reading, spot, own)) return noDrug;
  if (own) return { drug: own.name, from: 'sentence', sure: true, end: own.end };
  const { only, since, titled } = scene.subject();
  const before = drugBefore(reading, scene);
  if (before === null) return noDrug;
  if (before !== undefined) {
    // Our choice: the drug is certain if it is the only drug in the previous sentence, in the text,
    // or in the paragraph before the statement.
    const isNear = onlyDrug(foremost(reading.drugsBefore).map(({ name }) => name)) === before;
    const isOnly = only !== undefined && isSameDrug(before, only);
    const sure = isNear || isOnly || isSubject(before, reading, scene);
    return { drug: before, from: 'text', sure };
  }
  // A paragraph under a heading or list item is about the drug in that heading or item.
  const topic = scene.topic()?.drug;
  if (topic !== undefined) return { drug: topic, from: 'text', sure: true };
  if (only !== undefined)
    // The drug is uncertain if only a later paragraph names it.
    return { drug: only, from: 'text', sure: since !== undefined && since <= reading.paragraph };
  // If the title of a text names one drug, "the NDA" in the text concerns that drug.
  return titled === undefined
    ? noDrug
    : { drug: titled, from: 'text', sure: APPLIED.test(reading.text) };
}

/** Whether the paragraph names no other drug before the statement. */
function isSubject(name: string, reading: Reading, scene: Scene): boolean {
  return sentencesBefore(reading, scene).every(({ names }) =>
    names.every((other) => isSameDrug(name, other)),
  );
}

/** Number of sentences before a statement that are searched for its drug. */
const MAX_BACK = 4;

/**
 * Returns the drug of the naming sentence: the nearest previous sentence that names drugs.
 * - If the naming sentence has several drugs, returns the one that an earlier sentence names alone.
 * - If the naming sentence contains no statement, the last statement before it may be about another
 *   drug. If that statement is about an application, returns its drug.
 * Returns null if the drug is ambiguous, and undefined if no previous sentence names a drug.
 */
function drugBefore(reading: Reading, scene: Scene): string | null | undefined {
  const [nearest, ...further] = sentencesBefore(reading, scene);
  if (nearest === undefined) return undefined;
  const alone = onlyDrug(nearest.names);
  if (alone === undefined) {
    const topic = further.map(({ names }) => onlyDrug(names)).find((name) => name !== undefined);
    return nearest.names.find((name) => topic !== undefined && isSameDrug(name, topic)) ?? null;
  }
  const stated = nearest.states ? undefined : further.find(({ states }) => states);
  const other = stated && onlyDrug(stated.names);
  if (stated === undefined || (other !== undefined && isSameDrug(other, alone))) return alone;
  return (APPLIED.test(stated.text) ? other : undefined) ?? null;
}

const APPLIED = /\b(?:s?NDA|s?BLA|MAA|applications?)\b/;

/** A sentence that names drugs and is before a statement in the same paragraph. */
interface NamingSentence {
  readonly text: string;
  readonly names: readonly string[];
  /** Whether the sentence may contain a statement. */
  readonly states: boolean;
}

/** The sentences before a statement in its paragraph that name drugs, nearest first. */
function sentencesBefore(reading: Reading, { readings, index }: Scene): readonly NamingSentence[] {
  const own = readings
    .slice(Math.max(0, index - MAX_BACK), index + 1)
    .filter(({ paragraph }) => paragraph === reading.paragraph)
    .toReversed();
  const states = new Set(own.map(({ sentence }) => sentence));
  return (
    own
      .flatMap(({ sentence, drugs, preceding, drugsBefore }, at) => [
        ...(at === 0 ? [] : [{ text: sentence, drugs, states: true }]),
        ...(states.has(preceding) ? [] : [{ text: preceding, drugs: drugsBefore, states: false }]),
      ])
      // A drug that is often a comparator or partner is used only in a sentence about an
      // application.
      .map((one) => ({
        ...one,
        names: foremost(
          one.drugs.filter(({ role }) => role !== 'listed' || APPLIED.test(one.text)),
        ).map(({ name }) => name),
      }))
      .filter(({ names }) => names.length > 0)
  );
}

/** The drug after a second date: "May 29 for A and July 29 for B". */
function drugAfterDate({ text, drugs }: Reading, index: number, date: FoundDate | undefined) {
  if (index === 0 || !date) return undefined;
  return drugs.find(
    ({ start }) =>
      start >= date.end && /^,? for (?:the |its |our )?$/.test(text.slice(date.end, start)),
  );
}

/**
 * Pairs dates and drugs in order, as in "May 29 and July 29, respectively, for A and B".
 * Returns the drug of the date at `index`.
 */
function respectively({ text, drugs, dates }: Reading, { end }: Spot, index: number) {
  if (!/\brespective/i.test(text)) return undefined;
  // Only dates after the words of the statement are used: "A and B have goal dates of May 6 and
  // July 9". If there are none, all dates of the sentence are used: "A and B have May 6 and July 9
  // goal dates".
  const after = dates.filter(({ start }) => start >= end);
  const days = after.length > 0 ? after : dates;
  return drugs.length === days.length && days.length > 1 ? drugs[index] : undefined;
}
