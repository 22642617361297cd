import type { Facts } from '../store/facts-store.ts';
import { withEvents } from './events.ts';
import { factsKnownOn } from './point-in-time.ts';
import { type Universe, universeOf } from './universe.ts';

/** What a refresh computes from: the facts, and what other computations of the same refresh found. */
export interface Refresh {
  /** The facts that are known on the day of the refresh, with those that texts make; no others. */
  readonly facts: Facts;
  readonly universe: Universe;
  /** The day of the refresh, `YYYY-MM-DD`. */
  readonly today: string;
  /** The result of a computation, done once a refresh however many collections need it. */
  memo<Result>(compute: (refresh: Refresh) => Result): Result;
}

export function beginRefresh(stored: Facts, today: string): Refresh {
  const facts = withEvents(factsKnownOn(stored, today), today);
  const done = new Map<unknown, unknown>();
  const refresh: Refresh = {
    facts,
    universe: universeOf(facts, today),
    today,
    memo<Result>(compute: (refresh: Refresh) => Result): Result {
      if (!done.has(compute)) done.set(compute, compute(refresh));
      return done.get(compute) as Result;
    },
  };
  return refresh;
}
