import { decodeHTMLStrict } from 'entities';

/** A tag, comment or declaration, but not `p < 0.05`. */
const TAG = /<[a-z/!?][^<>]{0,5000}>/gi;

/**
 * Converts an HTML fragment to one line of text without markup. An entity requires its semicolon,
 * since "R&D" and "AT&T" are words.
 */
export function withoutMarkup(html: string): string {
  const text = decodeHTMLStrict(html.replace(TAG, ' '));
  return text.replace(/[\s\u200b]+/g, ' ').trim();
}
