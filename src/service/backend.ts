import type { Scan } from '../base/turns.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Column } from '../catalogue/parameter.ts';
import type { BackendState, Query, RecordPage } from '../catalogue/query.ts';
import type { Directory } from '../domain/directory/directory.ts';
import type { FactCount } from '../store/fact-counts.ts';
import type { Failures } from '../store/promises.ts';

/** Where records come from. Every backend passes the same tests. */
export interface Backend {
  readonly kind: 'store' | 'upstream';
  /** Whether the records are fictional. */
  readonly demo: boolean;
  /** Whether the backend has an answer to this endpoint at all. */
  serves(endpoint: Endpoint): boolean;
  /** @param scan works through what takes long, in turns with others; at once where absent. */
  fetch(endpoint: Endpoint, query: Query, scan?: Scan): Promise<RecordPage>;
  /** The values of a column that a filter is tried on, each once; empty where they are not known. */
  values(endpoint: Endpoint, column: Column, of: ValuesOf): Promise<readonly string[]>;
  /** What can be asked for by name of what this endpoint shows; absent where it is not known. */
  directory(endpoint?: Endpoint): Promise<Directory | undefined>;
  /** Whether anything at all can be asked for by name here. */
  readonly knowsNames: boolean;
  describe(): BackendState;
  /** Whether it can answer, and what stands against it; a backend without it always can. */
  health?(): BackendHealth;
  /** What is held, for people to see; empty where the backend cannot know. */
  contents(): Promise<readonly FactCount[]>;
  close(): Promise<void>;
}

/** Of which records values are told; of all where nothing is said. No more than so many. */
interface ValuesOf {
  readonly most: number;
  /** A day: of the records that the endpoint's constraints let through on it. */
  readonly today?: string;
  /** Of the records that a question finds, all its pages; its patterns are tried by `scan`. */
  readonly within?: { readonly query: Query; readonly scan: Scan };
}

/** What a sync lacks. */
export interface SyncHealth {
  /** Requests that failed and are still not answered well. */
  readonly failed: Failures;
  /** Names of the sources whose records are older than they should be. */
  readonly late: readonly string[];
}

export interface BackendHealth {
  readonly ready: boolean;
  /** Day on which the served records were computed, `YYYY-MM-DD`, where they have been. */
  readonly computedOn: string | undefined;
  /** Why the records are not those of today, or why there are none. */
  readonly reason?: string;
  /** When it is tried next to mend that, ISO 8601. */
  readonly retryAt?: string;
  /** What public sources have not brought yet, or not lately, in whole sentences. */
  readonly notices?: readonly string[];
  /** How the sync that fills the records does. */
  readonly sync?: SyncHealth;
}
