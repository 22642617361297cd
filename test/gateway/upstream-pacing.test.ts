import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../src/base/errors.ts';
import type { Limit } from '../../src/catalogue/endpoint.ts';
import type { UpstreamBackend } from '../../src/gateway/upstream.ts';
import { createUpstreamBackend } from '../../src/gateway/upstream.ts';
import { noSharedAnswers } from '../../src/gateway/upstream-answers.ts';
import type { UpstreamHttp } from '../../src/gateway/upstream-http.ts';
import { createKeyGuard } from '../../src/gateway/upstream-key.ts';
import { createRoutes } from '../../src/gateway/upstream-routes.ts';
import {
  defaultUpstreamSettings,
  type UpstreamSettings,
} from '../../src/gateway/upstream-settings.ts';
import { createOwnBudget } from '../../src/service/access/leases.ts';
import { planLimits } from '../../src/service/access/limits.ts';
import { endpoints } from '../../tools/index.ts';
import { asked, createTestLog } from '../support/upstream.ts';

/**
 * Time is simulated: every timer, including those of Bottleneck, uses a clock that the test
 * controls.
 */
beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-21T00:00:00Z') }));
afterEach(() => vi.useRealTimers());

const stated = endpoints.filter((endpoint) => endpoint.origin === 'specification');
const emptyPage = '{"result":[],"pagination":{"page":1,"pageSize":50,"total":0}}';

interface Arrival {
  readonly path: string;
  readonly at: number;
}

/** A simulated upstream that counts each request at some time before it responds. */
function simulatedUpstream(latency: () => { before: number; after: number }) {
  const arrivals: Arrival[] = [];
  const http: UpstreamHttp = {
    async send({ path }) {
      const { before, after } = latency();
      await sleep(before);
      arrivals.push({ path, at: Date.now() });
      await sleep(after);
      return { status: 200, retryAfter: undefined, date: undefined, body: emptyPage };
    },
    guard: createKeyGuard('the key of a simulated upstream'),
    close: async () => {},
  };
  return { arrivals, http };
}

