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

/** The drug of a statement and how near its name stands. */
export interface NamedDrug {
  readonly drug: string | null;
  readonly from: Mention['drug_from'];
  readonly sure: boolean;
  /** Where the name ends in the statement's own sentence. */
  readonly end?: number;
}
export const noDrug: NamedDrug = { drug: null, from: null, sure: true };

/**
 * The subject of a text by all the names in it: those beside its statements, else those elsewhere.
 *
 * @param elsewhere the names of the whole text; asked for only where no statement names any
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
    since: beside.length > 0 ? firstNaming(readings, only) : undefined,
    titled: onlyDrug(titled.map(({ name }) => name)),
  };
}

/** Number of the first paragraph of which a statement, or the sentence before one, names a drug. */
export function firstNaming(readings: readonly Reading[], drug = ''): number | undefined {
  return readings.find(({ drugs, drugsBefore }) =>
    [...drugs, ...drugsBefore].some(({ name }) => isSameDrug(name, drug)),
  )?.paragraph;
}

/** Names in what a text says besides statements: "EX-101 is being developed for …". */
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
/** Characters of a paragraph in which names are looked for. */
const MAX_PARAGRAPH = 2_000;

/** The drug that a statement names, else the one that its paragraph or its text is about. */
export function drugFor(
  reading: Reading,
  spot: Spot,
  type: MentionType,
  scene: Scene,
  index: number,
  date: FoundDate | undefined,
): NamedDrug {
  const paired = respectively(reading, spot, index) ?? behindDate(reading, index, date);
  const own = paired ?? drugOf(reading, spot, type);
  if (own && isNextItem(reading, spot, own)) return noDrug;
  if (own) return { drug: own.name, from: 'sentence', sure: true, end: own.end };
  const { only, since, titled } = scene.subject();
  const told = toldBefore(reading, scene);
  if (told === null) return noDrug;
  if (told !== undefined) {
    // Our choice: the one drug of the sentence right before is as sure as the text's only one.
    const isNear = onlyDrug(foremost(reading.drugsBefore).map(({ name }) => name)) === told;
    const isOnly = only !== undefined && isSameDrug(told, only);
    const sure = isNear || isOnly || isSubject(told, reading, scene);
    return { drug: told, from: 'text', sure };
  }
  // What stands under a heading or an item of a list is about the drug that this names.
  const topic = scene.topic()?.drug;
  if (topic !== undefined) return { drug: topic, from: 'text', sure: true };
  if (only !== undefined)
    // What only a later paragraph names is unsure.
    return { drug: only, from: 'text', sure: since !== undefined && since <= reading.paragraph };
  // "The NDA" of a text whose title names one drug is that drug's.
  return titled === undefined
    ? noDrug
    : { drug: titled, from: 'text', sure: APPLIED.test(reading.text) };
}

/** Whether a paragraph has named no other drug so far. */
function isSubject(name: string, reading: Reading, scene: Scene): boolean {
  return sentencesBefore(reading, scene).every(({ names }) =>
    names.every((other) => isSameDrug(name, other)),
  );
}

/** Sentences of a paragraph, back from a statement, in which its drug is looked for. */
const MAX_BACK = 4;

/**
 * The drug of the nearest sentence before that names any. Where it names several, that of them which
 * a sentence before it names alone. Where it only describes its drug and a statement before it is of
 * another, that of the other's application, which a comparison may follow. Null where none is clear.
 */
function toldBefore(reading: Reading, scene: Scene): string | null | undefined {
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

/** A sentence that names drugs, before another in its paragraph. */
interface NamingSentence {
  readonly text: string;
  readonly names: readonly string[];
  /** Whether it may state something of its own. */
  readonly states: boolean;
}

/** Those of the paragraph before a statement, the nearest first. */
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
      // Of a listed drug a text may tell much beside its own: an application is what counts.
      .map((one) => ({
        ...one,
        names: foremost(
          one.drugs.filter(({ role }) => role !== 'listed' || APPLIED.test(one.text)),
        ).map(({ name }) => name),
      }))
      .filter(({ names }) => names.length > 0)
  );
}

/** "May 29 for A and July 29 for B": the drug right behind the further date. */
function behindDate({ text, drugs }: Reading, index: number, date: FoundDate | undefined) {
  if (index === 0 || !date) return undefined;
  return drugs.find(
    ({ start }) =>
      start >= date.end && /^,? for (?:the |its |our )?$/.test(text.slice(date.end, start)),
  );
}

/** "May 29 and July 29, respectively, for A and B": the nth date is the nth drug's. */
function respectively({ text, drugs, dates }: Reading, { end }: Spot, index: number) {
  if (!/\brespective/i.test(text)) return undefined;
  // "A and B have goal dates of May 6 and July 9", "have May 6 and July 9 goal dates".
  const behind = dates.filter(({ start }) => start >= end);
  const days = behind.length > 0 ? behind : dates;
  return drugs.length === days.length && days.length > 1 ? drugs[index] : undefined;
}
