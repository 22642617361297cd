import { compareText } from '../../domain/compare-text.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { DateMove } from '../../store/date-moves.ts';
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

/** Date changes of a catalyst, oldest first. Answers about a past day report them. */
export function dateMoves(
  refresh: Refresh,
  id: string,
  { ticker, drugname, catalyst }: Sourced<'catalysts'>,
): readonly DateMove[] | undefined {
  const dated = /pdufa/i.test(catalyst) ? 'goal date' : `date of ${catalyst}`;
  const subject = `${[ticker, drugname?.slice(0, MAX_DRUG)].filter(Boolean).join(' ')}: ${dated}`;
  return refresh
    .memo(changesByCatalyst)
    .get(id)
    ?.toSorted((a, b) => compareText(a.changed_date, b.changed_date))
    .flatMap(({ field, changed_date, previous_value, new_value }) =>
      isDate(field) && previous_value && new_value
        ? {
            ...{ subject, moved_on: changed_date, moved_from: previous_value, moved_to: new_value },
            is_decision: field === 'decision_date',
          }
        : [],
    );
}

/** Maximum number of characters of a drug name in a notice. */
const MAX_DRUG = 30;
