import { onOneLine } from '../base/foreign-text.ts';

/** Most diseases of an area, and most other values, that are listed. */
const MAX_MEMBERS = 12;
const MAX_EXAMPLES = 3;

/** Diseases of the therapeutic area that a word names (`oncology`), else some of the values. */
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
