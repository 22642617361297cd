import { join } from 'node:path';
import envPaths from 'env-paths';

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
    /** What has been spent of the limits, inbound and upstream; may be deleted while nothing runs. */
    limits: join(dataDir, 'limits.sqlite'),
  };
}
