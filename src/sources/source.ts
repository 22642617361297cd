import type { Endpoint } from '../endpoint.ts';
import type { Column, Condition } from '../params.ts';
import type { Scan } from '../turns.ts';

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
  /** The same for two pages that are the same, byte for byte. */
  readonly key: string;
  /** When the answer is older than it should be: the time at which it was right. */
  readonly staleAsOf?: string;
  /** The source's own note for demo keys. */
  readonly note?: string;
  /** What a reader must know of this page beside its records, in whole sentences. */
  readonly notices?: readonly string[];
  /** Where and when this page comes from, where the source cannot say it of all its answers. */
  readonly origin?: SourceState;
}

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
  contents(): Promise<readonly Holding[]>;
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
}

/** Facts of a kind from one source. */
export interface Holding {
  readonly kind: string;
  readonly title: string;
  readonly source: string;
  readonly records: number;
}

export interface SourceState {
  /** Changes whenever an answer may change. */
  readonly version: string;
  /** Where the records come from, in words. */
  readonly from: string;
  /** Day of the newest refresh, `YYYY-MM-DD`, where known. */
  readonly asOf: string | undefined;
}
