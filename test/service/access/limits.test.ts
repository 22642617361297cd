import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { filesOf } from '../../../src/base/data-files.ts';
import { ServiceError } from '../../../src/base/errors.ts';
import type { Endpoint } from '../../../src/catalogue/endpoint.ts';
import { createLimits, type Limits } from '../../../src/service/access/limits.ts';
import { type Counting, countingEngines } from '../../support/counting.ts';
import { createKey, serveOn, temporaryFolder } from '../../support/mcp.ts';
import { fillStore, startApp } from '../../support/start-app.ts';
import { universe } from '../../support/universe.ts';

const endpointOf = (path: string, requests: number, windowSeconds: number) =>
  ({ path, limit: { requests, windowSeconds } }) as Endpoint;

const slow = endpointOf('/slow', 60, 300);
const fast = endpointOf('/fast', 60, 60);
const wide = endpointOf('/wide', 100_000, 60);
type Account = Parameters<Limits['spend']>[0];
const basic = { name: 'basic', plan: 'basic' } as const;
const elite = { name: 'elite', plan: 'elite-plus' } as const;

describe.each(countingEngines)('limits counted by $name', (engine) => {
  let counting: Counting;
  let limits: Limits;
  beforeAll(() => engine.begin());
  afterAll(() => engine.end());
  beforeEach(async () => {
    counting = await engine.start();
    limits = createLimits(counting.buckets);
  });
  afterEach(() => counting.close());

  /** Sends requests and returns how many were granted, with the last refusal. */
  async function spend(account: Account, endpoint: Endpoint, requests: number) {
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

  /**
   * Checks the whole seconds until a time, in `milliseconds` after the start. The Redis clock
   * continues to run.
   */
  function expectSeconds(refusal: ServiceError | undefined, milliseconds: number, said: number) {
    expect(refusal).toMatchObject({ status: 429 });
    const left = milliseconds - counting.elapsed();
    expect(refusal?.retryAfterSeconds).toBeLessThanOrEqual(said);
    expect(refusal?.retryAfterSeconds).toBeGreaterThanOrEqual(Math.max(1, Math.ceil(left / 1_000)));
    expect(refusal?.message).toContain(`Try again in ${refusal?.retryAfterSeconds} s`);
  }

  it('an endpoint grants what it states in its window, and then at once again', async () => {
    const { granted, refusal } = await spend(elite, slow, 61);
    expect(granted).toBe(60);
    expect(refusal).toBeInstanceOf(ServiceError);
    expect(refusal?.message).toMatch(
      /^Rate limit exceeded: 60 requests per 300 seconds for \/slow\. Try again in \d+ s$/,
    );
    expectSeconds(refusal, 300_000, 300);
    await counting.pass(270_000);
    expectSeconds((await spend(elite, slow, 1)).refusal, 300_000, 30);
    await counting.pass(30_001);
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
      expect(refusal?.message).toContain(
        `Rate limit exceeded: ${most} requests per 60 seconds for the ${title} plan. Try again in `,
      );
      expect((await spend(account, fast, 1)).granted).toBe(0);
      await counting.pass(60_001);
      expect((await spend(account, fast, 1)).granted).toBe(1);
    },
  );

  it('each account and each endpoint has its own', async () => {
    await spend(basic, slow, 61);
    expect((await spend(elite, slow, 1)).granted).toBe(1);
    expect((await spend(basic, fast, 1)).granted).toBe(1);
  });

  it('what an endpoint refuses is not counted against the plan', async () => {
    // 60 granted and 500 refused requests leave 40 of the plan's 100.
    expect((await spend(basic, slow, 560)).granted).toBe(60);
    expect((await spend(basic, fast, 60)).granted).toBe(40);
  });

  it('what the plan refuses is not counted against the endpoint', async () => {
    await spend(basic, wide, 100);
    await spend(basic, slow, 50);
    await counting.pass(60_001);
    expect((await spend(basic, slow, 60)).granted).toBe(60);
  });

  it('a caller is told the whole seconds after which it is granted, and none less', async () => {
    const tight = endpointOf('/tight', 2, 60);
    await limits.spend(elite, tight);
    await counting.pass(10_400);
    await limits.spend(elite, tight);
    await counting.pass(10_300);
    // The first slot is free at 60 s, which is 39.3 s later.
    expectSeconds((await spend(elite, tight, 1)).refusal, 60_000, 40);
    await counting.pass(19_300);
    expectSeconds((await spend(elite, tight, 1)).refusal, 60_000, 20);
    await counting.pass(20_000);
    await limits.spend(elite, tight);
  });

  it('a caller is told the longer wait, where both limits are used up', async () => {
    for (let request = 0; request < 60; request += 1) await limits.spend(basic, slow);
    await counting.pass(1_000);
    for (let request = 0; request < 40; request += 1) await limits.spend(basic, wide);
    const { refusal } = await spend(basic, slow, 1);
    expectSeconds(refusal, 300_000, 299);
    expect(refusal?.message).toContain('/slow');
  });

  it('an account that gets another plan has its limit with it', async () => {
    expect((await spend(basic, wide, 101)).granted).toBe(100);
    await counting.pass(1_000);
    expect((await spend({ name: 'basic', plan: 'elite-plus' }, wide, 901)).granted).toBe(900);
    // After a thousand requests in the last minute, the smaller plan permits no request.
    await counting.pass(30_000);
    expect((await spend(basic, wide, 1)).granted).toBe(0);
    await counting.pass(31_000);
    expect((await spend(basic, wide, 101)).granted).toBe(100);
  });

  it('no window holds more than the limit, wherever it begins', async () => {
    expect((await spend(elite, fast, 1)).granted).toBe(1);
    await counting.pass(59_000);
    expect((await spend(elite, fast, 60)).granted).toBe(59);
    // A fixed minute would restart here: the last 60 s contain 59 requests.
    await counting.pass(1_001);
    expect((await spend(elite, fast, 60)).granted).toBe(1);
    await counting.pass(58_000);
    expect((await spend(elite, fast, 1)).granted).toBe(0);
  });
});

describe('limits of a running service', () => {
  it('are off where the settings say so', async () => {
    const started = await startApp({ settings: { CATALYST_LIMITS: 'off' } });
    const basicKey = started.createKey({ name: 'busy' });
    for (let request = 0; request < 101; request += 1) {
      expect((await started.ask('/catalystsync', {}, basicKey)).status).toBe(200);
    }
    await started.close();
  });

  it('do not notice that the clock on the wall is set', async () => {
    let now = 0;
    let wall = Date.parse('2026-03-10T12:00:00Z');
    const started = await startApp({
      settings: { CATALYST_LIMITS: 'on' },
      clock: () => wall + now,
      monotonic: () => now,
    });
    for (let request = 0; request < 60; request += 1) await started.ask('/catalystsync');
    wall -= 3_600_000;
    const refused = await started.ask('/catalystsync');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    now = 60_000;
    expect((await started.ask('/catalystsync')).status).toBe(200);
    for (let request = 0; request < 59; request += 1) await started.ask('/catalystsync');
    // The windows must not end when the clock is set forward.
    wall += 7_200_000;
    expect((await started.ask('/catalystsync')).status).toBe(429);
    await started.close();
  });

  it('are shared by the processes of a folder, and survive them', async () => {
    const { dataDir, key } = await folderWithKey();
    const path = `/catalystsync?apiKey=${key}`;
    const monotonic = () => 1_000;
    const first = await serveOn(dataDir, { monotonic });
    const second = await serveOn(dataDir, { monotonic });
    const statuses: number[] = [];
    for (let request = 0; request < 50; request += 1) {
      for (const server of [first, second]) statuses.push((await server.rest(path)).status);
    }
    const granted = statuses.filter((status) => status === 200).length;
    // One process may hold one or two unused slots while the other is refused.
    expect(granted).toBeLessThanOrEqual(60);
    expect(granted).toBeGreaterThanOrEqual(55);
    await first.close();
    await second.close();
    const third = await serveOn(dataDir, { monotonic });
    let later = 0;
    while ((await third.rest(path)).status === 200) later += 1;
    expect(granted + later).toBe(60);
    await third.close();
  });
});

async function folderWithKey() {
  const dataDir = temporaryFolder();
  await fillStore(filesOf(dataDir).store, universe);
  return { dataDir, key: await createKey(dataDir) };
}
