import type { FoundDate } from '../date-grammar.ts';
import { isHeadline, isTitle } from '../mention-status.ts';
import type { Scene } from '../scene.ts';
import type { Reading } from '../sentence-reading.ts';
import { dateKind, maskedWords } from './masked-words.ts';

/** Number of bits of a feature hash. Features are positions in a table of 2^20. */
export const FEATURE_BITS = 20;

const STOP: ReadonlySet<string> = new Set(
  'the a an of to in for and with on by is was its it that this as at or from be has have are were , . ( ) : - –'.split(
    ' ',
  ),
);
/** Maximum distance between two words that form a pair. */
const MAX_SKIP = 5;
/** Number of words on each side of a date that are features. */
const MAX_BESIDE = 10;

/** Collects features. The same word has a different position in each namespace. */
interface Features {
  readonly places: readonly number[];
  readonly add: (space: string, ...words: readonly string[]) => void;
}

function noFeatures(): Features {
  const places: number[] = [];
  const add: Features['add'] = (space, ...words) => {
    places.push(finish(words.reduce((hash, word) => mix(hash, hashOf(word)), hashOf(space))));
  };
  return { places, add };
}

function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) {
    hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  }
  return hash;
}
const mix = (a: number, b: number) => Math.imul((a << 5) ^ (a >>> 7) ^ b, 0x9e3779b1);
const finish = (hash: number) => {
  const once = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (once ^ (once >>> 13)) >>> (32 - FEATURE_BITS);
};

export function sentenceFeatures(reading: Reading, scene: Scene): readonly number[] {
  const features = noFeatures();
  addSentence(features, maskedWords(reading, scene.source), reading, scene);
  return features.places;
}

/** The features of a date: those of its sentence, and the words on both sides. */
export function dateFeatures(reading: Reading, date: FoundDate, scene: Scene): readonly number[] {
  const { published } = scene.source;
  const features = noFeatures();
  const words = maskedWords(reading, scene.source, date);
  addSentence(features, words, reading, scene);
  const at = words.indexOf('THIS');
  if (at >= 0)
    addSides(
      features,
      words.slice(Math.max(0, at - MAX_BESIDE), at),
      words.slice(at + 1, at + 1 + MAX_BESIDE),
    );
  const { dates } = reading;
  const which = dates.indexOf(date);
  features.add('precision', date.precision);
  features.add('basis', date.basis);
  features.add('kind', dateKind(date, published));
  features.add('ahead', monthsAhead(date, published));
  features.add('dates', String(Math.min(3, dates.length)));
  features.add('which', which === 0 ? 'first' : which === dates.length - 1 ? 'last' : 'middle');
  return features.places;
}

function addSides(features: Features, left: readonly string[], right: readonly string[]): void {
  for (let size = 1; size <= 3; size += 1) {
    if (left.length >= size) features.add('before', ...left.slice(-size));
    if (right.length >= size) features.add('after', ...right.slice(0, size));
  }
  for (const word of left) if (!STOP.has(word)) features.add('left', word);
  for (const word of right) if (!STOP.has(word)) features.add('right', word);
  for (const word of left.slice(-4)) features.add('near left', word);
  for (const word of right.slice(0, 4)) features.add('near right', word);
  addSkips(features, 'left pair', left, MAX_BESIDE);
}

function addSentence(
  features: Features,
  words: readonly string[],
  reading: Reading,
  { index, legal, source }: Scene,
): void {
  for (let at = 0; at < words.length; at += 1) {
    features.add('1', words[at]!);
    if (at > 0) features.add('2', words[at - 1]!, words[at]!);
    if (at > 1) features.add('3', words[at - 2]!, words[at - 1]!, words[at]!);
  }
  addSkips(features, 'pair', words, MAX_SKIP);
  features.add('zone', reading.zone);
  features.add('case', isHeadline(reading.sentence) ? 'title' : 'sentence');
  if (isTitle(reading.sentence)) features.add('title');
  if (index === 0) features.add('first');
  if (legal) features.add('legal');
  if (reading.sentence.endsWith('?')) features.add('question');
  features.add('length', words.length < 12 ? 'short' : words.length < 35 ? 'middle' : 'long');
  if (reading.dates.length === 0) features.add('has', 'no date');
  for (const date of reading.dates) features.add('has', dateKind(date, source.published));
  if (words.includes('DRUG')) features.add('has', 'drug');
  if (words.includes('COMPANY')) features.add('has', 'company');
}

/** Adds pairs of words that are not stop words and are up to `most` positions apart. */
function addSkips(features: Features, space: string, words: readonly string[], most: number): void {
  const contentWords = words.filter((word) => !STOP.has(word));
  for (let a = 0; a < contentWords.length; a += 1) {
    for (let b = a + 1; b < contentWords.length && b - a <= most; b += 1) {
      features.add(space, contentWords[a]!, contentWords[b]!);
    }
  }
}

function monthsAhead({ to }: FoundDate, published: string | undefined): string {
  if (published === undefined) return 'unknown';
  const month = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  const ahead = month(to) - month(published);
  if (ahead < 0) return 'past';
  return ahead < 4 ? '0-3' : ahead < 13 ? '4-12' : ahead < 31 ? '13-30' : 'far';
}
