import { previousQuarterEnd } from '../finance/quarters.ts';
import { isCommonStock } from './fund-filings.ts';
import { type FundPosition, isHeld, isOneOfSeveral, lacksShares } from './fund-positions.ts';

export interface Holder {
  readonly ticker: string;
  readonly holder_name: string;
  readonly cik: string;
  /** Number of shares, or null if the report states none. */
  readonly shares: number | null;
  readonly value_usd: number;
  /** Percentage of the filer's common stock, or of its full table if only a part is known. */
  readonly portfolio_pct: number | null;
  readonly pct_outstanding: number | null;
  readonly change_pct: number | null;
  readonly report_date: string;
  readonly filing_date: string;
  readonly flags: readonly string[];
}

/**
 * One record per filer and ticker, from the newest report of each filer. Our choice: only reports
 * of the quarter `last` or the previous quarter count. Flags: see `HOLDERS`.
 * @param last the newest report date of any filer
 */
export function holders(
  positions: readonly FundPosition[],
  last: string,
  sharesOutstandingOn: (ticker: string, date: string) => number | null,
): Holder[] {
  const newest = new Map<string, string>();
  for (const { cik, report_date } of positions) {
    if (report_date > (newest.get(cik) ?? '')) newest.set(cik, report_date);
  }
  const oldest = previousQuarterEnd(last);
  return positions
    .filter((each) => each.ticker !== null && isCommonStock(each) && isHeld(each))
    .filter((each) => each.report_date === newest.get(each.cik) && each.report_date >= oldest)
    .map((each) => {
      const outstanding = sharesOutstandingOn(each.ticker!, each.report_date);
      return {
        ticker: each.ticker!,
        holder_name: each.fund_name,
        cik: each.cik,
        shares: each.shares,
        value_usd: each.value_usd,
        portfolio_pct: each.portfolio_pct,
        pct_outstanding:
          outstanding && each.shares !== null ? (100 * each.shares) / outstanding : null,
        change_pct: each.change_pct,
        report_date: each.report_date,
        filing_date: each.filing_date,
        flags: [
          ...(outstanding ? [] : ['no_shares_outstanding']),
          ...(each.portfolio_pct === null ? ['no_portfolio_value'] : []),
          ...(each.previous_value_usd === null ? ['no_prior_filing'] : []),
          ...(each.shares === null || lacksShares(each) ? ['shares_missing'] : []),
          ...(each.action === 'new' ? ['new_position'] : []),
          ...(isOneOfSeveral(each) ? ['one_of_several_classes'] : []),
        ],
      };
    });
}
