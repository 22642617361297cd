import type { FactName } from '../facts/fact-kinds.ts';

/** A versioned formula. Records computed by it have its `id` in the field `method`. */
export interface Method {
  /** `name/version title`; the version increases with every change of the numbers. */
  readonly id: string;
  /** The equations and rules, so that a reader can recompute the numbers. */
  readonly formula: string;
  /** The kinds of facts that can change its records. */
  readonly inputs: readonly FactName[];
  /** The publication of the formula, or `Our choice`. */
  readonly source: string;
  /** Every flag that a record can have, and its meaning. */
  readonly flags: Readonly<Record<string, string>>;
}
