import { sum } from 'simple-statistics';
import { groupBy } from '../group-by.ts';
import { SPECIALIST_BIOTECH, SPECIALIST_MINIMUM_USD, SPECIALIST_TOP } from './constants.ts';
import { isCommonStock } from './fund-filings.ts';
import type { FundQuarter, Holding } from './fund-holdings.ts';
import { type FundPosition, lacksShares, tradedValueUsd } from './fund-positions.ts';

/**
 * One record per fund and quarter. `turnover_pct` is 100 · min(purchases, sales) ÷ the mean value
 * of the fund in the two quarters (the SEC's definition of portfolio turnover). Purchases and sales
 * are valued at the prices at the end of the earlier quarter. Our choice: a fund with fewer
 * holdings than `SPECIALIST_TOP` is a specialist if the fraction of biopharma stocks among its
 * holdings is at least `SPECIALIST_BIOTECH` ÷ `SPECIALIST_TOP`.
 * @param positions the positions of the same quarters, from `fundPositions`
 */
export function fundSummaries(
  quarters: readonly FundQuarter[],
  positions: readonly FundPosition[],
  biotechTickers: ReadonlySet<string>,
) {
  const byQuarter = groupBy(positions, quarterKey);
  const isBiotech = (holding: Holding) => biotechTickers.has(holding.ticker ?? '');
  return quarters.map((quarter) => {
    const stocks = quarter.holdings
      .filter(isCommonStock)
      .sort((a, b) => b.value_usd - a.value_usd || (a.security < b.security ? -1 : 1));
    const top = stocks.slice(0, SPECIALIST_TOP);
    const total = quarter.total_value_usd;
    const biotech = sum(stocks.filter(isBiotech).map((holding) => holding.value_usd));
    const ofQuarter = byQuarter.get(quarterKey(quarter)) ?? [];
    const turnover_pct = total === null ? null : turnoverPct(ofQuarter, total);
    return {
      fund_name: quarter.fund_name,
      cik: quarter.cik,
      report_date: quarter.report_date,
      filing_date: quarter.filing_date,
      /** Total value of the common stock that the fund holds, or null if it is not known. */
      total_value_usd: total,
      biotech_pct: total ? (100 * biotech) / total : null,
      is_specialist:
        total !== null &&
        total >= SPECIALIST_MINIMUM_USD &&
        top.filter(isBiotech).length >= (SPECIALIST_BIOTECH / SPECIALIST_TOP) * top.length,
      holdings_count: stocks.length,
      top_holding: stocks[0] ? (stocks[0].ticker ?? stocks[0].security) : null,
      turnover_pct,
      flags: turnover_pct === null ? [noTurnoverReason(ofQuarter)] : [],
    };
  });
}

export type FundSummary = ReturnType<typeof fundSummaries>[number];

function turnoverPct(positions: readonly FundPosition[], total_value_usd: number): number | null {
  const stocks = positions.filter(isCommonStock);
  if (stocks.length === 0 || !hasPrior(stocks)) return null;
  const trades = stocks.map(tradedValueUsd).filter((value) => value !== null);
  if (trades.length < stocks.length) return null;
  const bought = sum(trades.filter((value) => value > 0));
  const sold = -sum(trades.filter((value) => value < 0));
  const average = (total_value_usd + sum(stocks.map((each) => each.previous_value_usd ?? 0))) / 2;
  return average > 0 ? (100 * Math.min(bought, sold)) / average : null;
}

/** Whether the fund filed for the quarter before the quarter of these positions. */
function hasPrior(positions: readonly FundPosition[]): boolean {
  return positions[0]?.previous_value_usd != null;
}

function noTurnoverReason(positions: readonly FundPosition[]): string {
  return hasPrior(positions) && positions.some(lacksShares) ? 'shares_missing' : 'no_prior_filing';
}

function quarterKey({ cik, report_date }: { readonly cik: string; readonly report_date: string }) {
  return `${cik}|${report_date}`;
}
