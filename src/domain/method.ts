import type { FactName } from '../facts/fact-kinds.ts';

/** A formula under a name and a version, as the records that it makes name it. */
export interface Method {
  /** `runway/1`, and what a reader should know at once; its number rises with every change. */
  readonly id: string;
  /** How the numbers are made, with the equation, so that a reader can redo them. */
  readonly formula: string;
  /** The kinds of facts that can move its records. */
  readonly inputs: readonly FactName[];
  /** Where the formula is published, or `Our choice`. */
  readonly source: string;
  /** Every flag that a record can carry, and what it means. */
  readonly flags: Readonly<Record<string, string>>;
}
