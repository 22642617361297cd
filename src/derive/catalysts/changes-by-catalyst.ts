import { groupBy } from '../../domain/group-by.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';

/** The changes of each catalyst since it was first known, by catalyst identifier. */
export function changesByCatalyst({
  facts,
}: Refresh): ReadonlyMap<string, readonly Sourced<'catalyst_changes'>[]> {
  return groupBy(facts.all('catalyst_changes'), ({ catalyst_id }) => catalyst_id);
}

/** Whether a changed field is the date of a catalyst or the date of an early FDA decision. */
export function isDate(field: string): boolean {
  return field === 'formattedDate' || field === 'decision_date';
}
