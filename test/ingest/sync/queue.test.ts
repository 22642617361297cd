import { beforeEach, describe, expect, it } from 'vitest';
import {
  countRequests,
  dueTimes,
  enqueue,
  failuresOf,
  hasUntried,
  markDone,
  markFailed,
  meanBytes,
  nextOf,
  retryFailed,
} from '../../../src/ingest/sync/queue.ts';
import type { SyncRequest } from '../../../src/sources/source.ts';
import type { Database } from '../../../src/store/database.ts';
import { HOST as host, MINUTE, requestOf as request } from './engine-run.ts';
import { openStore, start } from './sync-run.ts';

const everything = { sources: ['a', 'b'] };

let database: Database;
beforeEach(async () => {
  database = await openStore();
});

const next = (now = start, choice: Parameters<typeof nextOf>[2] = everything, most = 10) =>
  nextOf(database, host, choice, now, most);
const names = (...words: Parameters<typeof next>) =>
  next(...words).map(({ address }) => address.split('/').at(-1));

describe('requests come', () => {
  it('by lane, by rank within it, and as they were queued', () => {
    enqueue(database, 'a', request('history', { lane: 'history' }));
    enqueue(database, 'a', request('second', { rank: 1 }));
    enqueue(database, 'a', request('third', { rank: 1 }));
    enqueue(database, 'a', request('first'));
    enqueue(database, 'a', { ...request('x'), address: 'https://www.sec.gov/x' });
    expect(names()).toEqual(['first', 'second', 'third', 'history']);
    expect(names(start, everything, 2)).toEqual(['first', 'second']);
  });

  it('of the sources and companies that are chosen; of no company always', () => {
    enqueue(database, 'a', request('one', { subject: '1' }));
    enqueue(database, 'b', request('two', { subject: '2' }));
    enqueue(database, 'b', request('all'));
    enqueue(database, 'a', request('given', { source: 'c' }));
    expect(names(start, { sources: ['b'] })).toEqual(['two', 'all']);
    expect(names(start, { ...everything, subjects: '["1"]' })).toEqual(['one', 'all']);
    expect(names(start, { sources: ['c'] })).toEqual(['given']);
  });

  it('when they are due, and at once where the moment lies too far ahead', () => {
    enqueue(database, 'a', request('now', { notBefore: start }));
    enqueue(database, 'a', request('soon', { notBefore: start + 1 }));
    const twoDays = 2 * 24 * 60 * MINUTE;
    enqueue(database, 'a', request('far', { notBefore: start + twoDays }));
    enqueue(database, 'a', request('moved', { notBefore: start + twoDays + 1 }));
    expect(names()).toEqual(['now', 'moved']);
    expect(dueTimes(database, everything)).toEqual([{ host, due: start, error: null }]);
    expect(dueTimes(database, { sources: ['b'] })).toEqual([]);
  });
});

describe('a request', () => {
  it('is queued once for a version, also where it is done, and anew for another', () => {
    expect(enqueue(database, 'a', request('x'))).toBe(true);
    expect(enqueue(database, 'a', request('x'))).toBe(false);
    markDone(database, next()[0]!.id, 100, start);
    expect(enqueue(database, 'a', request('x'))).toBe(false);
    expect(names()).toEqual([]);
    expect(enqueue(database, 'a', request('x', { version: '2' }))).toBe(true);
    expect(next()).toMatchObject([{ version: '2', attempts: 0 }]);
  });

  it('that failed comes again six times within a day, then daily for a fortnight', () => {
    enqueue(database, 'a', request('x'));
    let now = start;
    for (const minutes of [2, 8, 20, 30, 120, 480, ...Array(14).fill(24 * 60)]) {
      const [due] = next(now);
      expect(markFailed(database, due!, { reason: 'is silent', final: false }, now)).toBe('queued');
      expect(names(now + minutes * MINUTE - 1)).toEqual([]);
      now += minutes * MINUTE;
      expect(names(now)).toEqual(['x']);
    }
    const [last] = next(now);
    expect(markFailed(database, last!, { reason: 'is silent', final: false }, now)).toBe('failed');
    expect(names(now + 48 * 60 * MINUTE)).toEqual([]);
    // It is given up until another version is wanted, or it is told to try again.
    expect(enqueue(database, 'a', request('x'))).toBe(false);
    const told = { count: 1, given_up: 1, oldest: start, hosts: [host] };
    expect(failuresOf(database, everything)).toEqual(told);
    expect(retryFailed(database)).toBe(1);
    expect(next(now)).toMatchObject([{ attempts: 0 }]);
    expect(failuresOf(database, everything)).toEqual({ ...told, given_up: 0 });
    markDone(database, next(now)[0]!.id, 1, now);
    expect(failuresOf(database, everything)).toMatchObject({ count: 0, oldest: null, hosts: [] });
  });

  it('that cannot succeed ends at once', () => {
    enqueue(database, 'a', request('x'));
    const gone = { reason: 'is gone', final: true } as const;
    expect(markFailed(database, next()[0]!, gone, start)).toBe('failed');
    expect(names(start + 60 * MINUTE)).toEqual([]);
  });

  it('for what does not exist is gone once its filing is two days old', () => {
    const absent = { kind: 'absent', reason: 'does not exist' } as const;
    enqueue(database, 'a', request('new', { about: { filed: '2026-03-09' } }));
    enqueue(database, 'a', request('old', { about: { filed: '2026-03-08' } }));
    enqueue(database, 'a', request('list'));
    const states = next().map((one) => markFailed(database, one, absent, start));
    expect(states).toEqual(['queued', 'gone', 'queued']);
    expect(failuresOf(database, everything).count).toBe(2);
  });

  it('of another version is tried at once, and still counts as failed', () => {
    enqueue(database, 'a', request('x'));
    markFailed(database, next()[0]!, { reason: 'is silent', final: false }, start);
    enqueue(database, 'a', request('x', { version: '2', notBefore: start }));
    expect(next(start)).toMatchObject([{ version: '2', attempts: 0 }]);
    expect(failuresOf(database, everything).count).toBe(1);
  });

  it('was tried or not, in a lane above another', () => {
    enqueue(database, 'a', request('x', { notBefore: start }));
    const isUntried = (lane: SyncRequest['lane'], now = start) =>
      hasUntried(database, everything, lane, now);
    expect([isUntried('history'), isUntried('registry')]).toEqual([true, false]);
    expect(isUntried('history', start - 1)).toBe(false);
    markFailed(database, next()[0]!, { reason: 'is silent', final: false }, start);
    expect(isUntried('history', start + 60 * MINUTE)).toBe(false);
  });
});

it('requests are counted by their source and state, with their mean bytes', () => {
  for (const name of ['x', 'y', 'z']) enqueue(database, 'a', request(name));
  enqueue(database, 'b', request('w'));
  const [x, y, z] = next(start, { sources: ['a'] });
  markDone(database, x!.id, 100, start);
  markDone(database, y!.id, 300, start);
  markFailed(database, z!, { reason: 'is gone', final: true }, start);
  expect([...countRequests(database)]).toEqual([
    ['a', { queued: 0, done: 2, failed: 1, given_up: 1, failed_since: start }],
    ['b', { queued: 1, done: 0, failed: 0, given_up: 0, failed_since: null }],
  ]);
  expect([meanBytes(database, 'a'), meanBytes(database, 'b')]).toEqual([200, null]);
});
