import { beginningIn, queryWords, wordsIn } from '../domain/directory/nearness.ts';

/** Matches a sentence with the space after it. */
const SENTENCE = /.+?(?:[.!?]["”’)\]]?(?:\s+(?=["“(•…]?[\p{Lu}\d])|$)|$)/gsu;

/**
 * The ID with which `fetch` returns a text: `text:` and the stored ID. The stored ID of a text
 * without a URL already starts with `text:`.
 */
export function textId(id: unknown): string {
  return `text:${String(id).replace(/^text:/, '')}`;
}

/**
 * Returns a part of a text, up to `most` characters. The part starts at the first sentence with the
 * most search words. Without search words, it starts at the beginning of the text. `…` marks a
 * beginning or an end that was cut.
 * @param asked the search words
 */
export function passageOf(text: string, asked: string, most: number): string {
  if (text.length <= most) return text;
  const words = queryWords(asked);
  const sentences = [...text.matchAll(SENTENCE)];
  const counts = sentences.map(([sentence]) => beginningIn(words, ` ${wordsIn(sentence)}`));
  const best = sentences[counts.indexOf(Math.max(...counts))];
  const [sentence, at] = [best?.[0] ?? '', best?.index ?? 0];
  // In a sentence that is too long, the passage starts near the first search word.
  const found = words.map((word) => sentence.toLowerCase().indexOf(word)).filter((one) => one >= 0);
  const before = sentence.length > most ? Math.min(...found, sentence.length) - most / 4 : 0;
  const isInside = found.length > 0 && before > 0;
  const from = isInside ? text.indexOf(' ', at + Math.floor(before)) + 1 : at;
  // If the rest of the text is shorter than `most` characters, the passage starts at an earlier
  // sentence.
  const tail = sentences.find(({ index }) => index >= text.length - most);
  const start = Math.min(from, tail?.index ?? from);
  const end = endWithin(text, start, start + most, sentences);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
}

/**
 * Returns the end of the last sentence that ends between the middle and the end of a range. If
 * there is none, returns the end of the last word in the range.
 */
function endWithin(
  text: string,
  start: number,
  end: number,
  sentences: readonly RegExpExecArray[],
): number {
  if (end >= text.length) return text.length;
  const ends = sentences.map((one) => one.index + one[0].length).filter((one) => one <= end);
  const last = ends.at(-1) ?? 0;
  return last > (start + end) / 2 ? last : text.lastIndexOf(' ', end);
}
