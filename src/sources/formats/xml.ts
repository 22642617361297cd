import { XMLParser } from 'fast-xml-parser';
import { isObject, type Untrusted } from './untrusted.ts';

/** Levels of nesting; filings and feeds stay below 10. */
const MAX_NESTING = 40;

/**
 * Parses XML into plain objects: names without their namespace prefix, attributes as `@name`, all
 * values as text. A document type is refused whole, so that no entity of the file's own making is
 * ever expanded; the five of XML are, numbers, and the signs of HTML that feeds use most.
 *
 * @returns undefined for what does not parse.
 */
export function readXml(text: string): Untrusted | undefined {
  if (/<!(?:doctype|entity)/i.test(text)) return undefined;
  const parser = new XMLParser({
    attributeNamePrefix: '@',
    htmlEntities: true,
    ignoreAttributes: false,
    maxNestedTags: MAX_NESTING,
    parseTagValue: false,
    removeNSPrefix: true,
  });
  try {
    const value: unknown = parser.parse(text.replace(/^\uFEFF/, ''));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The text of one element, start tag to end tag, wherever it stands in a file of several documents.
 *
 * @returns undefined where the element is absent, and where its end is cut off.
 */
export function elementText(text: string, name: string): string | undefined {
  const start = new RegExp(`<(?:[A-Za-z][\\w.-]*:)?${name}[\\s>]`).exec(text);
  if (!start) return undefined;
  const rest = text.slice(start.index);
  const end = new RegExp(`</(?:[A-Za-z][\\w.-]*:)?${name}\\s*>`).exec(rest);
  return end ? rest.slice(0, end.index + end[0].length) : undefined;
}

/** Whether a file ends with the end of its outermost element: a cut file parses as a shorter one. */
export function hasEnd(text: string, name: string): boolean {
  return new RegExp(`</(?:[A-Za-z][\\w.-]{0,40}:)?${name}\\s{0,10}>\\s{0,100}$`).test(
    text.slice(-300),
  );
}
