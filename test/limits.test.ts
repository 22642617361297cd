import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '../src/endpoint.ts';
import { ServiceError } from '../src/errors.ts';
import type { Limits } from '../src/limits.ts';
import { startApp } from './support/start-app.ts';
import { limitsAlone } from './support-upstream.ts';

const endpointOf = (path: string, requests: number, windowSeconds: number) =>
  ({ path, limit: { requests, windowSeconds } }) as Endpoint;

const slow = endpointOf('/slow', 60, 300);
const fast = endpointOf('/fast', 60, 60);
const wide = endpointOf('/wide', 100_000, 60);
const basic = { name: 'basic', plan: 'basic' } as const;
const elite = { name: 'elite', plan: 'elite-plus' } as const;

describe('the two buckets', () => {
  let limits: Limits;
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00Z') });
    limits = limitsAlone(Date.now);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** How many of so many requests are granted, and the last refusal. */
  async function spend(account: typeof basic | typeof elite, endpoint: Endpoint, requests: number) {
    let granted = 0;
    let refusal: ServiceError | undefined;
    for (let request = 0; request < requests; request += 1) {
      try {
        await limits.spend(account, endpoint);
        granted += 1;
      } catch (cause) {
        refusal = cause as ServiceError;
      }
    }
    return { granted, refusal };
  }

  it('an endpoint grants what it states in its window, and then at once again', async () => {
    const { granted, refusal } = await spend(elite, slow, 61);
    expect(granted).toBe(60);
    expect(refusal).toBeInstanceOf(ServiceError);
    expect(refusal).toMatchObject({ status: 429, retryAfterSeconds: 300 });
    expect(refusal?.message).toBe(
      'Rate limit exceeded: 60 requests per 300 seconds for /slow. Try again in 300 s',
    );
    await vi.advanceTimersByTimeAsync(299_000);
    expect((await spend(elite, slow, 1)).refusal).toMatchObject({ retryAfterSeconds: 1 });
    await vi.advanceTimersByTimeAsync(1_001);
    expect((await spend(elite, slow, 61)).granted).toBe(60);
  });

  it.each([
    [basic, 100, 'Basic'],
    [elite, 1_000, 'Elite Plus'],
  ] as const)(
    'the plan of %j grants %i a minute over all endpoints',
    async (account, most, title) => {
      const { granted, refusal } = await spend(account, wide, most + 1);
      expect(granted).toBe(most);
      expect(refusal?.message).toBe(
        `Rate limit exceeded: ${most} requests per 60 seconds for the ${title} plan. Try again in 60 s`,
      );
      expect((await spend(account, fast, 1)).granted).toBe(0);
      await vi.advanceTimersByTimeAsync(60_001);
      expect((await spend(account, fast, 1)).granted).toBe(1);
    },
  );

  it('each account and each endpoint has its own', async () => {
    await spend(basic, slow, 61);
    expect((await spend(elite, slow, 1)).granted).toBe(1);
    expect((await spend(basic, fast, 1)).granted).toBe(1);
  });

  it('what an endpoint refuses is not counted against the plan', async () => {
    // 60 granted and 500 refused leave 40 of the plan's 100.
    expect((await spend(basic, slow, 560)).granted).toBe(60);
    expect((await spend(basic, fast, 60)).granted).toBe(40);
  });

  it('what the plan refuses is not counted against the endpoint', async () => {
    await spend(basic, wide, 100);
    await spend(basic, slow, 50);
    await vi.advanceTimersByTimeAsync(60_001);
    expect((await spend(basic, slow, 60)).granted).toBe(60);
  });
});

describe('limits of a running service', () => {
  it('are shared by its transports', async () => {
    const started = await startApp({ settings: { CATALYST_LIMITS: 'on' } });
    const { ask, key, app } = started;
    for (let request = 0; request < 30; request += 1) {
      expect((await ask('/catalystsync')).status).toBe(200);
      const called = await app.toolbox.callTool(
        { key },
        app.catalogue.path('/api/v2/catalystsync').endpoint.name,
        {},
      );
      expect(JSON.parse(called).isError).toBeUndefined();
    }
    expect((await ask('/catalystsync')).status).toBe(429);
    const called = await app.toolbox.callTool(
      { key },
      app.catalogue.path('/api/v2/catalystsync').endpoint.name,
      {},
    );
    expect(JSON.parse(called)).toMatchObject({
      isError: true,
      structuredContent: { error: expect.stringContaining('Rate limit exceeded: 60 requests') },
    });
    await started.close();
  });

  it('are off where the settings say so', async () => {
    const started = await startApp({ settings: { CATALYST_LIMITS: 'off' } });
    const basicKey = started.createKey({ name: 'busy' });
    for (let request = 0; request < 101; request += 1) {
      expect((await started.ask('/catalystsync', {}, basicKey)).status).toBe(200);
    }
    await started.close();
  });

  it('do not hold the owner of the process', async () => {
    const started = await startApp({ settings: { CATALYST_LIMITS: 'on' } });
    const { service, catalogue } = started.app;
    const { endpoint } = catalogue.path('/api/v2/catalystsync');
    for (let request = 0; request < 70; request += 1) await service.answer(endpoint, {}, 'owner');
    await started.close();
  });
});
