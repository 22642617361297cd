import type { Scan } from '../base/turns.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Column } from '../catalogue/parameter.ts';
import type { BackendState, Query, RecordPage } from '../catalogue/query.ts';
import type { Directory } from '../domain/directory/directory.ts';
import type { FactCount } from '../store/fact-counts.ts';
import type { Failures } from '../store/promises.ts';

/** The origin of records. All backends pass the same tests. */
export interface Backend {
  readonly kind: 'store' | 'upstream';
  /** Whether the records are fictional. */
  readonly demo: boolean;
  /** Whether the backend can answer requests to this endpoint. */
  serves(endpoint: Endpoint): boolean;
  /** @param scan runs long work in time slices. If absent, the work runs in one step. */
  fetch(endpoint: Endpoint, query: Query, scan?: Scan): Promise<RecordPage>;
  /** The distinct values of a filter's column. Empty if they are unknown. */
  values(endpoint: Endpoint, column: Column, of: ValuesOf): Promise<readonly string[]>;
  /** The names in an endpoint's records. Absent if they are unknown. */
  directory(endpoint?: Endpoint): Promise<Directory | undefined>;
  /** Whether records can be found by name. */
  readonly knowsNames: boolean;
  describe(): BackendState;
  /** Whether the backend can answer, and any problem. If absent, it is always healthy. */
  health?(): BackendHealth;
  /** The number of facts of each kind, for display. Empty if it is unknown. */
  contents(): Promise<readonly FactCount[]>;
  /** Whether records of an endpoint, or of any endpoint, may depend on data of a vendor. */
  usesVendorData?(endpoint?: Endpoint): Promise<boolean>;
  close(): Promise<void>;
}

/** Which values to list, and how many at most. By default, the values of all records are listed. */
interface ValuesOf {
  readonly most: number;
  /** Limits the list to records that the endpoint's constraints allow on this day. */
  readonly today?: string;
  /** Limits the list to records that match a query, on all pages. `scan` matches its patterns. */
  readonly within?: { readonly query: Query; readonly scan: Scan };
}

/** Failed requests and late sources of a sync. */
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
  /** The reason why the records are not current, or why there are no records. */
  readonly reason?: string;
  /** Time of the next attempt, ISO 8601. */
  readonly retryAt?: string;
  /**
   * Notices about sources that have provided no records, or none recently. Each is a complete
   * sentence.
   */
  readonly notices?: readonly string[];
  /** Failed requests and late sources of the sync. */
  readonly sync?: SyncHealth;
}
