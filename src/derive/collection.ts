import type { Method } from '../domain/method.ts';
import type { Computation, Refresh } from './computation.ts';

/** A set of records that endpoints serve. */
interface Collection {
  /**
   * Makes the records: the same facts and day always give the same. Of those that are many, they are
   * made while they are read (see `madeAnew`).
   */
  readonly rows: (refresh: Refresh) => Iterable<object>;
  /** The formula that made them; absent where they show facts as they are. */
  readonly method?: Method;
  /** Formulas that this one rests on and that make no records of their own. */
  readonly behind?: readonly Method[];
  /**
   * What later collections take of the same large inputs: done with this one, so that these can go.
   * Among the cutoffs that keep their results, or put aside.
   */
  readonly leaves?: readonly Computation<unknown>[];
  /** Large inputs that few later collections ask for, if any: let go of with this one. */
  readonly ends?: readonly Computation<unknown>[];
}

export type Collections = Readonly<Record<string, Collection>>;
