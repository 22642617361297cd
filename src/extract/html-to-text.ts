import { Parser } from 'htmlparser2';

/** Open elements that the parser holds; each further tag costs time in proportion to them. */
const MAX_DEPTH = 512;

const blocks = new Set(
  'address article blockquote body br center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody tfoot thead title tr ul'.split(
    ' ',
  ),
);
const cells = new Set(['td', 'th']);
/** Elements whose text no reader sees; iXBRL keeps its facts in `ix:header`. */
const unseen = new Set([
  'head',
  'script',
  'style',
  'noscript',
  'template',
  'ix:header',
  'ix:hidden',
]);
/** `head` holds the title, which is a headline; everything else in it is not text. */
const hiding = /display\s{0,4}:\s{0,4}none|visibility\s{0,4}:\s{0,4}hidden/i;
const markup = /<(?:!doctype|html|body|div|p|table|br|span|font|DOCUMENT|b|i|a|td)\b/i;

/** Whether a text is HTML (or SGML of EDGAR around it) rather than plain text. */
export function looksLikeHtml(text: string): boolean {
  return markup.test(text.slice(0, 20_000)) && /<\/|<br|\/>|<p\b/i.test(text);
}

/**
 * HTML as lines of text: blocks become lines, the cells of a row are parted by tabs, hidden text
 * and the header of iXBRL are left out, entities are read.
 */
export function htmlToText(html: string): string {
  const pieces: string[] = [];
  for (let rest = html; rest !== ''; ) rest = rest.slice(readPart(rest, pieces));
  return pieces.join('');
}

/**
 * Reads HTML up to a tag that is nested too deep, and forgets there which elements are open: they
 * are tags that nothing closes.
 *
 * @returns characters read
 */
function readPart(html: string, pieces: string[]): number {
  /** Whether each open element hides what stands in it. */
  const open: boolean[] = [];
  let [hidden, isTooDeep] = [0, false];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (blocks.has(name)) pieces.push('\n');
      const hides = unseen.has(name) || hiding.test(attributes.style ?? '');
      open.push(hides);
      if (hides) hidden += 1;
      // The parser reads what stands in these in a way of its own.
      isTooDeep = open.length > MAX_DEPTH && name !== 'script' && name !== 'style';
      if (isTooDeep) parser.pause();
    },
    ontext(text) {
      // Outside <pre>, which filings use rarely, a line break in the source is a space.
      if (hidden === 0) pieces.push(/[\n\r]/.test(text) ? text.replace(/\s+/g, ' ') : text);
    },
    // The parser closes the innermost element first, also where tags overlap.
    onclosetag(name) {
      if (cells.has(name)) pieces.push('\t');
      if (blocks.has(name)) pieces.push('\n');
      if (open.pop()) hidden -= 1;
    },
  });
  parser.write(html);
  if (isTooDeep) return parser.endIndex + 1;
  parser.end();
  return html.length;
}
