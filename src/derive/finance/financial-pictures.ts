import { compareText } from '../../domain/compare-text.ts';
import { newestDay, shiftDays } from '../../domain/dates.ts';
import { dilution, type Offering } from '../../domain/finance/dilution.ts';
import { distress } from '../../domain/finance/distress.ts';
import { type OpenDisclosures, openDisclosures } from '../../domain/finance/filing-events.ts';
import { factsKnownAt } from '../../domain/finance/financial-facts.ts';
import { type Runway, runway } from '../../domain/finance/runway.ts';
import { groupBy } from '../../domain/group-by.ts';
import { tradingDayAfter } from '../../domain/market/exchange-days.ts';
import { remembered } from '../../domain/remembered.ts';
import type { Fact } from '../../facts/fact-kinds.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';
import { lastCloses, marketCaps } from '../market/market.ts';
import { splitsOf } from '../market/splits.ts';
import { originOf } from '../origin.ts';
import { companyFigures, factTables, runways, vendorCounts } from './financials.ts';

/**
 * Our choice: maximum age in days of the short interest that is used. It is published twice a
 * month.
 */
const shortInterestDays = 92;

/**
 * Computes the finances of each biotech and pharma company, and of each other ticker with filings,
 * by ticker.
 */
export function financialPictures(refresh: Refresh): ReadonlyMap<string, FinancialPicture> {
  const offerings = groupBy(refresh.facts.all('offerings'), ({ ticker }) => ticker);
  const events = refresh.memo(disclosures);
  const tickers = new Set([...refresh.memo(factTables).keys(), ...offerings.keys()]);
  return new Map(
    [...tickers].map((ticker) => [
      ticker,
      pictureOf(
        refresh,
        ticker,
        (offerings.get(ticker) ?? []).toSorted((a, b) => compareText(b.filed_at, a.filed_at)),
        events.get(ticker) ?? [],
      ),
    ]),
  );
}

/** Converts a stored offering to the input of the formulas. */
export function offeringOf(fact: Sourced<'offerings'>): Offering {
  return {
    form_type: fact.form_type,
    is_atm: fact.is_atm ?? (fact.offering_type ? fact.offering_type === 'at_the_market' : null),
    filed_at: fact.filed_at,
    offering_amount_usd: fact.offering_amount_usd ?? null,
    amount_remaining_usd: fact.amount_remaining_usd ?? null,
    price_usd: fact.price_usd ?? null,
  };
}

function pictureOf(
  refresh: Refresh,
  ticker: string,
  offerings: readonly Sourced<'offerings'>[],
  events: readonly Sourced<'filing_events'>[],
) {
  const { today } = refresh;
  const table = refresh.memo(factTables).get(ticker) ?? factsKnownAt([], today);
  const funds = refresh.memo(runways).get(ticker) ?? runway(table, today);
  const counts = refresh.memo(companyFigures).get(ticker)?.shareCounts ?? [];
  const price = refresh.memo(lastCloses).get(ticker);
  const disclosed = disclosuresOf(refresh, funds, events);
  const diluted = dilution({
    asOf: today,
    sharesHistory: counts,
    splits: splitsOf(refresh, ticker),
    offerings: offerings.map(offeringOf),
    price_usd: price?.close ?? null,
    public_float_usd: floatValue(refresh, ticker, price?.close),
    warrants_outstanding: newestWarrants(offerings),
    warrants_strike_usd: null,
    reverse_split_pending: disclosed.reverse_split_pending,
    funds,
  });
  const signals = {
    ...disclosed,
    price_usd: price?.close ?? null,
    market_cap_usd: refresh.memo(marketCaps).get(ticker) ?? null,
    share_growth_12m_pct: diluted.share_growth_12m_pct,
  };
  const distressed = distress(table, funds, signals, today);
  const filings = [...offerings, ...events].map(({ filed_at }) => filed_at);
  return {
    ticker,
    funds,
    shareCounts: counts,
    /** Offerings known today, latest first. */
    offerings,
    dilution: diluted,
    distress: distressed,
    disclosed,
    statements: table.statements,
    /** The date of the newest filing, offering, disclosure or price that was used. */
    as_of: newestDay(table.as_of, price?.date, ...filings),
  };
}

/**
 * All computed financial values of one company. The finance collections select from these values.
 */
export type FinancialPicture = ReturnType<typeof pictureOf>;

/** Disclosures that apply today. All fields are null if the company's filings were not searched. */
type Disclosed = { readonly [Name in keyof OpenDisclosures]: OpenDisclosures[Name] | null };

