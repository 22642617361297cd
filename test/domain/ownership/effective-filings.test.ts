import { describe, expect, it } from 'vitest';
import {
  effectiveFilings,
  type FiledRow,
  valueUnit,
} from '../../../src/domain/ownership/fund-filings.ts';
import { filing } from '../fund-filings.ts';

const Q4 = '2025-12-31';
const made = (accession: string, filing_date: string, amendment: 'R' | 'N' | null = null) =>
  filing('1', Q4, [], {
    ...{ accession, filing_date },
    amendment_type: amendment && (amendment === 'R' ? 'RESTATEMENT' : 'NEW HOLDINGS'),
  });

describe('the filings that stand', () => {
  const standing = (...filings: readonly ReturnType<typeof made>[]) =>
    effectiveFilings(filings).map(({ accession }) => accession);
  const [first, restated] = [made('a', '2026-02-14'), made('b', '2026-03-01', 'R')];

  it('are the last whole one and what was added to it since, by day and number', () => {
    const added = made('c', '2026-03-02', 'N');
    expect(standing(first)).toEqual(['a']);
    expect(standing(added, restated, first)).toEqual(['b', 'c']);
    expect(standing(added, first)).toEqual(['a', 'c']);
    expect(standing(made('0', '2026-02-15', 'N'), restated, first)).toEqual(['b']);
    // Of one day by the accession number.
    expect(standing(made('z', '2026-02-14', 'N'), first)).toEqual(['a', 'z']);
    expect(standing(made('0', '2026-02-14', 'N'), first)).toEqual(['a']);
  });

  it('are none where additions alone are known', () => {
    expect(standing(made('c', '2026-03-02', 'N'))).toEqual([]);
    expect(standing()).toEqual([]);
  });
});

describe('the unit of values', () => {
  const row = (value: number, shares: number | null = 100, ticker: string | null = 'AAA') =>
    ({
      ...{ ticker, title_of_class: 'COM', shares, value, share_type: 'SH', put_call: null },
    }) as FiledRow;
  const unitOf = (rows: readonly FiledRow[], close: number | null = 10) =>
    valueUnit({ report_date: Q4, filing_date: '2026-02-14', rows }, () => close).unit;

  it.each([
    // 100 shares of a close of $10 are $1,000; within half and twice, bounds excluded.
    [1000, 1],
    [501, 1],
    [1999, 1],
    [1, 1000],
    [0.51, 1000],
    [1.99, 1000],
    // No price of the day, and too few rows for a median: as the day of filing says.
    [500, 1],
    [2000, 1],
    [0.5, 1],
    [2, 1],
  ])('of $%d filed is %d', (value, unit) => {
    expect(unitOf([row(value)])).toBe(unit);
  });

  it('is that of most rows, of as many the median’s', () => {
    expect(unitOf([row(1), row(1), row(1000)])).toBe(1000);
    expect(unitOf([row(1), row(1000), row(1000)])).toBe(1);
    // One each: the values of a share are 10, 0.01 and 0.2, of which the last stands between.
    expect(unitOf([row(1000), row(1), row(20)])).toBe(1000);
    expect(unitOf([row(1000), row(1), row(200)])).toBe(1);
    const unknown = [row(1, 100, null), row(1, 100, null), row(1000)];
    expect(unitOf(unknown)).toBe(1);
  });

  it('is told by rows that have a price', () => {
    expect(unitOf([row(1, null), row(1, 0), row(0, 5), row(1000)])).toBe(1);
    expect(unitOf([row(1, null), row(1, 0), row(0, 5), row(-5, 5)])).toBe(1);
    expect(unitOf([row(1)], 0)).toBe(1);
  });
});
