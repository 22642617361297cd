import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Clock } from '../base/clock.ts';

/** Minimum milliseconds between two writes, so that a busy server does not write at every call. */
const MIN_BETWEEN_WRITINGS = 2_000;

const upstreamState = z.object({
  /** `closed`, `open` or `probing`. */
  circuit: z.string(),
  /** How many requests each rate limit of the upstream still permits. */
  buckets: z
    .array(
      z.object({
        bucket: z.string(),
        left: z.number(),
        requests: z.number(),
        windowSeconds: z.number(),
      }),
    )
    .readonly(),
  calls: z.number(),
  /** Number of calls that were answered from the cache or by a request in progress. */
  cached: z.number(),
  /** When the upstream last answered, as an ISO time. */
  answeredAt: z.string().optional(),
  /** Names of the tools that the upstream currently refuses; `everything` if it refuses the key. */
  refused: z.array(z.string()).readonly(),
});
const savedState = upstreamState.extend({ at: z.string(), process: z.number(), host: z.string() });

/** The state of the gateway, for `status`. */
export type UpstreamState = Readonly<z.output<typeof upstreamState>>;
export type BucketState = UpstreamState['buckets'][number];
export type SavedState = Readonly<z.output<typeof savedState>>;

/**
 * Saves the state of the gateway for the `status` command. If several servers use a data folder,
 * the state saved last is shown.
 */
export function createStateWriter(
  dataDir: string,
  host: string,
  state: () => UpstreamState,
  clock: Clock,
  failed: (cause: unknown) => void,
) {
  const path = pathOf(dataDir);
  let soon: NodeJS.Timeout | undefined;

  async function write(): Promise<void> {
    soon = undefined;
    const saved = { at: new Date(clock()).toISOString(), process: process.pid, host, ...state() };
    const beside = `${path}.${process.pid}`;
    await writeFile(beside, JSON.stringify(saved), { mode: 0o600 });
    await rename(beside, path);
  }

  return {
    /** Marks the state as changed. */
    touch(): void {
      soon ??= setTimeout(() => void write().catch(failed), MIN_BETWEEN_WRITINGS).unref();
    },
    async close(): Promise<void> {
      clearTimeout(soon);
      await write().catch(failed);
    },
  };
}

/** The state that was saved last in this data folder. Undefined if no state was saved. */
export async function readSavedState(dataDir: string): Promise<SavedState | undefined> {
  try {
    const read = savedState.safeParse(JSON.parse(await readFile(pathOf(dataDir), 'utf8')));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

function pathOf(dataDir: string): string {
  return join(dataDir, 'upstream-state.json');
}
