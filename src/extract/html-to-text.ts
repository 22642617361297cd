import { Parser } from 'htmlparser2';

/** Maximum number of open elements in the parser. The time per tag grows with this number. */
const MAX_DEPTH = 512;

const blocks = new Set(
  'address article blockquote body br center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody tfoot thead title tr ul'.split(
    ' ',
  ),
);
const partOfDate = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b|[^A-Za-z]/g;
const cells = new Set(['td', 'th']);
/**
 * Elements whose text is invisible or is navigation. In iXBRL, `ix:header` contains hidden facts.
 */
const invisible = new Set([
  'head',
  'script',
  'style',
  'noscript',
  'template',
  'nav',
  'aside',
  'ix:header',
  'ix:hidden',
]);
/** Styles that hide an element. */
const hiding = /display\s{0,4}:\s{0,4}none|visibility\s{0,4}:\s{0,4}hidden/i;
const markup = /<(?:!doctype|html|body|div|p|table|br|span|font|DOCUMENT|b|i|a|td)\b/i;

/** Whether a text is HTML and not plain text. The HTML may be inside an EDGAR SGML file. */
export function looksLikeHtml(text: string): boolean {
  return markup.test(text.slice(0, 20_000)) && /<\/|<br|\/>|<p\b/i.test(text);
}

/**
 * Converts HTML to lines of text. Blocks become lines, tabs separate cells, and entities are
 * decoded. Hidden text and the iXBRL header are omitted. A line that contains
 * only a link to another page, with or without a date, is the title of another document. Such lines
 * are omitted.
 */
export function htmlToText(html: string): string {
  const pieces: string[] = [];
  for (let rest = html; rest !== ''; ) rest = rest.slice(readPart(rest, pieces));
  return pieces.join('');
}

/**
 * Reads HTML up to a tag that is nested too deeply, and then closes the open elements.
 * @returns number of characters read
 */
function readPart(html: string, pieces: string[]): number {
  const open: { readonly name: string; readonly hides: boolean; readonly links: boolean }[] = [];
  let [hidden, isTooDeep] = [0, false];
  /** The current line. `start` is the index of its first piece. `own` is its text outside links. */
  let line = { start: pieces.length, own: '', isLinked: false };
  let links = 0;
  const endLine = () => {
    if (line.isLinked && line.own.replace(partOfDate, '') === '') pieces.length = line.start;
    pieces.push('\n');
    line = { start: pieces.length, own: '', isLinked: false };
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (blocks.has(name)) endLine();
      const hides = invisible.has(name) || hiding.test(attributes.style ?? '');
      // The title of a page may link to the page itself.
      const isTitle = open.some((one) => one.name === 'h1');
      const isLink = name === 'a' && /^[^#]/.test(attributes.href ?? '') && !isTitle;
      open.push({ name, hides, links: isLink });
      if (hides) hidden += 1;
      if (isLink) links += 1;
      // The parser treats the content of script and style elements as text.
      isTooDeep = open.length > MAX_DEPTH && name !== 'script' && name !== 'style';
      if (isTooDeep) parser.pause();
    },
    ontext(text) {
      // A line break becomes a space, even in a `<pre>` element, which is rare in filings.
      if (hidden > 0) return;
      pieces.push(/[\n\r]/.test(text) ? text.replace(/\s+/g, ' ') : text);
      if (links === 0) line.own += text;
      else line.isLinked ||= text.trim() !== '';
    },
    // If tags overlap, the parser closes the innermost element first.
    onclosetag(name) {
      if (cells.has(name)) pieces.push('\t');
      if (blocks.has(name)) endLine();
      const closed = open.pop();
      if (closed?.hides) hidden -= 1;
      if (closed?.links) links -= 1;
    },
  });
  parser.write(html);
  if (isTooDeep) return parser.endIndex + 1;
  parser.end();
  return html.length;
}
