import { isBoilerplate } from './boilerplate.ts';
import { withoutDateline } from './context.ts';
import { htmlToText, looksLikeHtml } from './html-to-text.ts';
import { paragraphsOf } from './paragraphs.ts';
import { sentencesOf } from './sentences.ts';

/** Number of characters of a text that are searched for its opening. */
const MAX_SEARCHED = 200_000;
const MAX_TITLE = 250;
const MAX_LEAD = 400;
/**
 * Our choice: a line with fewer than this many words is a label, such as `EX-99.1` or a form
 * number.
 */
const MIN_WORDS = 4;
/** Matches the heading of an item of Form 8-K. The cover page before it states no event. */
const ITEM = /^Item\s+\d\.\d\d\b/i;

/** The headline of a text and the words after it. */
export interface Opening {
  readonly title: string;
  /** At most 400 characters; null if nothing follows the title. */
  readonly lead: string | null;
}

/**
 * Returns the opening of a text. The title is the given title, or else the first line of the body,
 * at most 250 characters. Datelines, forward-looking statements and descriptions of companies are
 * left out.
 * @returns undefined if the text has no words
 */
export function openingOf(source: string, given?: string): Opening | undefined {
  const start = source.slice(0, MAX_SEARCHED);
  const lines = paragraphsOf(looksLikeHtml(source) ? htmlToText(start) : start)
    .filter(({ zone }) => zone === 'body')
    .map(({ text }) => text.replace(/\s+/g, ' '));
  const item = lines.findIndex((line) => ITEM.test(line));
  const from = lines.slice(Math.max(0, item));
  const told = from.filter((line) => line.split(' ').length >= MIN_WORDS || ITEM.test(line));
  const [first = '', ...others] = told.length > 0 ? told : from;
  const headline = given ?? withoutDateline(first);
  if (headline.trim() === '') return undefined;
  const isLead = given !== undefined && !isSameLine(first, given);
  const body: string[] = [];
  for (const line of isLead ? [first, ...others] : others) {
    if (body.join(' ').length >= MAX_LEAD) break;
    body.push(...sentencesOf(withoutDateline(line)).filter((one) => !isBoilerplate(one)));
  }
  const title = cut(headline, MAX_TITLE);
  const rest = headline.length > MAX_TITLE ? [headline.slice(title.length - 1).trim()] : [];
  return { title, lead: cut([...rest, ...body].join(' '), MAX_LEAD) || null };
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
