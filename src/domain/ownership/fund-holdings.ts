/** What a fund held at a quarter's end, read from its 13F filings with their amendments. */

import { median, sum } from 'simple-statistics';
import { compareText } from '../compare-text.ts';
import { previousQuarterEnd } from '../finance/quarters.ts';
import { groupBy } from '../group-by.ts';

export interface FundFiling {
  readonly accession: string;
  readonly cik: string;
  readonly fund_name: string;
  /** Null for an original filing. */
  readonly amendment_type: 'RESTATEMENT' | 'NEW HOLDINGS' | null;
  /** Quarter's end, YYYY-MM-DD. */
  readonly report_date: string;
  readonly filing_date: string;
  readonly rows: readonly FundRow[];
}

export interface FundRow {
  readonly cusip: string;
  readonly ticker: string | null;
  /** As filed: dollars or thousands of dollars. */
  readonly value: number;
  readonly shares: number;
  /** SH are shares; PRN is the principal amount of bonds. */
  readonly share_type: 'SH' | 'PRN';
  readonly put_call: 'Put' | 'Call' | null;
}

export interface Holding {
  /** Ticker, or CUSIP where the ticker is unknown: tickers outlive CUSIPs. */
  readonly security: string;
  readonly ticker: string | null;
  readonly share_type: 'SH' | 'PRN';
  readonly put_call: 'Put' | 'Call' | null;
  readonly shares: number;
  readonly value_usd: number;
  /** Share of the fund's common stock, percent; null for options and bonds. */
  readonly portfolio_pct: number | null;
}

export interface FundQuarter {
  readonly cik: string;
  readonly fund_name: string;
  readonly report_date: string;
  /** Of the newest filing that went in. */
  readonly filing_date: string;
  readonly holdings: readonly Holding[];
  /** Common stock only, US dollars. */
  readonly total_value_usd: number;
}

/**
 * Closing price of a ticker on (or last before) a date, US dollars, adjusted for every split since:
 * before a 1-for-10 reverse split it is ten times what the filings of the time say.
 */
export type CloseOn = (ticker: string, date: string) => number | null;

/** From this filing date on values are in whole dollars (SEC Form 13F, 2023). */
const WHOLE_DOLLARS_SINCE = '2023-01-03';
/** Our choice: a filed price is that of the day when it lies between half and twice the close. */
const SAME_PRICE_WITHIN = 2;

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
 * One record a fund and quarter, from the filings made on or before `asOf` alone: a RESTATEMENT
 * replaces what was filed before it, NEW HOLDINGS adds to it (Form 13F, special instructions).
 * Rows of the same security are summed; puts, calls and bonds stand apart from shares. Ordered
 * by fund, then quarter.
 */
export function fundQuarters(
  filings: readonly FundFiling[],
  asOf: string,
  closeOn: CloseOn,
): FundQuarter[] {
  const known = filings
    .filter((filing) => filing.filing_date <= asOf)
    .toSorted((a, b) => compareText(filingOrder(a), filingOrder(b)));
  return [...groupBy(known, (filing) => `${filing.cik}|${filing.report_date}`).values()]
    .map((group) => quarterFrom(group, closeOn))
    .sort((a, b) => compareText(a.cik, b.cik) || compareText(a.report_date, b.report_date));
}

/**
 * 1 when the filing's values are dollars, 1,000 when they are thousands. The prices decide where
 * they are known (some filers kept thousands after the switch, some restated old quarters in
 * dollars): more rows whose value ÷ shares is the close, or a thousandth of it. Rows that are
 * neither say nothing: closes are adjusted for later splits, filed prices are not. Without a
 * majority the filing date decides.
 */
export function valueUnit(filing: FundFiling, closeOn: CloseOn): 1 | 1000 {
  let dollars = 0;
  let thousands = 0;
  for (const row of filing.rows) {
    if (!isCommonStock(row) || row.ticker === null || !row.shares || !row.value) continue;
    const close = closeOn(row.ticker, filing.report_date);
    if (!close) continue;
    const ratio = row.value / row.shares / close;
    if (isNear(ratio, 1)) dollars += 1;
    else if (isNear(ratio, 0.001)) thousands += 1;
  }
  if (dollars !== thousands) return dollars > thousands ? 1 : 1000;
  return filing.filing_date < WHOLE_DOLLARS_SINCE ? 1000 : 1;
}

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

function isNear(ratio: number, expected: number): boolean {
  return ratio > expected / SAME_PRICE_WITHIN && ratio < expected * SAME_PRICE_WITHIN;
}

export function isCommonStock(row: Pick<FundRow, 'share_type' | 'put_call'>): boolean {
  return row.share_type === 'SH' && row.put_call === null;
}

/** `ordered` are the filings of one fund and quarter, oldest first. */
function quarterFrom(ordered: readonly FundFiling[], closeOn: CloseOn): FundQuarter {
  const base = ordered.findLastIndex((filing) => filing.amendment_type !== 'NEW HOLDINGS');
  const effective = ordered.slice(Math.max(0, base));
  const held = new Map<string, Omit<Holding, 'portfolio_pct'>>();
  for (const filing of effective) {
    const unit = valueUnit(filing, closeOn);
    for (const row of filing.rows) {
      const key = holdingKey(row);
      const before = held.get(key);
      held.set(key, {
        security: row.ticker ?? row.cusip,
        ticker: row.ticker,
        share_type: row.share_type,
        put_call: row.put_call,
        shares: row.shares + (before?.shares ?? 0),
        value_usd: row.value * unit + (before?.value_usd ?? 0),
      });
    }
  }
  const summed = [...held.values()];
  const total_value_usd = sum(summed.filter(isCommonStock).map((row) => row.value_usd));
  const { cik, fund_name, report_date, filing_date } = effective.at(-1)!;
  return {
    cik,
    fund_name,
    report_date,
    filing_date,
    total_value_usd,
    holdings: summed.map((row) => ({
      ...row,
      portfolio_pct:
        isCommonStock(row) && total_value_usd > 0 ? (100 * row.value_usd) / total_value_usd : null,
    })),
  };
}

/** Key of a holding: the security, and apart for shares, bonds, puts and calls. */
export function holdingKey(row: {
  readonly ticker: string | null;
  readonly cusip?: string;
  readonly security?: string;
  readonly share_type: string;
  readonly put_call: string | null;
}): string {
  const security = row.security ?? row.ticker ?? row.cusip;
  return `${security}|${row.share_type}|${row.put_call ?? ''}`;
}

function filingOrder(filing: FundFiling): string {
  return `${filing.filing_date}|${filing.accession}`;
}
