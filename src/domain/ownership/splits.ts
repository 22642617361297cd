import { median } from 'simple-statistics';
import { compareText } from '../compare-text.ts';
import { previousQuarterEnd } from '../finance/quarters.ts';
import { type CloseOn, isCommonStock } from './fund-filings.ts';
import type { FundQuarter } from './fund-holdings.ts';

/** A stock split in a quarter, inferred from filings. */
export interface Split {
  readonly ticker: string;
  /** The last day of the quarter in which the split occurred. */
  readonly date: string;
  /** Shares after ÷ shares before: 0.1 for a 1-for-10 reverse split. */
  readonly ratio: number;
}

/**
 * Our choice: maximum relative difference between the computed ratio of a split and the nearest
 * exact ratio. An exact ratio is a whole number or the reciprocal of a whole number.
 */
const SPLIT_TOLERANCE = 0.1;
/**
 * Our choice: maximum ratio of a split. A larger ratio means that a value was filed in thousands of
 * dollars.
 */
const LARGEST_SPLIT = 300;
/**
 * Our choice: a price is computed only from a holding of at least this value, US dollars. The
 * prices of smaller holdings are inexact, because values filed in thousands are rounded.
 */
const PRICED_FROM_USD = 100_000;

/**
 * Infers splits from 13F filings. The price ratio of a stock in a quarter is the median over all
 * funds of (filed price ÷ adjusted close). The ratio of a split between two quarters is the price
 * ratio of the earlier quarter ÷ the price ratio of the later quarter. If the quarters before and
 * after a quarter have equal price ratios, and its own differs, the quarter is ignored.
 */
export function inferredSplits(quarters: readonly FundQuarter[], closeOn: CloseOn): Split[] {
  return [...priceRatios(quarters, closeOn)].flatMap(([ticker, byDate]) => {
    const steady = [...byDate]
      .map(([date, ratios]) => ({ date, ratio: median(ratios) }))
      .sort((a, b) => compareText(a.date, b.date))
      .filter(({ ratio }, index, all) => {
        const [before, after] = [all[index - 1], all[index + 1]];
        if (!before || !after || splitRatio(before.ratio, after.ratio) !== 1) return true;
        return splitRatio(before.ratio, ratio) === 1;
      });
    return steady.flatMap(({ date, ratio: later }, index) => {
      const before = steady[index - 1];
      if (before?.date !== previousQuarterEnd(date)) return [];
      const ratio = splitRatio(before.ratio, later);
      return ratio === 1 || ratio === null ? [] : [{ ticker, date, ratio }];
    });
  });
}

/**
 * For each ticker and report date, the ratios of filed price to close. There is one ratio for each
 * fund that holds the common stock.
 */
function priceRatios(quarters: readonly FundQuarter[], closeOn: CloseOn) {
  const byTicker = new Map<string, Map<string, number[]>>();
  for (const { report_date, holdings } of quarters) {
    for (const holding of holdings) {
      const { ticker, shares, value_usd } = holding;
      if (ticker === null || !shares || value_usd < PRICED_FROM_USD || !isCommonStock(holding)) {
        continue;
      }
      const close = closeOn(ticker, report_date);
      if (!close) continue;
      const byDate = byTicker.get(ticker) ?? new Map<string, number[]>();
      if (byDate.size === 0) byTicker.set(ticker, byDate);
      const ratio = value_usd / shares / close;
      const known = byDate.get(report_date);
      if (known) known.push(ratio);
      else byDate.set(report_date, [ratio]);
    }
  }
  return byTicker;
}

/**
 * Returns the ratio of the split between two quarters: shares after ÷ shares before. It is computed
 * from the median price ratios of the two quarters. Returns 1 if there was no split. Returns null
 * if no split explains the change.
 */
function splitRatio(before: number, after: number): number | null {
  const jump = before / after;
  const whole = Math.round(Math.max(jump, 1 / jump));
  const error = Math.max(jump, 1 / jump) / whole - 1;
  if (Math.abs(error) > SPLIT_TOLERANCE || whole > LARGEST_SPLIT) return null;
  return jump >= 1 ? whole : 1 / whole;
}
