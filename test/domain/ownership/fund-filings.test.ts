import { describe, expect, it } from 'vitest';
import {
  type FiledRow,
  isCommonStock,
  valueUnit,
} from '../../../src/domain/ownership/fund-filings.ts';

function row(ticker: string | null, shares: number, value: number, rest: Partial<FiledRow> = {}) {
  const filed = { ticker, title_of_class: 'COM', shares, value, share_type: 'SH', put_call: null };
  return { ...filed, ...rest } as FiledRow;
}

const report_date = '2022-12-31';
const BEFORE = '2023-01-02';
const AFTER = '2023-01-03';

function unitOf(filing_date: string, rows: readonly FiledRow[], close: number | null = null) {
  return valueUnit({ report_date, filing_date, rows }, () => close);
}

describe('valueUnit', () => {
  it('is decided by the filing date without other evidence', () => {
    const two = [row('AAA', 10, 100), row('BBB', 10, 100)];
    expect(unitOf(BEFORE, two)).toEqual({ unit: 1000, isUnexpected: false });
    expect(unitOf(AFTER, two)).toEqual({ unit: 1, isUnexpected: false });
  });

  it('detects thousands after the change: 0001790837-23-000002, filed on 2023-02-28', () => {
    // 3M: 287 for 2,397 shares; the stock closed 2022 at $119.92, so 287 is $287,000.
    expect(unitOf('2023-02-28', [row('MMM', 2397, 287)], 119.92)).toEqual({
      unit: 1000,
      isUnexpected: true,
    });
  });

  it('detects dollars before the change, despite one wrong row and options', () => {
    const puts = { put_call: 'Put' } as const;
    const rows = [row('AAA', 10, 1000), row('AAA', 10, 990), row('ODD', 1000, 1)];
    const all = [...rows, row('AAA', 10, 1, puts), row('AAA', 10, 1, puts)];
    expect(unitOf('2022-11-14', all, 100)).toEqual({ unit: 1, isUnexpected: true });
  });

  it('is thousands if no price is known and the median value per share is below a dollar', () => {
    // The median of 0.05, 0.2 and 3 per share is 0.2; options and bonds do not count.
    const rows = [row(null, 1000, 50), row(null, 1000, 200), row(null, 10, 30)];
    const ignored = [
      row(null, 1, 900, { put_call: 'Call' }),
      row(null, 1, 900, { share_type: 'PRN' }),
    ];
    expect(unitOf(AFTER, [...rows, ...ignored])).toEqual({ unit: 1000, isUnexpected: true });
    // A median of exactly one dollar means dollars.
    expect(unitOf(AFTER, [row(null, 10, 10), ...rows.slice(1)])).toEqual({
      unit: 1,
      isUnexpected: false,
    });
    expect(unitOf(AFTER, rows.slice(0, 2))).toEqual({ unit: 1, isUnexpected: false });
  });

  it('is the required unit if the median price is plausible in it: 0001619124-21-000002', () => {
    // Thousands, filed in February 2021: 66,793 for 38,127 shares of Alphabet at $1,752.
    const rows = [row(null, 1_733_777, 230_054), row(null, 38_127, 66_793), row(null, 100, 326)];
    expect(unitOf('2021-02-12', rows)).toEqual({ unit: 1000, isUnexpected: false });
    // A median of $8 per share would be $8,000 in thousands, so these values are dollars.
    const dollars = [row(null, 10, 70), row(null, 10, 80), row(null, 10, 900)];
    expect(unitOf('2021-02-12', dollars)).toEqual({ unit: 1, isUnexpected: true });
  });

  it('does not mistake a later reverse split for thousands', () => {
    // Both stocks have since had a 1:200 split: the filed price is $1 and the adjusted close $200.
    const rows = [row('AAA', 500, 500), row('BBB', 100, 100)];
    expect(unitOf('2025-02-14', rows, 200).unit).toBe(1);
    // Before the change, values were thousands.
    expect(unitOf('2022-02-14', rows, 200).unit).toBe(1000);
  });
});

it.each([
  ['COM', true],
  ['CL A', true],
  ['SPONSORED ADR', true],
  ['*W EXP 05/20/2028', false],
  ['PFD SER A', false],
  ['NOTE 2.5% 3/1', false],
  ['UNIT 99/99/9999', false],
])('a row with the class %j is common stock: %s', (title_of_class, expected) => {
  expect(isCommonStock({ share_type: 'SH', put_call: null, title_of_class })).toBe(expected);
  expect(isCommonStock({ share_type: 'PRN', put_call: null, title_of_class })).toBe(false);
  expect(isCommonStock({ share_type: 'SH', put_call: 'Put', title_of_class })).toBe(false);
});
