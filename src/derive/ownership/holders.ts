import { previousQuarterEnd } from '../../domain/finance/quarters.ts';
import { groupBy } from '../../domain/group-by.ts';
import {
  type FiledRow,
  type FundFiling,
  type FundRow,
  valueUnit,
} from '../../domain/ownership/fund-filings.ts';
import { fundQuarters } from '../../domain/ownership/fund-holdings.ts';
import { fundPositions, type PositionContext } from '../../domain/ownership/fund-positions.ts';
import { type Holder, holders as holdersOf } from '../../domain/ownership/holders.ts';
import { HOLDERS } from '../../domain/ownership/methods.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { closeLookup, sharesLookup } from '../market/price-history.ts';
import { type Origin, originOf } from '../origin.ts';
import {
  allPositions,
  amendmentOf,
  endingOf,
  filingSources,
  fundFilings,
  knownSplits,
  newestQuarters,
  statedTickers,
} from './fund-books.ts';
import { type ServedStake, servedStakes } from './large-stakes.ts';

export const holderCollections = {
  holders: { from: ['fund_filings'], rows: holders, method: HOLDERS },
} satisfies Collections;

type Report = Sourced<'holdings_reports'>;

/**
 * The holders of each ticker: positions in 13F filings, and reported stakes above 5 % (see
 * `servedStakes`).
 */
export function holders(refresh: Refresh) {
  const held = refresh.memo(servedStakes).filter(({ row }) => row.shares !== 0);
  return [...held.map(stakeRow), ...reportedHolders(refresh)];
}

/**
 * Holders from each filer's newest 13F. Our choice: a complete report takes precedence over a
 * partial report from a data set, unless the partial report is for a later quarter.
 */
function reportedHolders(refresh: Refresh) {
  const last = lastQuarter(refresh);
  if (last === undefined) return [];
  const reports = laterReports(refresh, last);
  const sources = refresh.memo(filingSources);
  const whole = refresh.memo(allPositions).filter(({ cik }) => !reports.has(cik));
  const rows = holdersOf(whole, last, refresh.memo(sharesLookup)).map((holder) =>
    rowOf(holder, holder.flags, sources.get(`${holder.cik}|${holder.report_date}`)),
  );
  for (const holder of partialHolders(refresh, reports, last)) rows.push(holder);
  return rows;
}

/**
 * The record of a holder. The fields are listed, because an object made by spread syntax takes four
 * times the memory, and there are 300,000 records.
 */
function rowOf(holder: Holder, flags: readonly string[], origin?: Origin) {
  return {
    ticker: holder.ticker,
    holder_name: holder.holder_name,
    cik: holder.cik,
    shares: holder.shares,
    value_usd: holder.value_usd,
    portfolio_pct: holder.portfolio_pct,
    pct_outstanding: holder.pct_outstanding,
    change_pct: holder.change_pct,
    report_date: holder.report_date,
    form: '13F',
    is_activist: null,
    purpose: null,
    transactions: null,
    acquirable_shares: null,
    members: null,
    method: HOLDERS.id,
    as_of: holder.filing_date,
    flags,
    source: origin?.source,
    source_url: origin?.source_url,
    source_date: origin?.source_date,
  };
}

function stakeRow(stake: ServedStake) {
  return {
    ...stake.row,
    holder_name: stake.name,
    pct_outstanding: stake.percent,
    members: stake.members,
    method: HOLDERS.id,
  };
}

/**
 * Computes holders from partial reports. The thousands of filers are processed one at a time to
 * limit the use of memory.
 */
function* partialHolders(
  refresh: Refresh,
  reports: ReadonlyMap<string, readonly Report[]>,
  last: string,
) {
  const whole = groupBy(refresh.memo(fundFilings), ({ cik }) => cik);
  const context: PositionContext = {
    splits: refresh.memo(knownSplits),
    // Conviction is computed only for funds with complete reports.
    marketCapOn: () => null,
    endingOf: (ticker, after, upTo) => endingOf(refresh, ticker, after, upTo),
  };
  for (const [cik, own] of reports) {
    const filings = [...(whole.get(cik) ?? []), ...partsOf(refresh, own)];
    const positions = fundPositions(fundQuarters(filings, refresh.today), context);
    for (const holder of holdersOf(positions, last, refresh.memo(sharesLookup))) {
      const report = own.find(
        ({ report_date, filing_date }) =>
          report_date === holder.report_date && filing_date === holder.filing_date,
      );
      const flags = report ? [...holder.flags, 'known_in_part'] : holder.flags;
      yield rowOf(holder, flags, report && originOf('holdings_reports', report));
    }
  }
}

/** The latest quarter end that any filer has reported. */
function lastQuarter(refresh: Refresh): string | undefined {
  const days = new Set(refresh.memo(newestQuarters).values());
  for (const { report_date } of refresh.facts.all('holdings_reports')) days.add(report_date);
  return [...days].sort().at(-1);
}

/**
 * Returns each filer's partial reports that are later than its newest complete report. The reports
 * are for the two newest quarters and for the quarter before them, which is used only to compute
 * changes.
 */
function laterReports(refresh: Refresh, last: string): ReadonlyMap<string, readonly Report[]> {
  const whole = refresh.memo(newestQuarters);
  const oldest = previousQuarterEnd(previousQuarterEnd(last));
  const later = refresh.facts
    .all('holdings_reports')
    .filter(
      ({ cik, report_date }) => report_date >= oldest && report_date > (whole.get(cik) ?? ''),
    );
  return groupBy(later, ({ cik }) => cik);
}

/**
 * Converts partial reports to filings with values in US dollars, including the total value that
 * each report states.
 */
function partsOf(refresh: Refresh, reports: readonly Report[]): readonly FundFiling[] {
  const tickers = refresh.memo(statedTickers);
  const apart = tickersWithTwoCusips(reports, tickers);
  const closeOn = refresh.memo(closeLookup);
  return reports.map((report) => {
    const { accession, cik, fund_name, report_date, filing_date, positions } = report;
    const rows: SharesRow[] = [];
    for (const [at, cusip] of positions.cusip.entries()) {
      const ticker = tickers.get(cusip);
      if (ticker === undefined) continue;
      const security = apart.has(ticker) ? cusip : ticker;
      const value = positions.value[at]!;
      const shares = positions.shares[at]!;
      rows.push({
        security,
        ticker,
        title_of_class: '',
        value,
        value_usd: value,
        shares,
        share_type: 'SH',
        put_call: null,
      });
    }
    const { unit } = valueUnit({ report_date, filing_date, rows }, closeOn);
    const stated = report.table_value_total ?? null;
    return {
      accession,
      cik,
      fund_name,
      report_date,
      filing_date,
      amendment_type: amendmentOf(report),
      rows: unit === 1 ? rows : rows.map((row) => ({ ...row, value_usd: row.value * unit })),
      table_value_usd: stated === null ? null : stated * unit,
    };
  });
}

/** A row as filed, extended with its values in US dollars. */
type SharesRow = FundRow & FiledRow;

/**
 * Returns the tickers that occur with two CUSIPs in one report. The two CUSIPs are different
 * securities of one company.
 */
function tickersWithTwoCusips(reports: readonly Report[], tickers: ReadonlyMap<string, string>) {
  const apart = new Set<string>();
  for (const { positions } of reports) {
    const first = new Map<string, string>();
    for (const cusip of positions.cusip) {
      const ticker = tickers.get(cusip);
      if (ticker === undefined) continue;
      if ((first.get(ticker) ?? cusip) !== cusip) apart.add(ticker);
      first.set(ticker, cusip);
    }
  }
  return apart;
}
