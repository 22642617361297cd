import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, onTestFinished } from 'vitest';
import { type Clock, todayOf } from '../../src/base/clock.ts';
import { filesOf, storeFile } from '../../src/base/data-files.ts';
import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import type { Query } from '../../src/catalogue/query.ts';
import { type Job, runJob } from '../../src/cluster/job.ts';
import { migrations } from '../../src/cluster/migrations.ts';
import {
  closePostgres,
  migratePostgres,
  openPostgres,
  type Postgres,
} from '../../src/cluster/postgres.ts';
import { createPostgresClient, type PostgresClient } from '../../src/cluster/postgres-client.ts';
import { openPublishedStore } from '../../src/cluster/published-store.ts';
import { refreshStore } from '../../src/commands/refresh.ts';
import { isFactName } from '../../src/facts/fact-kinds.ts';
import { queryOf } from '../../src/service/asked-query.ts';
import type { Backend } from '../../src/service/backend.ts';
import type { LocalStore } from '../../src/service/local/local-store.ts';
import { inTransaction, openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeFacts, writeMeta } from '../../src/store/facts-store.ts';
import { markRefreshDue } from '../../src/store/served-state.ts';
import { layoutOf } from '../../src/store/served-store.ts';
import { endpoints as catalogue } from '../../tools/index.ts';
import { useEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/files.ts';
import { fixedClock, silentLog } from '../support/start-app.ts';
import { today, type Universe, universe } from '../support/universe.ts';

/** Opens PostgreSQL with the shared tables and deletes the rows of earlier tests. */
export async function openEmpty(databaseUrl: string): Promise<Postgres> {
  const sql = openPostgres(databaseUrl);
  await sql.unsafe('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migratePostgres(sql, migrations);
  return sql;
}

interface Writing {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly endpoints?: readonly Endpoint[];
  readonly clock?: Clock;
  readonly waits?: () => void;
  readonly replaced?: (parts: number) => void;
}

/** Runs a job in this process as a writer whose copies are in the given folder. */
export async function job<Result>(writing: Writing, work: (job: Job) => Promise<Result>) {
  const { endpoints = catalogue, clock = fixedClock, databaseUrl } = writing;
  const database = createPostgresClient(databaseUrl);
  try {
    return await runJob(
      {
        waits: undefined,
        replaced: () => {},
        endpoints,
        clock,
        database,
        ...writing,
        refresh: (folder, kind) => {
          const record = kind === 'real' ? filesOf(folder).record : undefined;
          return refreshStore(storeFile(folder, kind), kind, endpoints, clock, record);
        },
      },
      work,
    );
  } finally {
    await database.close();
  }
}

/** Writes facts as an import does. */
export async function take(folder: string, facts: Universe, clock = fixedClock): Promise<void> {
  const database = await openDatabase(filesOf(folder).store, factMigrations);
  inTransaction(database, () => {
    let isChanged = false;
    for (const [kind, records] of Object.entries(facts)) {
      if (!isFactName(kind)) continue;
      const { added, replaced } = writeFacts(database, kind, records, 'fixture');
      isChanged ||= added + replaced > 0;
    }
    if (!isChanged) return;
    writeMeta(database, 'facts_at', todayOf(clock));
    markRefreshDue(database, true);
  });
  database.close();
}

/** Polls until a condition is true. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

export const versionIn = (store: LocalStore): string => store.source().describe().version;

export function filesIn(dataDir: string): string[] {
  return readdirSync(join(dataDir, 'versions')).sort();
}

/**
 * Returns requests to an endpoint: all records, the second page, and each filter with existing
 * values.
 */
export async function questionsTo(source: Backend, endpoint: Endpoint): Promise<readonly Query[]> {
  const values = new Map<string, readonly string[]>();
  for (const [name, parameter] of Object.entries(endpoint.parameters)) {
    if (parameter.kind !== 'filter') continue;
    const [column] = parameter.columns;
    values.set(name, column ? await source.values(endpoint, column, { most: 3 }) : []);
  }
  const required = Object.fromEntries(
    [...values]
      .filter(([name]) => isNeeded(endpoint, name))
      .map(([name, [first]]) => [name, first]),
  );
  const asked = [
    required,
    { ...required, page: 2 },
    ...[...values].flatMap(([name, some]) => some.map((one) => ({ ...required, [name]: one }))),
  ];
  return asked.flatMap((raw) => {
    try {
      return [queryOf(endpoint, raw, today)];
    } catch {
      // The column value is not a valid value of the parameter.
      return [];
    }
  });
}

function isNeeded({ parameters, oneOfRequired = [] }: Endpoint, name: string): boolean {
  return Boolean(parameters[name]?.required) || oneOfRequired[0] === name;
}

export const layout = layoutOf(catalogue);
export const companies = catalogue.find(({ name }) => name === 'companies') as Endpoint;
export const tomorrow = () => fixedClock() + 86_400_000;
/** Returns facts of one company. */
export const listed = (ticker: string) => ({ companies: [{ ticker, name: `${ticker} Inc.` }] });

/** A query for all records of an endpoint. */
export const everything = { arguments: {}, conditions: [], order: undefined, page: 1, today };

export async function tickersIn(store: LocalStore): Promise<string[]> {
  const page = await store.source().fetch(companies, everything);
  return page.records.map((record) => JSON.parse(record).ticker);
}

/**
 * Starts the engines of a test file and empties them before each test. Also creates writers and
 * instances on them.
 */
export function useVersions() {
  const engines = useEngines();
  let sql: Postgres;
  let database: PostgresClient;
  beforeEach(async () => {
    sql = await openEmpty(engines.databaseUrl);
    database = createPostgresClient(engines.databaseUrl);
  });
  afterEach(async () => {
    await database.close();
    await closePostgres(sql);
  });
  return {
    engines,
    get databaseUrl() {
      return engines.databaseUrl;
    },
    get sql() {
      return sql;
    },
    get database() {
      return database;
    },
    /** Whether a writer holds or wants the lock. */
    isLocked: async () => (await sql`SELECT FROM pg_locks WHERE locktype = 'advisory'`).length > 0,
    /** Ends the connections that hold the lock of writers. */
    endLocks: () => sql`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'`,
    /** Creates a writer machine with an empty folder. */
    writer: (): Writing => ({
      databaseUrl: engines.databaseUrl,
      folder: join(temporaryFolder(), 'shared'),
    }),
    async serving(
      more: Partial<Parameters<typeof openPublishedStore>[0]> = {},
      dataDir = temporaryFolder(),
    ) {
      const store = await openPublishedStore({
        databaseUrl: engines.databaseUrl,
        dataDir,
        endpoints: catalogue,
        clock: fixedClock,
        log: silentLog(),
        maxRefreshWait: 0,
        ...more,
      });
      onTestFinished(() => store.close());
      return store;
    },
    /** Also returns the folder of the job. */
    async imported(writing: Writing, facts: Universe = universe) {
      const done = await job(writing, async ({ folder }) => {
        await take(folder, facts);
        return folder;
      });
      if (!done) throw new Error('another writer is at work');
      return done;
    },
  };
}
