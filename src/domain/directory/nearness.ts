import { distance } from 'fastest-levenshtein';
import { withoutAccents } from '../compare-text.ts';

/** Number of characters of a text that are compared. The rest is ignored. */
const MAX_COMPARED = 100;
/** Maximum number of edits between two similar texts. */
const MAX_EDITS = 2;
/** Minimum number of characters of a query word that can match as a prefix. */
const MIN_PREFIX = 3;
/** Minimum number of characters of a query word that can match as a substring. */
const MIN_PART = 5;

/** The first 100 characters of a text, normalized as in `wordsIn`. */
export function folded(text: string): string {
  return wordsIn(text.slice(0, MAX_COMPARED));
}

/** A text in lower case, without accents and punctuation, with single spaces between words. */
export function wordsIn(text: string): string {
  return withoutAccents(text)
    .replace(/[.'’`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Maximum number of search words. The other words of a query are ignored. */
const MAX_WORDS = 20;

/**
 * The words of a query without duplicates. Our choice: English endings are removed if at least four
 * letters remain, so that `approved` also finds `approval`.
 */
export function queryWords(query: string): readonly string[] {
  const words = wordsIn(query).split(' ').filter(Boolean).slice(0, MAX_WORDS);
  return [...new Set(words.map((word) => word.replace(/^([a-z]{4,}?)(?:ed|es?|ing|al|s)$/, '$1')))];
}

/**
 * Counts the query words that are the start of a word in the text. In the text, a space must
 * precede every word (see `searchWords`).
 */
export function beginningIn(words: readonly string[], text: string): number {
  return words.filter((word) => text.includes(` ${word}`)).length;
}

/**
 * Joins the distinct words of texts, with a space before each word. The query filter `words`
 * searches this string.
 */
export function searchWords(texts: readonly (string | null | undefined)[]): string {
  return ` ${[...new Set(wordsIn(texts.join(' ')).split(' '))].join(' ')}`;
}

/**
 * Whether two texts are similar. Texts that differ only by two swapped adjacent letters are
 * similar. Other texts are similar if at most two edits make them equal, and if the edits are fewer
 * than a third of the letters of the longer text.
 */
export function isNear(one: string, other: string): boolean {
  const length = Math.max(one.length, other.length);
  if (isTransposed(one, other)) return true;
  if (Math.abs(one.length - other.length) > MAX_EDITS) return false;
  const edits = distance(one, other);
  return edits <= MAX_EDITS && edits * 3 < length;
}

/**
 * Whether one text equals the other with two adjacent letters swapped. Always false for texts of
 * two letters.
 */
export function isTransposed(one: string, other: string): boolean {
  if (one.length !== other.length || one.length < 3) return false;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const swapped = `${one.slice(0, at)}${one[at + 1]}${one[at]}${one.slice(at + 2)}`;
  return at >= 0 && swapped === other;
}

/** Similarity of a query word to a longer word that starts with the query word. */
export const PREFIX_MATCH = 0.8;

/**
 * Similarity of a query word to another word, 0–1. From high to low: the words are equal, the query
 * word is a prefix of the other word, it is a substring, the words are similar (`isNear`).
 */
export function wordMatch(query: string, word: string): number {
  if (query === word) return 1;
  if (query.length >= MIN_PREFIX && word.startsWith(query)) return PREFIX_MATCH;
  if (query.length >= MIN_PART && word.includes(query)) return 0.6;
  return isNear(query, word) ? 0.5 : 0;
}

/** The values that equal `value` except for case, accents and punctuation. */
export function sameButForCase(values: readonly string[], value: string): readonly string[] {
  const wanted = folded(value);
  return values.filter((one) => one !== value && folded(one) === wanted);
}

/** The values most similar to `value`, best first. Values without a similar word are omitted. */
export function nearestValues(
  values: readonly string[],
  value: string,
  most: number,
): readonly string[] {
  const wanted = folded(value);
  if (wanted === '') return [];
  return values
    .map((one) => ({ one, likeness: likeness(wanted, folded(one)) }))
    .filter((candidate) => candidate.likeness > 0)
    .sort(
      (a, b) => b.likeness - a.likeness || a.one.length - b.one.length || (a.one < b.one ? -1 : 1),
    )
    .slice(0, most)
    .map(({ one }) => one);
}

/**
 * Similarity of two normalized texts. If the full texts match, it is above 1. Otherwise, it is the
 * mean of the similarities of the words in `query`, or 0 if one of these words has no match.
 */
function likeness(query: string, text: string): number {
  const fullMatch = wordMatch(query, text);
  if (fullMatch > 0) return 1 + fullMatch;
  const words = text.split(' ');
  const matches = query
    .split(' ')
    .map((word) => Math.max(...words.map((other) => wordMatch(word, other))));
  return matches.some((match) => match === 0)
    ? 0
    : matches.reduce((sum, match) => sum + match, 0) / matches.length;
}

/**
 * Returns the days that are within a period (`YYYY`, `YYYY-MM` or `YYYY-MM-DD`), latest first. If
 * no day is within the period, returns the days nearest to its start.
 */
export function nearestDays(
  days: readonly string[],
  period: string,
  most: number,
): readonly string[] {
  const within = days
    .filter((day) => day.startsWith(period))
    .sort()
    .reverse();
  if (within.length > 0) return within.slice(0, most);
  const time = (day: string) => Date.parse(day.slice(0, 10));
  const wanted = time(period);
  return days
    .filter((day) => !Number.isNaN(time(day)))
    .sort((a, b) => Math.abs(time(a) - wanted) - Math.abs(time(b) - wanted) || (a < b ? -1 : 1))
    .slice(0, most);
}
