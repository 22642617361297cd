import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplesOf } from '../service/telemetry/samples.ts';
import { startServer } from '../support/built.ts';
import { haveEngines, useEngines } from '../support/engines.ts';
import { createKey, temporaryFolder } from '../support/mcp.ts';
import { fixedClock } from '../support/start-app.ts';
import { universe } from '../support/universe.ts';
import { job, openEmpty, take, until } from './shared-store.ts';

describe.runIf(haveEngines)('what operators see of one of several servers', () => {
  const engines = useEngines();
  let server: Awaited<ReturnType<typeof startServer>>;
  let metricsPort: number;
  let key: string;

  beforeAll(async () => {
    await (await openEmpty(engines.databaseUrl)).end();
    key = await createKey(temporaryFolder(), engines.settings);
    const settings = { ...engines.settings, CATALYST_METRICS_PORT: '0' };
    server = await startServer(temporaryFolder(), settings);
    const said = () => /"port":(\d+),"msg":"serving metrics"/.exec(server.stderr())?.[1];
    await until(() => said() !== undefined);
    metricsPort = Number(said());
  });
  afterAll(() => void server.child.kill('SIGKILL'));

  const ready = async () => {
    const reply = await fetch(`${server.base}/readyz`);
    const { reasons } = (await reply.json()) as { reasons?: readonly string[] };
    return { status: reply.status, reasons };
  };
  const samples = async () =>
    samplesOf(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text());
  const ask = async () => (await fetch(`${server.base}/api/v2/fdacalendar?apiKey=${key}`)).status;

  it('is not ready without a version of the records, and reports it', async () => {
    expect(await ready()).toEqual({
      status: 503,
      reasons: [expect.stringMatching(/^no records to serve: /)],
    });
    const seen = await samples();
    expect(seen.get('catalyst_ready')).toBe(0);
    expect(seen.get('catalyst_accounts_age_seconds')).toBeGreaterThanOrEqual(0);
    expect(seen.get('catalyst_limits_in_process')).toBe(0);
    expect(seen.has('catalyst_version_age_seconds')).toBe(false);
  });

  it('is ready with one, and names it', async () => {
    const writing = { databaseUrl: engines.databaseUrl, folder: temporaryFolder() };
    await job(writing, ({ folder }) => take(folder, universe));
    await expect.poll(ready).toEqual({ status: 200, reasons: undefined });
    const seen = await samples();
    expect(seen.get('catalyst_ready')).toBe(1);
    const named = [...seen.keys()].filter((name) => name.startsWith('catalyst_version_info'));
    expect(named).toEqual([expect.stringMatching(/^catalyst_version_info\{version="\d+"\}$/)]);
    // The records were computed on the fixed test day, which can be before or after the machine's
    // date.
    const age = (Date.now() - Math.floor(fixedClock() / 86_400_000) * 86_400_000) / 1_000;
    expect(Math.abs((seen.get('catalyst_version_age_seconds') ?? 0) - age)).toBeLessThan(600);
    expect(await ask()).toBe(200);
  });

  it('stays ready without Redis and counts locally', async () => {
    await engines.redis.kill();
    for (let call = 0; call < 5; call += 1) expect(await ask()).toBe(200);
    expect((await samples()).get('catalyst_limits_in_process')).toBe(1);
    expect((await ready()).status).toBe(200);
    await engines.redis.start();
    const counts = async () => (await samples()).get('catalyst_limits_in_process');
    await expect.poll(counts).toBe(0);
  });

  it('stays ready without PostgreSQL, and its accounts grow older', async () => {
    await engines.postgres.kill();
    const age = async () => (await samples()).get('catalyst_accounts_age_seconds');
    await expect.poll(age).toBeGreaterThan(3);
    expect((await ready()).status).toBe(200);
    expect(await ask()).toBe(200);
    await engines.postgres.start();
    await expect.poll(age).toBeLessThan(3);
  });

  it('drains on a stop signal, closes both of its clients, and logs no password', async () => {
    server.child.kill('SIGTERM');
    const draining = { status: 503, reasons: ['draining: this process is shutting down'] };
    await expect.poll(ready).toEqual(draining);
    expect(await ask()).toBe(200);
    const { code, stderr } = await server.ended;
    expect(code).toBe(0);
    const { password } = new URL(engines.databaseUrl);
    if (password) expect(stderr).not.toContain(password);
    expect(stderr).not.toContain(key);
  });
});
