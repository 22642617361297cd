import type { Scan } from '../base/turns.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Column } from '../catalogue/parameter.ts';
import type { BackendState, Query, RecordPage } from '../catalogue/query.ts';
import type { Directory } from '../domain/directory/directory.ts';
import type { FactCount } from '../store/fact-counts.ts';
import type { Failures } from '../store/promises.ts';

/** The origin of records. Every backend passes the same tests. */
export interface Backend {
  readonly kind: 'store' | 'upstream';
  /** Whether the records are fictional. */
  readonly demo: boolean;
  /** Whether the backend can answer requests to this endpoint. */
  serves(endpoint: Endpoint): boolean;
  /** @param scan runs long work in time slices; without it, the work runs in one piece */
  fetch(endpoint: Endpoint, query: Query, scan?: Scan): Promise<RecordPage>;
  /** The distinct values of a filter's column; empty if unknown. */
  values(endpoint: Endpoint, column: Column, of: ValuesOf): Promise<readonly string[]>;
  /** The names that occur in an endpoint's records; absent if unknown. */
  directory(endpoint?: Endpoint): Promise<Directory | undefined>;
  /** Whether records can be found by name. */
  readonly knowsNames: boolean;
  describe(): BackendState;
  /** Whether the backend can answer, and any problem; if absent, it always can. */
  health?(): BackendHealth;
  /** The number of facts of each kind, for display; empty if unknown. */
  contents(): Promise<readonly FactCount[]>;
  close(): Promise<void>;
}

/** The records whose values are listed, all by default, and the most values. */
interface ValuesOf {
  readonly most: number;
  /** A day: only records that the endpoint's constraints admit on it. */
  readonly today?: string;
  /** Only records that a query matches, on all its pages. Its patterns are matched by `scan`. */
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
  /** Why the records are not current, or why there are none. */
  readonly reason?: string;
  /** Time of the next attempt to fix that, ISO 8601. */
  readonly retryAt?: string;
  /** What public sources have not provided yet, or not recently, as complete sentences. */
  readonly notices?: readonly string[];
  /** Failed requests and late sources of the sync. */
  readonly sync?: SyncHealth;
}
