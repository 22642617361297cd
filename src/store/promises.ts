import * as z from 'zod';
import type { Database } from './database.ts';
import { readMeta, writeMeta } from './facts-store.ts';

const MAX_SOURCES = 200;
const NAME = 'sync_promises';

const promises = z.object({
  /** When this record was written, milliseconds since 1970. */
  written_at: z.number(),
  /** Fraction of the first load of the store that is done, 0 to 1. Null after the first load. */
  filled: z.number().nullable(),
  /** True if no public source could be reached. */
  is_offline: z.boolean().default(false),
  /** The reason why the store cannot be filled; null if it can. */
  hindrance: z.string().nullable().default(null),
  /** Failed requests to any source. A request counts as failed if its last attempt failed. */
  failures: z
    .object({
      count: z.number(),
      /** Number of failed requests that only `sync --retry` retries. */
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
        /** Kinds of facts that the source provides. */
        fills: z.array(z.string()),
        /**
         * Kinds of facts that other sources provide. The responses of this source contain the URLs
         * that those sources request.
         */
        leads_to: z.array(z.string()).default([]),
        /**
         * Maximum age of the records of the source, in milliseconds. If the records are older, the
         * source is late.
         */
        promise: z.number(),
        /**
         * Time of the last successful response, milliseconds since 1970; null if there was none.
         */
        succeeded_at: z.number().nullable(),
        /**
         * Time of the last failed response, in milliseconds since 1970. Null if the source has ever
         * succeeded, or if it has never failed.
         */
        failed_at: z.number().nullable().default(null),
        /**
         * The date that the source states for its data, `YYYY-MM-DD`; null if the source states
         * none.
         */
        as_of: z.string().nullable(),
        /** Number of requests to the source. */
        requests: z.number().default(0),
        /** Number of requests whose last attempt failed. */
        failed: z.number().default(0),
        /** Time of the oldest failure in milliseconds since 1970. */
        failed_since: z.number().nullable().default(null),
      }),
    )
    .max(MAX_SOURCES),
});

/** The state of each public source. The process that syncs writes it, and servers read it. */
export type Promises = Readonly<z.output<typeof promises>>;
export type SourcePromise = Promises['sources'][number];
export type Failures = Promises['failures'];

/** Stores the state of the sources. Runs inside the caller's transaction. */
export function writePromises(database: Database, written: z.input<typeof promises>): void {
  writeMeta(database, NAME, JSON.stringify(written));
}

/**
 * The stored state as JSON text. Readers compare the text to detect changes. Undefined before the
 * first sync.
 */
export function promisesText(database: Database): string | undefined {
  return readMeta(database, NAME);
}

/** @returns undefined if the text has the format of a different release */
export function promisesIn(text: string): Promises | undefined {
  const read = promises.safeParse(JSON.parse(text));
  return read.success ? read.data : undefined;
}
