import { groupBy } from '../../domain/group-by.ts';
import { type FundFiling, type FundRow, valueUnit } from '../../domain/ownership/fund-filings.ts';
import { type FundQuarter, fundQuarters } from '../../domain/ownership/fund-holdings.ts';
import { type FundPosition, fundPositions } from '../../domain/ownership/fund-positions.ts';
import { type FundSummary, fundSummaries } from '../../domain/ownership/fund-summaries.ts';
import { listedTickers, type Security, securitiesOf } from '../../domain/ownership/securities.ts';
import { inferredSplits, type Split } from '../../domain/ownership/splits.ts';
import { formationDate } from '../../domain/portfolio/portfolio-formation.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';
import { partiesOf } from '../deals/parties.ts';
import { closeLookup, marketCapOn } from '../market/price-history.ts';
import { splitsByTicker } from '../market/splits.ts';
import { type Origin, originOf } from '../origin.ts';

/**
 * A 13F filing in the form that all formulas use. Its values are in US dollars. A row has the
 * ticker of its security; the ticker is null if it is unknown.
 */
export interface FundReport extends FundFiling {
  readonly rows: readonly NamedRow[];
  /** Whether the stored filing marks the fund as a specialist. */
  readonly is_marked: boolean;
  /**
   * Whether the filing states values in a unit that the SEC did not require at the time, such as
   * thousands instead of dollars.
   */
  readonly has_unexpected_unit: boolean;
}

interface NamedRow extends FundRow {
  readonly issuer: string | null;
}

/**
 * The 13F filings up to today, with values in US dollars. A row has a ticker if its CUSIP belongs
 * to a company in the store. Our choice: an amendment without a stated type replaces the report.
 */
export function fundFilings(refresh: Refresh): readonly FundReport[] {
  const known = refresh.memo(securities);
  const closeOn = refresh.memo(closeLookup);
  return refresh.facts.all('fund_filings').map((filing) => {
    const { accession, cik, fund_name, report_date, filing_date } = filing;
    const rows = filing.positions.map((row) => rowOf(row, known.get(cusipOf(row))!));
    const { unit, isUnexpected } = valueUnit({ report_date, filing_date, rows }, closeOn);
    return {
      accession,
      cik,
      fund_name,
      report_date,
      filing_date,
      amendment_type: amendmentOf(filing),
      is_marked: filing.is_specialist === true,
      has_unexpected_unit: isUnexpected,
      rows: rows.map(({ value, ...row }) => ({ ...row, value_usd: value * unit })),
    };
  });
}

type FiledPosition = Sourced<'fund_filings'>['positions'][number];

function rowOf(row: FiledPosition, { id, ticker }: Security) {
  return {
    security: id,
    ticker,
    issuer: row.issuer ?? null,
    title_of_class: row.title_of_class ?? '',
    value: row.value,
    shares: row.shares ?? null,
    share_type: row.share_type?.toUpperCase() === 'PRN' ? 'PRN' : 'SH',
    put_call: optionSide(row.put_call),
  } as const;
}

/** Returns the CUSIP of a row. If the row has no CUSIP, returns the name of the issuer. */
function cusipOf(row: FiledPosition): string {
  return row.cusip ?? row.issuer ?? '';
}

/** The security of each CUSIP, determined from all rows of all filings. */
function securities({ facts, universe, memo }: Refresh): ReadonlyMap<string, Security> {
  const sightings = facts.all('fund_filings').flatMap(({ accession, positions }) =>
    positions.map((row) => ({
      accession,
      cusip: cusipOf(row),
      title_of_class: row.title_of_class ?? '',
      ticker: universe.issuer(row.ticker, row.issuer) ?? null,
    })),
  );
  return securitiesOf(sightings, memo(statedTickers));
}

/** The most recent ticker of each CUSIP, from lists of the SEC and the exchanges. */
export function statedTickers({ facts }: Refresh): ReadonlyMap<string, string> {
  return listedTickers(facts.all('securities'));
}

/** Each fund's holdings at each quarter end. */
export function fundBooks(refresh: Refresh): readonly FundQuarter[] {
  return fundQuarters(refresh.memo(fundFilings), refresh.today);
}

/** All positions of all quarters, including closed positions, adjusted for splits. */
export function allPositions(refresh: Refresh): readonly FundPosition[] {
  const books = refresh.memo(fundBooks);
  return fundPositions(books, {
    splits: refresh.memo(knownSplits),
    marketCapOn: (ticker, date) => marketCapOn(refresh, ticker, date),
    endingOf: (ticker, after, upTo) => endingOf(refresh, ticker, after, upTo),
  });
}

/**
 * Stock splits by ticker. If no source states the splits of a ticker, they are inferred from 13F
 * filings.
 */
export function knownSplits(refresh: Refresh): ReadonlyMap<string, readonly Split[]> {
  const stated = refresh.memo(splitsByTicker);
  const shown = inferredSplits(refresh.memo(fundBooks), refresh.memo(closeLookup));
  return new Map([...groupBy(shown, ({ ticker }) => ticker), ...stated]);
}

