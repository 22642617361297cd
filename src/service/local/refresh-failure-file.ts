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
 * Saves the reason of a failed refresh in a file, which the command `status` reads. After a
 * successful refresh, the file is removed. If the file cannot be written, `status` shows only the
 * date of the records.
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
 * Returns the last failed refresh that was saved in a data folder, or undefined if there is none.
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
