/** What a fund held at a quarter's end, read from its 13F filings with their amendments. */
import { median, sum } from 'simple-statistics';
import { groupBy } from './group-by.ts';

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

/** Unadjusted closing price of a ticker on (or last before) a date, US dollars. */
export type CloseOn = (ticker: string, date: string) => number | null;

/** From this filing date on values are in whole dollars (SEC Form 13F, 2023). */
const WHOLE_DOLLARS_SINCE = '2023-01-03';
/** An implied price below a hundredth of the close means thousands. */
const THOUSANDS_BELOW = 0.01;

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
    .toSorted((a, b) => compare(filingOrder(a), filingOrder(b)));
  return [...groupBy(known, (filing) => `${filing.cik}|${filing.report_date}`).values()]
    .map((group) => quarterFrom(group, closeOn))
    .sort((a, b) => compare(a.cik, b.cik) || compare(a.report_date, b.report_date));
}

/**
 * 1 when the filing's values are dollars, 1,000 when they are thousands. The price decides where
 * one is known (some filers kept thousands after the switch, some restated old quarters in
 * dollars): the median of value ÷ shares over close, thousands when below 1/100. Without a
 * price the filing date decides.
 */
export function valueUnit(filing: FundFiling, closeOn: CloseOn): 1 | 1000 {
  const ratios = filing.rows.flatMap((row) => {
    if (!isCommonStock(row) || row.ticker === null || !row.shares || !row.value) return [];
    const close = closeOn(row.ticker, filing.report_date);
    return close ? [row.value / row.shares / close] : [];
  });
  if (ratios.length > 0) return median(ratios) < THOUSANDS_BELOW ? 1000 : 1;
  return filing.filing_date < WHOLE_DOLLARS_SINCE ? 1000 : 1;
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

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
