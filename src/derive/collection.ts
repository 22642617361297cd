import type { Method } from '../domain/method.ts';
import type { Computation, Refresh } from './computation.ts';

/** A set of records that endpoints serve. */
interface Collection {
  /**
   * Computes the records: the same facts and day always give the same. Large collections return a
   * lazy iterable, so that their records are never in memory together.
   */
  readonly rows: (refresh: Refresh) => Iterable<object>;
  /** The formula of the records; absent where they show facts unchanged. */
  readonly method?: Method;
  /** Formulas that this one uses and that have no records of their own. */
  readonly behind?: readonly Method[];
}

export type Collections = Readonly<Record<string, Collection>>;

/** Collections that share large results, which are released after the last of them. */
export interface CollectionGroup {
  readonly collections: Collections;
  /**
   * Small results of these large ones that later groups use: computed before the release, and kept
   * for the rest of the refresh.
   */
  readonly keeps?: readonly Computation<unknown>[];
}
