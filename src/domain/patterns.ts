/** Escapes the special characters of regular expressions. */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Matches an amount, a percentage or a year. */
export const FIGURE = /[$€£%]|\b(?:19|20)\d\d\b|\d,\d{3}/;

/** A pattern that matches if any of its parts matches. */
export function anyOf(flags: string, ...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map((part) => part.source).join('|'), flags);
}

/** A pattern that matches any of its parts as a whole word or phrase. */
export function anyWordOf(flags: string, ...parts: readonly RegExp[]): RegExp {
  return new RegExp(`\\b(?:${anyOf('', ...parts).source})\\b`, flags);
}
