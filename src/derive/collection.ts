import { lazyIterable } from '../domain/lazy-iterable.ts';
import type { Method } from '../domain/method.ts';
import type { FactName } from '../facts/fact-kinds.ts';
import type { Computation, Refresh } from './computation.ts';

/** A set of records that one or more endpoints serve. */
interface Collection {
  /**
   * Computes the records. The result depends only on the stored facts and the day of the refresh. A
   * large collection returns a lazy iterable (see `lazily`), so that its records are never all in
   * memory at once.
   */
  readonly rows: (refresh: Refresh) => Iterable<object>;
  /** The kinds of facts that are the sources of the rows (see `withOrigins`). */
  readonly from: readonly [FactName, ...FactName[]];
  /** The formula that computes the records. Absent if the records show facts unchanged. */
  readonly method?: Method;
  /** Other formulas that `method` uses. No collection has one of them as its `method`. */
  readonly behind?: readonly Method[];
}

/** Returns a computation whose result is a lazy iterable of the items that a generator yields. */
export function lazily<Made>(make: Computation<Iterable<Made>>): Computation<Iterable<Made>> {
  return (refresh) => lazyIterable(() => make(refresh));
}

export type Collections = Readonly<Record<string, Collection>>;

/**
 * Collections that are computed from the same large intermediate results, which are released after
 * the last collection of the group.
 */
export interface CollectionGroup {
  readonly collections: Collections;
  /**
   * Small results that collections of later groups use. They are computed before the large results
   * are released.
   */
  readonly keeps?: readonly Computation<unknown>[];
  /** Kept results that no later group uses. They are released after this group. */
  readonly drops?: readonly Computation<unknown>[];
}
