import { describe, expect, it } from 'vitest';
import { fundQuarters } from '../../../src/domain/ownership/fund-holdings.ts';
import { inferredSplits } from '../../../src/domain/ownership/splits.ts';
import { filing, row } from '../fund-filings.ts';

const LATE = '2026-12-31';
const Q4 = '2025-12-31';

describe('inferredSplits', () => {
  const [Q2, Q3] = ['2025-06-30', '2025-09-30'];
  const ADJUSTED = 10;

  /** A fund with 100,000 shares of AAA at each filed price; null for a quarter without shares. */
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

  it('finds a reverse split if the filed price ÷ the adjusted close rises from 0.1 to 1', () => {
    // The ratio is 1/10 in June and September and 10/10 later: 0.1 new shares for one.
    expect(splitsOf(pricedAt('1', [1, 1, 10, 10]))).toEqual([
      { ticker: 'AAA', date: Q4, ratio: 0.1 },
    ]);
  });

  it('finds a forward split if it falls from 3 to 1', () => {
    // The ratio is 30.3/10 = 3.03 and later 1: three shares for one, within 10 %.
    expect(splitsOf(pricedAt('1', [30.3, 10, 10, 10]))).toEqual([
      { ticker: 'AAA', date: Q3, ratio: 3 },
    ]);
  });

  it('finds no split in dividends, other changes, thousands and gaps', () => {
    expect(splitsOf(pricedAt('1', [10.8, 10.4, 10.2, 10]))).toEqual([]);
    // A price ratio of 15/10 = 1.5 is not a whole number, so it is not a split.
    expect(splitsOf(pricedAt('1', [15, 10, 10, 10]))).toEqual([]);
    // A ratio of 10,000/10 = 1,000 is a filing in dollars that was read as thousands.
    expect(splitsOf(pricedAt('1', [10_000, 10, 10, 10]))).toEqual([]);
    // No fund has the stock at the end of September.
    expect(splitsOf(pricedAt('1', [1, null, 10, 10]))).toEqual([]);
  });

  it('uses the median of the funds and ignores a ratio of a single quarter', () => {
    const right = [10, 10, 10, 10];
    expect(
      splitsOf(pricedAt('1', [20, 20, 10, 10]), pricedAt('2', right), pricedAt('3', right)),
    ).toEqual([]);
    expect(splitsOf(pricedAt('1', [10, 20, 10, 10]))).toEqual([]);
  });
});
