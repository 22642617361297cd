import { FIGURE } from '../domain/patterns.ts';
import { isBoilerplate } from './boilerplate.ts';
import { withoutDateline } from './context.ts';
import { htmlToText, looksLikeHtml } from './html-to-text.ts';
import { paragraphsOf } from './paragraphs.ts';
import { sentencesOf } from './sentences.ts';

/** Number of characters of a text that are read, with its markup. */
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
/** Matches the heading of an item of Form 8-K. The cover page before it states no event. */
const ITEM = /^Item\s+\d\.\d\d\b/i;

/** The headline of a text and the words after it. */
export interface Opening {
  readonly title: string;
  /** At most 60,000 characters; null if nothing follows the title. */
  readonly body: string | null;
}

/**
 * Returns the part of a text that is kept. The title is the given title, or else the first line of
 * the body, at most 250 characters. Datelines, forward-looking statements and descriptions of
 * companies are left out. Our choice: a body that is too long keeps its first 400 characters, the
 * sentences with a digit, and the sentences directly before those. `…` replaces the others. If the
 * body is still too long, a sentence needs an amount, a percentage or a year instead of a digit.
 * @returns undefined if the text has no words
 */
export function openingOf(source: string, given?: string): Opening | undefined {
  const start = source.slice(0, MAX_SEARCHED);
  const lines = paragraphsOf(looksLikeHtml(source) ? htmlToText(start) : start)
    .filter(({ zone }) => zone === 'body')
    .map(({ text }) => text.replace(/\s+/g, ' '));
  const item = lines.findIndex((line) => ITEM.test(line));
  const from = lines.slice(Math.max(0, item));
  const told = from.filter((line) => line.split(' ').length >= MIN_WORDS && !/^EX-\d/.test(line));
  const [first = '', ...others] = told.length > 0 ? told : from;
  const headline = given ?? withoutDateline(first);
  if (headline.trim() === '') return undefined;
  const isLead = given !== undefined && !isSameLine(first, given);
  const title = cut(headline, MAX_TITLE);
  const rest = headline.length > MAX_TITLE ? [headline.slice(title.length - 1).trim()] : [];
  const body = (isLead ? [first, ...others] : others).flatMap((line) =>
    sentencesOf(withoutDateline(line)).filter((one) => !isBoilerplate(one)),
  );
  return { title, body: cut(condensed([...rest, ...body]), MAX_BODY) || null };
}

/** What the kept sentences contain: anything, or a digit, or an amount, a percentage or a year. */
const KEPT = [/^/, /\d/, FIGURE];

/** Joins sentences. In a result that is too long, sentences without figures are replaced by `…`. */
function condensed(sentences: readonly string[]): string {
  const shorter = KEPT.map((figure) => withFigures(sentences, figure));
  return shorter.find(({ length }) => length <= MAX_BODY) ?? shorter.at(-1)!;
}

function withFigures(sentences: readonly string[], figure: RegExp): string {
  const kept: string[] = [];
  let length = 0;
  for (const [at, sentence] of sentences.entries()) {
    const isKept = length < MAX_LEAD || figure.test(`${sentence}\n${sentences[at + 1] ?? ''}`);
    if (isKept || kept.at(-1) !== '…') kept.push(isKept ? sentence : '…');
    length += sentence.length;
  }
  return kept.join(' ');
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
