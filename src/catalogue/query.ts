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
  /** Records of a page; `pageSize` if absent. */
  readonly size?: number;
  /**
   * Number of records to skip on the page (default 0), and maximum number of records to return
   * (default all).
   */
  readonly skip?: number;
  readonly limit?: number;
  /** Today, `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

/** A page of serialized records, and the number of all matching records. */
export interface RecordPage {
  readonly records: readonly string[];
  /** For each record, serialized fields that are stored next to it, if the source has any. */
  readonly beside?: readonly string[];
  readonly total: number;
  /** The time of the data, if they are older than intended. */
  readonly staleAsOf?: string;
  /** The source's note for demo keys. */
  readonly note?: string;
  /** Ticker parameters that could not match some records, because those records have no ticker. */
  readonly unassigned?: readonly string[];
  /** Notes for the reader of this page, in complete sentences. */
  readonly notices?: readonly string[];
  /** Origin and time of this page, if these differ between answers. */
  readonly origin?: BackendState;
  /** Whether the source keeps this page, and returns the same lists for the same query. */
  readonly isKept?: true;
}

/** Parses the records of a page, including the fields stored next to them. */
export function rowsIn(page: Pick<RecordPage, 'records' | 'beside'>) {
  return page.records.map((_, at) => rowAt(page, at));
}

/** Parses one record of a page, including the fields stored next to it. */
export function rowAt(
  { records, beside }: Pick<RecordPage, 'records' | 'beside'>,
  at: number,
): Readonly<Record<string, unknown>> {
  const [record, more] = [records[at]!, beside?.[at]];
  return more ? Object.assign(JSON.parse(record), JSON.parse(more)) : JSON.parse(record);
}

export interface BackendState {
  /** A value that changes whenever answers may change. */
  readonly version: string;
  /** Description of the origin of the records. */
  readonly from: string;
  /** Whether answers name the sources of their records in place of `from`. */
  readonly namesSources?: boolean;
  /** Day of the newest refresh, `YYYY-MM-DD`. Undefined if unknown. */
  readonly asOf: string | undefined;
  /** The newest head of the record of forecasts, if there is one. */
  readonly head?: string | undefined;
}
