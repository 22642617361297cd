import type { FoundDate } from './date-grammar.ts';
import { drugsIn, type FoundDrug } from './drug-names.ts';
import { drugOf, isNextItem } from './drug-of.ts';
import type { Mention, MentionType } from './mention.ts';
import type { Paragraph } from './paragraphs.ts';
import type { Reading, Spot } from './reading.ts';
import type { Scene, Subject } from './scene.ts';
import { plainWording } from './wording.ts';

/** The drug of a statement and how near its name stands. */
export interface NamedDrug {
  readonly drug: string | null;
  readonly from: Mention['drug_from'];
  readonly sure: boolean;
}
export const noDrug: NamedDrug = { drug: null, from: null, sure: true };

/**
 * The subject of a text by all the names in it: those beside its statements, else those elsewhere.
 *
 * @param elsewhere the names of the whole text; asked for only where no statement names any
 */
export function subjectOf(
  readings: readonly Reading[],
  elsewhere: () => readonly FoundDrug[],
): Subject {
  const names = new Map<string, string>();
  for (const { drugs } of readings) {
    for (const { name } of drugs) names.set(name.toLowerCase().replace(/\s?\(.*/, ''), name);
  }
  const named = names.size > 0;
  if (!named) {
    for (const { name } of elsewhere()) names.set(name.toLowerCase().replace(/\s?\(.*/, ''), name);
  }
  return { only: names.size === 1 ? [...names.values()][0] : undefined, named };
}

/** Names in what a text says besides statements: "EX-101 is being developed for …". */
export function namesElsewhere(paragraphs: readonly Paragraph[], brands: readonly string[]) {
  return paragraphs
    .filter(({ zone }) => zone !== 'boilerplate')
    .slice(0, MAX_PARAGRAPHS)
    .flatMap(({ text }) => drugsIn(plainWording(text.slice(0, MAX_PARAGRAPH)), brands));
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
  if (own) return { drug: own.name, from: 'sentence', sure: true };
  const before = scene.readings
    .slice(Math.max(0, scene.index - 3), scene.index)
    .filter(({ paragraph }) => paragraph === reading.paragraph)
    .map(({ drugs }) => drugs)
    .findLast(([drug]) => drug !== undefined);
  const near = before?.length === 1 ? before[0]!.name : undefined;
  if (near) return { drug: near, from: 'text', sure: near === scene.subject().only };
  const { only, named } = scene.subject();
  const [preceding, second] = named ? [] : drugsIn(plainWording(reading.preceding), []);
  if (preceding && !second) return { drug: preceding.name, from: 'text', sure: false };
  return only === undefined ? noDrug : { drug: only, from: 'text', sure: named };
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
  const days = dates.filter(({ start }) => start >= end);
  return drugs.length === days.length && days.length > 1 ? drugs[index] : undefined;
}
