import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import envPaths from 'env-paths';

export type StoreKind = 'real' | 'demo';

/** The default data folder of the platform. */
export function defaultDataDir(): string {
  return envPaths('biotech-catalyst-mcp', { suffix: '' }).data;
}

/** The files of a data folder. Real and demo records are in separate files. */
export function filesOf(dataDir: string) {
  return {
    store: join(dataDir, 'store.sqlite'),
    demo: join(dataDir, 'demo.sqlite'),
    accounts: join(dataDir, 'accounts.sqlite'),
    /** The record of forecasts. */
    record: join(dataDir, 'record.sqlite'),
    /** OAuth clients and grants. */
    grants: join(dataDir, 'grants.sqlite'),
    /**
     * Rate limits used by clients and by upstream requests. Deleting it while no process runs is
     * safe.
     */
    limits: join(dataDir, 'limits.sqlite'),
  };
}

/** The file beside the built program with the demo store of the day of the build. */
export const packedDemo = 'demo.sqlite.br';

export function storeFile(dataDir: string, kind: StoreKind): string {
  const files = filesOf(dataDir);
  return kind === 'real' ? files.store : files.demo;
}

/**
 * Device and inode of the file at a path; undefined if there is none. A process can compare it to
 * detect that the file it has open was replaced or removed.
 */
export function fileIdentity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** Whether the folder of a file exists. SQLite must not recreate a deleted data folder. */
export function isFolderThere(path: string): boolean {
  return existsSync(dirname(path));
}
