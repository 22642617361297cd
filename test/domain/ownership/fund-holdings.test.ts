import { sum } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import {
  fundQuarters,
  inferredSplits,
  valueUnit,
} from '../../../src/domain/ownership/fund-holdings.ts';
import { filing, row } from '../fund-filings.ts';

const NO_CLOSE = () => null;
const LATE = '2026-12-31';
const Q4 = '2025-12-31';

function heldIn(filings: Parameters<typeof fundQuarters>[0], asOf = LATE) {
  const [quarter] = fundQuarters(filings, asOf, NO_CLOSE);
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

  it('NEW HOLDINGS adds, RESTATEMENT replaces, whatever order they come in', () => {
    expect(heldIn([added, original])).toEqual({ AAA: 10, BBB: 5, CCC: 7 });
    expect(heldIn([restated, added, original])).toEqual({ AAA: 11 });
    expect(heldIn([restated, original, { ...added, filing_date: '2026-05-01' }])).toEqual({
      AAA: 11,
      CCC: 7,
    });
    expect(heldIn([added])).toEqual({ CCC: 7 });
  });

  it('count only once filed', () => {
    const all = [original, added, restated];
    expect(heldIn(all, '2026-02-13')).toEqual({});
    expect(heldIn(all, '2026-02-14')).toEqual({ AAA: 10, BBB: 5 });
    expect(heldIn(all, '2026-03-31')).toEqual({ AAA: 10, BBB: 5, CCC: 7 });
    expect(heldIn(all, '2026-04-01')).toEqual({ AAA: 11 });
  });
});

describe('holdings', () => {
  it('sum rows of a security and keep options and bonds apart', () => {
    const [quarter] = fundQuarters(
      [
        filing('1', Q4, [
          row('AAA', 10, 100),
          row('AAA', 20, 200),
          row('AAA', 50, 500, { put_call: 'Put' }),
          row('AAA', 60, 600, { put_call: 'Call' }),
          row('AAA', 70, 700, { share_type: 'PRN' }),
          row('BBB', 1, 100, { ticker: null }),
        ]),
      ],
      LATE,
      NO_CLOSE,
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
      ['BBB00000', null, 1, 25],
    ]);
    expect(sum(quarter!.holdings.map((each) => each.portfolio_pct ?? 0))).toBeCloseTo(100, 9);
  });
});

describe('valueUnit', () => {
  it('follows the filing date where no price is known', () => {
    const old = filing('1', '2021-12-31', [row('AAA', 10, 100)]);
    expect(valueUnit({ ...old, filing_date: '2023-01-02' }, NO_CLOSE)).toBe(1000);
    expect(valueUnit({ ...old, filing_date: '2023-01-03' }, NO_CLOSE)).toBe(1);
  });

  it('sees thousands after the switch: 0001790837-23-000002, filed 2023-02-28', () => {
    // 3M: 287 for 2,397 shares; the stock closed 2022 at $119.92, so 287 is $287,000.
    const late = filing('1790837', '2022-12-31', [row('MMM', 2397, 287)], {
      filing_date: '2023-02-28',
    });
    const closeOn = (ticker: string) => (ticker === 'MMM' ? 119.92 : null);
    expect(valueUnit(late, closeOn)).toBe(1000);
    const [quarter] = fundQuarters([late], LATE, closeOn);
    expect(quarter!.total_value_usd).toBe(287_000);
  });

  it('sees dollars before the switch, and is not misled by one odd row or by options', () => {
    const early = filing(
      '1',
      '2022-09-30',
      [
        row('AAA', 10, 1000),
        row('AAA', 10, 990),
        row('ODD', 1000, 1),
        row('AAA', 10, 1, { put_call: 'Put' }),
        row('AAA', 10, 1, { put_call: 'Put' }),
      ],
      { filing_date: '2022-11-14' },
    );
    expect(valueUnit(early, () => 100)).toBe(1);
  });

  it('takes no later reverse split for thousands', () => {
    // Both stocks split one for two hundred since: filed at $1, adjusted close $200, ratio 0.005.
    const book = filing('1', '2024-12-31', [row('AAA', 500, 500), row('BBB', 100, 100)]);
    expect(valueUnit({ ...book, filing_date: '2025-02-14' }, () => 200)).toBe(1);
    // Before the switch the same says nothing either: values were thousands.
    expect(valueUnit({ ...book, filing_date: '2022-02-14' }, () => 200)).toBe(1000);
  });
});

describe('inferredSplits', () => {
  const [Q2, Q3] = ['2025-06-30', '2025-09-30'];
  const ADJUSTED = 10;

  /** A fund of 100,000 shares of AAA at each filed price; null where it holds none. */
  function pricedAt(cik: string, prices: readonly (number | null)[]) {
    return [Q2!, Q3!, Q4, '2026-03-31'].flatMap((date, index) => {
      const price = prices[index];
      const rows = price == null ? [] : [row('AAA', 100_000, 100_000 * price)];
      return [filing(cik, date, rows, { filing_date: '2026-05-15' })];
    });
  }

  function splitsOf(...funds: readonly ReturnType<typeof pricedAt>[]) {
    const quarters = fundQuarters(funds.flat(), LATE, NO_CLOSE);
    return inferredSplits(quarters, () => ADJUSTED);
  }

  it('sees a reverse split: filed price over adjusted close goes from 0.1 to 1', () => {
    // 1/10 = 0.1 at the end of June and September, 10/10 = 1 after: 0.1 / 1 = 0.1 shares for one.
    expect(splitsOf(pricedAt('1', [1, 1, 10, 10]))).toEqual([
      { ticker: 'AAA', date: Q4, ratio: 0.1 },
    ]);
  });

  it('sees a forward split: from 3 to 1', () => {
    // 30.3/10 = 3.03 before, 1 after: three shares for one, within a tenth.
    expect(splitsOf(pricedAt('1', [30.3, 10, 10, 10]))).toEqual([
      { ticker: 'AAA', date: Q3, ratio: 3 },
    ]);
  });

  it('sees none in dividends, odd jumps, thousands and gaps', () => {
    expect(splitsOf(pricedAt('1', [10.8, 10.4, 10.2, 10]))).toEqual([]);
    // 15/10 = 1.5 is no whole number.
    expect(splitsOf(pricedAt('1', [15, 10, 10, 10]))).toEqual([]);
    // 10,000/10 ÷ 1 = 1,000: a filing in dollars read as thousands.
    expect(splitsOf(pricedAt('1', [10_000, 10, 10, 10]))).toEqual([]);
    // Nobody held it at the end of September.
    expect(splitsOf(pricedAt('1', [1, null, 10, 10]))).toEqual([]);
  });

  it('believes the median of the funds, and no ratio that one quarter shows alone', () => {
    const right = [10, 10, 10, 10];
    expect(
      splitsOf(pricedAt('1', [20, 20, 10, 10]), pricedAt('2', right), pricedAt('3', right)),
    ).toEqual([]);
    expect(splitsOf(pricedAt('1', [10, 20, 10, 10]))).toEqual([]);
  });
});
