import { isBoilerplate } from './boilerplate.ts';
import type { Mention } from './mention.ts';
import type { Paragraph } from './paragraphs.ts';
import { sentencesOf } from './sentences.ts';

/** Our choice: maximum characters of a context. A context is the text after a statement. */
const MAX_CONTEXT = 600;
/** Maximum number of characters that are read from each paragraph of a context. */
const MAX_FOLLOWING = 3_000;
/** Maximum number of paragraphs that a context can span. */
const MAX_PARAGRAPHS = 12;
/**
 * Our choice: length of the opening of a text, in characters. The whole text is about the events in
 * its opening. Therefore, the context of such an event continues in the next paragraph.
 */
const OPENING = 1_200;
/**
 * Number of characters at the start of a sentence. They locate the sentence in a paragraph that
 * does not contain the full sentence.
 */
const START = 100;
/** Matches a dateline: `BOSTON, Feb. 9, 2027 (GLOBE NEWSWIRE) --`. */
const DATELINE = /^.{0,60}?[A-Za-z]{3,9}\.? \d{1,2}, 20\d\d.{0,40}?(?:--|[–—]|- )\s*/;

/**
 * Returns the text after a statement: the rest of its paragraph. The next paragraphs are added if
 * the statement is in the opening of the text, or if its paragraph has no final punctuation.
 * Descriptions of companies, forward-looking statements and datelines are left out.
 * @param at the index of the paragraph that contains the sentence
 * @returns at most 600 characters with collapsed whitespace; undefined if nothing follows
 */
export function contextOf(
  paragraphs: readonly Paragraph[],
  at: number,
  { sentence }: Mention,
): string | undefined {
  const own = paragraphs[at]?.text ?? '';
  const whole = own.indexOf(sentence);
  const start = whole < 0 ? own.indexOf(sentence.slice(0, START)) : whole;
  if (start < 0) return undefined;
  const end = start + (whole < 0 ? START : sentence.length);
  // If a long sentence is cut in the middle of a word, the context starts with that whole word.
  const word = /\w$/.test(sentence) ? (/\w*$/.exec(own.slice(0, end))?.[0].length ?? 0) : 0;
  const next = paragraphs.slice(at + 1, at + MAX_PARAGRAPHS).filter(({ zone }) => zone === 'body');
  const before = paragraphs.slice(0, at).reduce((sum, { text }) => sum + text.length, 0);
  const isOpen = before < OPENING || !/[.!?]["”’)\]]{0,2}$/.test(own);
  const texts = [own.slice(end - word), ...(isOpen ? next.map(({ text }) => text) : [])];
  let context = '';
  for (const sentenceAfter of texts.flatMap((text) => sentencesOf(text.slice(0, MAX_FOLLOWING)))) {
    if (context.length >= MAX_CONTEXT) break;
    if (!isBoilerplate(sentenceAfter)) context += ` ${withoutDateline(sentenceAfter)}`;
  }
  const line = context.replace(/\s{2,}|[^\S ]/g, ' ').trim();
  if (line === '') return undefined;
  return line.length > MAX_CONTEXT ? `${line.slice(0, MAX_CONTEXT - 1).trimEnd()}…` : line;
}

/** Removes the dateline from the first sentence of a release. */
export function withoutDateline(line: string): string {
  return line.replace(DATELINE, '');
}
