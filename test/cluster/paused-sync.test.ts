import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createPostgresClient } from '../../src/cluster/postgres-client.ts';
import { newestVersion } from '../../src/cluster/published-versions.ts';
import { minuteText } from '../../src/ingest/sync/host-state.ts';
import type { SyncStatus } from '../../src/ingest/sync/run-status.ts';
import { type Origin, startOrigin } from '../ingest/sync/origin/origin.ts';
import { createWorld } from '../ingest/sync/origin/world.ts';
import { samplesOf } from '../service/telemetry/samples.ts';
import { startBuilt } from '../support/built.ts';
import { haveEngines, useEngines } from '../support/engines.ts';
import { fileIn, temporaryFolder } from '../support/mcp.ts';
import { until } from './shared-store.ts';

describe.runIf(haveEngines)('a pause that a source asks several machines for', () => {
  const engines = useEngines();
  let origin: Origin;
  let environment: Record<string, string>;
  beforeAll(async () => {
    const { routes } = createWorld(5);
    const wait = { status: 429, headers: { 'retry-after': '900' } };
    origin = await startOrigin({ ...routes, 'www.sec.gov': () => wait });
    environment = {
      CATALYST_CONTACT: 'dev@zorbiva-capital.com',
      CATALYST_MIRROR: origin.mirror,
      ...engines.settings,
    };
  });
  afterAll(() => origin.close());

  const said = async (...words: string[]) => {
    const ran = await startBuilt(temporaryFolder(), words, environment).ended;
    expect(ran.code, ran.stderr).toBe(0);
    return ran.stdout;
  };
  const syncOf = async () =>
    (JSON.parse(await said('status', '--json')) as { sync: SyncStatus | null }).sync;

  it('is told by status from the first minute on, and counted by the metrics of work', async () => {
    const settings = { ...environment, CATALYST_METRICS_PORT: '0' };
    const work = startBuilt(temporaryFolder(), ['work', '--sync'], settings);
    onTestFinished(() => void work.child.kill('SIGKILL'));
    const database = createPostgresClient(engines.databaseUrl);
    onTestFinished(() => database.close());

    // Nothing from this sync has been published yet.
    const progress = async () => (await syncOf())?.running?.progress;
    await expect.poll(progress).toContain('asked for a pause');
    expect(await database.query((sql) => newestVersion(sql, 'facts'))).toBeUndefined();
    const [row] = await database.query(
      (sql) => sql<{ until: string }[]>`
        SELECT state->>'paused_until' AS until FROM sync_host WHERE name = 'sec'`,
    );
    const asked = origin.seen.find(({ host }) => host === 'www.sec.gov')!.at;
    expect(Math.abs(Number(row?.until) - asked - 900_000)).toBeLessThan(60_000);
    const waits = `sec.gov asked for a pause until ${minuteText(Number(row?.until))}`;
    const paused = { state: 'paused', waits };
    const sync = await syncOf();
    expect(sync?.running).toMatchObject({ pid: work.child.pid, host: expect.stringMatching(/./) });
    expect(sync?.sources.find(({ source }) => source === 'sec-tickers')).toMatchObject(paused);
    const early = await said('status');
    expect(early).toMatch(
      new RegExp(`^Sync: process ${work.child.pid} on \\S+ is running: \\d+ requests`, 'm'),
    );
    expect(early).toContain(`\n  ${waits}\n`);
    expect(early).toContain('A running sync is filling the store');

    // An import waits for the lock: the sync step ends and publishes its facts.
    const file = fileIn(temporaryFolder(), 'one.ndjson', '{"ticker":"WAITQZ","name":"Waits"}\n');
    await said('import', 'companies', file);
    const later = await syncOf();
    expect(later?.sources.find(({ source }) => source === 'sec-tickers')).toMatchObject({
      ...paused,
      queued: 1,
      last_error: expect.stringMatching(/asks for a pause \(status 429\)$/),
    });
    const port = /"port":(\d+),"msg":"serving metrics"/.exec(work.stderr())?.[1];
    const seen = samplesOf(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
    expect(seen.get('catalyst_sync_waiting_hosts')).toBe(1);
    expect(seen.get('catalyst_sync_refusals_total')).toBeGreaterThan(0);

    // The status of a process is removed when the process ends in any way.
    await until(async () => (await syncOf())?.running != null);
    work.child.kill('SIGTERM');
    expect((await work.ended).code).toBe(0);
    expect((await syncOf())?.running).toBeNull();
    expect(await said('status')).toMatch(/^Sync: not running$/m);
  });
});
