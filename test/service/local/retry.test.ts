import { describe, expect, it } from 'vitest';
import { isTooEarly, retryDelay, waitedFor } from '../../../src/service/local/retry.ts';

describe('the next attempt', () => {
  const bounds = { min: 5, max: 100 };

  it.each([
    [1, 5],
    [2, 10],
    [5, 80],
    [6, 100],
    [5_000, 100],
  ])('after %d failures is %d later', (failures, delay) => {
    expect(retryDelay(failures, bounds)).toBe(delay);
  });

  it('doubles no more than thirty times', () => {
    const wide = { min: 1, max: Number.POSITIVE_INFINITY };
    expect([retryDelay(31, wide), retryDelay(99, wide)]).toEqual([2 ** 30, 2 ** 30]);
  });

  it.each([
    [999, true],
    [1_000, true],
    [1_099, true],
    [1_100, false],
    // A clock that was set back by 901 s.
    [901, true],
    [900, false],
  ])('at %d is too early: %s', (now, is) => {
    expect(isTooEarly(now, { failedAt: 1_000, retryAt: 1_100 })).toBe(is);
  });
});

it('work that is waited for ends with it, or when it takes too long', async () => {
  const never = new Promise<void>(() => {});
  await expect(waitedFor(never, 1)).resolves.toBeUndefined();
  await expect(waitedFor(Promise.resolve(), 1_000_000)).resolves.toBeUndefined();
  await expect(waitedFor(Promise.reject(new Error('x')), 1_000_000)).rejects.toThrow('x');
  const failing = Promise.reject(new Error('y'));
  await expect(waitedFor(failing, Number.POSITIVE_INFINITY)).rejects.toThrow('y');
});
