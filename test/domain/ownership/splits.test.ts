import { describe, expect, it } from 'vitest';
import { fundQuarters } from '../../../src/domain/ownership/fund-holdings.ts';
import { inferredSplits } from '../../../src/domain/ownership/splits.ts';
import { filing, row } from '../fund-filings.ts';

const LATE = '2026-12-31';
const Q4 = '2025-12-31';

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
    const quarters = fundQuarters(funds.flat(), LATE);
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
