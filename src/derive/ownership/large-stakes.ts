import { cutTo } from '../../base/foreign-text.ts';
import { splitFactor } from '../../domain/finance/share-count.ts';
import { isOtherClass } from '../../domain/ownership/fund-filings.ts';
import type { FundSummary } from '../../domain/ownership/fund-summaries.ts';
import { type LargeStake, largeStakes, plainName } from '../../domain/ownership/large-stakes.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';
import { closeOn } from '../market/price-history.ts';
import { originOf } from '../origin.ts';
import { allSummaries, knownSplits, newestQuarters } from './fund-books.ts';

/** Maximum number of characters of `purpose` and of `transactions` in a record. */
const MAX_ITEM = 1_000;

/**
 * The newest reported stakes above 5 %, each with its value at the closing price on the event date.
 * Our choice: a fund's stake is left out if the quarter of the fund's newest 13F ends on or after
 * the event date.
 */
export function servedStakes(refresh: Refresh): readonly ServedStake[] {
  const reports = refresh.facts
    .all('large_stakes')
    .filter(({ security_title }) => !isOtherClass(security_title ?? ''))
    .map(stakeReport);
  const funds = refresh.memo(fundsByPerson);
  const newest = refresh.memo(newestQuarters);
  return largeStakes(reports).flatMap((stake) => {
    const fund = stake.persons.flatMap((person) => fundOf(funds, person) ?? [])[0];
    const quarter = fund && newest.get(fund.cik);
    if (quarter !== undefined && quarter >= stake.report.event_date) return [];
    return servedStake(refresh, stake, fund);
  });
}

/** The funds that file 13F reports. Each fund has two keys: its CIK and its normalized name. */
function fundsByPerson(refresh: Refresh): ReadonlyMap<string, FundSummary> {
  const funds = refresh.memo(allSummaries);
  return new Map([
    ...funds.map((fund) => [plainName(fund.fund_name), fund] as const),
    ...funds.map((fund) => [fund.cik, fund] as const),
  ]);
}

function fundOf(
  funds: ReadonlyMap<string, FundSummary>,
  { cik, name }: LargeStake['persons'][number],
) {
  return (cik && funds.get(cik)) || funds.get(plainName(name));
}

function servedStake(refresh: Refresh, stake: LargeStake<Report>, fund?: FundSummary) {
  const { shares, purpose } = stake;
  const { ticker, transactions, issuer_name, form, event_date, filing_date, origin } = stake.report;
  const close = closeOn(refresh, ticker, event_date);
  // Closing prices are adjusted for later splits, but the number of shares in a schedule is not
  // adjusted.
  const factor = splitFactor(refresh.memo(knownSplits).get(ticker) ?? [], event_date);
  return {
    issuer_name: issuer_name ?? null,
    name: fund?.fund_name ?? stake.holder_name,
    /** Whether one of the reporting persons is a fund that files 13F reports. */
    isFund: fund !== undefined,
    members: stake.persons.map(memberText),
    percent: stake.percent,
    /** Fields that the records of both `holders` and `hedge_fund_positions` have. */
    row: {
      ticker,
      cik: fund?.cik ?? stake.cik,
      shares,
      value_usd: shares === null || close === null ? null : shares * factor * close,
      acquirable_shares: stake.report.acquirable_shares ?? null,
      portfolio_pct: null,
      change_pct: null,
      report_date: event_date,
      form,
      is_activist: stake.is_activist,
      purpose: purpose && cutTo(purpose, MAX_ITEM),
      transactions: transactions ? cutTo(transactions, MAX_ITEM) : null,
      as_of: filing_date,
      flags: [...stake.flags, ...(close === null ? ['no_price'] : [])],
      ...origin,
    },
  };
}

/**
 * The text about a reporting person: `Crete Capital: 1,200,000 shares (4.1 %), voting: 0 sole,
 * 1,200,000 shared`. Dispositive power is included if it differs from voting power.
 */
function memberText({ name, shares, percent, powers }: LargeStake['persons'][number]): string {
  if (shares === null) return name;
  const share = percent === null ? '' : ` (${percent} %)`;
  const [voting = '', selling = ''] = powers ?? [];
  const votes = voting && `, voting: ${voting}`;
  const sells = selling && selling !== voting ? `, dispositive: ${selling}` : '';
  return `${name}: ${shares.toLocaleString('en-US')} shares${share}${votes}${sells}`;
}

/** Text about the shares over which a person has a power: `0 sole, 1,200,000 shared`. */
function powerText(sole: number | null | undefined, shared: number | null | undefined): string {
  const stated = Object.entries({ sole, shared });
  return stated
    .flatMap(([how, shares]) => (shares == null ? [] : `${shares.toLocaleString('en-US')} ${how}`))
    .join(', ');
}

export type ServedStake = ReturnType<typeof servedStake>;

export function stakeReport(report: Sourced<'large_stakes'>) {
  return {
    ...report,
    filing_date: report.filing_date ?? report.signed_date ?? report.event_date,
    purpose: report.purpose ?? null,
    is_exit: report.is_exit === true,
    origin: originOf('large_stakes', report),
    persons: (report.persons ?? []).map(({ name, cik, shares, percent, types, ...held }) => ({
      name,
      cik: cik ?? null,
      shares: shares ?? null,
      percent: percent ?? null,
      powers: [
        powerText(held.sole_voting, held.shared_voting),
        powerText(held.sole_dispositive, held.shared_dispositive),
      ],
      types: types ?? [],
    })),
  };
}

type Report = ReturnType<typeof stakeReport>;
