import { compareText } from '../../domain/compare-text.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { DateMove } from '../../store/date-moves.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';

/** What has changed of each catalyst since it was first known, by its identifier. */
export function changesByCatalyst({
  facts,
}: Refresh): ReadonlyMap<string, readonly Sourced<'catalyst_changes'>[]> {
  return groupBy(facts.all('catalyst_changes'), ({ catalyst_id }) => catalyst_id);
}

/** Whether a change is one of the day on which a catalyst lies: its date moved, or the FDA was early. */
export function isDate(field: string): boolean {
  return field === 'formattedDate' || field === 'decision_date';
}

/** The moves of a catalyst's date, earliest first, as answers about a past day tell them. */
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

/** Characters of a drug's name that say which one it is. */
const MAX_DRUG = 30;
