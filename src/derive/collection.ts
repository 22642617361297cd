import type { Method } from '../domain/method.ts';
import type { FactName } from '../facts/fact-kinds.ts';
import type { Computation, Refresh } from './computation.ts';

/** A set of records that one or more endpoints serve. */
interface Collection {
  /**
   * Computes the records. The result depends only on the facts and the day. A large collection
   * returns a lazy iterable, so that its records are never all in memory.
   */
  readonly rows: (refresh: Refresh) => Iterable<object>;
  /** The kinds of facts that are the sources of the rows (see `withOrigins`). */
  readonly from: readonly [FactName, ...FactName[]];
  /** The formula of the records. Absent for records that show facts unchanged. */
  readonly method?: Method;
  /** Formulas that `method` uses and that are not the `method` of any collection. */
  readonly behind?: readonly Method[];
}

export type Collections = Readonly<Record<string, Collection>>;

/**
 * Collections that share large results in memory. These results are released after the last
 * collection of the group.
 */
export interface CollectionGroup {
  readonly collections: Collections;
  /**
   * Small results that later groups use. They are computed while the large results are in memory.
   */
  readonly keeps?: readonly Computation<unknown>[];
}
