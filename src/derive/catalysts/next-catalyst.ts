import { isAhead } from '../../domain/catalysts/ahead.ts';
import { groupBy } from '../../domain/group-by.ts';
import { identifier, type Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';
import { catalystOn } from '../point-in-time.ts';
import { changesByCatalyst } from './changes-by-catalyst.ts';

type Catalyst = Sourced<'catalysts'>;

/** A catalyst with all its changes. */
interface Changing {
  readonly catalyst: Catalyst;
  readonly changes: readonly Sourced<'catalyst_changes'>[];
}

/** Each company's nearest catalyst dated today or later, by ticker. */
export function nextCatalysts(refresh: Refresh): ReadonlyMap<string, Catalyst> {
  return new Map(
    [...refresh.memo(changingCatalysts)].flatMap(([ticker, own]) => {
      const next = nextOf(own, refresh.today);
      return next ? [[ticker, next] as const] : [];
    }),
  );
}

/**
 * The nearest catalyst on or after a day, with its data as of that day. Catalysts that were already
 * decided by that day are skipped.
 * @param isWanted whether a catalyst may be returned; default: any catalyst
 */
export function nextCatalystOn(
  refresh: Refresh,
  ticker: string,
  date: string,
  isWanted: (catalyst: Catalyst) => boolean = () => true,
): Catalyst | undefined {
  return nextOf(refresh.memo(changingCatalysts).get(ticker) ?? [], date, isWanted);
}

/** All catalysts with their changes, by ticker. */
function changingCatalysts(refresh: Refresh): ReadonlyMap<string, readonly Changing[]> {
  const changesOf = refresh.memo(changesByCatalyst);
  const all = refresh.facts.all('catalysts').map((catalyst) => ({
    catalyst,
    changes: changesOf.get(identifier('catalysts', catalyst)) ?? [],
  }));
  return groupBy(all, ({ catalyst }) => catalyst.ticker);
}

function nextOf(
  own: readonly Changing[],
  date: string,
  isWanted: (catalyst: Catalyst) => boolean = () => true,
): Catalyst | undefined {
  let next: Catalyst | undefined;
  for (const { catalyst, changes } of own) {
    const then = catalystOn(catalyst, date, changes);
    if (!then || !isAhead(then, date) || !isWanted(then)) continue;
    if (!next || then.formattedDate < next.formattedDate) next = then;
  }
  return next;
}
