import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bucket, Refusal } from '../../../src/service/access/budget.ts';
import { createLeasedBuckets } from '../../../src/service/access/leases.ts';
import type { Reservation, Slots, Wanted } from '../../../src/service/access/slots.ts';
import { createTestLog } from '../../support/upstream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const plan: Bucket = { name: 'plan', limit: { requests: 1_000, windowSeconds: 60 } };
const own: Bucket = { name: 'own', limit: { requests: 10, windowSeconds: 300 } };

/** Builds buckets on fake slots that grant every request unless configured otherwise. */
function build() {
  const time = { now: 100_000 };
  const says: { refusal?: Refusal; failure?: Error } = {};
  const reserved: { wanted: readonly Wanted[]; settled: readonly unknown[] }[] = [];
  const settled: { readonly spentAt: readonly number[] }[][] = [];
  const close = vi.fn();
  let tried = 0;
  const slots = {
    reserve(wanted: readonly Wanted[], before: readonly object[]) {
      tried += 1;
      if (says.failure) throw says.failure;
      reserved.push({
        wanted,
        settled: before.map((one) => (one as { spentAt: readonly number[] }).spentAt),
      });
      if (says.refusal) return { refusal: says.refusal };
      const made = wanted.map(({ bucket, most, hold }): Reservation => {
        const until = time.now + hold + bucket.limit.windowSeconds * 1_000;
        return { bucket, slots: most, from: time.now, until };
      });
      return { reserved: made };
    },
    settle(some: { readonly spentAt: readonly number[] }[]) {
      if (says.failure) throw says.failure;
      settled.push(some);
    },
    close,
  } as unknown as Slots;
  const { log, lines } = createTestLog();
  const turned: boolean[] = [];
  const open = vi.fn(async () => slots);
  const buckets = createLeasedBuckets({
    open,
    log,
    monotonic: () => time.now,
    observer: { limitsInProcess: (isAlone) => void turned.push(isAlone) },
  });
  const spend = async (times: number, of: readonly Bucket[] = [plan]) => {
    for (let time = 0; time < times; time += 1) expect(await buckets.spend(of)).toBeUndefined();
  };
  const most = () => reserved.map(({ wanted }) => wanted.map((one) => one.most));
  const tries = () => tried;
  return { buckets, spend, time, says, reserved, settled, most, lines, turned, open, close, tries };
}

describe('a lease', () => {
  it('begins with four requests, and doubles up to sixteen while it is used up', async () => {
    const { spend, most, reserved, open, turned } = build();
    await spend(4);
    expect(most()).toEqual([[4]]);
    // A process that uses the shared count from its start logs no change of the counting mode.
    expect(turned).toEqual([]);
    await spend(1 + 7 + 16 + 16);
    expect(most()).toEqual([[4], [8], [16], [16]]);
    expect(reserved[0]?.wanted).toEqual([{ bucket: plan, most: 4, hold: 5_000 }]);
    expect(reserved[1]?.settled).toEqual([[100_000, 100_000, 100_000, 100_000]]);
    expect(open).toHaveBeenCalledTimes(1);
  });

  it('is of each bucket alone: only what lacks a slot is asked for', async () => {
    const { spend, reserved } = build();
    await spend(2);
    await spend(2, [plan, own]);
    expect(reserved.map(({ wanted }) => wanted.map(({ bucket }) => bucket.name))).toEqual([
      ...[['plan'], ['own']],
    ]);
    await spend(1, [plan, own]);
    expect(reserved.at(-1)?.wanted).toEqual([{ bucket: plan, most: 8, hold: 5_000 }]);
  });

  it('ends after five seconds: what was spent of it is settled with the next', async () => {
    const { spend, reserved, time, most } = build();
    await spend(1);
    time.now += 4_999;
    await spend(1);
    expect(reserved).toHaveLength(1);
    time.now += 1;
    await spend(1);
    expect(reserved[1]?.settled).toEqual([[100_000, 104_999]]);
    expect(most()).toEqual([[4], [4]]);
  });

  it('that nobody uses any more is given back by itself, and no timer stays', async () => {
    const { spend, settled, time } = build();
    await spend(3);
    vi.advanceTimersByTime(4_999);
    expect(settled).toEqual([]);
    time.now += 5_000;
    vi.advanceTimersByTime(1);
    expect(settled.map((some) => some.map(({ spentAt }) => spentAt.length))).toEqual([[3]]);
    expect(vi.getTimerCount()).toBe(0);
    await spend(1);
    time.now += 4_999;
    vi.advanceTimersByTime(5_000);
    expect(settled).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(1);
  });

  it('is given back at the end, as far as that can be written', async () => {
    const { buckets, spend, settled, close, says } = build();
    await spend(2);
    buckets.close();
    expect(settled.map((some) => some.map(({ spentAt }) => spentAt.length))).toEqual([[2]]);
    expect([close.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
    const other = build();
    await other.spend(2);
    other.says.failure = new Error('the disk is full');
    other.buckets.close();
    expect(other.close).toHaveBeenCalledTimes(1);
    expect(says.failure).toBeUndefined();
  });
});

it.each([
  [500, 100],
  [100, 100],
  [60, 60],
])('a refusal of %d ms is repeated unasked for %d ms', async (wait, repeated) => {
  const { buckets, says, time, reserved } = build();
  says.refusal = { bucket: own, wait };
  const asked = async () => {
    const refusal = await buckets.spend([plan, own]);
    return [refusal?.bucket.name, refusal?.wait, reserved.length];
  };
  expect(await asked()).toEqual(['own', wait, 1]);
  time.now += repeated - 1;
  expect(await asked()).toEqual(['own', wait - repeated + 1, 1]);
  time.now += 1;
  expect(await asked()).toEqual(['own', wait, 2]);
  // A request that uses other buckets is not refused.
  delete says.refusal;
  expect(await buckets.spend([plan])).toBeUndefined();
});

describe('slots that cannot be written', () => {
  it('are tried again each second, and counted by the process alone meanwhile, which is said once', async () => {
    const { spend, says, time, lines, turned, reserved, tries } = build();
    says.failure = new Error('the disk is full');
    await spend(1);
    const said =
      'cannot write the limits file: this process counts only its own requests until a write succeeds';
    const line = { level: 'warn', err: says.failure, said };
    expect([lines, turned]).toEqual([[line], [true]]);
    time.now += 999;
    await spend(1);
    expect(tries()).toBe(1);
    time.now += 1;
    await spend(1);
    expect(tries()).toBe(2);
    delete says.failure;
    time.now += 1_000;
    await spend(2);
    expect([lines, turned]).toEqual([[line], [true, false]]);
    expect(reserved).toHaveLength(1);
  });

  it('refuse alone as well what is beyond a limit', async () => {
    const { buckets, spend, says } = build();
    says.failure = new Error('the disk is full');
    await spend(10, [own]);
    expect(await buckets.spend([own])).toMatchObject({ bucket: own });
  });

  it('are opened anew where they could not be opened', async () => {
    const { spend, open, time, turned } = build();
    open.mockRejectedValueOnce(new Error('no folder'));
    await spend(1);
    time.now += 1_000;
    await spend(1);
    expect([open.mock.calls.length, turned]).toEqual([2, [true, false]]);
  });
});
