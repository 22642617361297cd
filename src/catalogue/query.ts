import type { Condition } from './parameter.ts';
import type { Sorting } from './sorting.ts';

/** A checked request to an endpoint. */
export interface Query {
  /** The arguments by name. `page` and empty arguments are left out. */
  readonly arguments: Readonly<Record<string, string>>;
  readonly conditions: readonly Condition[];
  /** Name of the order, if the endpoint has several orders. */
  readonly order: string | undefined;
  /** The requested order, which replaces the order of the endpoint. */
  readonly sort?: Sorting;
  readonly page: number;
  /** Number of records of a page. Default: `pageSize`. */
  readonly size?: number;
  /** Number of records to skip at the start of the page. Default: 0. */
  readonly skip?: number;
  /** Maximum number of records of the page to return. Default: all. */
  readonly limit?: number;
  /** Today, `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

/** A page of serialized records, with the number of matching records on all pages. */
export interface RecordPage {
  readonly records: readonly string[];
  /** The fields of each record that are not columns of the specification, serialized. */
  readonly beside?: readonly string[];
  readonly total: number;
  /** The time of the data. Set only if the answer is outdated. */
  readonly staleAsOf?: string;
  /** The note that the source added to its answer because the key is a demo key. */
  readonly note?: string;
  /**
   * Names of the ticker parameters that could not be applied to some records, because these records
   * have no ticker.
   */
  readonly unassigned?: readonly string[];
  /** Notes for the reader of this page, in complete sentences. */
  readonly notices?: readonly string[];
  /**
   * The origin of this page's records, and the date of the data. Set only if the origin can differ
   * from page to page.
   */
  readonly origin?: BackendState;
  /** Whether the source caches this page and returns the same list objects for the same query. */
  readonly isKept?: true;
}

/** Parses the records of a page, including their additional fields. */
export function rowsIn(page: Pick<RecordPage, 'records' | 'beside'>) {
  return page.records.map((_, at) => rowAt(page, at));
}

/** Parses one record of a page, including its additional fields. */
function rowAt(
  { records, beside }: Pick<RecordPage, 'records' | 'beside'>,
  at: number,
): Readonly<Record<string, unknown>> {
  const [record, more] = [records[at]!, beside?.[at]];
  return more ? Object.assign(JSON.parse(record), JSON.parse(more)) : JSON.parse(record);
}

export interface BackendState {
  /** The version of the records. The version changes whenever answers can change. */
  readonly version: string;
  /** A phrase for the origin of the records, such as "local store". */
  readonly from: string;
  /** Whether answers list the sources of their records. If not, answers show the phrase `from`. */
  readonly namesSources?: boolean;
  /** Day of the newest refresh, `YYYY-MM-DD`. Undefined if unknown. */
  readonly asOf: string | undefined;
  /**
   * The hash of the newest header in the record of forecasts (see docs/records.md). Undefined if
   * there is no header.
   */
  readonly head?: string | undefined;
}
