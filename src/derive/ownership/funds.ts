import { rounded } from '../../catalogue/units.ts';
import { newestDay } from '../../domain/dates.ts';
import { splitFactor } from '../../domain/finance/share-count.ts';
import { groupBy } from '../../domain/group-by.ts';
import { isCommonStock } from '../../domain/ownership/fund-filings.ts';
import {
  type FundFlow,
  type FundSentiment,
  fundFlows,
  fundSentiment,
  type SentimentComponent,
  sumOfAll,
} from '../../domain/ownership/fund-flows.ts';
import type { FundPosition } from '../../domain/ownership/fund-positions.ts';
import {
  FUND_FLOWS,
  FUND_POSITIONS,
  FUND_SENTIMENT,
  FUND_SUMMARY,
} from '../../domain/ownership/methods.ts';
import { isSameIssuer } from '../../domain/ownership/securities.ts';
import type { Collections } from '../collection.ts';
import type { Computation, Refresh } from '../computation.ts';
import { sharesLookup, sharesOutstandingOn } from '../market/price-history.ts';
import { splitsOf } from '../market/splits.ts';
import {
  allPositions,
  allSummaries,
  filingSources,
  fundBooks,
  fundFilings,
  newestQuarters,
  specialistFunds,
} from './fund-books.ts';
import { holderCollections } from './holders.ts';
import { insiderReadingOn } from './insiders.ts';
import { type ServedStake, servedStakes } from './large-stakes.ts';

export const fundCollections = {
  hedgeFunds: { from: ['fund_filings'], rows: hedgeFunds, method: FUND_SUMMARY },
  hedgeFundPositions: { from: ['fund_filings'], rows: hedgeFundPositions, method: FUND_POSITIONS },
  hedgeFundFlows: { from: ['fund_filings'], rows: hedgeFundFlows, method: FUND_FLOWS },
  hedgeFundSentiment: { from: ['fund_filings'], rows: hedgeFundSentiment, method: FUND_SENTIMENT },
  holders: holderCollections.holders,
} satisfies Collections;

/** Number of quarters for which there are records of flows and sentiment. */
const servedQuarters = 8;

/** One record per fund, from its newest filing. */
export function hedgeFunds(refresh: Refresh) {
  return newestOfFunds(refresh, allSummaries).map((fund) => ({
    ...fund,
    top_holding:
      fund.top_holding &&
      (issuerOf(refresh, fund.top_holding, fund.top_holding).name ?? fund.top_holding),
    method: FUND_SUMMARY.id,
    as_of: fund.filing_date,
    flags: [...fund.flags, ...unitFlags(refresh, fund)],
  }));
}

/** Names of the funds that have a record, for the search directory. */
export function fundNames(refresh: Refresh) {
  return newestOfFunds(refresh, allSummaries).map(({ cik, fund_name }) => ({ cik, fund_name }));
}

/**
 * Each fund's positions in its newest 13F, and its stakes above 5 % with an event date after the
 * quarter of this 13F.
 */
export function hedgeFundPositions(refresh: Refresh) {
  const specialists = refresh.memo(servedSpecialists);
  const stakes = refresh
    .memo(servedStakes)
    .filter(({ isFund }) => isFund)
    .map((stake) => stakeRow(stake, specialists.has(stake.row.cik)));
  return [...filedPositions(refresh, specialists), ...stakes];
}

/**
 * Positions in the newest filing of each fund. They include positions that were closed in the
 * quarter of the filing, and positions without a known ticker. Our choice: bonds are left out,
 * because a principal amount is not a number of shares.
 */
