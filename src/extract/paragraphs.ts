import { anyOf } from '../domain/patterns.ts';

/**
 * The kind of text that a paragraph contains. Statements in boilerplate are not news of the
 * company.
 */
export type Zone = 'body' | 'about' | 'boilerplate';

export interface Paragraph {
  readonly text: string;
  readonly zone: Zone;
}

/** A line of at least this length without final punctuation is wrapped text. */
const MIN_WRAPPED_LINE = 60;
const MAX_HEADING = 90;

/** Matches page numbers and separators between pages. */
const pageFurniture =
  /^\s*(?:[-–—]?\s?(?:page\s)?\d{1,3}(?:\sof\s\d{1,3})?\s?[-–—]?|[ivxl]{1,6}|table of contents|(?:\d{1,3}\s)?table of contents(?:\s\d{1,3})?|index to financial statements|[-–—_=*#\s]+)\s*$/i;
const inlineFurniture = /\s(?:-\s\d{1,3}\s-|\d{1,3}\sTABLE OF CONTENTS)\s/g;
/** Matches zero-width characters and soft hyphens, which are frequent in filings. */
const invisible = /[\u00AD\u200B-\u200F\u2060\uFEFF\u202A-\u202E]/g;
const startsBullet = /^\s*(?:[•●▪◦‣○■·∙–—*+>-]|o\s(?=[A-Z])|\(?[ivx\d]{1,3}[.)]\s)\s?/;
const inlineBullet =
  /\s+[•●▪◦‣■∙]\s*|(?<=[.:;!?])\s+[*+]\s+(?=[A-Z])|(?<=[\w).;])\s+o\s+(?=[A-Z][a-z])|\s+>\s+>\s+/;
const endsSentence = /[.!?:;]["”’)\]*]{0,3}\d{0,2}\s*$/;

/** Headings of standard descriptions of a company or product. */
const aboutHeading = /^(?:About|ABOUT)\s(?!(?:half|one|two|three|\d))["“(]?[A-Z0-9].{1,80}$/;
const NOTE =
  /^(?:\W{0,3})(?:(?:special|cautionary|important)\s)?(?:note|notice|statement|information|disclosure)?s?\s?(?:regarding|concerning|about|on)?\s?/
    .source;
const LEGAL_SUBJECTS = anyOf(
  '',
  /forward[- ]looking\s(?:statements?|information)/,
  /safe harbou?r/,
  /cautionary (?:note|statement|language)/,
  /disclaimer/,
  /important safety information/,
  /no offer or solicitation/,
  /non-gaap (?:financial|measure|information|reconciliation|disclosure)/,
  /risk factor summary/,
).source;
const boilerplateHeading = new RegExp(`${NOTE}(?:${LEGAL_SUBJECTS})`, 'i');

/** Headings of a yearly review: "Key accomplishments in 2026". */
const recapHeading =
  /^(?!.*\b(?:quarter|Q[1-4]|recent|upcoming|anticipated|expected|planned)\b)(?=.*\b20\d\d\b).*\b(?:accomplishments|achievements|highlights|milestones achieved|year in review)\b/i;
/** Headings about competitors. */
const rivalsHeading =
  /^(?:our )?(?:competition|competitors|competitive (?:landscape|environment))\W*$/i;

/**
 * Splits plain text into paragraphs and sets the zone of each paragraph. Each bullet item becomes a
 * paragraph.
 */
export function paragraphsOf(text: string): readonly Paragraph[] {
  const lines = linesOf(text);
  const paragraphs: Paragraph[] = [];
  let zone: Zone = 'body';
  for (const line of lines) {
    zone = zoneFrom(line, zone);
    for (const piece of line.split(inlineBullet)) {
      if (piece.trim() !== '') paragraphs.push({ text: piece.trim(), zone });
    }
  }
  return paragraphs;
}

function zoneFrom(line: string, zone: Zone): Zone {
  if (line.length < 400 && boilerplateHeading.test(line)) return 'boilerplate';
  if (line.length > MAX_HEADING || endsSentence.test(line)) return zone;
  if (aboutHeading.test(line) || recapHeading.test(line)) return 'about';
  if (rivalsHeading.test(line)) return 'boilerplate';
  return zone !== 'body' && isHeading(line) ? 'body' : zone;
}

/**
 * Whether a line is a short heading in title case.
 * @param least minimum number of words
 */
export function isHeading(line: string, least = 2): boolean {
  const words = line.match(/[A-Za-z][\w'’-]*/g) ?? [];
  if (words.length < least || words.length > 12 || line.includes('\t')) return false;
  const capital = words.filter((word) => /^[A-Z]/.test(word) || word.length <= 3).length;
  return capital === words.length;
}

/** A logical line, which may consist of several wrapped lines. */
interface AuthoredLine {
  readonly pieces: string[];
  length: number;
}

/** Logical lines of a text. Lines that were wrapped or split by a page break are joined. */
function linesOf(text: string): readonly string[] {
  const raw = withoutFrontMatter(text)
    .replace(invisible, '')
    .split(/\r\n?|\n/);
  const lines: AuthoredLine[] = [];
  let gap = true;
  let afterPage = false;
  for (const line of raw) {
    const clean = plainLine(line);
    if (clean === '' || pageFurniture.test(clean)) {
      afterPage ||= clean !== '';
      gap = true;
      continue;
    }
    const last = lines.at(-1);
    if (last && continues(last, clean, gap, afterPage, lines.length === 1)) {
      last.pieces.push(clean);
      last.length += 1 + clean.length;
    } else lines.push({ pieces: [clean], length: clean.length });
    gap = false;
    afterPage = false;
  }
  return lines.map(({ pieces }) =>
    pieces.join(' ').replace(inlineFurniture, ' ').replace(startsBullet, ''),
  );
}

/**
 * Whether a line continues a logical line. Only the last piece of the logical line is examined, so
 * that joining lines takes linear time.
 */
function continues(
  { pieces, length }: AuthoredLine,
  line: string,
  gap: boolean,
  afterPage: boolean,
  isSecond: boolean,
): boolean {
  const last = pieces.at(-1)!;
  if (endsSentence.test(last) || startsBullet.test(line) || last.includes('\t')) return false;
  if (gap) return /^[a-z(]/.test(line) && (afterPage || /[a-z,]$/.test(last));
  if (/^[a-z(,;]/.test(line)) return true;
  // A long line without final punctuation is wrapped text. The first line is an exception, because
  // it is a headline.
  return length >= MIN_WRAPPED_LINE && !isSecond;
}

/** Matches spaces of any kind except a single ordinary space. */
const wideSpace =
  /(?: ?[\u00A0\u2000-\u200A\u202F\u3000]| {2})[\u00A0\u2000-\u200A\u202F\u3000 ]*/g;
const address = /\(?https?:\/\/[^\s)]{1,500}\)?/g;

/** Matches marks of emphasis and headings. An asterisk that marks a bullet is not matched. */
const marks = /(?<!^\s{0,20}(?=\*\s))\*{1,3}|_{2,3}|^#{1,6}\s/g;

function plainLine(line: string): string {
  return line
    .replace(wideSpace, ' ')
    .replace(address, '')
    .replace(marks, '')
    .replace(/\t[\t ]*/g, '\t')
    .replace(/^\t|\t$/g, '')
    .replace(/^([•●▪◦‣○■·∙])\t/, '$1 ')
    .trim();
}

/** Removes the front matter that some archives put before a text, except the title. */
function withoutFrontMatter(text: string): string {
  const match = /^---\r?\n([\s\S]{1,6000}?)\r?\n---\r?\n/.exec(text);
  if (!match) return text;
  const title = /^title:\s{0,3}["']?(.{1,400}?)["']?$/m.exec(match[1] ?? '')?.[1] ?? '';
  return `${title}\n\n${text.slice(match[0].length)}`;
}
