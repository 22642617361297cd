import { rounded } from '../../catalogue/units.ts';
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
import type { FundSummary } from '../../domain/ownership/fund-summaries.ts';
import {
  FUND_FLOWS,
  FUND_POSITIONS,
  FUND_SENTIMENT,
  FUND_SUMMARY,
} from '../../domain/ownership/methods.ts';
import { newestDay } from '../as-of.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { sharesOutstandingOn } from '../market/price-history.ts';
import {
  allPositions,
  allSummaries,
  fundBooks,
  fundFilings,
  newestQuarters,
  specialistFunds,
} from './fund-books.ts';
import { holderCollections } from './holders.ts';
import { insiderReadingOn } from './insiders.ts';

export const fundCollections = {
  hedgeFunds: { rows: hedgeFunds, method: FUND_SUMMARY },
  hedgeFundPositions: { rows: hedgeFundPositions, method: FUND_POSITIONS },
  hedgeFundFlows: { rows: hedgeFundFlows, method: FUND_FLOWS },
  hedgeFundSentiment: {
    rows: hedgeFundSentiment,
    method: FUND_SENTIMENT,
  },
  holders: holderCollections.holders,
} satisfies Collections;

/** Quarters that flows and sentiment are served for. */
const servedQuarters = 8;

/** Each fund by its newest filing. */
export function hedgeFunds(refresh: Refresh) {
  const newest = refresh.memo(newestQuarters);
  const names = refresh.memo(issuerNames);
  const companyName = (security: string | null) =>
    security && (refresh.universe.company(security)?.name ?? names.get(security) ?? security);
  return refresh
    .memo(allSummaries)
    .filter(({ cik, report_date }) => report_date === newest.get(cik))
    .map((fund) => ({
      ...fund,
      top_holding: companyName(fund.top_holding),
      method: FUND_SUMMARY.id,
      as_of: fund.filing_date,
      flags: [...fund.flags, ...unitFlags(refresh, fund)],
    }));
}

/** The funds that are served, as the directory lists them. */
export function fundNames(refresh: Refresh): readonly FundName[] {
  const newest = refresh.memo(newestQuarters);
  return refresh
    .memo(allSummaries)
    .filter(({ cik, report_date }) => report_date === newest.get(cik))
    .map(({ cik, fund_name }) => ({ cik, fund_name }));
}

export type FundName = Pick<FundSummary, 'cik' | 'fund_name'>;

/**
 * What each fund holds by its newest filing, and what it left in that quarter. Our choice: bonds
 * are left out, since their principal is no number of shares.
 */
export function hedgeFundPositions(refresh: Refresh) {
  const specialists = refresh.memo(servedSpecialists);
  return newestPositions(refresh)
    .filter(({ ticker, share_type }) => ticker !== null && share_type === 'SH')
    .map((position) => ({
      ticker: position.ticker,
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
      conviction: position.conviction,
      first_held: position.first_held,
      method: FUND_POSITIONS.id,
      as_of: position.filing_date,
      flags: [...position.flags, ...unitFlags(refresh, position)],
    }));
}

/** The funds that are specialists by their newest filing, as `hedge_funds` tells it. */
function servedSpecialists(refresh: Refresh): ReadonlySet<string> {
  const newest = refresh.memo(newestQuarters);
  const own = refresh
    .memo(allSummaries)
    .filter(({ cik, report_date }) => report_date === newest.get(cik));
  return new Set(own.filter(({ is_specialist }) => is_specialist).map(({ cik }) => cik));
}

/** Says where the values of a filing did not count what its day lets expect. */
function unitFlags(
  refresh: Refresh,
  { cik, report_date }: Pick<FundPosition, 'cik' | 'report_date'>,
): readonly string[] {
  return refresh.memo(unexpectedUnits).has(`${cik}|${report_date}`) ? ['value_unit_by_price'] : [];
}

/** Funds and quarters, as `cik|report_date`, of which a filing counts values in an unexpected unit. */
function unexpectedUnits(refresh: Refresh): ReadonlySet<string> {
  const odd = refresh.memo(fundFilings).filter((filing) => filing.has_unexpected_unit);
  return new Set(odd.map(({ cik, report_date }) => `${cik}|${report_date}`));
}

/** What all funds did with each ticker, quarter by quarter, for the last eight quarters. */
export function hedgeFundFlows(refresh: Refresh) {
  const asOf = refresh.memo(quarterDates);
  return refresh
    .memo(flows)
    .filter(({ report_date }) => isServed(refresh, report_date))
    .map((flow) => ({
      ...flow,
      method: FUND_FLOWS.id,
      as_of: asOf.get(flow.report_date),
    }));
}

/** How funds and insiders lean on each ticker, for the last eight quarters. */
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

interface NewestSentiment {
  readonly sentiment_score: number | null;
  readonly as_of: string;
}

/** The newest quarter's sentiment by ticker, with the day of its newest filing. */
export function newestSentiments({ memo }: Refresh): ReadonlyMap<string, NewestSentiment> {
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
 * Percent of each ticker's shares that specialist funds hold by their newest filings; without the
 * tickers of which a filing states no number of shares.
 */
export function specialistOwnership(refresh: Refresh): ReadonlyMap<string, number> {
  const specialists = new Set(refresh.memo(specialistFunds));
  const held = newestPositions(refresh).filter(
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

function newestPositions(refresh: Refresh): readonly FundPosition[] {
  const newest = refresh.memo(newestQuarters);
  return refresh
    .memo(allPositions)
    .filter(({ cik, report_date }) => report_date === newest.get(cik));
}

function flows(refresh: Refresh): readonly FundFlow[] {
  return fundFlows(refresh.memo(fundBooks), refresh.memo(allPositions), (ticker, date) =>
    sharesOutstandingOn(refresh, ticker, date),
  );
}

/** One quarter more than is served, since a record tells the change from the one before. */
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

/** The quarters for which any fund has filed, latest first. */
function reportDates(refresh: Refresh): readonly string[] {
  return [...refresh.memo(quarterDates).keys()].sort().reverse();
}

/** The day of the newest filing for each quarter. */
function quarterDates(refresh: Refresh): ReadonlyMap<string, string> {
  const quarters = groupBy(refresh.memo(fundFilings), ({ report_date }) => report_date);
  return new Map(
    [...quarters].map(([report_date, filings]) => [
      report_date,
      newestDay(...filings.map(({ filing_date }) => filing_date))!,
    ]),
  );
}

/** Issuers by ticker or else CUSIP, for holdings outside of the universe. */
function issuerNames(refresh: Refresh): ReadonlyMap<string, string> {
  return new Map(
    refresh
      .memo(fundFilings)
      .flatMap(({ rows }) =>
        rows.flatMap((row) => (row.issuer ? [[row.ticker ?? row.security, row.issuer]] : [])),
      ),
  );
}

function roundedComponents(
  components: Readonly<Record<string, SentimentComponent>>,
): Readonly<Record<string, SentimentComponent>> {
  return Object.fromEntries(
    Object.entries(components).map(([name, { value, z, weight }]) => [
      name,
      { value: rounded('ratio', value), z: rounded('ratio', z), weight },
    ]),
  );
}
