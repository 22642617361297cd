import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { boundedTransaction, openPostgres } from '../../src/cluster/postgres.ts';
import { createPostgresClient, type PostgresClient } from '../../src/cluster/postgres-client.ts';
import { samplesOf } from '../service/telemetry/samples.ts';
import { killAfterTest, startBuilt } from '../support/built.ts';
import { haveEngines, useEngines } from '../support/engines.ts';
import { createGate } from '../support/gate.ts';
import { fileIn, temporaryFolder } from '../support/mcp.ts';
import { job, listed, openEmpty, take, tickersIn, until, useVersions } from './shared-store.ts';

const unanswered =
  /^PostgreSQL at CATALYST_DATABASE_URL cannot be used \((no answer in|CONNECT_TIM)/;

describe.runIf(haveEngines)('a PostgreSQL that hangs', () => {
  const world = useVersions();
  afterEach(() => world.engines.postgres.resume());

  it('ends a job that publishes, in words, and lets the next one go on from what was published', async () => {
    const writer = world.writer();
    await world.imported(writer);
    const done = job(writer, async ({ folder, lock }) => {
      await take(folder, listed('HUNGQZ'));
      world.engines.postgres.stop();
      expect(lock.lost.aborted).toBe(false);
    });
    await expect(done).rejects.toThrow(unanswered);
    world.engines.postgres.resume();
    await world.imported(writer, listed('NEXTQZ'));
    const tickers = await tickersIn(await world.serving());
    expect(tickers).toContain('NEXTQZ');
    expect(tickers).not.toContain('HUNGQZ');
  });

  it('tells a job that is at work on its own, so that it ends', async () => {
    await world.imported(world.writer());
    const done = job(world.writer(), async ({ lock }) => {
      world.engines.postgres.stop();
      await new Promise((resolve) => lock.lost.addEventListener('abort', resolve));
    });
    await expect(done).rejects.toThrow(unanswered);
  });

  it('ends the wait for another writer', async () => {
    const { open, opened: gate } = createGate();
    const first = job(world.writer(), () => gate);
    first.catch(() => {});
    await until(world.isLocked);
    const { open: waits, opened: isWaiting } = createGate();
    const second = job({ ...world.writer(), waits }, async () => {});
    second.catch(() => {});
    await isWaiting;
    world.engines.postgres.stop();
    await expect(second).rejects.toThrow(unanswered);
    open();
    await expect(first).rejects.toThrow(unanswered);
  });

  it('ends import, sync and status with a code and why; work goes on as soon as it answers', async () => {
    const contact = { CATALYST_CONTACT: 'dev@zorbiva-capital.com' };
    const environment = { ...world.engines.settings, ...contact };
    await world.imported(world.writer());
    const head = await headIn(world.database);
    world.engines.postgres.stop();
    const settings = { ...environment, CATALYST_METRICS_PORT: '0' };
    const worker = startBuilt(temporaryFolder(), ['work'], settings);
    killAfterTest(worker);
    const file = fileIn(temporaryFolder(), 'one.ndjson', '{"ticker":"ONEQZ","name":"One"}');
    for (const words of [['import', 'companies', file], ['sync'], ['status']]) {
      const { code, stderr } = await startBuilt(temporaryFolder(), words, environment).ended;
      expect([words[0], code]).toEqual([words[0], 1]);
      expect(stderr).toMatch(/^PostgreSQL at CATALYST_DATABASE_URL cannot be used \(/);
    }
    await until(() => worker.stderr().includes('PostgreSQL does not answer'));
    world.engines.postgres.resume();
    await until(() => worker.stderr().includes('"published"'));
    expect(await headIn(world.database)).toBeGreaterThan(head);
    const port = /"port":(\d+),"msg":"serving metrics"/.exec(worker.stderr())?.[1];
    const samples = async () =>
      samplesOf(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
    const done = 'catalyst_jobs_total{job="refresh",outcome="done"}';
    await until(async () => (await samples()).get(done) === 1);
    expect((await samples()).get('catalyst_published_age_seconds')).toBeGreaterThanOrEqual(0);
    // PostgreSQL stops while the process runs. The process logs the failure and still serves
    // metrics.
    world.engines.postgres.stop();
    const failed = 'catalyst_jobs_total{job="refresh",outcome="failed"}';
    await until(async () => (await samples()).get(failed) === 1);
    await until(() => worker.stderr().includes('nothing was published'));
    world.engines.postgres.resume();
    worker.child.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
  });
});

async function headIn(database: PostgresClient): Promise<number> {
  const [row] = await database.query((sql) => sql`SELECT max(id) AS head FROM version`);
  return row?.head;
}

describe.runIf(haveEngines)('questions to PostgreSQL', () => {
  const engines = useEngines();

  it('end in time, also those that wait for a connection, and are answered when it goes on', async () => {
    const database = createPostgresClient(engines.databaseUrl);
    onTestFinished(() => database.close());
    const ask = () => database.query((sql) => sql`SELECT 1 AS one`, 1_000);
    await ask();
    engines.postgres.stop();
    const asked = await Promise.allSettled(Array.from({ length: 10 }, ask));
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set(['rejected']));
    engines.postgres.resume();
    await until(async () => (await ask().catch(() => [])).length > 0);
  });

  it('are asked with lists, whatever stands in them', async () => {
    const database = createPostgresClient(engines.databaseUrl);
    onTestFinished(() => database.close());
    const texts = ['a,b', '"', '\\', '{}', 'NULL', '', ' two\nlines ', 'ü', null];
    const numbers = [1, -2, null];
    const [row] = await database.query(
      (
        sql,
      ) => sql`SELECT to_json(${texts}::text[]) AS texts, to_json(${numbers}::integer[]) AS numbers,
        'b' = ANY(${['a', 'b']}) AS is_among, 'c' = ANY(${[] as string[]}) AS is_in_none`,
    );
    expect(row).toEqual({ texts, numbers, is_among: true, is_in_none: false });
  });

  it('end where the server goes while it answers the first, and the process goes on', async () => {
    const failures: unknown[] = [];
    const noted = (cause: unknown) => failures.push(cause);
    process.on('unhandledRejection', noted);
    onTestFinished(() => void process.off('unhandledRejection', noted));
    for (let turn = 0; turn < 20; turn += 1) {
      const database = createPostgresClient(engines.databaseUrl);
      const asked = database.query((sql) => sql`SELECT 1`, 1_000);
      asked.catch(() => {});
      await sleep(turn);
      await database.renew();
      await asked.catch(() => {});
      await database.close();
    }
    expect(failures).toEqual([]);
  });

  it('take no time while this process is too busy to read the answer', async () => {
    const database = createPostgresClient(engines.databaseUrl);
    onTestFinished(() => database.close());
    await database.query((sql) => sql`SELECT 1`);
    const asked = database.query((sql) => sql`SELECT 2 AS two`, 1_000);
    for (let times = 0; times < 3; times += 1) {
      const over = performance.now() + 1_500;
      while (performance.now() < over);
      await sleep(0);
    }
    expect(await asked).toEqual([{ two: 2 }]);
  });

  it('of a transaction fail, and no more, where PostgreSQL is killed in its middle', async () => {
    await (await openEmpty(engines.databaseUrl)).end();
    const sql = openPostgres(engines.databaseUrl);
    onTestFinished(() => sql.end({ timeout: 0 }));
    const { open: begun, opened: isBegun } = createGate();
    const done = boundedTransaction(sql, async (transaction) => {
      await transaction`SELECT 1`;
      begun();
      await transaction`SELECT pg_sleep(9)`;
    });
    done.catch(() => {});
    await isBegun;
    await sleep(100);
    await engines.postgres.kill();
    // A write to the closed connection would end the test process.
    await expect(done).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    await engines.postgres.start();
  });
});
