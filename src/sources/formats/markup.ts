import { decodeHTMLStrict } from 'entities';

/** Matches a tag, comment or declaration. A comparison such as `p < 0.05` does not match. */
const TAG = /<[a-z/!?][^<>]{0,5000}>/gi;

/**
 * Converts an HTML fragment to one line of text without markup. An entity is decoded only if it
 * ends with a semicolon, so that "R&D" and "AT&T" stay unchanged.
 */
export function withoutMarkup(html: string): string {
  const text = decodeHTMLStrict(html.replace(TAG, ' '));
  return text.replace(/[\s\u200b]+/g, ' ').trim();
}
