import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Query } from '../catalogue/query.ts';

/**
 * Returns hints that explain why a range of dates matches no record: the range is reversed, or the
 * range is in the past and another tool has past records.
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
    return [`The date range is reversed: ${from.day} is after ${to.day}. Exchange the two dates.`];
  }
  if (!endpoint.past || !to || to.day >= today) return [];
  return [`${to.day} is before today (${today}). For past dates use ${endpoint.past}.`];
}
