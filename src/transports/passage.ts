import { beginningIn, queryWords } from '../domain/directory/nearness.ts';
import { FIGURE } from '../domain/patterns.ts';

/** Matches a sentence with the space after it. */
const SENTENCE = /.+?(?:[.!?]["”’)\]]?(?:\s+(?=["“(•…]?[\p{Lu}\d]|\([a-z]{1,4}\) )|$)|$)/gsu;

/**
 * The ID of a text in `fetch`: the prefix `text:` and the stored ID. If a text has no URL, its
 * stored ID already starts with this prefix.
 */
export function textId(id: unknown): string {
  return `text:${String(id).replace(/^text:/, '')}`;
}

/** A place in a text at which a passage can start. `score` is its relevance to the search words. */
interface Place {
  readonly start: number;
  readonly score: number;
}

/** A text with `x` in place of the points and commas in its numbers: `13x42` for `13.42`. */
function withWholeNumbers(text: string): string {
  return text.replace(/(?<=\d)[.,](?=\d)/g, 'x');
}

/**
 * The search words of a query. A number is one word. A long number without commas is also searched
 * with commas.
 */
function askedWords(query: string): readonly string[] {
  const both = query.replace(
    /(?<![\d.,])\d{4,15}(?![\d.,]\d)/g,
    (digits) => `${digits} ${Number(digits).toLocaleString('en-US')}`,
  );
  return queryWords(withWholeNumbers(both));
}

/**
 * Converts a text to lower case, without accents and with spaces in place of punctuation. The length
 * of the text stays the same.
 */
function plainOf(text: string): string {
  return withWholeNumbers(text)
    .replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize('NFD')[0]!)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, (mark) => ' '.repeat(mark.length));
}

/** The positions at which the sentences of a text start, followed by the length of the text. */
function boundsOf(text: string): readonly number[] {
  return [...Array.from(text.matchAll(SENTENCE), ({ index }) => index), text.length];
}

/**
 * Returns the places at which a passage of `length` characters can start, with their scores.
 * Returns none if there are no search words. A passage can start at the beginning of each sentence.
 * If a sentence is longer than a passage, a passage can also start shortly before each search word.
 *
 * Our choice: the score is the sum of the weights of the search words in the passage. A word has
 * less weight if many sentences contain it. A word in the first sentence of the passage counts one
 * and a half times. A word that is only in a later sentence counts half. If the first sentence
 * contains no search word, the score is zero. The score is 20% higher if the first sentence
 * contains a search word in the first third of the passage. The score is 30% higher if the
 * passage contains an amount, a percentage or a year.
 */
function placesIn(
  text: string,
  bounds: readonly number[],
  asked: string,
  length: number,
): readonly Place[] {
  const words = askedWords(asked);
  if (words.length === 0) return [];
  const plain = ` ${plainOf(text)}`;
  const sentences = bounds.slice(0, -1).map((start, at) => ({ start, end: bounds[at + 1]! }));
  const weights = words.flatMap((one) => {
    const word = ` ${one}`;
    const having = sentences.filter(({ start, end }) => plain.slice(start, end + 1).includes(word));
    return having.length > 0 ? [{ word, weight: 1 / (1 + Math.log(having.length)) }] : [];
  });
  const weightIn = (start: number, end: number) => {
    const part = plain.slice(start, end + 1);
    return weights.reduce((sum, { word, weight }) => sum + (part.includes(word) ? weight : 0), 0);
  };
  const places = sentences.flatMap(({ start, end }) => {
    const found = weights.flatMap(({ word }) =>
      end - start > length ? [...plain.slice(start, end + 1).matchAll(new RegExp(word, 'g'))] : [],
    );
    const before = found.map(({ index }) => start + Math.floor(index - length / 4));
    const inside = before.filter((place) => place > start);
    return [start, ...inside.map((place) => text.indexOf(' ', place) + 1)].map((at) => ({
      start: at,
      end,
    }));
  });
  return places.map(({ start, end }) => {
    const own = weightIn(start, Math.min(end, start + length));
    const both = own > 0 ? own + weightIn(start, start + length) / 2 : 0;
    const early = weightIn(start, Math.min(end, start + length / 3)) > 0 ? 1.2 : 1;
    const figure = FIGURE.test(text.slice(start, start + length)) ? 1.3 : 1;
    return { start, score: both * early * figure };
  });
}

/**
 * Returns a part of a text, up to `most` characters. The part starts at the most relevant place.
 * Without search words, it starts at the beginning of the text. `…` marks where the text was cut.
 * @param asked the search words
 */
export function passageOf(text: string, asked: string, most: number): string {
  if (text.length <= most) return text;
  const bounds = boundsOf(text);
  const places = placesIn(text, bounds, asked, most);
  const beginning = { start: 0, score: 0 };
  const best = places.reduce((one, other) => (other.score > one.score ? other : one), beginning);
  // Near the end of the text, the passage starts at an earlier sentence, so that it is not much
  // shorter than `most` characters.
  const tail = bounds.find((start) => start >= text.length - most)!;
  const start = tail < text.length ? Math.min(best.start, tail) : best.start;
  const end = endWithin(text, start, start + most, bounds);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
}

