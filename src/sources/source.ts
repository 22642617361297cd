import type { Endpoint } from '../endpoint.ts';
import type { Column } from '../params.ts';
import type { Query, RecordPage, SourceState } from '../query.ts';
import type { FactCount } from '../store/facts-store.ts';
import type { Scan } from '../turns.ts';

/** Where records come from. Every source passes the same tests. */
export interface Source {
  readonly kind: 'store' | 'upstream';
  /** Whether the records are fictional. */
  readonly demo: boolean;
  /** Whether the source has an answer to this endpoint at all. */
  serves(endpoint: Endpoint): boolean;
  /** @param scan works through what takes long, in turns with others; at once where absent. */
  fetch(endpoint: Endpoint, query: Query, scan?: Scan): Promise<RecordPage>;
  /** Values of a column like the one given: the same but for case first, then the nearest. */
  suggest(endpoint: Endpoint, column: Column, value: string): Promise<readonly string[]>;
  describe(): SourceState;
  /** Whether it can answer, and what stands against it; a source without it always can. */
  health?(): SourceHealth;
  /** What is held, for people to see; empty where the source cannot know. */
  contents(): Promise<readonly FactCount[]>;
  close(): Promise<void>;
}

export interface SourceHealth {
  readonly ready: boolean;
  /** Day on which the served records were computed, `YYYY-MM-DD`, where they have been. */
  readonly computedOn: string | undefined;
  /** Why the records are not those of today, or why there are none. */
  readonly reason?: string;
  /** When it is tried next to mend that, ISO 8601. */
  readonly retryAt?: string;
  /** What public sources have not brought yet, or not lately, in whole sentences. */
  readonly notices?: readonly string[];
}
