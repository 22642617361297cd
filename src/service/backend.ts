import type { Scan } from '../base/turns.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Column } from '../catalogue/parameter.ts';
import type { BackendState, Query, RecordPage } from '../catalogue/query.ts';
import type { Directory } from '../domain/directory/directory.ts';
import type { FactCount } from '../store/fact-counts.ts';
import type { Failures } from '../store/promises.ts';

/**
 * A source of records, such as the local store or an upstream. All backends pass the same tests.
 */
export interface Backend {
  readonly kind: 'store' | 'upstream';
  /** Whether the records are fictional. */
  readonly demo: boolean;
  /** Whether the backend can answer requests to this endpoint. */
  serves(endpoint: Endpoint): boolean;
  /**
   * Reads a page of records.
   * @param scan a function that runs a long search in time slices; if absent, the search runs
   * without a pause
   */
  fetch(endpoint: Endpoint, query: Query, scan?: Scan): Promise<RecordPage>;
  /**
   * Returns the distinct values of the column that a filter searches. Returns no values if the
   * backend does not know them.
   */
  values(endpoint: Endpoint, column: Column, of: ValuesOf): Promise<readonly string[]>;
  /**
   * Returns an index of the names in the records of an endpoint, or undefined if the backend has no
   * index.
   */
  directory(endpoint?: Endpoint): Promise<Directory | undefined>;
  /** Whether the backend has an index of names and can search records for words. */
  readonly knowsNames: boolean;
  describe(): BackendState;
  /**
   * Returns whether the backend can answer, and the reason if it cannot. Absent for a backend that
   * is always able to answer.
   */
  health?(): BackendHealth;
  /**
   * Returns the number of stored input records of each kind, for display, or an empty list if the
   * backend does not know the numbers.
   */
  contents(): Promise<readonly FactCount[]>;
  /**
   * Returns whether any record of the endpoint may depend on vendor data. Without an endpoint, all
   * records are considered.
   */
  usesVendorData?(endpoint?: Endpoint): Promise<boolean>;
  close(): Promise<void>;
}

/** Options for a list of values. By default, the list contains the values of all records. */
interface ValuesOf {
  readonly most: number;
  /**
   * If set, the list contains only values of records that the endpoint serves on this day,
   * `YYYY-MM-DD`.
   */
  readonly today?: string;
  /**
   * If set, the list contains only values of records that match `query`, on all pages. `scan` runs
   * the search in time slices.
   */
  readonly within?: { readonly query: Query; readonly scan: Scan };
}

/**
 * Failed requests and late sources of a sync. A source is late if the time since its last success
 * exceeds the maximum age of the source.
 */
export interface SyncHealth {
  /** Requests that failed and have not succeeded since. */
  readonly failed: Failures;
  /** Names of late sources. */
  readonly late: readonly string[];
}

export interface BackendHealth {
  readonly ready: boolean;
  /** Day on which the served records were computed, `YYYY-MM-DD`, if any. */
  readonly computedOn: string | undefined;
  /** Why the records are not current, or why there are none. */
  readonly reason?: string;
  /** Time of the next attempt, ISO 8601. */
  readonly retryAt?: string;
  /**
   * Notices about sources that have never provided records, or have provided none recently. Each
   * notice is a complete sentence.
   */
  readonly notices?: readonly string[];
  /** Absent if no sync has run. */
  readonly sync?: SyncHealth;
}
