import { expect, it } from 'vitest';
import { closeOnOrAfter, closeOnOrBefore } from '../../../src/domain/market/price-bars.ts';

const prices = { days: ['2026-01-02', '2026-01-12'], closes: [10, 20] };
const none = { days: [], closes: [] };

it.each([
  ['2026-01-01', null, 10],
  ['2026-01-02', 10, 10],
  // Closes up to seven days before or after the date count.
  ['2026-01-09', 10, 20],
  ['2026-01-10', null, 20],
  ['2026-01-05', 10, 20],
  ['2026-01-04', 10, null],
  ['2026-01-13', 20, null],
])('for %s, the close on or before is %s and on or after is %s', (date, before, after) => {
  expect(closeOnOrBefore(prices, date)).toBe(before);
  expect(closeOnOrAfter(prices, date)).toBe(after);
  expect(closeOnOrBefore(none, date)).toBeNull();
  expect(closeOnOrAfter(none, date)).toBeNull();
});
