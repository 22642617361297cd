import type { Condition } from './parameter.ts';
import type { Sorting } from './sorting.ts';

/** A checked request to an endpoint. */
export interface Query {
  /** The arguments by name, without `page` and empty ones. */
  readonly arguments: Readonly<Record<string, string>>;
  readonly conditions: readonly Condition[];
  /** Name of the order, if the endpoint has several. */
  readonly order: string | undefined;
  /** The requested order, which replaces the endpoint's. */
  readonly sort?: Sorting;
  readonly page: number;
  /** Records of the page to skip, and the most records to return; by default 0 and all. */
  readonly skip?: number;
  readonly limit?: number;
  /** Today, `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

/** A page of records, each serialized once, and the size of the filtered set. */
export interface RecordPage {
  readonly records: readonly string[];
  readonly total: number;
  /** The time of the data, if the answer is older than intended. */
  readonly staleAsOf?: string;
  /** The source's note for demo keys. */
  readonly note?: string;
  /**
   * Ticker parameters of the request for which some records have no ticker and therefore could not
   * match.
   */
  readonly unassigned?: readonly string[];
  /** Notes for the reader of this page, in complete sentences. */
  readonly notices?: readonly string[];
  /** Where and when this page was fetched, if the source differs between answers. */
  readonly origin?: BackendState;
}

export interface BackendState {
  /** Changes whenever an answer may change. */
  readonly version: string;
  /** Origin of the records, in words. */
  readonly from: string;
  /** Day of the newest refresh, `YYYY-MM-DD`, if known. */
  readonly asOf: string | undefined;
}
