import type { Condition } from './parameter.ts';

/** What a caller asks of an endpoint, with every argument already checked. */
export interface Query {
  /** The arguments as given, by name: without page, absent and empty ones. */
  readonly arguments: Readonly<Record<string, string>>;
  readonly conditions: readonly Condition[];
  /** Name of the order where the endpoint has several. */
  readonly order: string | undefined;
  readonly page: number;
  /** The most records wanted; all of them where absent. */
  readonly maximum: number | undefined;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

/** A page of records, each serialised once, and how many the whole filtered set holds. */
export interface RecordPage {
  readonly records: readonly string[];
  readonly total: number;
  /** When the answer is older than it should be: the time at which it was right. */
  readonly staleAsOf?: string;
  /** The source's own note for demo keys. */
  readonly note?: string;
  /** Parameters that ask for tickers, of which some record has none: whose it is, nobody knows. */
  readonly unassigned?: readonly string[];
  /** What a reader must know of this page beside its records, in whole sentences. */
  readonly notices?: readonly string[];
  /** Where and when this page comes from, where the source cannot say it of all its answers. */
  readonly origin?: BackendState;
}

export interface BackendState {
  /** Changes whenever an answer may change. */
  readonly version: string;
  /** Where the records come from, in words. */
  readonly from: string;
  /** Day of the newest refresh, `YYYY-MM-DD`, where known. */
  readonly asOf: string | undefined;
}
