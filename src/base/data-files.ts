import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import envPaths from 'env-paths';

export type StoreKind = 'real' | 'demo';

/** The platform's folder for this program's data. */
export function defaultDataDir(): string {
  return envPaths('biotech-catalyst-mcp', { suffix: '' }).data;
}

/** The files of a data folder. Real and demo records never share one. */
export function filesOf(dataDir: string) {
  return {
    store: join(dataDir, 'store.sqlite'),
    demo: join(dataDir, 'demo.sqlite'),
    accounts: join(dataDir, 'accounts.sqlite'),
    /** What was allowed to clients of OAuth. */
    grants: join(dataDir, 'grants.sqlite'),
    /** What has been spent of the limits, inbound and upstream; may be deleted while nothing runs. */
    limits: join(dataDir, 'limits.sqlite'),
  };
}

/** The file beside the built program with the demo store of the day of the build. */
export const packedDemo = 'demo.sqlite.br';

/** The file of a store. */
export function storeFile(dataDir: string, kind: StoreKind): string {
  const files = filesOf(dataDir);
  return kind === 'real' ? files.store : files.demo;
}

/**
 * Which file stands at a path now: another one, or none, where the data folder was put away. A
 * process that holds a file open goes on reading it all the same.
 */
export function fileIdentity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** Whether the folder of a file is there: what was deleted must not be made anew by the way. */
export function isFolderThere(path: string): boolean {
  return existsSync(dirname(path));
}
