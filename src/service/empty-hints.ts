import { onOneLine } from '../base/foreign-text.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Query } from '../catalogue/query.ts';
import { vendors, vendorsOf } from '../facts/vendor-data.ts';
import type { Backend } from './backend.ts';
import { kindsBehind } from './local/kinds-behind.ts';

/** Maximum number of diseases that a hint lists for a therapeutic area. */
const MAX_MEMBERS = 12;
/** Maximum number of stored values that a hint lists as examples. */
const MAX_EXAMPLES = 3;

/**
 * Returns examples of stored values for a word that matched no stored value. If the word names a
 * therapeutic area (`oncology`), the examples are diseases of this area.
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

/**
 * Returns hints that explain why a range of dates matches no record. Either the range is reversed,
 * or it is in the past and another tool serves past dates.
 */
export function rangeHints(endpoint: Endpoint, { conditions, today }: Query): readonly string[] {
  const bound = (is: 'at least' | 'at most') => {
    const found = conditions.find((one) => one.is === is && typeof one.value === 'string');
    return found && 'value' in found
      ? { field: found.column.field, day: `${found.value}` }
      : undefined;
  };
  const [from, to] = [bound('at least'), bound('at most')];
  if (from && to && from.field === to.field && from.day > to.day) {
    return [`The date range is reversed: ${from.day} is after ${to.day}. Swap the two dates.`];
  }
  if (!endpoint.past || !to || to.day >= today) return [];
  return [`${to.day} is before today (${today}). For past dates use ${endpoint.past.name}.`];
}

/**
 * Returns hints that name the vendors of the data that an endpoint serves, such as `Massive
 * provides prices: set CATALYST_MASSIVE_KEY.` Returns none if the store already has such data.
 */
export async function vendorHints(
  { collection }: Endpoint,
  source: Pick<Backend, 'kind' | 'demo' | 'contents'>,
): Promise<readonly string[]> {
  const [kind] = kindsBehind[collection] ?? [];
  if (kind === undefined || source.demo || source.kind !== 'store') return [];
  const contents = await source.contents();
  if (contents.some((count) => count.kind === kind && count.records > 0)) return [];
  return vendorsOf(kind).map((name) => {
    const { title, setting } = vendors[name];
    return `${title} provides ${kind.replaceAll('_', ' ')}: set ${setting} to your own key.`;
  });
}
