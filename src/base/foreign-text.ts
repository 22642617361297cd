import { stripVTControlCharacters } from 'node:util';

/**
 * Text that others wrote, without what could steer a terminal or mislead a reader: escape sequences
 * go, other control, format and unassigned characters become spaces. Line ends and tabs stay.
 */
export function withoutControls(text: string): string {
  if (!/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) return text;
  return stripVTControlCharacters(text).replace(/[^\P{C}\n\t]|[\p{Zl}\p{Zp}]/gu, ' ');
}

/** The same on one line, for notes, messages and cells. */
export function onOneLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ').trim();
}
