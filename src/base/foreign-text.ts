import { stripVTControlCharacters } from 'node:util';

/**
 * Removes characters from untrusted text that could control a terminal or mislead a reader. Escape
 * sequences are removed; other control, format and unassigned characters become spaces. Line breaks
 * and tabs are kept.
 */
export function withoutControls(text: string): string {
  if (!/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) return text;
  return stripVTControlCharacters(text).replace(/[^\P{C}\n\t]|[\p{Zl}\p{Zp}]/gu, ' ');
}

/** `withoutControls` on one line, for notes, messages and table cells. */
export function onOneLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ').trim();
}
