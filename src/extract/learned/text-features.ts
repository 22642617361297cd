import type { FoundDate } from '../date-grammar.ts';
import { isHeadline, isTitle } from '../mention-status.ts';
import type { Scene } from '../scene.ts';
import type { Reading } from '../sentence-reading.ts';
import { dateKind, maskedWords } from './masked-words.ts';

/** Number of bits of a feature hash. Each feature is a position in a table with 2^20 positions. */
export const FEATURE_BITS = 20;

const STOP: ReadonlySet<string> = new Set(
  'the a an of to in for and with on by is was its it that this as at or from be has have are were , . ( ) : - –'.split(
    ' ',
  ),
);
/** Maximum distance between two words that form a pair. */
const MAX_SKIP = 5;
/** Number of words on each side of a date that are used as features. */
const MAX_BESIDE = 10;

function hashOf(word: string, length = word.length): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < length; at += 1) {
    hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  }
  return hash;
}
const mix = (a: number, b: number) => Math.imul((a << 5) ^ (a >>> 7) ^ b, 0x9e3779b1);
const finish = (hash: number) => {
  const once = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (once ^ (once >>> 13)) >>> (32 - FEATURE_BITS);
};

/** Hashes of namespace names. A word has a different feature in each namespace. */
const [ONE, TWO, THREE, PAIR] = [hashOf('1'), hashOf('2'), hashOf('3'), hashOf('pair')];
const BEGINNING = hashOf('pre');
/** Placeholder that replaces a date while the features of this date are computed. */
const THIS = hashOf('THIS');

/** A hashed word. Words are hashed only once per sentence. */
interface Word {
  readonly hash: number;
  readonly isStop: boolean;
  /**
   * Hash of the first letters of a long word. Related words such as approve and approval share it.
   */
  readonly beginning: number | undefined;
}

/** Number of letters of the beginning of a word. */
const BEGINNING_LENGTH = 5;
const longWord = new RegExp(`^[a-z]{${BEGINNING_LENGTH + 1}}`);

function hashedWord(word: string): Word {
  const beginning = longWord.test(word) ? hashOf(word, BEGINNING_LENGTH) : undefined;
  return { hash: hashOf(word), isStop: STOP.has(word), beginning };
}

