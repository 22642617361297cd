import { describe, expect, it } from 'vitest';
import {
  isTradingDay,
  sessionsBetween,
  tradingDayBefore,
} from '../../../src/domain/market/exchange-days.ts';

// The holidays that the NYSE has published for these years.
const published: Readonly<Record<string, readonly string[]>> = {
  2021: '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24'.split(' '),
  2022: '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26'.split(' '),
  2023: '01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25'.split(' '),
  2025: '01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25'.split(' '),
  2026: '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25'.split(' '),
};

describe('the trading days', () => {
  it.each(Object.entries(published))('have only the published holidays of %s', (year, closed) => {
    const days = Array.from({ length: 366 }, (_, at) =>
      new Date(Date.UTC(Number(year), 0, 1 + at)).toISOString().slice(0, 10),
    ).filter((day) => day.startsWith(year));
    const weekdays = days.filter((day) => ![0, 6].includes(new Date(day).getUTCDay()));
    const without = weekdays.filter((day) => !isTradingDay(day)).map((day) => day.slice(5));
    expect(without).toEqual(closed);
    expect(days.filter((day) => isTradingDay(day) && !weekdays.includes(day))).toEqual([]);
  });

  // Good Fridays by published dates of Easter: the earliest and the latest of a century, and
  // 1954, 1981, 2049 and 2076, which are exceptions in the algorithm.
  it.each([
    '1954-04-16',
    '1981-04-17',
    '2000-04-21',
    '2008-03-21',
    '2024-03-29',
    '2038-04-23',
    '2049-04-16',
    '2076-04-17',
    '2100-03-26',
  ])('exclude Good Friday %s', (friday) => {
    expect(isTradingDay(friday)).toBe(false);
    const around = [-7, 7].map((days) =>
      new Date(Date.parse(friday) + days * 86_400_000).toISOString().slice(0, 10),
    );
    expect(around.map(isTradingDay)).toEqual([true, true]);
  });

  // Special closings of full days, as listed by the NYSE, with the trading days around them.
  it.each([
    ['2001-09-10', '2001-09-11 2001-09-12 2001-09-13 2001-09-14', '2001-09-17'],
    ['2004-06-10', '2004-06-11', '2004-06-14'],
    ['2006-12-29', '2007-01-02', '2007-01-03'],
    ['2012-10-26', '2012-10-29 2012-10-30', '2012-10-31'],
    ['2018-12-04', '2018-12-05', '2018-12-06'],
    ['2025-01-08', '2025-01-09', '2025-01-10'],
  ])('after %s exclude %s and resume on %s', (before, closed, after) => {
    expect(closed.split(' ').filter(isTradingDay)).toEqual([]);
    expect([isTradingDay(before), tradingDayBefore(after)]).toEqual([true, before]);
  });

  it('are counted after a day and up to another day', () => {
    // November 23 to 27, 2026, without Thanksgiving on the 26th.
    expect(sessionsBetween('2026-11-20', '2026-11-27')).toBe(4);
    expect(sessionsBetween('2026-11-20', '2026-11-20')).toBe(0);
    // 2026 has 261 weekdays and ten holidays.
    expect(sessionsBetween('2025-12-31', '2026-12-31')).toBe(251);
  });

  it('include the last day of a year if New Year’s Day is a Saturday', () => {
    expect(isTradingDay('2021-12-31')).toBe(true);
  });

  it.each([
    ['2023-03-06', '2023-03-03'],
    ['2020-09-08', '2020-09-04'],
    ['2023-11-24', '2023-11-22'],
    ['2023-10-10', '2023-10-09'],
    ['2026-01-02', '2025-12-31'],
  ])('before %s end on %s', (day, before) => {
    expect(tradingDayBefore(day)).toBe(before);
  });
});
