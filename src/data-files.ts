import { join } from 'node:path';
import envPaths from 'env-paths';
import type { StoreKind } from './freshness.ts';

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
  };
}

/** The file of a store. */
export function storeFile(dataDir: string, kind: StoreKind): string {
  const files = filesOf(dataDir);
  return kind === 'real' ? files.store : files.demo;
}
