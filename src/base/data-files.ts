import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import envPaths from 'env-paths';

export type StoreKind = 'real' | 'demo';

/** Returns the default data folder of this program on this operating system. */
export function defaultDataDir(): string {
  return envPaths('biotech-catalyst-mcp', { suffix: '' }).data;
}

/** The files of a data folder. Real and demo records are in separate files. */
export function filesOf(dataDir: string) {
  return {
    store: join(dataDir, 'store.sqlite'),
    demo: join(dataDir, 'demo.sqlite'),
    accounts: join(dataDir, 'accounts.sqlite'),
    /** The recorded forecasts. */
    record: join(dataDir, 'forecasts.sqlite'),
    /** OAuth clients and grants. */
    grants: join(dataDir, 'grants.sqlite'),
    /**
     * Rate limits of clients and of upstream requests. The file can be deleted while no process
     * runs.
     */
    limits: join(dataDir, 'limits.sqlite'),
  };
}

/** Name of the file with the compressed demo store. The file is next to the built program. */
export const packedDemo = 'demo.sqlite.br';

export function storeFile(dataDir: string, kind: StoreKind): string {
  const files = filesOf(dataDir);
  return kind === 'real' ? files.store : files.demo;
}

/**
 * Returns the device and the inode of the file at a path, or undefined if there is no file. If the
 * result changes, the file was replaced or removed.
 */
export function fileIdentity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** Whether the folder of a file exists. SQLite must not recreate a deleted data folder. */
export function isFolderThere(path: string): boolean {
  return existsSync(dirname(path));
}