function filedPositions(refresh: Refresh, specialists: ReadonlySet<string>) {
  const origins = refresh.memo(filingSources);
  return newestOfFunds(refresh, allPositions)
    .filter(({ share_type }) => share_type === 'SH')
    .map((position) => ({
      position,
      issuer: issuerOf(refresh, position.security, position.ticker),
    }))
    .map(({ position, issuer }) => ({
      ticker: position.ticker,
      company_name: issuer.name,
      fund_name: position.fund_name,
      is_specialist: specialists.has(position.cik),
      cik: position.cik,
      report_date: position.report_date,
      filing_date: position.filing_date,
      shares: position.shares,
      value_usd: position.value_usd,
      portfolio_pct: position.portfolio_pct,
      shares_change: position.shares_change,
      change_pct: position.change_pct,
      action: position.action,
      put_call: position.put_call,
      title_of_class: position.title_of_class || null,
      conviction: position.conviction,
      first_held: position.first_held,
      form: '13F',
      is_activist: null,
      purpose: null,
      transactions: null,
      acquirable_shares: null,
      method: FUND_POSITIONS.id,
      as_of: position.filing_date,
      ...origins.get(`${position.cik}|${position.report_date}`),
      flags: [...position.flags, ...issuer.flags, ...unitFlags(refresh, position)],
    }));
}

function stakeRow(stake: ServedStake, is_specialist: boolean) {
  return {
    ...stake.row,
    company_name: stake.issuer_name,
    fund_name: stake.name,
    is_specialist,
    filing_date: stake.row.as_of,
    shares_change: null,
    action: stake.row.shares === 0 ? 'exit' : null,
    put_call: null,
    title_of_class: null,
    conviction: null,
    first_held: null,
    method: FUND_POSITIONS.id,
  };
}

/**
 * CIKs of funds that are specialists according to their newest filing, as in the `hedge_funds`
 * records.
 */
export function servedSpecialists(refresh: Refresh): ReadonlySet<string> {
  const specialists = newestOfFunds(refresh, allSummaries).filter((one) => one.is_specialist);
  return new Set(specialists.map(({ cik }) => cik));
}

/** Flags of a filing whose values are not in the unit that the SEC required at the time. */
function unitFlags(
  refresh: Refresh,
  { cik, report_date }: Pick<FundPosition, 'cik' | 'report_date'>,
): readonly string[] {
  return refresh.memo(unexpectedUnits).has(`${cik}|${report_date}`) ? ['value_unit_by_price'] : [];
}

/** Keys `cik|report_date` of quarters in which a filing states values in an unexpected unit. */
function unexpectedUnits(refresh: Refresh): ReadonlySet<string> {
  const odd = refresh.memo(fundFilings).filter((filing) => filing.has_unexpected_unit);
  return new Set(odd.map(({ cik, report_date }) => `${cik}|${report_date}`));
}

/** Aggregate fund trades per ticker and quarter, for the last eight quarters. */
export function hedgeFundFlows(refresh: Refresh) {
  const asOf = refresh.memo(quarterDates);
  return refresh
    .memo(flows)
    .filter(({ report_date }) => isServed(refresh, report_date))
    .map((flow) => ({ ...flow, method: FUND_FLOWS.id, as_of: asOf.get(flow.report_date) }));
}

/** Sentiment of funds and insiders per ticker and quarter, for the last eight quarters. */
export function hedgeFundSentiment(refresh: Refresh) {
  const asOf = refresh.memo(quarterDates);
  return refresh
    .memo(sentiments)
    .filter(({ report_date }) => isServed(refresh, report_date))
    .map((sentiment) => ({
      ...sentiment,
      components: roundedComponents(sentiment.components),
      as_of: asOf.get(sentiment.report_date),
    }));
}

/** The newest quarter's sentiment by ticker, with the date of the newest filing. */
export function newestSentiments({ memo }: Refresh) {
  const asOf = memo(quarterDates);
  const newest = memo(reportDates)[0];
  return new Map(
    memo(sentiments)
      .filter(({ report_date }) => report_date === newest)
      .map(({ ticker, sentiment_score, report_date }) => [
        ticker,
        { sentiment_score, as_of: asOf.get(report_date)! },
      ]),
  );
}

/**
 * Percentage of each ticker's shares held by specialist funds in their newest filings. A ticker is
 * omitted if a filing states no share count for it, or if its number of shares outstanding is
 * unknown.
 */
