import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Bucket } from '../../../src/service/access/budget.ts';
import { createSqliteBudget, LEASE_TIME, MAX_LEASE } from '../../../src/service/access/leases.ts';
import { MAX_GRAIN, Slots } from '../../../src/service/access/slots.ts';
import { temporaryFolder } from '../../support/files.ts';
import fc from '../../support/properties.ts';

const plan: Bucket = { name: 'plan', limit: { requests: 20, windowSeconds: 60 } };
const narrow: Bucket = { name: 'narrow', limit: { requests: 7, windowSeconds: 30 } };
const wide: Bucket = { name: 'wide', limit: { requests: 1_000, windowSeconds: 60 } };
const buckets = { plan, narrow, wide };

interface Spent {
  readonly of: Bucket;
  readonly at: number;
}

/**
 * Returns the largest number of requests of a bucket in any window that starts with a request. The
 * end of the window is excluded.
 */
function mostInAnyWindow(spent: readonly Spent[], bucket: Bucket): number {
  const times = spent.filter(({ of }) => of === bucket).map(({ at }) => at);
  const window = bucket.limit.windowSeconds * 1_000;
  const counts = times.map((start) => times.filter((at) => at >= start && at < start + window));
  return Math.max(0, ...counts.map(({ length }) => length));
}

/** Starts processes that share a folder and a virtual clock. They can be killed and restarted. */
function startProcesses(path: string, count: number) {
  let now = 1_000;
  const monotonic = () => now;
  const opened: (Slots | undefined)[] = [];
  const start = (process: number) => {
    const open = async () => {
      const slots = await Slots.open(path, monotonic);
      opened[process] = slots;
      return slots;
    };
    return createSqliteBudget({ open, monotonic });
  };
  const processes = Array.from({ length: count }, (_, process) => start(process));
  return {
    now: () => now,
    /** Advances the time. The timers of the processes run unless the processes hang. */
    async pass(milliseconds: number, hung = false) {
      now += milliseconds;
      if (!hung) await vi.advanceTimersByTimeAsync(milliseconds);
    },
    spend: (process: number, of: readonly Bucket[]) => processes[process]!.spend(of),
    /** A killed process does not return its reserved slots. */
    kill(process: number) {
      opened[process]?.close();
      opened[process] = undefined;
      processes[process] = start(process);
    },
    close: () => processes.forEach((one) => void one.close()),
  };
}

afterEach(() => vi.useRealTimers());

describe('slots shared by processes', () => {
  const step = fc.record({
    process: fc.nat(2),
    bucket: fc.constantFrom('narrow', 'wide', 'plan') as fc.Arbitrary<keyof typeof buckets>,
    requests: fc.integer({ min: 1, max: 30 }),
    pause: fc.oneof(fc.nat(50), fc.nat(3_000), fc.nat(40_000)),
    hung: fc.boolean(),
    killed: fc.boolean(),
  });

  it('no window holds more than the limit, whoever spends, hangs or is killed', async () => {
    vi.useFakeTimers();
    let refused = 0;
    let granted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const world = startProcesses(join(temporaryFolder(), 'limits.sqlite'), 3);
        const spent: Spent[] = [];
        for (const { process, bucket, requests, pause, hung, killed } of steps) {
          const own = buckets[bucket];
          const of = own === plan ? [plan] : [plan, own];
          for (let request = 0; request < requests; request += 1) {
            const refusal = await world.spend(process, of);
            if (refusal) {
              refused += 1;
              expect(refusal.wait).toBeGreaterThan(0);
              expect(refusal.wait).toBeLessThanOrEqual(60_000 + LEASE_TIME);
            } else {
              granted += 1;
              spent.push(...of.map((one) => ({ of: one, at: world.now() })));
            }
          }
          if (killed) world.kill(process);
          await world.pass(pause, hung);
        }
        for (const bucket of Object.values(buckets)) {
          expect(mostInAnyWindow(spent, bucket)).toBeLessThanOrEqual(bucket.limit.requests);
        }
        world.close();
      }),
      { numRuns: 60 },
    );
    // The test must neither refuse all requests nor run out of requests.
    expect(granted).toBeGreaterThan(1_000);
    expect(refused).toBeGreaterThan(1_000);
  });

  it('are spent to the last by one process, in a burst or one by one', async () => {
    vi.useFakeTimers();
    for (const pause of [0, 40]) {
      const world = startProcesses(join(temporaryFolder(), 'limits.sqlite'), 1);
      let granted = 0;
      for (let request = 0; request < 1_100; request += 1) {
        if (!(await world.spend(0, [wide]))) granted += 1;
        await world.pass(pause);
      }
      // At 25 requests per second, a thousand are used after 40 s, within the first window.
      expect(granted).toBe(1_000);
      world.close();
    }
  });

  it('of a killed process come back when they could no longer have been spent', async () => {
    vi.useFakeTimers();
    const world = startProcesses(join(temporaryFolder(), 'limits.sqlite'), 2);
    for (let request = 0; request < 6; request += 1) await world.spend(0, [plan]);
    world.kill(0);
    let granted = 0;
    while (!(await world.spend(1, [plan]))) granted += 1;
    // Two leases of four slots count as used, although two of the slots were not spent.
    expect(granted).toBe(20 - 8);
    await world.pass(59_999);
    expect(await world.spend(1, [plan])).toMatchObject({ wait: expect.any(Number) });
    await world.pass(LEASE_TIME + 1);
    granted = 0;
    while (!(await world.spend(1, [plan]))) granted += 1;
    expect(granted).toBe(20);
    world.close();
  });

  it('count from the last of those spent close together', async () => {
    let now = 0;
    const slots = await Slots.open(':memory:', () => now);
    const outcome = slots.reserve([{ bucket: wide, most: MAX_LEASE, hold: LEASE_TIME }]);
    const [reservation] = 'reserved' in outcome ? outcome.reserved : [];
    slots.settle([{ reservation: reservation!, spentAt: [0, MAX_GRAIN, MAX_GRAIN + 1] }]);
    const leftAt = (time: number) => {
      now = time;
      return slots.left(wide);
    };
    expect(leftAt(60_000 + MAX_GRAIN - 1)).toBe(997);
    expect(leftAt(60_000 + MAX_GRAIN)).toBe(999);
    expect(leftAt(60_000 + MAX_GRAIN + 1)).toBe(1_000);
    slots.close();
  });
});

