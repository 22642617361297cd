import { dayOf, daysBetween } from '../../domain/dates.ts';
import { identifier } from '../../store/facts-store.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { originOf } from '../origin.ts';

export const calendarChangeCollections = {
  calendarChanges: { from: ['catalyst_changes'], rows: calendarChanges },
} satisfies Collections;

/**
 * All date changes of catalysts, each with its catalyst. A change whose catalyst is not in the
 * store is omitted.
 */
function calendarChanges({ facts }: Refresh) {
  const catalysts = new Map(
    facts.all('catalysts').map((catalyst) => [identifier('catalysts', catalyst), catalyst]),
  );
  return facts.all('catalyst_changes').flatMap((change) => {
    const catalyst = catalysts.get(change.catalyst_id);
    if (!catalyst || change.field !== 'formattedDate') return [];
    const before = dayOf(change.previous_value) ?? null;
    const after = dayOf(change.new_value) ?? null;
    return {
      ticker: catalyst.ticker,
      drugname: catalyst.drugname ?? null,
      catalyst: catalyst.catalyst,
      treatment: catalyst.treatment ?? null,
      previous_date: before,
      new_date: after,
      days_moved: before && after ? daysBetween(before, after) : null,
      changed_date: change.changed_date,
      current_date: catalyst.formattedDate,
      ...originOf('catalyst_changes', change),
    };
  });
}
