import type { Method } from '../domain/method.ts';
import type { Refresh } from './refresh.ts';

/** A set of records that endpoints serve. */
interface Collection {
  /** Makes the records: the same facts and day always give the same. */
  readonly rows: (refresh: Refresh) => readonly object[];
  /** The formula that made them; absent where they show facts as they are. */
  readonly method?: Method;
  /** Formulas that this one rests on and that make no records of their own. */
  readonly behind?: readonly Method[];
}

export type Collections = Readonly<Record<string, Collection>>;
