import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  closePostgres,
  migratePostgres,
  openPostgres,
  openSession,
} from '../../src/cluster/postgres.ts';
import { haveEngines, useEngines } from '../support/engines.ts';

describe.runIf(haveEngines)('PostgreSQL', () => {
  const engines = useEngines();

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
    const opened = Array.from({ length: 4 }, () => openPostgres(engines.databaseUrl));
    await Promise.all(opened.map((sql) => migratePostgres(sql, migrations)));
    expect([...(await opened[0]!`SELECT n FROM one ORDER BY n`)]).toEqual([{ n: 1 }, { n: 2 }]);
    await Promise.all(opened.map((sql) => closePostgres(sql)));
  });
});