it('a process gives up on the slots while another holds their file, and not for long', async () => {
  const path = join(temporaryFolder(), 'limits.sqlite');
  const slots = await Slots.open(path, () => 1_000);
  // A script that locks the file until it is told to stop, for half a minute at most. This thread
  // waits for it meanwhile.
  const holds = `
    const { parentPort, workerData } = require('node:worker_threads');
    const { DatabaseSync } = require('@photostructure/sqlite');
    const database = new DatabaseSync(workerData.path);
    database.exec('BEGIN IMMEDIATE');
    parentPort.postMessage('held');
    Atomics.wait(workerData.told, 0, 0, 30_000);
    database.exec('ROLLBACK');
    database.close();
    parentPort.close();`;
  const told = new Int32Array(new SharedArrayBuffer(4));
  const other = new Worker(holds, { eval: true, workerData: { path, told } });
  await once(other, 'message');
  const wanted = { bucket: plan, most: 1, hold: LEASE_TIME };
  expect(() => slots.reserve([wanted])).toThrow(/locked/);
  Atomics.store(told, 0, 1);
  Atomics.notify(told, 0);
  await once(other, 'exit');
  expect(slots.reserve([wanted])).toHaveProperty('reserved.0.slots', 1);
  slots.close();
});

describe('the clock of the slots', () => {
  it('is one for all processes of the machine', () => {
    const read = () => Number(process.hrtime.bigint());
    const before = read();
    const words = ['-e', 'process.stdout.write(String(process.hrtime.bigint()))'];
    const there = Number(spawnSync(process.execPath, words, { encoding: 'utf8' }).stdout);
    expect(there).toBeGreaterThan(before);
    expect(there).toBeLessThan(read());
  });

  it.each([
    ['starts anew', 5_000, 60_000 + LEASE_TIME],
    ['has run for longer than before', 1_000_000, 0],
  ])('after the machine %s delays at most a window', async (_, restartedAt, mostWait) => {
    const path = join(temporaryFolder(), 'limits.sqlite');
    let now = 900_000;
    const monotonic = () => now;
    const before = await Slots.open(path, monotonic);
    const wanted = { bucket: plan, most: 1, hold: LEASE_TIME };
    for (let slot = 0; slot < 20; slot += 1) before.reserve([wanted]);
    expect(before.left(plan)).toBe(0);
    before.close();
    now = restartedAt;
    const after = await Slots.open(path, monotonic);
    // If the clock is before the stored time, the elapsed time is unknown.
    expect(after.wait(plan)).toBe(mostWait);
    now += mostWait;
    expect(after.left(plan)).toBe(20);
    after.close();
  });
});
