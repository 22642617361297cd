import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, todayOf } from '../../src/clock.ts';
import { type Job, runJob } from '../../src/cluster/job.ts';
import { migrations } from '../../src/cluster/migrations.ts';
import { migratePostgres, openPostgres, type Postgres } from '../../src/cluster/postgres.ts';
import { openPublishedStore } from '../../src/cluster/published-store.ts';
import { filesOf, storeFile } from '../../src/data-files.ts';
import type { Endpoint } from '../../src/endpoint.ts';
import { isFactName } from '../../src/facts.ts';
import { markRefreshDue } from '../../src/freshness.ts';
import type { LocalStore } from '../../src/local/local-store.ts';
import type { Log } from '../../src/log.ts';
import type { Query } from '../../src/query.ts';
import { refreshStore } from '../../src/refresh.ts';
import { queryOf } from '../../src/service.ts';
import type { Source } from '../../src/sources/source.ts';
import { inTransaction, openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeFacts, writeMeta } from '../../src/store/facts-store.ts';
import { endpoints as catalogue } from '../../tools/index.ts';
import { fixedClock, silentLog } from '../support/start-app.ts';
import { today, type Universe } from '../support/universe.ts';

/** PostgreSQL with the shared tables, emptied of whatever another test left in it. */
export async function openEmpty(databaseUrl: string): Promise<Postgres> {
  const sql = openPostgres(databaseUrl);
  await sql.unsafe('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migratePostgres(sql, migrations);
  return sql;
}

export interface Writing {
  readonly sql: Postgres;
  readonly databaseUrl: string;
  readonly folder: string;
  readonly endpoints?: readonly Endpoint[];
  readonly clock?: Clock;
  readonly waits?: () => void;
}

/** A job in this process, as a writer of that folder. */
export function job<Result>(writing: Writing, work: (job: Job) => Promise<Result>) {
  const { endpoints = catalogue, clock = fixedClock, folder } = writing;
  return runJob(
    {
      ...{ waits: undefined, endpoints, clock, ...writing },
      refresh: (kind) => refreshStore(storeFile(folder, kind), kind, endpoints, clock),
    },
    work,
  );
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

export function instance(
  databaseUrl: string,
  dataDir: string,
  more: {
    readonly endpoints?: readonly Endpoint[];
    readonly log?: Log;
    readonly clock?: Clock;
  } = {},
): Promise<LocalStore> {
  mkdirSync(dataDir, { recursive: true });
  return openPublishedStore({
    ...{ databaseUrl, dataDir, endpoints: catalogue, clock: fixedClock, log: silentLog() },
    ...more,
    maxRefreshWait: 0,
  });
}

/** Waits until something holds, for as long as the test may take. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

export const versionIn = (store: LocalStore): string => store.source().describe().version;

export function filesIn(dataDir: string): string[] {
  return readdirSync(join(dataDir, 'versions')).sort();
}

/** Questions to an endpoint: whole, its second page, and each filter by values that are there. */
export async function questionsTo(source: Source, endpoint: Endpoint): Promise<readonly Query[]> {
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
      // A value of the column that is none of the parameter.
      return [];
    }
  });
}

function isNeeded({ parameters, oneOfRequired = [] }: Endpoint, name: string): boolean {
  return Boolean(parameters[name]?.required) || oneOfRequired[0] === name;
}
