import { sum } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { fundQuarters } from '../../../src/domain/ownership/fund-holdings.ts';
import { filing, row } from '../fund-filings.ts';

const LATE = '2026-12-31';
const Q4 = '2025-12-31';

function holdingsIn(filings: Parameters<typeof fundQuarters>[0], asOf = LATE) {
  const [quarter] = fundQuarters(filings, asOf);
  return Object.fromEntries((quarter?.holdings ?? []).map((each) => [each.security, each.shares]));
}

describe('amendments', () => {
  const original = filing('1', Q4, [row('AAA', 10, 100), row('BBB', 5, 50)]);
  const added = filing('1', Q4, [row('CCC', 7, 70)], {
    accession: '1-b',
    amendment_type: 'NEW HOLDINGS',
    filing_date: '2026-03-01',
  });
  const restated = filing('1', Q4, [row('AAA', 11, 110)], {
    accession: '1-c',
    amendment_type: 'RESTATEMENT',
    filing_date: '2026-04-01',
  });

  it('add NEW HOLDINGS and replace by RESTATEMENT in any order', () => {
    expect(holdingsIn([added, original])).toEqual({ AAA: 10, BBB: 5, CCC: 7 });
    expect(holdingsIn([restated, added, original])).toEqual({ AAA: 11 });
    expect(holdingsIn([restated, original, { ...added, filing_date: '2026-05-01' }])).toEqual({
      AAA: 11,
      CCC: 7,
    });
    // Additions without the original filing are ignored.
    expect(holdingsIn([added])).toEqual({});
  });

  it('count from their filing date', () => {
    const all = [original, added, restated];
    expect(holdingsIn(all, '2026-02-13')).toEqual({});
    expect(holdingsIn(all, '2026-02-14')).toEqual({ AAA: 10, BBB: 5 });
    expect(holdingsIn(all, '2026-03-31')).toEqual({ AAA: 10, BBB: 5, CCC: 7 });
    expect(holdingsIn(all, '2026-04-01')).toEqual({ AAA: 11 });
  });
});

it('holdings sum rows of a security and list options and bonds separately', () => {
  const [quarter] = fundQuarters(
    [
      filing('1', Q4, [
        row('AAA', 10, 100),
        row('AAA', 20, 200),
        row('AAA', 50, 500, { put_call: 'Put' }),
        row('AAA', 60, 600, { put_call: 'Call' }),
        row('AAA', 70, 700, { share_type: 'PRN' }),
        row(null, 1, 100),
        row('AAA', 9, 900, { security: '00000W100', ticker: null, title_of_class: 'WARRANT' }),
      ]),
    ],
    LATE,
  );
  expect(quarter!.total_value_usd).toBe(400);
  expect(
    quarter!.holdings.map((each) => [
      each.security,
      each.put_call,
      each.shares,
      each.portfolio_pct,
    ]),
  ).toEqual([
    ['AAA', null, 30, 75],
    ['AAA', 'Put', 50, null],
    ['AAA', 'Call', 60, null],
    ['AAA', null, 70, null],
    ['00000A100', null, 1, 25],
    ['00000W100', null, 9, null],
  ]);
  expect(sum(quarter!.holdings.map((each) => each.portfolio_pct ?? 0))).toBeCloseTo(100, 9);
});
