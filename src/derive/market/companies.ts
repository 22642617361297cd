import { isDelisted } from '../../domain/companies/listing.ts';
import { groupBy } from '../../domain/group-by.ts';
import { isActive } from '../../domain/programs/active.ts';
import { phaseRank } from '../../domain/programs/development-stage.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { nextCatalysts } from '../catalysts/next-catalyst.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import {
  floatShares,
  lastShortInterest,
  newestShortInterest,
  shortInterestFields,
} from '../finance/financial-pictures.ts';
import { companyFigures, runways, sharesOutstanding } from '../finance/financials.ts';
import { originOf } from '../origin.ts';
import { insiderTradesPerMonth } from '../ownership/insiders.ts';
import type { Program } from '../programs/drug-program.ts';
import { programs } from '../programs/programs.ts';
import { lastCloses, listedValues, marketCaps } from './market.ts';

export const companyCollections = {
  companies: { from: ['companies'], rows: companies },
} satisfies Collections;

/** The biotech and pharma companies, for the company list and the single company record. */
export function companies(refresh: Refresh) {
  const fields = refresh.memo(companyFields);
  return refresh.universe.companies.map((company) => ({
    ...profileOf(refresh, company),
    ...fields.get(company.ticker),
    ...programsOf(refresh, company.ticker),
    ...originOf('companies', company),
    flags: missingOf(refresh, company),
  }));
}

/**
 * The company fields that calendars and company records show, by ticker. All companies in the store
 * are included. The spec defines the field names.
 */
export function companyFields(refresh: Refresh) {
  const funds = refresh.memo(runways);
  const insiders = refresh.memo(insiderTradesPerMonth);
  return new Map(
    refresh.universe.known.map(({ ticker, industry }) => {
      const money = funds.get(ticker);
      const current = money && !money.flags.includes('stale_filing') ? money : null;
      return [
        ticker,
        {
          /** Cash burn per month, US dollars; negative if operating cash flow is positive. */
          Monthly_Burn_Rate: current?.monthly_burn_usd ?? null,
          /** Cash and cash equivalents, US dollars. */
          Cash_and_Cash_Equivalents: current?.cash_usd ?? null,
          Short_percent_of_Float: shortPercent(refresh, ticker),
          /** Insiders' open-market trades per month, averaged over the last twelve months. */
          avgInsiderTransactions: insiders.get(ticker) ?? null,
          Industry: industry ?? null,
        },
      ] as const;
    }),
  );
}

function profileOf(refresh: Refresh, company: Sourced<'companies'>) {
  const { ticker } = company;
  const next = refresh.memo(nextCatalysts).get(ticker);
  const last = refresh.memo(lastCloses).get(ticker);
  const float = refresh.memo(companyFigures).get(ticker)?.public_float;
  return {
    ticker,
    name: company.name,
    former_names: company.former_names ?? null,
    delisted_date: company.delisted_date ?? null,
    public_float_usd: float?.value ?? null,
    public_float_date: float?.end ?? null,
    sector: company.sector ?? null,
    industry: company.industry ?? null,
    exchange: company.exchange ?? null,
    country: company.country ?? null,
    market_cap_usd: refresh.memo(marketCaps).get(ticker) ?? null,
    ...listedValues(refresh, ticker),
    price_usd: last?.close ?? null,
    price_date: last?.date ?? null,
    cik: company.cik ?? null,
    has_options: hasOptions(refresh, ticker),
    next_catalyst_date: next?.formattedDate ?? null,
    description: company.description ?? null,
    website: company.website ?? null,
    fiscal_year_end: company.fiscal_year_end ?? null,
    state_of_incorporation: company.state_of_incorporation ?? null,
    shares_outstanding: refresh.memo(sharesOutstanding).get(ticker) ?? null,
    float_shares: refresh.memo(floatShares).get(ticker) ?? null,
    ...shortInterestFields(refresh, ticker),
    runway_months: refresh.memo(runways).get(ticker)?.runway_months ?? null,
    next_catalyst: next ? [next.catalyst, next.drugname].filter(Boolean).join(': ') : null,
  };
}

/** Whether options on the ticker are listed. Null if the store has no option chains. */
function hasOptions(refresh: Refresh, ticker: string): boolean | null {
  const listed = refresh.memo(optionTickers);
  return listed.size === 0 ? null : listed.has(ticker);
}

function optionTickers({ facts }: Refresh): ReadonlySet<string> {
  return new Set(facts.all('option_chains').map(({ ticker }) => ticker));
}

/**
 * The number of active programs and the lead drug. The lead drug is the drug that the company
 * designates. If there is none, it is the most advanced drug.
 */
function programsOf(refresh: Refresh, ticker: string) {
  const known = refresh.memo(programsByTicker).get(ticker);
  const active = (known ?? []).filter(isActive);
  const lead =
    active.find(({ lead_program }) => lead_program) ??
    active.toSorted((a, b) => phaseRank(b.phase) - phaseRank(a.phase))[0];
  // If the company has no known program, the count is null instead of 0. The company may have drugs
  // without a stated indication, which are not listed as programs.
  return { programs_count: known ? active.length : null, lead_drug: lead?.drug_name ?? null };
}

function programsByTicker(refresh: Refresh): ReadonlyMap<string, readonly Program[]> {
  return groupBy(refresh.memo(programs), ({ ticker }) => ticker);
}

/**
 * Short interest as a percentage of the float at the newest settlement; null if either is unknown.
 */
function shortPercent(refresh: Refresh, ticker: string): number | null {
  const short = refresh.memo(newestShortInterest).get(ticker)?.short_shares;
  const float = refresh.memo(floatShares).get(ticker);
  return typeof short === 'number' && float !== undefined ? (short / float) * 100 : null;
}

/** Reasons why fields of a company are null. */
function missingOf(refresh: Refresh, company: Sourced<'companies'>) {
  const { ticker } = company;
  const short = refresh.memo(newestShortInterest).get(ticker);
  const hasShort = refresh.memo(lastShortInterest).has(ticker);
  const missing: readonly (readonly [string, boolean])[] = [
    ['delisted', isDelisted(company, refresh.today)],
    ['no_price', !refresh.memo(lastCloses).has(ticker)],
    ['no_shares_outstanding', (refresh.memo(sharesOutstanding).get(ticker) ?? null) === null],
    ['no_short_interest', !hasShort],
    ['old_short_interest', hasShort && short === undefined],
    ['no_float', short !== undefined && !refresh.memo(floatShares).has(ticker)],
    ['no_insider_filings', !refresh.memo(insiderTradesPerMonth).has(ticker)],
    ['no_options', !hasOptions(refresh, ticker)],
    ['no_programs', !refresh.memo(programsByTicker).get(ticker)?.some(isActive)],
    ['no_catalyst', !refresh.memo(nextCatalysts).has(ticker)],
  ];
  const funds = refresh.memo(runways).get(ticker)?.flags ?? [];
  return [...missing.filter(([, holds]) => holds).map(([flag]) => flag), ...funds];
}
