import { configDefaults, defineConfig } from 'vitest/config';

/**
 * The tests of the project `built`: they run the built program, PostgreSQL and Redis or a browser,
 * or take long. All other tests are in the project `fast`, whose files share workers.
 */
export const builtTests: readonly string[] = [
  'test/browser.test.ts',
  'test/**/built*.test.ts',
  'test/packaging/{bundle,mcpb,package}.test.ts',
  'test/transports/stdio.test.ts',
  'test/commands/{drain,import-killed,shortage,shutdown}.test.ts',
  'test/ingest/sync/{command,faults,kill,serve,wire-faults}.test.ts',
  'test/store/{concurrency,incremental}.test.ts',
  'test/derive/{point-in-time,refresh-failures}.test.ts',
  'test/extract/command.test.ts',
  'test/service/access/limits.test.ts',
  // PostgreSQL and Redis.
  'test/authorization/grant-store.test.ts',
  'test/cluster/{account-processes,accounts,commands,engines,gateway,hung,kept-versions}.test.ts',
  'test/cluster/{limits,operating,paused-sync,processes,published-versions,puller}.test.ts',
  'test/cluster/{pulling,sync,sync-hosts,upgrade,writers}.test.ts',
  'test/commands/{migrate,shared-copy,work}.test.ts',
];

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