/** A change to a list of features: features to remove and features to add. */
export interface Change {
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

/** The features of a sentence and of each of its dates. */
export interface TextFeatures {
  readonly whole: readonly number[];
  /** Returns how the features of a date differ from `whole`. */
  readonly ofDate: (date: FoundDate) => Change;
}

export function featuresOf(reading: Reading, scene: Scene): TextFeatures {
  const { words, indexOf } = maskedWords(reading, scene.source);
  const hashed = words.map(hashedWord);
  const around = aroundOf(words, reading, scene);
  const ofDate = (date: FoundDate) => {
    const at = indexOf.get(date);
    const own = ofDateOnly(date, reading, scene.source.published);
    if (at === undefined) return { removed: [], added: own };
    const marked = hashed.with(at, { hash: THIS, isStop: false, beginning: undefined });
    const left = hashed.slice(Math.max(0, at - MAX_BESIDE), at);
    const right = hashed.slice(at + 1, at + 1 + MAX_BESIDE);
    const added = [...own, ...ofWords(marked, at), ...ofSides(left, right)];
    return { removed: ofWords(hashed, at), added };
  };
  return { whole: around.concat(ofWords(hashed)), ofDate };
}

/**
 * Returns the feature for a name in a namespace. Words are already hashed and do not need this
 * function.
 */
const named = (space: string, name?: string) =>
  finish(name === undefined ? hashOf(space) : mix(hashOf(space), hashOf(name)));

/**
 * The features of a sentence other than its words: its dates, its position and the kinds of names
 * in it.
 */
function aroundOf(
  words: readonly string[],
  { sentence, zone, dates }: Reading,
  { index, legal, source }: Scene,
): readonly number[] {
  const has = dates.map((date) => dateKind(date, source.published));
  if (dates.length === 0) has.push('no date');
  if (words.includes('DRUG')) has.push('drug');
  if (words.includes('COMPANY')) has.push('company');
  return [
    named('zone', zone),
    named('case', isHeadline(sentence) ? 'title' : 'sentence'),
    named('length', words.length < 12 ? 'short' : words.length < 35 ? 'middle' : 'long'),
    ...(isTitle(sentence) ? [named('title')] : []),
    ...(index === 0 ? [named('first')] : []),
    ...(legal ? [named('legal')] : []),
    ...(sentence.endsWith('?') ? [named('question')] : []),
    ...has.map((name) => named('has', name)),
  ];
}

function ofDateOnly(
  date: FoundDate,
  { dates }: Reading,
  published: string | undefined,
): readonly number[] {
  const which = dates.indexOf(date);
  return [
    named('precision', date.precision),
    named('basis', date.basis),
    named('kind', dateKind(date, published)),
    named('ahead', monthsAhead(date, published)),
    named('dates', String(Math.min(3, dates.length))),
    named('which', which === 0 ? 'first' : which === dates.length - 1 ? 'last' : 'middle'),
  ];
}

/**
 * Returns the features of words: single words, their beginnings, sequences of two and three words,
 * and pairs.
 * @param only the index of a word. If it is given, all returned features contain this word.
 */
function ofWords(words: readonly Word[], only?: number): number[] {
  const places: number[] = [];
  const end = only === undefined ? words.length : Math.min(words.length, only + 3);
  for (let at = only ?? 0; at < end; at += 1) {
    const { hash, beginning } = words[at]!;
    const distance = only === undefined ? 0 : at - only;
    if (distance === 0) {
      places.push(finish(mix(ONE, hash)));
      if (beginning !== undefined) places.push(finish(mix(BEGINNING, beginning)));
    }
    if (at === 0) continue;
    const last = words[at - 1]!.hash;
    if (distance < 2) places.push(finish(mix(mix(TWO, last), hash)));
    if (at > 1) places.push(finish(mix(mix(mix(THREE, words[at - 2]!.hash), last), hash)));
  }
  addPairs(places, PAIR, words, MAX_SKIP, only === undefined ? undefined : words[only]);
  return places;
}

function ofSides(left: readonly Word[], right: readonly Word[]): readonly number[] {
  const places: number[] = [];
  const sequence = (space: string, words: readonly Word[]) => {
    places.push(finish(words.reduce((hash, word) => mix(hash, word.hash), hashOf(space))));
  };
  for (let size = 1; size <= 3; size += 1) {
    if (left.length >= size) sequence('before', left.slice(-size));
    if (right.length >= size) sequence('after', right.slice(0, size));
  }
  for (const word of left) if (!word.isStop) sequence('left', [word]);
  for (const word of right) if (!word.isStop) sequence('right', [word]);
  for (const word of left.slice(-4)) sequence('near left', [word]);
  for (const word of right.slice(0, 4)) sequence('near right', [word]);
  addPairs(places, hashOf('left pair'), left, MAX_BESIDE);
  return places;
}

/**
 * Adds pairs of words that are not stop words and are up to `most` positions apart.
 * @param only a word. If it is given, all added pairs contain this word.
 */
function addPairs(
  places: number[],
  space: number,
  words: readonly Word[],
  most: number,
  only?: Word,
): void {
  const content = words.filter(({ isStop }) => !isStop);
  const at = only && content.indexOf(only);
  if (at === -1) return;
  const last = at === undefined ? content.length : at + 1;
  for (let a = at === undefined ? 0 : Math.max(0, at - most); a < last; a += 1) {
    const first = mix(space, content[a]!.hash);
    const end = Math.min(content.length, a + 1 + most);
    for (let b = a + 1; b < end; b += 1) {
      if (at === undefined || a === at || b === at) {
        places.push(finish(mix(first, content[b]!.hash)));
      }
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