async function open(http: UpstreamHttp, settings: Partial<UpstreamSettings> = {}) {
  const budget = createOwnBudget(Date.now);
  // The module must be loaded before the test replaces the timers.
  await budget.wait([]);
  return createUpstreamBackend({
    http,
    host: 'simulated',
    routes: createRoutes('stated', {}),
    settings: { ...defaultUpstreamSettings, ...settings },
    clock: Date.now,
    monotonic: Date.now,
    answers: noSharedAnswers,
    budget,
    random: () => 0.5,
    log: createTestLog().log,
  });
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Returns the largest number of arrivals in any window that starts with an arrival. The end of the
 * window is excluded.
 */
function mostInAnyWindow(arrivals: readonly Arrival[], { windowSeconds }: Limit): number {
  const times = arrivals.map(({ at }) => at).sort((a, b) => a - b);
  const counts = times.map(
    (start) => times.filter((at) => at >= start && at < start + windowSeconds * 1_000).length,
  );
  return Math.max(0, ...counts);
}

/** Sends 60 requests at once, each for another ticker. */
const burst = (source: UpstreamBackend, of: string) =>
  Promise.allSettled(
    Array.from({ length: 60 }, (_, index) =>
      asked(source, 'catalyst_sync', { ticker: `${of}${index}` }),
    ),
  );

/** Generates the same pseudo-random numbers in every run (Park and Miller, 1988). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

it.each(['basic', 'elite-plus'] as const)(
  '50 clients at once for 5 minutes exceed no window upstream and are answered or told (%s)',
  async (plan) => {
    const random = createRandom(7);
    const { arrivals, http } = simulatedUpstream(() => ({
      before: 400 * random(),
      after: 100 * random(),
    }));
    const source = await open(http, { pacedAs: plan });
    const until = Date.now() + 300_000;
    let answered = 0;
    let told = 0;
    let longest = 0;
    let question = 0;

    async function client(): Promise<void> {
      while (Date.now() < until) {
        const endpoint = stated[Math.floor(random() * stated.length)]!;
        question += 1;
        const began = Date.now();
        try {
          await asked(source, endpoint.name, { ticker: `T${question}` });
          answered += 1;
          longest = Math.max(longest, Date.now() - began);
        } catch (cause) {
          expect(cause).toBeInstanceOf(ServiceError);
          expect(cause).toMatchObject({ status: 429 });
          told += 1;
          await sleep(1_000 * (cause as ServiceError).retryAfterSeconds!);
        }
      }
    }
    const clients = Promise.all(Array.from({ length: 50 }, client));
    await vi.advanceTimersByTimeAsync(400_000);
    await clients;

    expect(answered + told).toBe(question);
    expect(answered).toBe(arrivals.length);
    expect(told).toBeGreaterThan(0);
    // The time in the queue is limited by maxWait, and the response takes at most half a second
    // more.
    expect(longest).toBeLessThanOrEqual(10_000 + 600);
    expect(mostInAnyWindow(arrivals, planLimits[plan])).toBeLessThanOrEqual(
      planLimits[plan].requests,
    );
    for (const { path, limit } of stated) {
      const own = arrivals.filter((arrival) => arrival.path === `/api/v2${path}`);
      expect(mostInAnyWindow(own, limit)).toBeLessThanOrEqual(limit.requests);
      expect(own.length).toBeGreaterThan(0);
    }
    // The budget is used fully: in five minutes the plan basic allows 500 requests.
    if (plan === 'basic') expect(arrivals.length).toBeGreaterThan(400);
  },
);

describe('the edge of a window', () => {
  it('lets no second burst through where a fixed window would begin anew', async () => {
    const { arrivals, http } = simulatedUpstream(() => ({ before: 0, after: 0 }));
    const patient = { maxWait: 60_000, callTimeout: 90_000 };
    const source = await open(http, { ...patient, pacedAs: 'elite-plus' });
    // A fixed window from 0 s to 60 s would allow 60 requests at 55 s and 60 more at 61 s.
    await vi.advanceTimersByTimeAsync(55_000);
    const start = Date.now();
    const first = burst(source, 'A');
    await vi.advanceTimersByTimeAsync(6_000);
    await first;
    expect(arrivals).toHaveLength(60);
    const second = burst(source, 'B');
    await vi.advanceTimersByTimeAsync(53_000);
    expect(arrivals).toHaveLength(60);
    await vi.advanceTimersByTimeAsync(3_000);
    await second;
    expect(arrivals).toHaveLength(120);
    expect(arrivals[60]!.at - start).toBeGreaterThanOrEqual(60_000);
  });

  it('counts from when the upstream can have seen a request, not from when it was sent', async () => {
    // The first 60 requests take 9 s and are counted at the end. Later requests are counted
    // immediately.
    let slow = true;
    const { arrivals, http } = simulatedUpstream(() => ({ before: slow ? 9_000 : 0, after: 0 }));
    const source = await open(http, {
      maxWait: 60_000,
      callTimeout: 200_000,
      pacedAs: 'elite-plus',
      connections: 60,
    });
    const first = burst(source, 'A');
    await vi.advanceTimersByTimeAsync(10_000);
    slow = false;
    const second = burst(source, 'B');
    await vi.advanceTimersByTimeAsync(70_000);
    await Promise.all([first, second]);
    expect(arrivals).toHaveLength(120);
    expect(mostInAnyWindow(arrivals, { requests: 60, windowSeconds: 60 })).toBe(60);
  });
});

describe('the line', () => {
  it('refuses at once, with the seconds, where the wait would be too long', async () => {
    const { arrivals, http } = simulatedUpstream(() => ({ before: 0, after: 0 }));
    const source = await open(http, { pacedAs: 'elite-plus' });
    const first = burst(source, 'A');
    await vi.advanceTimersByTimeAsync(20_000);
    await first;
    const began = Date.now();
    // The slots were taken in the first second and are free after 60.1 s, which is in 40 to 42 s.
    const refused = await asked(source, 'catalyst_sync', { ticker: 'B' }).catch((cause) => cause);
    expect(refused).toMatchObject({ status: 429 });
    expect(refused.retryAfterSeconds).toBeGreaterThanOrEqual(40);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(42);
    expect(Date.now()).toBe(began);
    expect(arrivals).toHaveLength(60);
    // Each endpoint has a separate queue.
    const other = asked(source, 'fda_calendar');
    await vi.advanceTimersByTimeAsync(100);
    await expect(other).resolves.toMatchObject({ total: 0 });
  });

  it('shows what is left of each bucket', async () => {
    const { http } = simulatedUpstream(() => ({ before: 0, after: 0 }));
    const source = await open(http);
    const call = asked(source, 'pdufa_historical');
    await vi.advanceTimersByTimeAsync(1_000);
    await call;
    expect(source.state().buckets).toEqual([
      { bucket: 'plan', left: 99, requests: 100, windowSeconds: 60 },
      { bucket: 'pdufa_historical', left: 59, requests: 60, windowSeconds: 300 },
    ]);
    // With the margin and the response time, the plan's slot is free after 61 s, and the endpoint's
    // slot is not.
    await vi.advanceTimersByTimeAsync(60_000);
    expect(source.state().buckets.map(({ left }) => left)).toEqual([100, 59]);
  });
});
