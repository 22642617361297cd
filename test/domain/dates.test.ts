import { describe, expect, it } from 'vitest';
import {
  dayOf,
  daysBetween,
  isCalendarDate,
  parseDateBound,
  shiftDays,
  shiftYears,
} from '../../src/domain/dates.ts';

describe('calendar days', () => {
  it('counts days across months, leap days and clock changes', () => {
    expect(daysBetween('2025-01-01', '2025-03-31')).toBe(89);
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
    expect(daysBetween('2025-11-03', '2025-11-01')).toBe(-2);
  });

  it('shifts by days and by years', () => {
    expect(shiftDays('2024-12-31', 1)).toBe('2025-01-01');
    expect(shiftDays('2025-03-01', -1)).toBe('2025-02-28');
    expect(shiftYears('2024-02-29', -1)).toBe('2023-02-28');
  });
});

describe('parsing of days and periods', () => {
  it.each(['2024-02-29', '2026-01-31', '2026-04-30', '0001-01-01', '2000-02-29', '0004-02-29'])(
    '%s is a calendar date',
    (day) => {
      expect(isCalendarDate(day)).toBe(true);
      expect(parseDateBound(day, 'end')).toBe(day);
    },
  );

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-01-32',
    '2026-01-00',
    '2026-00-10',
    '2026-13-10',
    '0000-01-01',
    '2026-1-10',
    '2026-01-10T00',
    '',
  ])('%s is not a calendar date', (day) => {
    expect(isCalendarDate(day)).toBe(false);
    expect(parseDateBound(day, 'start')).toBeUndefined();
  });

  it.each([
    ['2026', '2026-01-01', '2026-12-31'],
    ['2026-01', '2026-01-01', '2026-01-31'],
    ['2026-12', '2026-12-01', '2026-12-31'],
    ['2024-02', '2024-02-01', '2024-02-29'],
  ])('the period %s lasts from %s to %s', (period, start, end) => {
    expect(parseDateBound(period, 'start')).toBe(start);
    expect(parseDateBound(period, 'end')).toBe(end);
  });

  it.each(['2026-00', '2026-13', '0000', '0000-05', '26', '2026-1'])(
    '%s is not a period',
    (period) => {
      expect(parseDateBound(period, 'end')).toBeUndefined();
    },
  );

  it('dayOf returns the first day of a stored string, or undefined if it has no date', () => {
    expect(dayOf(' 2026/03/10 ')).toBe('2026-03-10');
    expect(dayOf('2026-03-10T21:00:00Z')).toBe('2026-03-10');
    expect(dayOf('2026/03')).toBe('2026-03-01');
    expect(dayOf('2026')).toBe('2026-01-01');
    for (const none of ['Q3 2026', '', null, undefined]) expect(dayOf(none)).toBeUndefined();
  });
});
