import { decodeHTMLStrict } from 'entities';

/** A tag, a comment or a declaration; "p < 0.05" opens none. */
const TAG = /<[a-z/!?][^<>]{0,5000}>/gi;

/**
 * The text of a piece of HTML in one line: no markup, entities as what they stand for, blanks folded.
 * An entity ends with its semicolon: "R&D" and "AT&T" are words.
 */
export function withoutMarkup(html: string): string {
  const text = decodeHTMLStrict(html.replace(TAG, ' '));
  return text.replace(/[\s\u200b]+/g, ' ').trim();
}