/** The event that ended trading of a stock within a period: an acquisition or a delisting. */
export function endingOf(refresh: Refresh, ticker: string, after: string, upTo: string) {
  const within = (day: string | null | undefined) => Boolean(day && day > after && day <= upTo);
  if (within(refresh.memo(closedDeals).get(ticker))) return 'acquired';
  return within(refresh.universe.company(ticker)?.delisted_date) ? 'delisted' : null;
}

/** The closing date of each acquired company's deal, by ticker. */
function closedDeals({ facts, universe }: Refresh): ReadonlyMap<string, string> {
  return new Map(
    facts.all('deals').flatMap((deal) => {
      const { targetTicker: ticker } = partiesOf(deal, universe);
      const isAcquisition = /acqui|merger/i.test(deal.dealType ?? '');
      return ticker && deal.closedDate && isAcquisition ? [[ticker, deal.closedDate] as const] : [];
    }),
  );
}

/**
 * One summary per fund and quarter. A fund is a specialist if its filings mark it as a specialist,
 * or if its holdings meet the specialist rule.
 */
export function allSummaries(refresh: Refresh): readonly FundSummary[] {
  const marked = refresh.memo(markedSpecialists);
  const biopharma = refresh.memo(biopharmaTickers);
  const books = refresh.memo(fundBooks);
  return fundSummaries(books, refresh.memo(allPositions), biopharma).map((summary) => ({
    ...summary,
    is_specialist: summary.is_specialist || marked.has(`${summary.cik}|${summary.report_date}`),
    ...(biopharma.size > 0
      ? {}
      : { biotech_pct: null, flags: [...summary.flags, 'no_industries'] }),
  }));
}

/**
 * CIKs of the specialist funds. Our choice: the list comes from the earliest quarter in the store
 * for which a fund filed on or before the formation date. It contains the funds that are marked as
 * specialists in that quarter, and the funds that meet the specialist rule in it. Later filings do
 * not change the list, which avoids look-ahead bias in returns.
 */
export function specialistFunds(refresh: Refresh): readonly string[] {
  const quarters = groupBy(refresh.memo(fundFilings), ({ report_date }) => report_date);
  for (const [report_date, filings] of [...quarters].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const formation = formationDate(report_date);
    const known = filings.filter(({ filing_date }) => filing_date <= formation);
    if (known.length > 0) return specialistsOf(refresh, known, formation);
  }
  return [];
}

/** CIKs of the specialist funds among the funds that filed the given reports of one quarter. */
function specialistsOf(refresh: Refresh, filings: readonly FundReport[], formation: string) {
  const books = fundQuarters(filings, formation);
  const marked = new Set(filings.filter((each) => each.is_marked).map(({ cik }) => cik));
  return fundSummaries(books, [], refresh.memo(biopharmaTickers))
    .filter(({ cik, is_specialist }) => is_specialist || marked.has(cik))
    .map(({ cik }) => cik);
}

/** The newest reported quarter of each fund, by CIK. */
export function newestQuarters(refresh: Refresh): ReadonlyMap<string, string> {
  const newest = new Map<string, string>();
  for (const { cik, report_date } of refresh.memo(fundBooks)) {
    if (report_date > (newest.get(cik) ?? '')) newest.set(cik, report_date);
  }
  return newest;
}

/**
 * The newest filing of each fund and quarter, by `cik|report_date`. The source fields of records
 * name this filing.
 */
export function filingSources({ facts }: Refresh): ReadonlyMap<string, Origin> {
  const known = facts.all('fund_filings');
  const groups = groupBy(known, ({ cik, report_date }) => `${cik}|${report_date}`);
  return new Map(
    [...groups].map(([key, filings]) => {
      const newest = filings.reduce((a, b) => (b.filing_date > a.filing_date ? b : a));
      return [key, originOf('fund_filings', newest)] as const;
    }),
  );
}

/** Keys `cik|report_date` of the filings that mark their fund as a specialist. */
function markedSpecialists(refresh: Refresh): ReadonlySet<string> {
  const marked = refresh.memo(fundFilings).filter(({ is_marked }) => is_marked);
  return new Set(marked.map(({ cik, report_date }) => `${cik}|${report_date}`));
}

/** Tickers of the biopharma companies (see domain/companies). */
function biopharmaTickers({ universe }: Refresh): ReadonlySet<string> {
  return new Set(universe.companies.map(({ ticker }) => ticker));
}

export function amendmentOf(
  filing: Pick<Sourced<'fund_filings' | 'holdings_reports'>, 'form' | 'amendment_type'>,
): FundFiling['amendment_type'] {
  if (/new/i.test(filing.amendment_type ?? '')) return 'NEW HOLDINGS';
  return filing.amendment_type || filing.form?.endsWith('/A') ? 'RESTATEMENT' : null;
}

function optionSide(put_call: string | null | undefined): FundRow['put_call'] {
  if (/^put/i.test(put_call ?? '')) return 'Put';
  return /^call/i.test(put_call ?? '') ? 'Call' : null;
}
