import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { atOnce, createTurns, oncePerTurn, type Steps } from '../../../src/base/turns.ts';
import { createAlarm } from '../../../src/ingest/sync/alarm.ts';

describe('an alarm', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Whether a wait is over. */
  function watched(wait: Promise<void>) {
    let isOver = false;
    void wait.then(() => {
      isOver = true;
    });
    return async (milliseconds = 0) => {
      await vi.advanceTimersByTimeAsync(milliseconds);
      return isOver;
    };
  }

  it('rings after its time, and leaves no timer', async () => {
    const over = watched(createAlarm().wait(100));
    expect(await over(99)).toBe(false);
    expect(await over(1)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rings when it is woken, once, and not beforehand', async () => {
    const alarm = createAlarm();
    alarm.wake();
    const over = watched(alarm.wait(100));
    expect(await over()).toBe(false);
    alarm.wake();
    expect(await over()).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    alarm.wake();
    const next = watched(alarm.wait(50));
    expect(await next(49)).toBe(false);
    expect(await next(1)).toBe(true);
  });
});

describe('steps', () => {
  function* three(done: number[] = []): Steps<string> {
    for (const step of [1, 2]) {
      done.push(step);
      yield;
    }
    return 'end';
  }

  it('are worked through at once where nobody waits', async () => {
    const done: number[] = [];
    expect(await atOnce(three(done))).toBe('end');
    expect(done).toEqual([1, 2]);
  });

  it('of two milliseconds are done together, those of others next', async () => {
    let now = 0;
    const done: string[] = [];
    function* work(name: string, milliseconds: number): Steps<void> {
      for (let step = 0; step < 4; step += 1) {
        now += milliseconds;
        done.push(name);
        yield;
      }
    }
    const turns = createTurns(() => now);
    await Promise.all([turns.scan('a', work('a', 1)), turns.scan('b', work('b', 1))]);
    // Two steps of a millisecond, and then whoever is next.
    expect(done.join('')).toBe('aabbaabb');
    done.length = 0;
    await Promise.all([turns.scan('a', work('a', 2)), turns.scan('b', work('b', 1))]);
    expect(done.join('')).toBe('abbabbaa');
  });

  it('that fail pass on why', async () => {
    // biome-ignore lint/correctness/useYield: it fails at its first step.
    function* failing(): Steps<string> {
      throw new Error('broken');
    }
    await expect(atOnce(failing())).rejects.toThrow('broken');
  });

  it('are looked at once a turn of the event loop', async () => {
    let looks = 0;
    const look = oncePerTurn(() => ++looks);
    expect([look(), look()]).toEqual([1, 1]);
    await Promise.resolve();
    expect(look()).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(look()).toBe(2);
    const nothing = vi.fn(() => undefined);
    const known = oncePerTurn(nothing);
    for (const _ of 'ab') known();
    expect(nothing).toHaveBeenCalledTimes(1);
  });
});
