import { queryWords, wordsIn } from '../domain/directory/nearness.ts';

/** Matches a sentence with the space after it. */
const SENTENCE = /.+?(?:[.!?]["”’)\]]?(?:\s+(?=["“(•…]?[\p{Lu}\d])|$)|$)/gsu;

/**
 * The ID with which `fetch` returns a text: `text:` and the stored ID. The stored ID of a text
 * without a URL already starts with `text:`.
 */
export function textId(id: unknown): string {
  return `text:${String(id).replace(/^text:/, '')}`;
}

/** A sentence of a text with its position and its relevance to the search words. */
interface Found {
  readonly sentence: string;
  readonly at: number;
  readonly score: number;
}

/**
 * The sentences of a text. Our choice: a search word counts less if many sentences have it, and a
 * sentence with a digit counts 20% more.
 * @returns also the search words of the text, rarest first
 */
function searched(text: string, asked: string) {
  const folded = [...text.matchAll(SENTENCE)].map(({ 0: sentence, index: at }) => ({
    sentence,
    at,
    plain: ` ${wordsIn(sentence)}`,
  }));
  const weights = queryWords(asked).flatMap((word) => {
    const count = folded.filter(({ plain }) => plain.includes(` ${word}`)).length;
    return count > 0 ? [{ word, weight: 1 / (1 + Math.log(count)) }] : [];
  });
  const sentences = folded.map(({ sentence, at, plain }): Found => {
    const held = weights.filter(({ word }) => plain.includes(` ${word}`));
    const sum = held.reduce((total, { weight }) => total + weight, 0);
    return { sentence, at, score: /\d/.test(sentence) ? sum * 1.2 : sum };
  });
  const rarest = weights.toSorted((a, b) => b.weight - a.weight).map(({ word }) => word);
  return { sentences, words: rarest };
}

/**
 * Returns a part of a text, up to `most` characters. The part starts at the most relevant sentence.
 * Without search words, it starts at the beginning of the text. `…` marks a beginning or an end that
 * was cut.
 * @param asked the search words
 */
export function passageOf(text: string, asked: string, most: number): string {
  if (text.length <= most) return text;
  const { sentences, words } = searched(text, asked);
  const best = sentences.reduce((one, other) => (other.score > one.score ? other : one));
  // If the rest of the text is shorter than `most` characters, the passage starts at an earlier
  // sentence.
  const from = startIn(text, best, words, most);
  const tail = sentences.find(({ at }) => at >= text.length - most);
  const start = Math.min(from, tail?.at ?? from);
  const end = endWithin(text, start, start + most, sentences);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
}

/** Maximum number of passages of a text that an answer shows. */
const MAX_FOUND = 3;

/**
 * Returns the most relevant passages of a text in the order of the text, with up to `most`
 * characters in total. Each passage follows its offset in brackets. The result is empty if no
 * sentence has a search word.
 */
export function passagesIn(text: string, asked: string, most: number): string {
  const { sentences, words } = searched(text, asked);
  const length = Math.floor(most / MAX_FOUND);
  const found: number[] = [];
  for (const one of sentences.toSorted((a, b) => b.score - a.score)) {
    if (one.score === 0 || found.length === MAX_FOUND) break;
    const start = startIn(text, one, words, length);
    if (found.every((other) => Math.abs(start - other) >= length)) found.push(start);
  }
  const shown = found
    .toSorted((a, b) => a - b)
    .map((start) => {
      const end = endWithin(text, start, start + length, sentences);
      return `[${start}] ${text.slice(start, end).trim()}`;
    });
  return shown.join(' … ');
}

/** Matches an amount, a percentage or a year. */
const FIGURE = /[$€£%]|\b(?:19|20)\d\d\b|\d,\d{3}/;

/**
 * The start of the passage of a sentence. In a sentence that is too long, the passage starts before
 * a search word, so that it contains the most search words, and a figure if possible.
 */
function startIn(
  text: string,
  { sentence, at }: Found,
  words: readonly string[],
  most: number,
): number {
  if (sentence.length <= most) return at;
  const folded = sentence.toLowerCase();
  const value = (start: number) => {
    const part = folded.slice(start, start + most);
    return words.filter((word) => part.includes(word)).length + (FIGURE.test(part) ? 0.5 : 0);
  };
  const best = words
    .flatMap((word) => [...folded.matchAll(new RegExp(word, 'gu'))])
    .map(({ index }) => Math.max(0, Math.floor(index - most / 4)))
    .reduce((one, other) => (value(other) > value(one) ? other : one), 0);
  return best > 0 ? text.indexOf(' ', at + best) + 1 : at;
}

/**
 * Returns the end of the last sentence that ends between the middle and the end of a range. If
 * there is none, returns the end of the last word in the range.
 */
function endWithin(text: string, start: number, end: number, sentences: readonly Found[]): number {
  if (end >= text.length) return text.length;
  const ends = sentences.map((one) => one.at + one.sentence.length).filter((one) => one <= end);
  const last = ends.at(-1) ?? 0;
  const word = text.lastIndexOf(' ', end);
  return last > (start + end) / 2 ? last : word > start ? word : end;
}

/** The part of a long text that an answer shows, and a sentence about the rest of the text. */
interface Excerpt {
  readonly text: string;
  readonly notice?: string;
}

/** The part of a text that a caller asks for. */
export interface AskedText {
  readonly query?: string | undefined;
  readonly offset?: number | undefined;
}

/** Maximum characters of a text in an answer. */
const MAX_EXCERPT = 1_600;

/**
 * Returns a text from an offset, or its passages with search words, or its beginning. A short text
 * is returned as a whole unless an offset is given.
 */
export function excerptOf(text: string, { query = '', offset }: AskedText): Excerpt {
  const start = Math.min(offset ?? 0, text.length);
  const most = text.length.toLocaleString('en-US');
  if (start > 0 && start === text.length) {
    return { text: '', notice: `offset is past the end: the text has ${most} characters.` };
  }
  if (text.length - start <= MAX_EXCERPT) return { text: text.slice(start) };
  const found = offset === undefined && query ? passagesIn(text, query, MAX_EXCERPT) : '';
  if (found) {
    return {
      text: found,
      notice: `Passages of ${most} characters; fetch offset=N reads on from N.`,
    };
  }
  const { sentences } = searched(text, '');
  const end = endWithin(text, start, start + MAX_EXCERPT, sentences);
  const missed = query && offset === undefined ? 'No sentence has a word of query. ' : '';
  const notice = `${missed}Characters ${start}–${end} of ${most}; offset=${end} reads on, query=WORDS finds passages.`;
  return { text: text.slice(start, end).trim(), notice };
}
