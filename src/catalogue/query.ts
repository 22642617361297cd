import type { Condition } from './parameter.ts';

/** A checked request to an endpoint. */
export interface Query {
  /** The arguments by name, without `page` and empty ones. */
  readonly arguments: Readonly<Record<string, string>>;
  readonly conditions: readonly Condition[];
  /** Name of the order, if the endpoint has several. */
  readonly order: string | undefined;
  readonly page: number;
  /** Maximum number of records to return. All if absent. */
  readonly maximum: number | undefined;
  /** Today, `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

/** A page of serialized records, and the number of all matching records. */
export interface RecordPage {
  readonly records: readonly string[];
  readonly total: number;
  /** The time of the data, if the answer is older than intended. */
  readonly staleAsOf?: string;
  /** The source's note for demo keys. */
  readonly note?: string;
  /** Ticker parameters that could not match some records, because these have no ticker. */
  readonly unassigned?: readonly string[];
  /** Notes for the reader of this page, in complete sentences. */
  readonly notices?: readonly string[];
  /** Origin and time of this page, if these differ between answers. */
  readonly origin?: BackendState;
}

export interface BackendState {
  /** A value that changes whenever an answer may change. */
  readonly version: string;
  /** Description of the origin of the records. */
  readonly from: string;
  /** Day of the newest refresh, `YYYY-MM-DD`, if known. */
  readonly asOf: string | undefined;
}
