import { expect, it } from 'vitest';
import { previousQuarterEnd, quarterLabel } from '../../../src/domain/finance/quarters.ts';

it('quarterLabel returns the quarter of a day', () => {
  expect(['2026-09-30', '2025-12-31', '2026-01-01'].map(quarterLabel)).toEqual([
    '2026Q3',
    '2025Q4',
    '2026Q1',
  ]);
});

it('previousQuarterEnd returns the end of the quarter before', () => {
  expect(['2026-03-31', '2025-12-31', '2026-06-30', '2026-09-30'].map(previousQuarterEnd)).toEqual([
    '2025-12-31',
    '2025-09-30',
    '2026-03-31',
    '2026-06-30',
  ]);
});
