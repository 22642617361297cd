import type { FundFiling, FundRow } from '../../src/domain/ownership/fund-filings.ts';

export function row(
  ticker: string | null,
  shares: number,
  value_usd: number,
  rest: Partial<FundRow> = {},
): FundRow {
  return {
    security: ticker ?? '00000A100',
    ticker,
    title_of_class: 'COM',
    shares,
    value_usd,
    share_type: 'SH',
    put_call: null,
    ...rest,
  };
}

export function filing(
  cik: string,
  report_date: string,
  rows: readonly FundRow[],
  rest: Partial<FundFiling> = {},
): FundFiling {
  const filing_date = FILED[report_date] ?? '2026-02-14';
  return {
    accession: `${cik}-${filing_date}`,
    cik,
    fund_name: `Fund ${cik}`,
    amendment_type: null,
    report_date,
    filing_date,
    rows,
    ...rest,
  };
}

const FILED: Readonly<Record<string, string>> = {
  '2025-09-30': '2025-11-14',
  '2025-12-31': '2026-02-14',
  '2026-03-31': '2026-05-15',
  '2026-09-30': '2026-11-16',
};
