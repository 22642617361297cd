import { expect, it } from 'vitest';
import { rounded } from '../../src/catalogue/units.ts';
import { newestDay } from '../../src/domain/dates.ts';

it('rounds each kind of number to its own places', () => {
  expect(rounded('money', 1_234.5)).toBe(1_235);
  expect(rounded('percent', 12.3456)).toBe(12.35);
  expect(rounded('ratio', 0.123456)).toBe(0.1235);
  expect(rounded('price', 13.449999809265137)).toBe(13.45);
});

it('keeps null null and has no negative zero', () => {
  expect(rounded('money', null)).toBeNull();
  expect(Object.is(rounded('percent', -0.001), 0)).toBe(true);
});

it('finds the newest of the days that are known', () => {
  expect(newestDay('2026-01-02', null, '2026-03-01', undefined, '')).toBe('2026-03-01');
  expect(newestDay(null, undefined)).toBeNull();
});
