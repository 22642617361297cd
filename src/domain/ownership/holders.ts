import { previousQuarterEnd } from '../finance/quarters.ts';
import { isCommonStock } from './fund-filings.ts';
import { type FundPosition, isHeld, isOneOfSeveral, lacksShares } from './fund-positions.ts';

/**
 * One record per filer and ticker, from the newest report of each filer. Our choice: only reports
 * of the quarter `last` or the previous quarter are used. Flags: see `HOLDERS`.
 * @param last the newest report date of any filer
 */
export function holders(
  positions: readonly FundPosition[],
  last: string,
  sharesOutstandingOn: (ticker: string, date: string) => number | null,
) {
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
        /** Number of shares, or null if the report states none. */
        shares: each.shares,
        value_usd: each.value_usd,
        /**
         * The holding in percent of the value of the filer's common stock. If only a part of the
         * report is known, it is the holding in percent of the total value of the report.
         */
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

export type Holder = ReturnType<typeof holders>[number];
