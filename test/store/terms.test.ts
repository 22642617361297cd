import { expect, it } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { postingsOf } from '../../src/store/terms.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';

/** 32-bit numbers as a driver hands them out, from some byte of its own memory on. */
function bytesFrom(offset: number, numbers: readonly number[]): Uint8Array {
  const memory = new Uint8Array(offset + 4 * numbers.length);
  memory.set(new Uint8Array(Int32Array.from(numbers).buffer), offset);
  return memory.subarray(offset);
}

it.each([0, 1, 2, 3, 4])('postings are read wherever they lie in memory: byte %i', (offset) => {
  const row = {
    posting_starts: bytesFrom(offset, [0, 2, 3]),
    postings: bytesFrom(offset, [4, 70_000, 5]),
  };
  const database = { prepare: () => ({ get: () => row }) } as unknown as Database;
  const { starts, postings } = postingsOf(database, fdaCalendar, { field: 'drugname', as: 'term' });
  expect([[...starts], [...postings]]).toEqual([
    [0, 2, 3],
    [4, 70_000, 5],
  ]);
});
