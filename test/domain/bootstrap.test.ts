import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { intervalsOf, seedOf } from '../../src/domain/bootstrap.ts';

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');

describe('the bootstrap of companies', () => {
  const values = { b: [2], a: [1], c: [4], d: [8], e: [16], f: [32, 64] };
  const rows = Object.entries(values).flatMap(([company, own]) =>
    own.map((value) => ({ company, value })),
  );

  // The bounds are those of a program in Python that follows the definition alone.
  it('has the bounds of its definition, in any order of the rows', () => {
    for (const order of [rows, rows.toReversed()]) {
      const mean = { low: expect.closeTo(3, 9), high: expect.closeTo(34.3361111111111, 9) };
      const middle = { low: 2, high: 32 };
      expect(intervalsOf(order, 42, ['ratio'])).toEqual({ ratio: mean });
      expect(intervalsOf(order, 42, ['median'])).toEqual({ median: middle });
      const both = intervalsOf(order, 42, ['ratio', 'median']);
      expect(both).toEqual({ ratio: mean, median: middle });
    }
    const weighed = rows.map((row) => ({ ...row, weight: 2 }));
    expect(intervalsOf(weighed, 42, ['ratio'])!.ratio.low).toBeCloseTo(1.5, 9);
  });

  it('takes its seed from the events, in any order', () => {
    // The first 32 bits of the hash of "a\nb".
    expect(seedOf([{ id: 'b' }, { id: 'a' }], sha256)).toBe(2115565367);
  });

  it('needs five companies', () => {
    const few = rows.filter(({ company }) => company > 'b');
    expect(intervalsOf(few, 42, ['median'])).toBeNull();
  });
});
