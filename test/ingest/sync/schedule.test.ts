import { describe, expect, it } from 'vitest';
import { dayAt } from '../../../src/base/clock.ts';
import { maxAge, nextRun } from '../../../src/ingest/sync/schedule.ts';
import { lastCloseOf, quarterOf, slotOf, weekOf } from '../../../src/sources/periods.ts';

const at = (moment: string) => Date.parse(moment);
const next = (schedule: string, zone: 'UTC' | 'America/New_York', now: string, random = 0) =>
  new Date(nextRun({ schedule, zone }, at(now), () => random)).toISOString();

describe('the next run', () => {
  it('is told in the source’s own zone, over the change of its clocks', () => {
    // New York is five hours behind UTC until 8 March 2026, four from then on.
    expect(next('10 6 * * *', 'America/New_York', '2026-03-07T00:00:00Z')).toBe(
      '2026-03-07T11:10:00.000Z',
    );
    expect(next('10 6 * * *', 'America/New_York', '2026-03-09T00:00:00Z')).toBe(
      '2026-03-09T10:10:00.000Z',
    );
    expect(next('0 13 * * *', 'UTC', '2026-03-10T13:00:00Z')).toBe('2026-03-11T13:00:00.000Z');
  });

  it('is spread by at most a minute and a half, and never to the run after it', () => {
    expect(next('0 13 * * *', 'UTC', '2026-03-10T12:00:00Z', 0.999)).toMatch(
      /^2026-03-10T13:01:29/,
    );
    expect(next('*/5 * * * *', 'UTC', '2026-03-10T12:00:00Z', 0.999)).toMatch(
      /^2026-03-10T12:05:29/,
    );
  });
});

it.each([
  // The promise; four runs; half an hour at least; from a Friday to the fourth run of Monday.
  ['0 13 * * *', 36, '2026-03-10T13:00:00Z', 36],
  ['15 * * * *', 216, '2026-03-10T13:15:00Z', 4],
  ['*/5 * * * *', 0.5, '2026-03-10T13:00:00Z', 0.5],
  ['*/5 6-21 * * 1-5', 60, '2026-03-10T13:00:00Z', 0.5],
  ['*/5 6-21 * * 1-5', 60, '2026-03-13T21:55:00Z', 56 + 20 / 60],
])('a source that runs at %s and promises %f h is late after %s in %f h', (...row) => {
  const [schedule, hours, moment, expected] = row;
  const source = { schedule, zone: 'UTC', maxAgeMs: hours * 3_600_000 } as const;
  expect(maxAge(source, at(moment)) / 3_600_000).toBeCloseTo(expected, 9);
});

describe('periods', () => {
  it('name days, weeks, quarters and five minutes in UTC', () => {
    expect(dayAt(at('2026-03-10T23:59:59Z'))).toBe('2026-03-10');
    expect(weekOf(at('2026-03-08T12:00:00Z'))).toBe('2026-03-02');
    expect(weekOf(at('2026-03-09T00:00:00Z'))).toBe('2026-03-09');
    expect(quarterOf(at('2026-03-31T12:00:00Z'))).toBe('2026-01-01');
    expect(quarterOf(at('2026-03-31T12:00:00Z'), 1)).toBe('2025-10-01');
    expect(quarterOf(at('2026-11-05T12:00:00Z'), 12)).toBe('2023-10-01');
    expect(slotOf(at('2026-03-10T12:09:59Z'))).toBe('2026-03-10T12:05');
  });

  it('the last close is the newest weekday whose evening has passed in New York', () => {
    expect(lastCloseOf(at('2026-03-10T21:59:00Z'))).toBe('2026-03-09');
    expect(lastCloseOf(at('2026-03-10T22:00:00Z'))).toBe('2026-03-10');
    expect(lastCloseOf(at('2026-03-15T12:00:00Z'))).toBe('2026-03-13');
    expect(lastCloseOf(at('2026-03-16T02:00:00Z'))).toBe('2026-03-13');
  });
});
