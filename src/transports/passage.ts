import { beginningIn, queryWords, wordsIn } from '../domain/directory/nearness.ts';

/** Matches a sentence with the space after it. */
const SENTENCE = /.+?(?:[.!?]["”’)\]]?(?:\s+(?=["“(•…]?[\p{Lu}\d])|$)|$)/gsu;

/**
 * Returns the part of a text around the first sentence with the most of the asked words: the
 * following sentences up to `most` characters. Without asked words, it is the start of the text.
 * `…` marks each end at which the text is cut.
 */
export function passageOf(text: string, asked: string, most: number): string {
  if (text.length <= most) return text;
  const words = queryWords(asked);
  const sentences = [...text.matchAll(SENTENCE)];
  const counts = sentences.map(([sentence]) => beginningIn(words, ` ${wordsIn(sentence)}`));
  const best = sentences[counts.indexOf(Math.max(...counts))];
  const [sentence, at] = [best?.[0] ?? '', best?.index ?? 0];
  // In a sentence that is too long, the passage starts near the first asked word.
  const found = words.map((word) => sentence.toLowerCase().indexOf(word)).filter((one) => one >= 0);
  const before = sentence.length > most ? Math.min(...found, sentence.length) - most / 4 : 0;
  const isInside = found.length > 0 && before > 0;
  const from = isInside ? text.indexOf(' ', at + Math.floor(before)) + 1 : at;
  // Near the end of the text, the passage also has the sentences before.
  const tail = sentences.find(({ index }) => index >= text.length - most);
  const start = Math.min(from, tail?.index ?? from);
  const end = endWithin(text, start, start + most, sentences);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
}

/** The end of the last sentence that ends in the second half of a range, or else of a word. */
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
