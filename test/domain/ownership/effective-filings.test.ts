import { describe, expect, it } from 'vitest';
import {
  effectiveFilings,
  type FiledRow,
  valueUnit,
} from '../../../src/domain/ownership/fund-filings.ts';
import { filing } from '../fund-filings.ts';

const Q4 = '2025-12-31';
const filed = (accession: string, filing_date: string, amendment: 'R' | 'N' | null = null) =>
  filing('1', Q4, [], {
    accession,
    filing_date,
    amendment_type: amendment && (amendment === 'R' ? 'RESTATEMENT' : 'NEW HOLDINGS'),
  });

describe('the effective filings', () => {
  const effective = (...filings: readonly ReturnType<typeof filed>[]) =>
    effectiveFilings(filings).map(({ accession }) => accession);
  const [first, restated] = [filed('a', '2026-02-14'), filed('b', '2026-03-01', 'R')];

  it('are the last full filing and later additions, by day and accession number', () => {
    const added = filed('c', '2026-03-02', 'N');
    expect(effective(first)).toEqual(['a']);
    expect(effective(added, restated, first)).toEqual(['b', 'c']);
    expect(effective(added, first)).toEqual(['a', 'c']);
    expect(effective(filed('0', '2026-02-15', 'N'), restated, first)).toEqual(['b']);
    // Filings of one day are ordered by accession number.
    expect(effective(filed('z', '2026-02-14', 'N'), first)).toEqual(['a', 'z']);
    expect(effective(filed('0', '2026-02-14', 'N'), first)).toEqual(['a']);
  });

  it('are none without a full filing', () => {
    expect(effective(filed('c', '2026-03-02', 'N'))).toEqual([]);
    expect(effective()).toEqual([]);
  });
});

describe('the unit of values', () => {
  const row = (value: number, shares: number | null = 100, ticker: string | null = 'AAA') =>
    ({
      ticker,
      title_of_class: 'COM',
      shares,
      value,
      share_type: 'SH',
      put_call: null,
    }) as FiledRow;
  const unitOf = (rows: readonly FiledRow[], close: number | null = 10) =>
    valueUnit({ report_date: Q4, filing_date: '2026-02-14', rows }, () => close).unit;

  it.each([
    // 100 shares at $10 are $1,000; values between half and twice of that match.
    [1000, 1],
    [501, 1],
    [1999, 1],
    [1, 1000],
    [0.51, 1000],
    [1.99, 1000],
    // Without a match, and with too few rows for a median, the filing date decides.
    [500, 1],
    [2000, 1],
    [0.5, 1],
    [2, 1],
  ])('of $%d filed is %d', (value, unit) => {
    expect(unitOf([row(value)])).toBe(unit);
  });

  it('is that of most rows, or by the median if both are equal', () => {
    expect(unitOf([row(1), row(1), row(1000)])).toBe(1000);
    expect(unitOf([row(1), row(1000), row(1000)])).toBe(1);
    // One row matches each unit; the values per share are 10, 0.01 and 0.2, with the median 0.2.
    expect(unitOf([row(1000), row(1), row(20)])).toBe(1000);
    expect(unitOf([row(1000), row(1), row(200)])).toBe(1);
    const unmatched = [row(1, 100, null), row(1, 100, null), row(1000)];
    expect(unitOf(unmatched)).toBe(1);
  });

  it('ignores rows without a value per share', () => {
    expect(unitOf([row(1, null), row(1, 0), row(0, 5), row(1000)])).toBe(1);
    expect(unitOf([row(1, null), row(1, 0), row(0, 5), row(-5, 5)])).toBe(1);
    expect(unitOf([row(1)], 0)).toBe(1);
  });
});
