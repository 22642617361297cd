import { onOneLine } from '../base/foreign-text.ts';

/** Maximum number of diseases of an area, or of other values, to list. */
const MAX_MEMBERS = 12;
const MAX_EXAMPLES = 3;

/**
 * The diseases of the therapeutic area that a word names (`oncology`), or else some of the values.
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
