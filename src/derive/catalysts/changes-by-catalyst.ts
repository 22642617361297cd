import { groupBy } from '../../domain/group-by.ts';
import type { Refresh } from '../computation.ts';

/** The changes of each catalyst since it was first known, by catalyst identifier. */
export function changesByCatalyst({ facts }: Refresh) {
  return groupBy(facts.all('catalyst_changes'), ({ catalyst_id }) => catalyst_id);
}

/** Whether a changed field is the date of a catalyst or the date of an early FDA decision. */
export function isDate(field: string): boolean {
  return field === 'formattedDate' || field === 'decision_date';
}
