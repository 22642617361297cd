import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

/**
 * The files of the project `built`, by folder: they run the built program, PostgreSQL and Redis or a
 * browser, or take long. All other tests are in the project `fast`, whose files share workers.
 */
const built: Readonly<Record<string, readonly string[]>> = {
  '.': ['alerts', 'browser', 'caddy'],
  authorization: ['built', 'grant-store'],
  cluster: [
    'account-processes',
    'accounts',
    'commands',
    'engines',
    'gateway',
    'hung',
    'kept-versions',
    'limits',
    'oauth',
    'operating',
    'paused-sync',
    'processes',
    'published-versions',
    'puller',
    'shared-record',
    'sync',
    'sync-hosts',
    'upgrade',
    'writers',
  ],
  commands: [
    'built-doctor',
    'built-program',
    'drain',
    'import-killed',
    'migrate',
    'shared-copy',
    'shortage',
    'shutdown',
    'work',
  ],
  derive: ['incremental', 'point-in-time', 'recorded-year', 'refresh-failures'],
  docs: ['commands'],
  extract: ['command'],
  gateway: ['built'],
  'ingest/sync': [
    ...['command', 'faults', 'first-hours', 'kill', 'late-faults', 'never-hidden', 'older-store'],
    ...['outages', 'plan', 'serve'],
  ],
  packaging: ['bundle', 'mcpb', 'package'],
  'service/access': ['limits'],
  store: ['concurrency'],
  transports: ['mcp', 'stdio'],
};
export const builtTests: readonly string[] = Object.entries(built).flatMap(([folder, names]) =>
  names.map((name) => join('test', folder, `${name}.test.ts`)),
);

/** The time limit of every test and hook: long, because a busy machine is no failure. */
const LIMIT_MS = 15 * 60_000;
/** How long a test waits for a state: shorter, so that its error says what did not come. */
const POLL_LIMIT_MS = 5 * 60_000;

export default defineConfig({
  test: {
    testTimeout: LIMIT_MS,
    hookTimeout: LIMIT_MS,
    teardownTimeout: LIMIT_MS,
    expect: { poll: { timeout: POLL_LIMIT_MS } },
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...builtTests],
          isolate: false,
          setupFiles: 'test/support/no-leftovers.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'built',
          include: [...builtTests],
          globalSetup: 'test/support/build-if-stale.ts',
        },
      },
    ],
  },
});
