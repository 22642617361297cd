import { onOneLine } from '../base/foreign-text.ts';

/** Maximum number of values that a hint lists as examples. */
const MAX_MEMBERS = 12;
const MAX_EXAMPLES = 3;

/**
 * Returns examples of values for a word that matched none. If the word names a therapeutic area
 * (`oncology`), the examples are diseases of this area.
 */
export async function examplesFor(word: string, values: readonly string[]): Promise<string> {
  const { areaOfDisease } = await import('../domain/approval/therapeutic-area.ts');
  const area = areaOfDisease(word);
  const members = area === null ? [] : values.filter((value) => areaOfDisease(value) === area);
  if (members.length === 1) return `Nearest: ${listed(members)}.`;
  if (members.length > 1) return `${area}: ${listed(members.slice(0, MAX_MEMBERS))}.`;
  return `Examples: ${listed(values.slice(0, MAX_EXAMPLES))}.`;
}

export function listed(values: readonly string[]): string {
  return values.map((value) => onOneLine(value)).join(', ');
}
