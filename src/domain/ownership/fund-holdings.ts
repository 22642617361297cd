import { sum } from 'simple-statistics';
import { compareText } from '../compare-text.ts';
import { groupBy } from '../group-by.ts';
import { effectiveFilings, type FundFiling, type FundRow, isCommonStock } from './fund-filings.ts';

/**
 * One record per fund and quarter, sorted by fund and quarter. Only filings on or before `asOf` are
 * used. Rows of the same holding are added up (see `holdingKey`).
 */
export function fundQuarters(filings: readonly FundFiling[], asOf: string): FundQuarter[] {
  const known = filings.filter((filing) => filing.filing_date <= asOf);
  return [...groupBy(known, (filing) => `${filing.cik}|${filing.report_date}`).values()]
    .flatMap(quarterFrom)
    .sort((a, b) => compareText(a.cik, b.cik) || compareText(a.report_date, b.report_date));
}

/** @param filings the filings of one fund and quarter */
function quarterFrom(filings: readonly FundFiling[]) {
  const effective = effectiveFilings(filings);
  const newest = effective.at(-1);
  if (!newest) return [];
  const held = new Map<string, FundRow>();
  for (const row of effective.flatMap(({ rows }) => rows)) {
    const key = holdingKey(row);
    const before = held.get(key);
    held.set(key, {
      ...row,
      shares: before ? sharesTogether(row, before) : row.shares,
      value_usd: row.value_usd + (before?.value_usd ?? 0),
    });
  }
  const summed = [...held.values()];
  const total_value_usd = totalValue(effective, summed);
  const { cik, fund_name, report_date, filing_date } = newest;
  return [
    {
      cik,
      fund_name,
      report_date,
      /** Day of the newest filing from which the record was computed. */
      filing_date,
      /**
       * The value of all common stock of the fund in US dollars. If only a part of the filing is
       * known, this is the total value on the cover. It is null if the cover states no total, or a
       * total below the value of the known rows.
       */
      total_value_usd,
      holdings: summed.map((row) => ({
        ...row,
        /**
         * The holding in percent of `total_value_usd`. Null for holdings other than common stock.
         */
        portfolio_pct:
          isCommonStock(row) && total_value_usd ? (100 * row.value_usd) / total_value_usd : null,
      })),
    },
  ];
}

/** The holdings of a fund on the last day of a quarter. */
export type FundQuarter = Readonly<ReturnType<typeof quarterFrom>[number]>;
export type Holding = FundQuarter['holdings'][number];

/** @param rows the rows of `filings`, combined by security */
function totalValue(filings: readonly FundFiling[], rows: readonly FundRow[]): number | null {
  const tables = filings.flatMap(({ table_value_usd: stated }) =>
    stated === undefined ? [] : [stated],
  );
  if (tables.length === 0) return sum(rows.filter(isCommonStock).map((row) => row.value_usd));
  const known = tables.filter((stated) => stated !== null);
  const isStated = known.length === filings.length;
  return isStated && sum(known) >= sum(rows.map((row) => row.value_usd)) ? sum(known) : null;
}

/** Returns the sum of the shares of two rows, or null if either row states no shares. */
function sharesTogether(one: FundRow, other: FundRow): number | null {
  return one.shares === null || other.shares === null ? null : one.shares + other.shares;
}

/**
 * Returns the key of a holding. The shares, bonds, puts and calls of one security have different
 * keys.
 */
export function holdingKey(row: Pick<FundRow, 'security' | 'share_type' | 'put_call'>): string {
  return `${row.security}|${row.share_type}|${row.put_call ?? ''}`;
}
