import { distance } from 'fastest-levenshtein';

/** Characters of a text that are compared. */
const MAX_COMPARED = 100;
/** Letters that may differ where a writer may have meant the same. */
const MAX_EDITS = 2;
/** Shortest beginning or part of a word that stands for the word. */
const MIN_BEGINNING = 3;
const MIN_PART = 5;

/** Letters that have no accent to lose. */
const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
};

/** The beginning of a text in lower case, without accents and punctuation (see `wordsIn`). */
export function folded(text: string): string {
  return wordsIn(text.slice(0, MAX_COMPARED));
}

/** A text in lower case, without accents and punctuation, its words between single spaces. */
export function wordsIn(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øæœßłđ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[.'’`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Whether one text may be the other with a slip of the hand: at most two letters differ, and fewer
 * than a third of the longer text. Both folded.
 */
export function isNear(one: string, other: string): boolean {
  const length = Math.max(one.length, other.length);
  if (Math.abs(one.length - other.length) > MAX_EDITS) return false;
  const edits = distance(one, other);
  return edits <= MAX_EDITS && edits * 3 < length;
}

/** How well a word answers to one that was asked for: exactly, by its beginning, a part, a slip. */
export function wordMatch(asked: string, word: string): number {
  if (asked === word) return 1;
  if (asked.length >= MIN_BEGINNING && word.startsWith(asked)) return 0.8;
  if (asked.length >= MIN_PART && word.includes(asked)) return 0.6;
  return isNear(asked, word) ? 0.5 : 0;
}

/** Values that are one and the same but for case, accents and punctuation. */
export function sameButForCase(values: readonly string[], value: string): readonly string[] {
  const wanted = folded(value);
  return values.filter((one) => one !== value && folded(one) === wanted);
}

/**
 * The values that somebody may have meant, the likeliest first; none that is far off.
 *
 * @param values each as it is stored
 */
export function nearestValues(
  values: readonly string[],
  value: string,
  most: number,
): readonly string[] {
  const wanted = folded(value);
  if (wanted === '') return [];
  return values
    .map((one) => ({ one, likeness: likeness(wanted, folded(one)) }))
    .filter((found) => found.likeness > 0)
    .sort(
      (a, b) => b.likeness - a.likeness || a.one.length - b.one.length || (a.one < b.one ? -1 : 1),
    )
    .slice(0, most)
    .map(({ one }) => one);
}

/** 0 where two folded texts have nothing to do with each other. */
function likeness(asked: string, text: string): number {
  const whole = wordMatch(asked, text);
  if (whole > 0) return 1 + whole;
  const words = text.split(' ');
  const matches = asked
    .split(' ')
    .map((word) => Math.max(...words.map((own) => wordMatch(word, own))));
  return matches.some((match) => match === 0)
    ? 0
    : matches.reduce((sum, match) => sum + match, 0) / matches.length;
}

/** The days closest to a day or to the beginning of one, `2026` or `2026-03`: its own latest first. */
export function nearestDays(
  days: readonly string[],
  asked: string,
  most: number,
): readonly string[] {
  const within = days
    .filter((day) => day.startsWith(asked))
    .sort()
    .reverse();
  if (within.length > 0) return within.slice(0, most);
  const time = (day: string) => Date.parse(day.slice(0, 10));
  const wanted = time(asked);
  return days
    .filter((day) => !Number.isNaN(time(day)))
    .sort((a, b) => Math.abs(time(a) - wanted) - Math.abs(time(b) - wanted) || (a < b ? -1 : 1))
    .slice(0, most);
}
