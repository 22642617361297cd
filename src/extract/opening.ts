import { FIGURE } from '../domain/patterns.ts';
import { isBoilerplate } from './boilerplate.ts';
import { withoutDateline } from './context.ts';
import { htmlToText, looksLikeHtml } from './html-to-text.ts';
import { paragraphsOf } from './paragraphs.ts';
import { sentencesOf } from './sentences.ts';

/** Number of characters of a text that are read, including markup. */
const MAX_SEARCHED = 2_000_000;
const MAX_TITLE = 250;
/** Maximum characters of a body that are kept. */
const MAX_BODY = 60_000;
/** Number of characters at the start of a body that are always kept. */
const MAX_LEAD = 400;
/**
 * Our choice: a line with fewer than this many words is not a sentence but a label, such as
 * `Item 1.01.` or a form number.
 */
const MIN_WORDS = 4;
/**
 * Matches the heading of an item of Form 8-K. The cover page above the heading reports no event.
 */
const ITEM = /^Item\s+\d\.\d\d\b/i;

/** The headline of a text and the words after it. */
export interface Opening {
  readonly title: string;
  /** At most 60,000 characters; null if nothing follows the title. */
  readonly body: string | null;
}

/**
 * Returns the part of a text that is kept. The title is `given`, or else the first line of the text
 * that is not only a label. The title has at most 250 characters. Datelines are left out, and `…`
 * replaces sections on forward-looking statements. Our choice: if the body is too long, its first
 * 400 characters are kept. Other sentences are kept in this order, as long as they fit:
 * 1. sentences with an amount, a percentage or a year, each with the sentence before it;
 * 2. sentences with any other number;
 * 3. other sentences;
 * 4. boilerplate.
 * `…` replaces the sentences that do not fit.
 * @returns undefined if the text has no words
 */
export function openingOf(source: string, given?: string): Opening | undefined {
  const start = source.slice(0, MAX_SEARCHED);
  const lines = paragraphsOf(looksLikeHtml(source) ? htmlToText(start) : start).map(
    ({ text, zone }) => (zone === 'boilerplate' ? '…' : text.replace(/\s+/g, ' ')),
  );
  const item = lines.findIndex((line) => ITEM.test(line));
  const from = lines.slice(Math.max(0, item));
  const isTold = (line: string) => line.split(' ').length >= MIN_WORDS && !/^EX-\d/.test(line);
  const first = from.find(isTold) ?? from.find((line) => line !== '…') ?? '';
  const others = from.slice(from.indexOf(first) + 1);
  const headline = given ?? withoutDateline(first);
  if (headline.trim() === '') return undefined;
  const isLead = given !== undefined && !isSameLine(first, given);
  const title = cut(headline, MAX_TITLE);
  const rest = headline.length > MAX_TITLE ? [headline.slice(title.length - 1).trim()] : [];
  const told = (isLead ? [first, ...others] : others).map(withoutDateline).flatMap(sentencesOf);
  const body = cut(condensed([...rest, ...told]), MAX_BODY);
  return { title, body: /[\p{L}\p{N}]/u.test(body) ? body : null };
}

/** Joins sentences. If the result is too long, `…` replaces the least important sentences. */
function condensed(sentences: readonly string[]): string {
  let length = 0;
  const ranks = sentences.map((sentence, at) => {
    length += sentence.length + 1;
    if (length <= MAX_LEAD + sentence.length) return 0;
    if (FIGURE.test(`${sentence}\n${sentences[at + 1] ?? ''}`)) return 1;
    return isBoilerplate(sentence) ? 4 : /\d/.test(sentence) ? 2 : 3;
  });
  let room = MAX_BODY;
  const kept = new Set(length <= room ? sentences.keys() : []);
  for (const at of [...sentences.keys()].sort((a, b) => ranks[a]! - ranks[b]!)) {
    room -= sentences[at]!.length + ' … '.length;
    if (room >= 0) kept.add(at);
  }
  const shown = sentences.map((sentence, at) => (kept.has(at) ? sentence : '…'));
  return shown.filter((one, at) => one !== '…' || shown[at - 1] !== '…').join(' ');
}

/** Whether two lines have the same letters and digits. */
function isSameLine(one: string, other: string): boolean {
  const letters = (line: string) => line.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return letters(one) === letters(other);
}

/** Shortens a line at the end of a word. The result has at most `most` characters. */
function cut(line: string, most: number): string {
  const clean = line.replace(/\s+/g, ' ').trim();
  if (clean.length <= most) return clean;
  return `${clean.slice(0, most - 1).replace(/\s+\S*$/, '')}…`;
}
