import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/base/config.ts';
import { ConfigError } from '../../src/base/config-error.ts';
import {
  closePostgres,
  migratePostgres,
  openPostgres,
  openSession,
  type Postgres,
} from '../../src/cluster/postgres.ts';
import { type Engines, haveEngines, startEngines } from '../support/engines.ts';

describe('the two engines of several machines', () => {
  const database = 'postgres://user:secret@db.internal/catalyst';
  const redis = 'redis://counts.internal:6379';

  it('are set both or neither', () => {
    expect(readConfig({}).cluster).toBeUndefined();
    expect(
      readConfig({ CATALYST_DATABASE_URL: database, CATALYST_REDIS_URL: redis }).cluster,
    ).toEqual({
      databaseUrl: database,
      redisUrl: redis,
    });
    expect(() => readConfig({ CATALYST_DATABASE_URL: database })).toThrow(
      new ConfigError(
        'CATALYST_REDIS_URL: required with CATALYST_DATABASE_URL; set both or neither',
      ),
    );
    expect(() => readConfig({ CATALYST_REDIS_URL: redis })).toThrow(
      new ConfigError(
        'CATALYST_DATABASE_URL: required with CATALYST_REDIS_URL; set both or neither',
      ),
    );
    const wrong = { CATALYST_DATABASE_URL: 'mysql://user:secret@db', CATALYST_REDIS_URL: redis };
    expect(() => readConfig(wrong)).toThrow(/^CATALYST_DATABASE_URL: a URL such as postgres:/);
  });
});

describe.runIf(haveEngines)('PostgreSQL', () => {
  let engines: Engines;
  const opened: Postgres[] = [];
  beforeAll(async () => {
    engines = await startEngines();
  });
  afterAll(async () => {
    await Promise.all(opened.map((sql) => sql.end({ timeout: 1 })));
    await engines.close();
  });

  it('keeps the connection of a lock, even without queries', async () => {
    const session = openSession(engines.databaseUrl);
    const [{ pid } = {}] = await session`SELECT pg_backend_pid() AS pid, pg_advisory_lock(77)`;
    // Waits longer than the shortest idle timeout.
    await sleep(2_500);
    const [held] = await session`
      SELECT pg_backend_pid() AS pid, count(*)::int AS locks FROM pg_locks
      WHERE locktype = 'advisory' AND objid = 77 AND pid = ${pid}`;
    expect(held).toEqual({ pid, locks: 1 });
    await closePostgres(session);
  });

  it('takes each migration once, however many processes start at the same time', async () => {
    const migrations = [
      { version: 1, sql: 'CREATE TABLE one (n integer); INSERT INTO one VALUES (1)' },
      { version: 2, sql: 'ALTER TABLE one ADD COLUMN word text; INSERT INTO one VALUES (2)' },
    ];
    opened.push(...Array.from({ length: 4 }, () => openPostgres(engines.databaseUrl)));
    await Promise.all(opened.map((sql) => migratePostgres(sql, migrations)));
    const [sql] = opened as [Postgres];
    expect((await sql<{ n: number }[]>`SELECT n FROM one ORDER BY n`).map(({ n }) => n)).toEqual([
      1, 2,
    ]);
  });
});
