import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../src/base/config.ts';
import { noObserver } from '../../src/base/observer.ts';
import type { App } from '../../src/commands/app.ts';
import { drainSeconds, openOperating } from '../../src/commands/operating.ts';
import { samplesOf } from '../service/telemetry/samples.ts';
import { fixedClock } from '../support/surroundings.ts';
import { createTestLog } from '../support/upstream.ts';

const shared = {
  CATALYST_DATABASE_URL: 'postgres://db.internal/catalyst',
  CATALYST_REDIS_URL: 'redis://counts.internal',
};

it.each([
  ['alone', {}, 0],
  ['of several', shared, 5],
  ['alone, where it is set', { CATALYST_DRAIN_SECONDS: '2.5' }, 2.5],
  ['of several, where it is set', { ...shared, CATALYST_DRAIN_SECONDS: '0' }, 0],
])('a server %s goes on answering for its seconds', (_, environment, seconds) => {
  expect(drainSeconds(readConfig(environment))).toBe(seconds);
});

async function opened(environment: Readonly<Record<string, string>> = {}) {
  const { log, lines } = createTestLog();
  const operating = await openOperating(readConfig(environment), fixedClock, log);
  onTestFinished(() => operating.close());
  const state = { age: undefined as number | undefined, ready: true };
  const source = {
    describe: () => ({ version: '7', from: 'local store', asOf: undefined }),
    health: () => ({ ready: state.ready, computedOn: '2026-03-09' }),
  };
  const app = {
    service: { source: () => source },
    accountsAge: () => state.age,
    clockAhead: () => undefined,
    upstreamBudget: () => [{ bucket: 'plan', left: 3 }],
  } as unknown as App;
  const reasons = () => operating.conditions.map((condition) => condition());
  return { operating, lines, state, app, reasons };
}

describe('what keeps callers away', () => {
  it('is that the process was told to stop, for as long as it drains', async () => {
    const { operating, reasons } = await opened({ CATALYST_DRAIN_SECONDS: '0.05' });
    expect(reasons()).toEqual([undefined, undefined]);
    const began = performance.now();
    const drained = operating.drain();
    expect(reasons()).toEqual(['draining: this process is shutting down', undefined]);
    await drained;
    expect(performance.now() - began).toBeGreaterThan(45);
  });

  it('is that the shared accounts are older than a quarter of an hour', async () => {
    const { operating, app, state, reasons } = await opened();
    await operating.watch(app);
    const said = (age: number | undefined) => {
      state.age = age;
      return reasons()[1];
    };
    const MINUTE = 60_000;
    expect([undefined, 0, 15 * MINUTE].map(said)).toEqual([undefined, undefined, undefined]);
    expect(said(15 * MINUTE + 1)).toBe('the shared accounts could not be read for 15 minutes');
    expect(said(17 * MINUTE - 1)).toBe('the shared accounts could not be read for 16 minutes');
    expect(said(Number.POSITIVE_INFINITY)).toBe('the shared accounts have not been read yet');
  });
});

describe('metrics', () => {
  it('are neither counted nor served if they are disabled', async () => {
    const { operating, app, lines } = await opened();
    expect(operating.observer).toBe(noObserver);
    await operating.watch(app);
    expect(lines).toEqual([]);
  });

  it('are served from the time on when there is something to look at', async () => {
    const { operating, app, lines, state } = await opened({ CATALYST_METRICS_PORT: '0' });
    expect(lines).toEqual([]);
    expect(operating.observer).not.toBe(noObserver);
    operating.observer.refused('rest', new Error('broken'));
    await operating.watch(app);
    const [{ port } = {}] = lines;
    expect(lines).toEqual([{ level: 'info', host: '127.0.0.1', port, said: 'serving metrics' }]);
    const statusAs = async (host: string) => {
      const asked = request({ port: Number(port), path: '/metrics', headers: { host } }).end();
      const [{ statusCode }] = await once(asked, 'response');
      return statusCode;
    };
    const hosts = ['localhost:1', '10.1.2.3:9464', '[fd00::1]:9464', 'evil.example', '10.1.evil'];
    expect(await Promise.all(hosts.map(statusAs))).toEqual([200, 200, 200, 403, 403]);
    const samples = async () =>
      samplesOf(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
    const seen = await samples();
    expect(
      [
        ...['catalyst_ready', 'catalyst_version_info{version="7"}', 'catalyst_version_age_seconds'],
        ...['catalyst_upstream_budget_left{bucket="plan"}', 'catalyst_accounts_age_seconds'],
        'catalyst_calls_total{outcome="500",tool="none",transport="rest"}',
      ].map((name) => seen.get(name)),
    ).toEqual([1, 1, 36 * 3_600, 3, undefined, 1]);
    state.age = 1_500;
    expect((await samples()).get('catalyst_accounts_age_seconds')).toBe(1.5);
    state.age = 16 * 60_000;
    expect((await samples()).get('catalyst_ready')).toBe(0);
    state.age = undefined;
    state.ready = false;
    expect((await samples()).get('catalyst_ready')).toBe(0);
    await operating.close();
    await expect(samples()).rejects.toThrow();
  });
});
