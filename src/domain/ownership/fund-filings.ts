/** 13F filings as they were made, in US dollars: the one model of all that is computed from them. */
import { median } from 'simple-statistics';

export interface FundFiling {
  readonly accession: string;
  readonly cik: string;
  readonly fund_name: string;
  /** Null for an original filing. */
  readonly amendment_type: 'RESTATEMENT' | 'NEW HOLDINGS' | null;
  /** Quarter's end, YYYY-MM-DD. */
  readonly report_date: string;
  /** Day of acceptance. */
  readonly filing_date: string;
  readonly rows: readonly FundRow[];
  /**
   * Present where `rows` are a part of the table: what all of it is worth by the cover, US dollars,
   * options and bonds included; null where the cover does not say.
   */
  readonly table_value_usd?: number | null;
}

/** One row of an information table. */
export interface FundRow {
  /** What makes it the same security from quarter to quarter (see securities.ts). */
  readonly security: string;
  /** Null where the security maps to no company. */
  readonly ticker: string | null;
  readonly title_of_class: string;
  readonly value_usd: number;
  /** Null where the filing states no number. */
  readonly shares: number | null;
  /** SH are shares; PRN is the principal amount of bonds. */
  readonly share_type: 'SH' | 'PRN';
  readonly put_call: 'Put' | 'Call' | null;
}

/**
 * Whether the title of a class, or the name of a security with it, tells of something else than
 * shares: warrants, notes, preferred …
 */
export function isOtherClass(title: string): boolean {
  return OTHER_CLASSES.test(title);
}

const OTHER_CLASSES = /\b(WARRANTS?|WTS?|W EXP|RIGHTS?|RTS?|UNITS?|PFD|PREF\w*|NOTES?|DBCV)\b/i;

/** Shares, and neither options on them, nor bonds, warrants, rights, units, notes or preferred stock. */
export function isCommonStock(
  row: Pick<FundRow, 'share_type' | 'put_call' | 'title_of_class'>,
): boolean {
  return row.share_type === 'SH' && row.put_call === null && !isOtherClass(row.title_of_class);
}

/**
 * The rows that stand for one fund and quarter: a RESTATEMENT replaces what was filed before it, NEW
 * HOLDINGS adds to it (Form 13F, special instructions). Without a complete report to start from,
 * additions alone make no book: then there are none.
 *
 * @param filings of one fund and quarter, in any order
 */
export function effectiveFilings(filings: readonly FundFiling[]): readonly FundFiling[] {
  const ordered = filings.toSorted((a, b) => (filingOrder(a) < filingOrder(b) ? -1 : 1));
  const base = ordered.findLastIndex(({ amendment_type }) => amendment_type !== 'NEW HOLDINGS');
  return base < 0 ? [] : ordered.slice(base);
}

function filingOrder(filing: FundFiling): string {
  return `${filing.filing_date}|${filing.accession}`;
}

/** A row as filed, before it is known what its value counts. */
export type FiledRow = Omit<FundRow, 'value_usd' | 'security'> & { readonly value: number };
type PricedRow = FiledRow & { readonly shares: number };

/**
 * Closing price of a ticker on (or last before) a date, US dollars, adjusted for every split since:
 * before a 1-for-10 reverse split it is ten times what the filings of the time say.
 */
export type CloseOn = (ticker: string, date: string) => number | null;

/** From this filing date on values are in whole dollars (SEC Form 13F, 2023). */
const WHOLE_DOLLARS_SINCE = '2023-01-03';
/** Our choice: a filed price is that of the day when it lies between half and twice the close. */
const SAME_PRICE_WITHIN = 2;
/** Our choice: the median holding of a fund trades above a dollar; fewer rows than this tell nothing. */
const MIN_MEDIAN_PRICE_USD = 1;
const MIN_PRICED_ROWS = 3;

/** What the values of a filing count: `unit` dollars each. */
export interface ValueUnit {
  readonly unit: 1 | 1000;
  /** Whether it is another than the day of filing says. */
  readonly isUnexpected: boolean;
}

/**
 * 1 when the filing's values are dollars, 1,000 when they are thousands. The prices decide where
 * they are known (some filers kept thousands after the switch, some restated old quarters in
 * dollars): more rows whose value ÷ shares is the close, or a thousandth of it. Rows that are
 * neither say nothing: closes are adjusted for later splits, filed prices are not. Without a
 * majority the median value of a share decides (below 1 dollar: thousands), and where fewer than
 * three rows have one, the day of filing.
 */
export function valueUnit(
  filing: Pick<FundFiling, 'report_date' | 'filing_date'> & { readonly rows: readonly FiledRow[] },
  closeOn: CloseOn,
): ValueUnit {
  const stocks = filing.rows.filter((row) => isCommonStock(row)).filter(isPriced);
  const expected = filing.filing_date < WHOLE_DOLLARS_SINCE ? 1000 : 1;
  const unit =
    unitByCloses(stocks, filing.report_date, closeOn) ?? unitByMedian(stocks) ?? expected;
  return { unit, isUnexpected: unit !== expected };
}

/** Whether value ÷ shares is a price. */
function isPriced(row: FiledRow): row is PricedRow {
  return row.shares !== null && row.shares > 0 && row.value > 0;
}

function unitByCloses(
  stocks: readonly PricedRow[],
  report_date: string,
  closeOn: CloseOn,
): 1 | 1000 | null {
  let dollars = 0;
  let thousands = 0;
  for (const { ticker, value, shares } of stocks) {
    const close = ticker === null ? null : closeOn(ticker, report_date);
    if (!close) continue;
    const ratio = value / shares / close;
    if (isNear(ratio, 1)) dollars += 1;
    else if (isNear(ratio, 0.001)) thousands += 1;
  }
  if (dollars === thousands) return null;
  return dollars > thousands ? 1 : 1000;
}

function unitByMedian(stocks: readonly PricedRow[]): 1 | 1000 | null {
  if (stocks.length < MIN_PRICED_ROWS) return null;
  return median(stocks.map(({ value, shares }) => value / shares)) < MIN_MEDIAN_PRICE_USD
    ? 1000
    : 1;
}

function isNear(ratio: number, expected: number): boolean {
  return ratio > expected / SAME_PRICE_WITHIN && ratio < expected * SAME_PRICE_WITHIN;
}