/** Filing events by ticker, without those that state only that a form was filed. */
function disclosures({ facts }: Refresh): ReadonlyMap<string, readonly Sourced<'filing_events'>[]> {
  const events = facts
    .all('filing_events')
    .filter(({ event }) => !/^(?:current_report|filing)$/.test(event));
  return groupBy(events, ({ ticker }) => ticker);
}

/**
 * Our choice: a company with filings but without stored disclosures is taken to have made none. If
 * the store has no disclosures of any company, the company's disclosures are unknown.
 */
function disclosuresOf(
  refresh: Refresh,
  funds: Runway,
  events: readonly Sourced<'filing_events'>[],
): Disclosed {
  const looked = refresh.memo(disclosures).size > 0 && !funds.flags.includes('no_filing');
  if (!looked && events.length === 0) {
    return {
      going_concern: null,
      going_concern_date: null,
      exchange_deficiency: null,
      reverse_split_pending: null,
      exchange_deficiency_date: null,
      reverse_split_date: null,
    };
  }
  return openDisclosures(events, refresh.today);
}

/** Value of the freely traded shares at the last close, US dollars. */
function floatValue(refresh: Refresh, ticker: string, price: number | undefined): number | null {
  const float = refresh.memo(floatShares).get(ticker);
  return price === undefined || float === undefined ? null : float * price;
}

/**
 * Freely traded shares by ticker: the number that is stated with the current short interest. If
 * there is none, the newest number of a vendor.
 */
export function floatShares(refresh: Refresh): ReadonlyMap<string, number> {
  const floats = new Map<string, number>();
  for (const [ticker, counts] of refresh.memo(vendorCounts)) {
    const { float_shares } = counts.findLast((one) => isCount(one.float_shares)) ?? {};
    if (isCount(float_shares)) floats.set(ticker, float_shares);
  }
  for (const [ticker, { float_shares }] of refresh.memo(newestShortInterest)) {
    if (isCount(float_shares)) floats.set(ticker, float_shares);
  }
  return floats;
}

function isCount(shares: number | null | undefined): shares is number {
  return typeof shares === 'number' && shares > 0;
}

/** FINRA publishes short interest on the seventh business day after its settlement. */
const PUBLICATION_DAYS = 7;

const publicationAfter = remembered((day: string) => tradingDayAfter(day, PUBLICATION_DAYS));

/**
 * The day on which short interest was published. If the source does not state it, it is computed
 * from the settlement date.
 */
export function publishedOn(fact: Fact<'short_interest'>): string {
  return fact.published_date ?? publicationAfter(fact.settlement_date);
}

/**
 * The latest short interest of each ticker. Only values count that were published on or before today
 * and whose settlement date is within the last `shortInterestDays` days.
 */
export function newestShortInterest({ memo, today }: Refresh) {
  const oldest = shiftDays(today, -shortInterestDays);
  const isRecent = ({ settlement_date }: Fact<'short_interest'>) => settlement_date >= oldest;
  return new Map([...memo(lastShortInterest)].filter(([, fact]) => isRecent(fact)));
}

/** Returns the record fields that describe the latest short interest of a ticker. */
export function shortInterestFields(refresh: Refresh, ticker: string) {
  const short = refresh.memo(lastShortInterest).get(ticker);
  return {
    short_shares: short?.short_shares ?? null,
    previous_short_shares: short?.previous_short_shares ?? null,
    days_to_cover: short?.days_to_cover ?? null,
    short_interest_date: short?.settlement_date ?? null,
    short_interest_published: short ? publishedOn(short) : null,
    short_interest_source: short ? originOf('short_interest', short).source : null,
  };
}

/**
 * The latest short interest of each ticker that was published on or before today, however old it
 * is.
 */
export function lastShortInterest({ facts, today }: Refresh) {
  const newest = new Map<string, Sourced<'short_interest'>>();
  for (const fact of facts.all('short_interest')) {
    const held = newest.get(fact.ticker);
    if (publishedOn(fact) > today) continue;
    if (!held || fact.settlement_date > held.settlement_date) newest.set(fact.ticker, fact);
  }
  return newest;
}

/**
 * Our choice: the newest warrant count in a filing is taken as the number of all outstanding
 * warrants.
 */
function newestWarrants(offerings: readonly Sourced<'offerings'>[]): number | null {
  const stated = offerings.find(({ warrants_outstanding: count }) => typeof count === 'number');
  return stated?.warrants_outstanding ?? null;
}
