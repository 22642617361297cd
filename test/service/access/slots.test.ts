import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Bucket } from '../../../src/service/access/budget.ts';
import { type Reservation, Slots, type Wanted } from '../../../src/service/access/slots.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { temporaryFolder } from '../../support/files.ts';

const bucketOf = (name: string, requests: number, windowSeconds = 60): Bucket => ({
  name,
  limit: { requests, windowSeconds },
});
const twenty = bucketOf('twenty', 20);
const ten = bucketOf('ten', 10, 30);
const want = (bucket: Bucket, most = 16): Wanted => ({ bucket, most, hold: 5_000 });

async function build(path = ':memory:') {
  const time = { now: 1_000 };
  const slots = await Slots.open(path, () => time.now);
  onTestFinished(() => slots.close());
  const outcome = (...wanted: Wanted[]) => slots.reserve(wanted);
  const take = (bucket: Bucket, most?: number): Reservation => {
    const found = outcome(want(bucket, most));
    if ('refusal' in found) return expect.unreachable('a slot is free');
    return found.reserved[0]!;
  };
  return { slots, time, outcome, take };
}

describe('a reservation', () => {
  it('is of a quarter of what is free at most, of one at least, and no more than is wanted', async () => {
    const { take, slots } = await build();
    const until = 1_000 + 5_000 + 60_000;
    expect(take(twenty)).toEqual({ bucket: twenty, slots: 5, from: 1_000, until });
    expect(slots.left(twenty)).toBe(15);
    expect(take(twenty, 2).slots).toBe(2);
    // Each reservation gets a quarter, rounded up, of the free slots: 13, 10, 8, 6, 5, 4, 3, 2 and
    // 1.
    const taken = Array.from({ length: 9 }, () => take(twenty).slots);
    expect(taken).toEqual([3, 2, 2, 1, 1, 1, 1, 1, 1]);
    expect(slots.left(twenty)).toBe(0);
  });

  it('is of every bucket or of none', async () => {
    const { take, outcome, slots } = await build();
    const one = bucketOf('one', 1);
    take(one);
    const refusal = { bucket: one, wait: 65_000 };
    expect(outcome(want(twenty), want(one))).toEqual({ refusal });
    expect(slots.left(twenty)).toBe(20);
    expect(outcome(want(twenty), want(ten))).toMatchObject({
      reserved: [
        { bucket: twenty, slots: 5, until: 66_000 },
        { bucket: ten, slots: 2, until: 36_000 },
      ],
    });
  });

  it('is refused by the bucket that is empty longest, in whatever order', async () => {
    const { take, outcome } = await build();
    const [short, long] = [bucketOf('short', 1, 10), bucketOf('long', 1, 90)];
    take(short);
    take(long);
    const refusal = { bucket: long, wait: 95_000 };
    expect(outcome(want(short), want(long))).toEqual({ refusal });
    expect(outcome(want(long), want(short))).toEqual({ refusal });
    expect(outcome(want(short))).toEqual({ refusal: { bucket: short, wait: 15_000 } });
  });

  it('counts up to its end, and no longer', async () => {
    const { take, slots, time } = await build();
    const { until } = take(twenty);
    time.now = until - 1;
    expect(slots.left(twenty)).toBe(15);
    time.now = until;
    expect(slots.left(twenty)).toBe(20);
  });
});

describe('what is settled', () => {
  it('counts for a window from when it was spent, and what was not spent is free', async () => {
    const { take, slots, time } = await build();
    const reservation = take(twenty);
    slots.settle([{ reservation, spentAt: [1_000, 3_000] }]);
    expect(slots.left(twenty)).toBe(18);
    time.now = 61_000;
    expect(slots.left(twenty)).toBe(19);
    time.now = 63_000;
    expect(slots.left(twenty)).toBe(20);
  });

  it('beside a reservation is free before it', async () => {
    const { take, slots } = await build();
    const one = bucketOf('one', 1);
    const reservation = take(one);
    const before = slots.reserve([want(one)], [{ reservation, spentAt: [] }]);
    expect(before).toMatchObject({ reserved: [{ bucket: one, slots: 1 }] });
  });

  it('changes nothing once it counts no more', async () => {
    const { take, slots, time } = await build();
    const reservation = take(twenty);
    time.now = reservation.until;
    slots.settle([{ reservation, spentAt: [reservation.until] }]);
    expect(slots.left(twenty)).toBe(20);
    const other = take(twenty);
    time.now = other.until - 1;
    slots.settle([{ reservation: other, spentAt: [time.now] }]);
    expect(slots.left(twenty)).toBe(19);
  });

  it('leaves what others hold of the bucket until then', async () => {
    const { take, slots } = await build();
    // Two reservations at the same time share one row: five slots, then a quarter of fifteen.
    const reservation = take(twenty);
    expect(take(twenty).slots).toBe(3);
    slots.settle([{ reservation, spentAt: [] }]);
    expect(slots.left(twenty)).toBe(17);
  });
});

it('the wait is until as many slots are free as are asked for, or of a window', async () => {
  const { take, slots, time } = await build();
  expect(slots.wait(ten)).toBe(0);
  for (let slot = 0; slot < 4; slot += 1) {
    const reservation = take(ten, 1);
    slots.settle([{ reservation, spentAt: [time.now] }]);
    time.now += 1_000;
  }
  // Slots were used at 1, 2, 3 and 4 s. The current time is 5 s, and the window is 30 s.
  expect([5, 6, 7, 9].map((before) => slots.wait(ten, before))).toEqual([
    ...[0, 26_000, 27_000, 29_000],
  ]);
  expect(slots.wait(ten, 10)).toBe(30_000);
  // If the limit was lowered in the meantime, the remaining count is negative.
  const lowered = bucketOf('ten', 2, 30);
  expect([slots.left(lowered), slots.wait(lowered)]).toEqual([0, 28_000]);
});

it('rows that count no more are forgotten once a minute, when something is settled', async () => {
  const path = join(temporaryFolder(), 'limits.sqlite');
  const { take, slots, time } = await build(path);
  const reader = await openDatabase(path, [{ version: 1, sql: '' }]);
  onTestFinished(() => reader.close());
  const rows = () => reader.prepare('SELECT bucket FROM slots ORDER BY bucket').all().length;
  const begun = time.now;
  slots.settle([]);
  const brief = bucketOf('brief', 9, 1);
  take(brief);
  take(twenty);
  time.now = begun + 59_999;
  slots.settle([]);
  expect(rows()).toBe(2);
  time.now = begun + 60_000;
  slots.settle([]);
  expect(rows()).toBe(1);
  // The row of the other process ends at 65 s and is dropped at the next read.
  time.now = begun + 119_999;
  slots.settle([]);
  expect(rows()).toBe(1);
  time.now = begun + 120_000;
  slots.settle([]);
  expect(rows()).toBe(0);
});
