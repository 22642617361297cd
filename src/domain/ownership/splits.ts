/** Stock splits as the filings of funds show them, since no fact tells of them. */
import { median } from 'simple-statistics';
import { compareText } from '../compare-text.ts';
import { previousQuarterEnd } from '../finance/quarters.ts';
import { type CloseOn, isCommonStock } from './fund-filings.ts';
import type { FundQuarter } from './fund-holdings.ts';

/** A stock split between two quarters' ends, as the filings show it. */
export interface Split {
  readonly ticker: string;
  /** The later quarter's end. */
  readonly date: string;
  /** Shares after over shares before: 0.1 for a 1-for-10 reverse split. */
  readonly ratio: number;
}

/**
 * Our choice: the ratio of filed price to close must jump by a whole number, or by one over it, give
 * or take a tenth. Beyond 300 it is no split but thousands of dollars taken for dollars.
 */
const SPLIT_TOLERANCE = 0.1;
const LARGEST_SPLIT = 300;
/** Our choice: the price of a smaller holding is inexact where its value was filed in thousands. */
const PRICED_FROM_USD = 100_000;

/**
 * The splits that the filings show, since no fact tells of them. The median over the funds of a
 * stock's filed price ÷ adjusted close is 1 after its last split, and before it the shares after
 * over the shares before (0.1 for a 1-for-10 reverse split: the close is ten times the filed
 * price). Where the ratio changes from one quarter's end to the next, the stock split in between by
 * the earlier ratio ÷ the later. A ratio that stands alone between two that agree is an error of
 * one quarter's filings and no two splits.
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

/** Filed price ÷ close of every common stock that a fund holds, by ticker and quarter's end. */
function priceRatios(quarters: readonly FundQuarter[], closeOn: CloseOn) {
  const found = new Map<string, Map<string, number[]>>();
  for (const { report_date, holdings } of quarters) {
    for (const holding of holdings) {
      const { ticker, shares, value_usd } = holding;
      if (ticker === null || !shares || value_usd < PRICED_FROM_USD || !isCommonStock(holding)) {
        continue;
      }
      const close = closeOn(ticker, report_date);
      if (!close) continue;
      const byDate = found.get(ticker) ?? new Map<string, number[]>();
      if (byDate.size === 0) found.set(ticker, byDate);
      const ratio = value_usd / shares / close;
      const known = byDate.get(report_date);
      if (known) known.push(ratio);
      else byDate.set(report_date, [ratio]);
    }
  }
  return found;
}

/** Shares after over shares before; 1 for no split, null for a jump that is none. */
function splitRatio(before: number, after: number): number | null {
  const jump = before / after;
  const whole = Math.round(Math.max(jump, 1 / jump));
  const error = Math.max(jump, 1 / jump) / whole - 1;
  if (Math.abs(error) > SPLIT_TOLERANCE || whole > LARGEST_SPLIT) return null;
  return jump >= 1 ? whole : 1 / whole;
}