/** Maximum number of passages of a text that an answer shows. */
const MAX_FOUND = 3;
/** Maximum characters by which a passage may exceed its length to complete its last sentence. */
const MAX_BEYOND = 120;

/**
 * Returns the most relevant passages of a text in the order of the text, with about `most`
 * characters in total. Each passage starts with its offset in brackets. The result is empty if no
 * sentence has a search word.
 */
function passagesIn(text: string, asked: string, most: number): readonly string[] {
  const length = Math.floor(most / MAX_FOUND);
  const bounds = boundsOf(text);
  const found: number[] = [];
  const best = placesIn(text, bounds, asked, length).toSorted((a, b) => b.score - a.score);
  for (const { start, score } of best) {
    if (score === 0 || found.length === MAX_FOUND) break;
    if (found.every((other) => Math.abs(start - other) >= length)) found.push(start);
  }
  return found
    .sort((a, b) => a - b)
    .map((start) => {
      const next = bounds.find((bound) => bound >= start + length) ?? text.length;
      const isNear = next <= start + length + MAX_BEYOND;
      const end = isNear ? next : endWithin(text, start, start + length, bounds);
      return `[${start}] ${text.slice(start, end).trim()}`;
    });
}

/** Whether a passage has more than half of the search words. */
function fits(passage: string, asked: string): boolean {
  const words = askedWords(asked);
  return beginningIn(words, ` ${plainOf(passage)}`) > words.length / 2;
}

/**
 * Returns the end of the last sentence that ends in the second half of a range. If no sentence ends
 * there, returns the end of the last word in the range.
 */
function endWithin(text: string, start: number, end: number, bounds: readonly number[]): number {
  if (end >= text.length) return text.length;
  const last = bounds.findLast((bound) => bound <= end) ?? 0;
  const word = text.lastIndexOf(' ', end);
  return last > (start + end) / 2 ? last : word > start ? word : end;
}

/**
 * Returns a text unchanged, or joins a list of texts into one text. Returns an empty text for any
 * other value.
 */
export function joinedText(value: unknown): string {
  const texts = [value].flat().filter((one) => typeof one === 'string');
  return texts.join(' ');
}

/** The part of a long text that an answer shows, and a sentence about the rest of the text. */
interface Excerpt {
  readonly text: string;
  readonly notice?: string;
}

/**
 * Matches a `…` that marks omitted text. Some parts of a long text are not stored: sentences (see
 * opening.ts), the end of the text, or the end of a section of a drug label.
 */
const LEFT_OUT = /(?:^| )… |\S ?…(?: \p{Lu}[\p{Ll} ]{3,30}: |$)/u;

const OMISSION = '… marks parts that are left out';

/** The part of a text that a caller asks for. */
export interface AskedText {
  readonly query?: string | undefined;
  readonly offset?: number | undefined;
}

/** Maximum characters of a text in an answer. */
const MAX_EXCERPT = 1_500;

/**
 * Returns the part of a text that a caller asks for. With `offset`, the part starts at this offset.
 * With only `query`, the part consists of passages that contain words of `query`. If there are no
 * such passages, or if neither argument is given, the part is the beginning of the text. Without
 * `offset`, a text of up to `MAX_EXCERPT` characters is returned as a whole.
 */
export function excerptOf(text: string, { query = '', offset }: AskedText): Excerpt {
  const start = Math.min(offset ?? 0, text.length);
  const isCut = LEFT_OUT.test(text);
  const kept = isCut ? `stored characters (${OMISSION})` : 'characters';
  const most = `${text.length.toLocaleString('en-US')} ${kept}`;
  if (start > 0 && start === text.length) {
    return { text: '', notice: `offset is past the end: the text has ${most}.` };
  }
  if (text.length - start <= MAX_EXCERPT) {
    return { text: text.slice(start), ...(isCut ? { notice: `${OMISSION}.` } : {}) };
  }
  const found = offset === undefined && query ? passagesIn(text, query, MAX_EXCERPT) : [];
  if (found.length > 0) {
    const isNear = found.some((passage) => fits(passage, query));
    const missed = isNear ? '' : 'No passage has more than half of the words of query. ';
    const notice = `${missed}Passages from a text of ${most}; fetch with offset=N continues from N.`;
    return { text: found.join(' '), notice };
  }
  const end = endWithin(text, start, start + MAX_EXCERPT, boundsOf(text));
  const missed = query && offset === undefined ? 'No sentence has a word of query. ' : '';
  const notice = `${missed}Characters ${start}–${end} of ${most}; offset=${end} continues, query=WORDS finds passages.`;
  return { text: text.slice(start, end).trim(), notice };
}
