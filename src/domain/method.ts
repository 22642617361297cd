import type { FactName } from '../facts/fact-kinds.ts';

/** A versioned formula. Records computed by the formula have its `id` in the field `method`. */
export interface Method {
  /**
   * Name, version and title of the formula: `name/version title`. The formula needs a new version
   * if a change gives different numbers for the same facts.
   */
  readonly id: string;
  /** The equations and rules, complete enough for a reader to recompute the numbers. */
  readonly formula: string;
  /** The kinds of facts that the formula reads. */
  readonly inputs: readonly FactName[];
  /** The publication that defines the formula, or `Our choice`. */
  readonly source: string;
  /** Every flag that a record of this method can have, with its meaning. */
  readonly flags: Readonly<Record<string, string>>;
}
