import * as z from 'zod';
import type { Database } from './database.ts';
import { readMeta, writeMeta } from './facts-store.ts';

const MAX_SOURCES = 200;
const NAME = 'sync_promises';

const promises = z.object({
  /** When this was written, milliseconds since 1970. */
  written_at: z.number(),
  /** Share of the first fill that is done, 0 to 1; null when it is over. */
  filled: z.number().nullable(),
  /** Whether no public source could be reached. */
  is_offline: z.boolean().default(false),
  /** The reason why the store cannot be filled, if any. */
  hindrance: z.string().nullable().default(null),
  /** Failed requests to all sources that have not succeeded since. */
  failures: z
    .object({
      count: z.number(),
      /** Failed requests that are retried only by `sync --retry`. */
      given_up: z.number(),
      /** Time of the oldest failure in milliseconds since 1970. */
      oldest: z.number().nullable(),
      hosts: z.array(z.string()),
    })
    .default({ count: 0, given_up: 0, oldest: null, hosts: [] }),
  sources: z
    .array(
      z.object({
        name: z.string(),
        title: z.string(),
        /** Kinds of facts that it brings. */
        fills: z.array(z.string()),
        /** Milliseconds within which its records are renewed. */
        promise: z.number(),
        /** When it last answered well, milliseconds since 1970; null for never. */
        succeeded_at: z.number().nullable(),
        /** When it last failed, where it has never answered well, milliseconds since 1970. */
        failed_at: z.number().nullable().default(null),
        /** Day that it gives its own data, where it does, `YYYY-MM-DD`. */
        as_of: z.string().nullable(),
        /** Requests to the source, and the failed ones among them. */
        requests: z.number().default(0),
        failed: z.number().default(0),
        /** Time of the oldest failure in milliseconds since 1970. */
        failed_since: z.number().nullable().default(null),
      }),
    )
    .max(MAX_SOURCES),
});

/**
 * How fresh each public source keeps its kinds of facts, as the process that syncs last left it for
 * those that serve.
 */
export type Promises = Readonly<z.output<typeof promises>>;
export type SourcePromise = Promises['sources'][number];
export type Failures = Promises['failures'];

/** Runs inside the caller's transaction. */
export function writePromises(database: Database, said: z.input<typeof promises>): void {
  writeMeta(database, NAME, JSON.stringify(said));
}

/** The text as it is stored, by which a reader sees that nothing changed; absent before any sync. */
export function promisesText(database: Database): string | undefined {
  return readMeta(database, NAME);
}

/** @returns undefined for what another version wrote */
export function promisesIn(text: string): Promises | undefined {
  const read = promises.safeParse(JSON.parse(text));
  return read.success ? read.data : undefined;
}
