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
  it('follows the day of filing where nothing else tells', () => {
    const two = [row('AAA', 10, 100), row('BBB', 10, 100)];
    expect(unitOf(BEFORE, two)).toEqual({ unit: 1000, isUnexpected: false });
    expect(unitOf(AFTER, two)).toEqual({ unit: 1, isUnexpected: false });
  });

  it('sees thousands after the switch: 0001790837-23-000002, filed 2023-02-28', () => {
    // 3M: 287 for 2,397 shares; the stock closed 2022 at $119.92, so 287 is $287,000.
    expect(unitOf('2023-02-28', [row('MMM', 2397, 287)], 119.92)).toEqual({
      unit: 1000,
      isUnexpected: true,
    });
  });

  it('sees dollars before the switch, and is not misled by one odd row or by options', () => {
    const puts = { put_call: 'Put' } as const;
    const rows = [row('AAA', 10, 1000), row('AAA', 10, 990), row('ODD', 1000, 1)];
    const all = [...rows, row('AAA', 10, 1, puts), row('AAA', 10, 1, puts)];
    expect(unitOf('2022-11-14', all, 100)).toEqual({ unit: 1, isUnexpected: true });
  });

  it('takes the median value of a share where no price is known: below a dollar, thousands', () => {
    // 0.05, 0.2 and 3 a share: the median is 0.2; options and bonds do not count.
    const rows = [row(null, 1000, 50), row(null, 1000, 200), row(null, 10, 30)];
    const noise = [
      row(null, 1, 900, { put_call: 'Call' }),
      row(null, 1, 900, { share_type: 'PRN' }),
    ];
    expect(unitOf(AFTER, [...rows, ...noise])).toEqual({ unit: 1000, isUnexpected: true });
    // A median of exactly one dollar is dollars.
    expect(unitOf(AFTER, [row(null, 10, 10), ...rows.slice(1)])).toEqual({
      unit: 1,
      isUnexpected: false,
    });
    expect(unitOf(AFTER, rows.slice(0, 2))).toEqual({ unit: 1, isUnexpected: false });
  });

  it('takes no later reverse split for thousands', () => {
    // Both stocks split one for two hundred since: filed at $1, adjusted close $200, ratio 0.005.
    const book = [row('AAA', 500, 500), row('BBB', 100, 100)];
    expect(unitOf('2025-02-14', book, 200).unit).toBe(1);
    // Before the switch the same says nothing either: values were thousands.
    expect(unitOf('2022-02-14', book, 200).unit).toBe(1000);
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
])('a row of %j is common stock: %s', (title_of_class, expected) => {
  expect(isCommonStock({ share_type: 'SH', put_call: null, title_of_class })).toBe(expected);
  expect(isCommonStock({ share_type: 'PRN', put_call: null, title_of_class })).toBe(false);
  expect(isCommonStock({ share_type: 'SH', put_call: 'Put', title_of_class })).toBe(false);
});