export function specialistOwnership(refresh: Refresh): ReadonlyMap<string, number> {
  const specialists = new Set(refresh.memo(specialistFunds));
  const held = newestOfFunds(refresh, allPositions).filter(
    (each) => each.ticker !== null && isCommonStock(each) && specialists.has(each.cik),
  );
  return new Map(
    [...groupBy(held, ({ ticker }) => ticker!)].flatMap(([ticker, own]) => {
      const outstanding = sharesOutstandingOn(refresh, ticker, own[0]!.report_date);
      const shares = sumOfAll(own.map((each) => each.shares));
      const isKnown = outstanding && shares !== null;
      return isKnown ? [[ticker, (100 * shares) / outstanding] as const] : [];
    }),
  );
}

/** Selects the records that are about each fund's newest quarter. */
function newestOfFunds<One extends Pick<FundPosition, 'cik' | 'report_date'>>(
  refresh: Refresh,
  recordsOf: Computation<readonly One[]>,
): readonly One[] {
  const newest = refresh.memo(newestQuarters);
  const isNewest = ({ cik, report_date }: One) => report_date === newest.get(cik);
  return refresh.memo(recordsOf).filter(isNewest);
}

function flows(refresh: Refresh): readonly FundFlow[] {
  return fundFlows(
    refresh.memo(fundBooks),
    refresh.memo(allPositions),
    refresh.memo(sharesLookup),
    (ticker, after, upTo) => splitFactor(splitsOf(refresh, ticker), after, upTo),
  );
}

/**
 * The sentiment of the quarters that have records, and of the quarter before the oldest of them.
 * The change in the oldest record is computed from this earlier quarter.
 */
function sentiments(refresh: Refresh): readonly (FundSentiment & Pick<FundFlow, 'report_date'>)[] {
  const quarters = refresh.memo(reportDates).slice(0, servedQuarters + 1);
  const recent = refresh.memo(flows).filter(({ report_date }) => quarters.includes(report_date));
  const dateOf = new Map(recent.map(({ quarter, report_date }) => [quarter, report_date]));
  return fundSentiment(recent, refresh.memo(allPositions), (ticker, date) =>
    insiderReadingOn(refresh, ticker, date),
  ).map((sentiment) => ({ ...sentiment, report_date: dateOf.get(sentiment.quarter)! }));
}

function isServed(refresh: Refresh, report_date: string): boolean {
  return refresh.memo(reportDates).indexOf(report_date) < servedQuarters;
}

/** Quarter ends for which any fund has filed, latest first. */
function reportDates(refresh: Refresh): readonly string[] {
  return [...refresh.memo(quarterDates).keys()].sort().reverse();
}

/** The date of the newest filing for each quarter. */
function quarterDates(refresh: Refresh): ReadonlyMap<string, string> {
  const quarters = groupBy(refresh.memo(fundFilings), ({ report_date }) => report_date);
  return new Map(
    [...quarters].map(([report_date, filings]) => [
      report_date,
      newestDay(...filings.map(({ filing_date }) => filing_date))!,
    ]),
  );
}

/**
 * Returns the issuer of a position. This is the company that has the position's ticker. If there is
 * no such company, or if the filing names a different issuer, the result is the issuer in the
 * filing.
 */
function issuerOf({ memo, universe }: Refresh, security: string, ticker: string | null) {
  const filed = memo(issuerNames).get(security) ?? null;
  const company = universe.company(ticker);
  if (!company) return { name: filed, flags: ticker === null ? ['no_ticker'] : [] };
  const names = [company.name, ...(company.former_names ?? [])];
  const isOther = filed !== null && !names.some((name) => isSameIssuer(name, filed));
  return isOther
    ? { name: filed, flags: ['other_issuer'] }
    : { name: company.name, flags: [] as readonly string[] };
}

/** Names of issuers in filings, by security. */
function issuerNames(refresh: Refresh): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { rows } of refresh.memo(fundFilings)) {
    for (const { security, issuer } of rows) if (issuer) names.set(security, issuer);
  }
  return names;
}

function roundedComponents(components: Readonly<Record<string, SentimentComponent>>) {
  return Object.fromEntries(
    Object.entries(components).map(([name, { value, z, weight }]) => [
      name,
      { value: rounded('ratio', value), z: rounded('ratio', z), weight },
    ]),
  );
}
