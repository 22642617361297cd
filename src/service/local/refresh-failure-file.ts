import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { StoreKind } from '../../base/data-files.ts';
import type { RefreshFailure } from './refresher.ts';

const savedFailure = z.object({
  reason: z.string().max(200),
  failures: z.number(),
  failedAt: z.number(),
  retryAt: z.number(),
});

/**
 * Writes the reason of a failed refresh to a file, which the command `status` reads. Removes this
 * file after a successful refresh. If the file cannot be written, `status` shows only the date of
 * the records.
 */
export function saveRefreshFailure(
  dataDir: string,
  kind: StoreKind,
  failure: RefreshFailure | undefined,
): void {
  try {
    if (failure) writeFileSync(pathOf(dataDir, kind), JSON.stringify(failure), { mode: 0o600 });
    else rmSync(pathOf(dataDir, kind), { force: true });
  } catch {}
}

/**
 * Returns the failed refresh that a server of this data folder saved last, or undefined if there is
 * none.
 */
export function readRefreshFailure(dataDir: string, kind: StoreKind): RefreshFailure | undefined {
  try {
    const read = savedFailure.safeParse(JSON.parse(readFileSync(pathOf(dataDir, kind), 'utf8')));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

function pathOf(dataDir: string, kind: StoreKind): string {
  return join(dataDir, `refresh-failure-${kind}.json`);
}
