import { median } from 'simple-statistics';

/** A 13F filing with values in US dollars. */
export interface FundFiling {
  readonly accession: string;
  readonly cik: string;
  readonly fund_name: string;
  /** Type of the amendment, or null for an original filing. */
  readonly amendment_type: 'RESTATEMENT' | 'NEW HOLDINGS' | null;
  /** Last day of the quarter, `YYYY-MM-DD`. */
  readonly report_date: string;
  /** Day on which the SEC accepted the filing. */
  readonly filing_date: string;
  readonly rows: readonly FundRow[];
  /**
   * The total value on the cover in US dollars, including options and bonds. Null if the cover
   * states no value. Absent if `rows` is complete.
   */
  readonly table_value_usd?: number | null;
}

/** One row of the information table of a 13F filing, which lists the holdings. */
export interface FundRow {
  /** The identifier of the security, which is the same in every quarter (see securities.ts). */
  readonly security: string;
  /** Ticker of the security, or null if it belongs to no known company. */
  readonly ticker: string | null;
  readonly title_of_class: string;
  readonly value_usd: number;
  /** Number of shares, or null if the filing states none. */
  readonly shares: number | null;
  /** Unit of the amount: `SH` for shares, `PRN` for the principal amount of bonds. */
  readonly share_type: 'SH' | 'PRN';
  readonly put_call: 'Put' | 'Call' | null;
}

/**
 * Whether the title of a class of securities names something other than common stock, such as
 * warrants or notes.
 */
export function isOtherClass(title: string): boolean {
  return OTHER_CLASSES.test(title);
}

const OTHER_CLASSES = /\b(WARRANTS?|WTS?|W EXP|RIGHTS?|RTS?|UNITS?|PFD|PREF\w*|NOTES?|DBCV)\b/i;

/**
 * Whether a row is a holding of common stock. Options, bonds, warrants, rights, units, notes and
 * preferred stock are not.
 */
export function isCommonStock(
  row: Pick<FundRow, 'share_type' | 'put_call' | 'title_of_class'>,
): boolean {
  return row.share_type === 'SH' && row.put_call === null && !isOtherClass(row.title_of_class);
}

/**
 * Returns the filings that apply to one fund and quarter. An amendment of the type RESTATEMENT
 * replaces the previous filings, and an amendment of the type NEW HOLDINGS adds to them (Form 13F,
 * special instructions). The result is empty if all filings are of the type NEW HOLDINGS.
 * @param filings the filings of one fund and quarter, in any order
 */
export function effectiveFilings(filings: readonly FundFiling[]): readonly FundFiling[] {
  const ordered = filings.toSorted((a, b) => (filingOrder(a) < filingOrder(b) ? -1 : 1));
  const base = ordered.findLastIndex(({ amendment_type }) => amendment_type !== 'NEW HOLDINGS');
  return base < 0 ? [] : ordered.slice(base);
}

function filingOrder(filing: FundFiling): string {
  return `${filing.filing_date}|${filing.accession}`;
}

/**
 * A row as filed, before it is known whether its value is in dollars or in thousands of dollars.
 */
export type FiledRow = Omit<FundRow, 'value_usd' | 'security'> & { readonly value: number };
type PricedRow = FiledRow & { readonly shares: number };

/**
 * Returns the closing price of a ticker on or before a date, US dollars. The price is adjusted for
 * later splits. For a date before a 1-for-10 reverse split, it is therefore ten times the price on
 * that date.
 */
export type CloseOn = (ticker: string, date: string) => number | null;

/**
 * In filings from this date on, the SEC requires values in dollars. Before this date, it required
 * thousands of dollars (Form 13F, 2023).
 */
const WHOLE_DOLLARS_SINCE = '2023-01-03';
/**
 * Our choice: a price in a filing matches a closing price if the larger of the two is less than
 * this multiple of the smaller one.
 */
const SAME_PRICE_WITHIN = 2;
/** Our choice: lowest and highest plausible median price of a fund's stocks, US dollars. */
const MEDIAN_PRICES_USD = [1, 5_000] as const;
/** Our choice: the median price is computed only if at least this number of rows have a price. */
const MIN_PRICED_ROWS = 3;

/**
 * Determines whether a filing's values are in dollars (`unit` 1) or in thousands of dollars (`unit`
 * 1,000). For each row, value ÷ shares is compared with the close in both units. The unit in which
 * more rows match is used. If the counts are equal, the unit that the SEC required on the filing
 * date is used, unless it makes the median price per share implausible. `isUnexpected` is true if
 * `unit` is not the required unit. Some funds kept using thousands after the SEC changed the unit,
 * and some restated old quarters in dollars.
 */
export function valueUnit(
  filing: Pick<FundFiling, 'report_date' | 'filing_date'> & { readonly rows: readonly FiledRow[] },
  closeOn: CloseOn,
) {
  const stocks = filing.rows.filter((row) => isCommonStock(row)).filter(isPriced);
  const expected = filing.filing_date < WHOLE_DOLLARS_SINCE ? 1000 : 1;
  const unit = unitByCloses(stocks, filing.report_date, closeOn) ?? unitByMedian(stocks, expected);
  return { unit, isUnexpected: unit !== expected };
}

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

function unitByMedian(stocks: readonly PricedRow[], expected: 1 | 1000): 1 | 1000 {
  if (stocks.length < MIN_PRICED_ROWS) return expected;
  const price = median(stocks.map(({ value, shares }) => value / shares)) * expected;
  if (price < MEDIAN_PRICES_USD[0]) return 1000;
  return price > MEDIAN_PRICES_USD[1] ? 1 : expected;
}

function isNear(ratio: number, expected: number): boolean {
  return ratio > expected / SAME_PRICE_WITHIN && ratio < expected * SAME_PRICE_WITHIN;
}
