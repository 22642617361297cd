import { describe, expect, it } from 'vitest';
import { runningTotals, timeline } from '../../../../src/domain/trials/learning/timeline.ts';

describe('a timeline', () => {
  const builder = timeline<{ readonly day: string; readonly name: string }>();
  for (const [day, name] of [
    ['2026-03-01', 'c'],
    ['2026-01-01', 'a'],
    ['2026-02-01', 'b'],
    ['2026-02-01', 'b2'],
  ] as const) {
    builder.add('one', { day: day!, name: name! });
  }
  builder.add('other', { day: '2026-01-15', name: 'x' });
  const known = builder.end();

  it.each([
    ['2025-12-31', 'a', undefined],
    ['2026-01-01', 'b', 'a'],
    ['2026-01-31', 'b', 'a'],
    ['2026-02-01', 'c', 'b2'],
    ['2026-02-28', 'c', 'b2'],
    ['2026-03-01', undefined, 'c'],
    ['2027-01-01', undefined, 'c'],
  ])('on %s is followed by %s after %s', (day, next, last) => {
    expect(known.firstAfter('one', day)?.name).toBe(next);
    expect(known.lastUpTo('one', day)?.name).toBe(last);
  });

  it('returns the first accepted item of a key', () => {
    const acceptedAfter = (day: string, wanted: string) =>
      known.firstAfter('one', day, ({ name }) => name === wanted)?.name;
    expect([
      acceptedAfter('2025-01-01', 'c'),
      acceptedAfter('2026-02-01', 'b2'),
      acceptedAfter('2025-01-01', 'x'),
    ]).toEqual(['c', undefined, undefined]);
    expect(known.firstAfter('other', '2026-01-14')?.name).toBe('x');
    expect([known.firstAfter('none', '2025-01-01'), known.lastUpTo('none', '2027-01-01')]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('running totals', () => {
  const builder = runningTotals();
  builder.add('one', { day: '2026-02-01', count: 1, value: 10 });
  builder.add('one', { day: '2026-01-01', count: 2, value: 5 });
  builder.add('one', { day: '2026-02-01', count: 1, value: -3 });
  builder.add('one', { day: '2026-03-01', count: -1, value: 0 });
  builder.add('other', { day: '2026-01-01', count: 7, value: 7 });
  const totals = builder.end();

  it.each([
    ['2025-12-31', 0, 0],
    ['2026-01-01', 2, 5],
    ['2026-01-31', 2, 5],
    ['2026-02-01', 4, 12],
    ['2026-03-01', 3, 12],
    ['2027-01-01', 3, 12],
  ])('up to %s are %d and %d', (day, count, sum) => {
    expect(totals('one', day)).toEqual({ count, sum });
  });

  it('are separate for each key', () => {
    expect(totals('other', '2026-01-01')).toEqual({ count: 7, sum: 7 });
    expect(totals('none', '2026-01-01')).toEqual({ count: 0, sum: 0 });
  });
});
