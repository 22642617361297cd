import { describe, expect, it, onTestFinished } from 'vitest';
import { runSlices, type SharedSync } from '../../src/commands/shared-sync.ts';
import type { SyncOptions } from '../../src/commands/sync-options.ts';
import { contextOn } from '../support/context.ts';
import { NOTHING_DUE } from '../support/sync-end.ts';

type Stint = NonNullable<Awaited<ReturnType<SharedSync['runSlice']>>>;

/**
 * Builds sync steps that return the given results in order. The process ends after the last step.
 */
function build(options: SyncOptions, given: readonly (Partial<Stint> | Error | undefined)[]) {
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const asked: unknown[] = [];
  const sync: SharedSync = {
    async runSlice(waits, signal) {
      const one = given[asked.length];
      asked.push([waits, signal === over.signal]);
      if (asked.length > given.length) throw new Error('one runSlice too many');
      if (one instanceof Error) throw one;
      return one && { ...NOTHING_DUE, ...one };
    },
    close: async () => {},
  };
  const { context, stderr } = contextOn('');
  const code = runSlices(context, sync, over.signal, options);
  code.catch(() => {});
  return { code, over, asked, stderr };
}

/** One event loop step, in which any code that does not wait would continue. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 30));

describe('a sync of several machines', () => {
  it.each([
    [{}, 0],
    [{ facts: 3 }, 0],
    [{ failed: 1 }, 3],
    [{ waiting: ['sec.gov asked for a pause'] }, 1],
    [{ undone: ['not listed: XYZQZ'] }, 1],
    [{ end: 'offline' as const }, 1],
  ])('that comes to %j ends with code %d', async (ran, code) => {
    const { code: ended, asked } = build({}, [ran]);
    expect(await ended).toBe(code);
    expect(asked).toEqual([['waits', true]]);
  });

  it('goes on at once where it let others write, and says the sum of all', async () => {
    const cut = { end: 'stopped' as const };
    const { code, stderr } = build({}, [{ ...cut, facts: 2 }, { ...cut, facts: 3 }, { facts: 4 }]);
    expect(await code).toBe(0);
    expect(stderr()).toBe('sync: nothing is due; 9 facts are new or changed\n');
  });

  it('says what was not to be had', async () => {
    const { code, stderr } = build({}, [
      { undone: ['not listed: XYZQZ, ABCQZ', 'not kept: 1 answers'] },
    ]);
    expect(await code).toBe(1);
    expect(stderr()).toBe(
      'sync: nothing is due; 0 facts are new or changed\nsync: not listed: XYZQZ, ABCQZ\nsync: not kept: 1 answers\n',
    );
  });

  it.each([
    [{}, 1],
    [{ stay: true as const }, 0],
  ])('with %j that is asked to end says how far it came, with code %d', async (options, code) => {
    const {
      code: ended,
      over,
      stderr,
    } = build(options, [{ end: 'stopped', facts: 1, undone: ['not listed: XYZQZ'] }]);
    over.abort();
    expect(await ended).toBe(code);
    expect(stderr()).toBe('sync: stopped; 1 facts are new or changed\n');
  });

  it('that fails ends with why', async () => {
    await expect(build({}, [new Error('no PostgreSQL')]).code).rejects.toThrow('no PostgreSQL');
  });

  it.each([
    ['has nothing to do', {}, 'sync: nothing is due; 0 facts are new or changed\n'],
    ['failed', new Error('no PostgreSQL'), 'sync: no PostgreSQL\n'],
    ['found another at work', undefined, ''],
  ])('that stays and %s waits before it looks again, and ends when asked', async (_, ran, said) => {
    const { code, over, asked, stderr } = build({ stay: true }, [ran]);
    await moment();
    expect([asked.length, stderr()]).toEqual([1, said]);
    over.abort();
    expect(await code).toBe(0);
    expect(asked).toHaveLength(1);
  });
});
