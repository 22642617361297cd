import { expect, it } from 'vitest';
import { recordChecker } from '../../../src/sources/formats/records.ts';
import { dayInWords, lastDayOf } from '../../../src/sources/formats/untrusted.ts';

it.each([
  ['July 29, 2019', '2019-07-29'],
  ['Jul. 9 2019', '2019-07-09'],
  ['29 July 2019', '2019-07-29'],
  ['July 32, 2019', undefined],
  ['Mid 29, 2019', undefined],
  [undefined, undefined],
])('the day in words %j is %j', (text, day) => {
  expect(dayInWords(text)).toBe(day);
});

it.each([
  ['2026-03-14', '2026-03-14'],
  ['2026/03/14', '2026-03-14'],
  ['3/4/2026', '2026-03-04'],
  ['March 14, 2026', '2026-03-14'],
  ['Feb 2028', '2028-02-29'],
  ['February 2026', '2026-02-28'],
  ['Q3 2026', '2026-09-30'],
  ['H1 2026', '2026-06-30'],
  ['2026-02', '2026-02-28'],
  ['2026', '2026-12-31'],
  ['soon', undefined],
  ['13/45/2026', undefined],
])('the last day of %j is %j', (text, day) => {
  expect(lastDayOf(text)).toBe(day);
});

it('a catalyst has the last day of its display date', () => {
  const check = recordChecker('catalysts');
  const catalyst = { ticker: 'ABCQZ', catalyst: 'PDUFA', catdate: 'Q1 2026' };
  expect(check(catalyst).record).toMatchObject({ formattedDate: '2026-03-31' });
  const stated = { ...catalyst, formattedDate: '2026-02-10' };
  expect(check(stated).record).toMatchObject({ formattedDate: '2026-02-10' });
  expect(check({ ...catalyst, catdate: 'soon' }).reason).toBe('formattedDate is missing');
});
