import { XMLParser } from 'fast-xml-parser';
import { isObject, type Untrusted } from './untrusted.ts';

/** Maximum number of nested levels in XML. Filings and feeds use fewer than 10 levels. */
const MAX_NESTING = 40;

/**
 * Parses XML to plain objects. Names have no namespace prefix, attributes are named `@name`, and
 * all values are text. A document type declaration is refused, so entities that a file defines are
 * never expanded.
 * @returns undefined if the text cannot be parsed
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
 * Returns the text of the first element with a given name, including its tags. The file may contain
 * several documents.
 * @returns undefined if the element is missing or truncated
 */
export function elementText(text: string, name: string): string | undefined {
  const start = new RegExp(`<(?:[A-Za-z][\\w.-]*:)?${name}[\\s>]`).exec(text);
  if (!start) return undefined;
  const rest = text.slice(start.index);
  const end = new RegExp(`</(?:[A-Za-z][\\w.-]*:)?${name}\\s*>`).exec(rest);
  return end ? rest.slice(0, end.index + end[0].length) : undefined;
}

/** Whether a file ends with the end tag of its outermost element. If not, the file is truncated. */
export function hasEnd(text: string, name: string): boolean {
  return new RegExp(`</(?:[A-Za-z][\\w.-]{0,40}:)?${name}\\s{0,10}>\\s{0,100}$`).test(
    text.slice(-300),
  );
}
