/** Who holds a company's common stock, from the newest 13F report of each filer. */

import { previousQuarterEnd } from '../finance/quarters.ts';
import { isCommonStock } from './fund-filings.ts';
import { type FundPosition, isHeld, isOneOfSeveral, lacksShares } from './fund-positions.ts';

export interface Holder {
  readonly ticker: string;
  readonly holder_name: string;
  readonly cik: string;
  /** Null where the report states no number. */
  readonly shares: number | null;
  readonly value_usd: number;
  /** Share of the filer's common stock, percent, or of its whole table where a part is known. */
  readonly portfolio_pct: number | null;
  readonly pct_outstanding: number | null;
  readonly change_pct: number | null;
  readonly report_date: string;
  readonly filing_date: string;
  readonly flags: readonly string[];
}

/**
 * One record a filer and ticker that the filer reported last. Our choice: a filer whose newest
 * report is older than the quarter before the newest of all filers is no longer counted. Flags:
 * `no_shares_outstanding`; `no_portfolio_value`; for a null change `no_prior_filing`, `shares_missing` and `new_position`;
 * `one_of_several_classes`.
 *
 * @param last the newest quarter's end that any filer has reported on
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
