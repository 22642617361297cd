import { isAhead } from '../../domain/catalysts/ahead.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';
import { isKnown } from '../point-in-time.ts';

/** Each company's nearest catalyst dated today or later, by ticker. */
export function nextCatalysts(refresh: Refresh): ReadonlyMap<string, Sourced<'catalysts'>> {
  const byTicker = refresh.memo(catalystsByDate);
  return new Map(
    [...byTicker].flatMap(([ticker, catalysts]) => {
      const next = nextOf(catalysts, refresh.today);
      return next ? [[ticker, next] as const] : [];
    }),
  );
}

/**
 * The nearest catalyst on or after a day, among those that were known and undecided on that day.
 */
export function nextCatalystOn(
  refresh: Refresh,
  ticker: string,
  date: string,
): Sourced<'catalysts'> | undefined {
  return nextOf(refresh.memo(catalystsByDate).get(ticker) ?? [], date);
}

/** All catalysts by ticker, earliest first. */
function catalystsByDate({ facts }: Refresh): ReadonlyMap<string, readonly Sourced<'catalysts'>[]> {
  const sorted = [...facts.all('catalysts')].sort((a, b) =>
    a.formattedDate < b.formattedDate ? -1 : Number(a.formattedDate > b.formattedDate),
  );
  return groupBy(sorted, (catalyst) => catalyst.ticker);
}

function nextOf(
  catalysts: readonly Sourced<'catalysts'>[],
  date: string,
): Sourced<'catalysts'> | undefined {
  return catalysts.find(
    (catalyst) => isAhead(catalyst, date) && isKnown('catalysts', catalyst, date),
  );
}
