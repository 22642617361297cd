import type { Problem } from '../../sources/formats/records.ts';

/**
 * What a file that is no fact was read as: lists of filings and companies, by which more is found.
 * A reader is pure, as a connector is: recorded text in, typed value out.
 */
export type Reading<Value> = Read<Value> | Unreadable;

export interface Read<Value> {
  readonly value: Value;
  /** Rows that could not be read; the others landed. */
  readonly problems: readonly Problem[];
}

interface Unreadable {
  /** Completes "the file …". */
  readonly reason: string;
}
