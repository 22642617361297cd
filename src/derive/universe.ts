import { sha256 } from '../base/sha256.ts';
import { bareCik } from '../domain/companies/cik.ts';
import { foreignSponsors } from '../domain/companies/large-sponsors.ts';
import { isOfUniverse, PDUFA_DAYS, type UniverseCount } from '../domain/companies/membership.ts';
import { industryOf } from '../domain/companies/sic.ts';
import { sponsorIndex, tickerOf, tickerOfName } from '../domain/companies/sponsors.ts';
import { dayOf, shiftDays } from '../domain/dates.ts';
import { DRUG_TYPES } from '../domain/programs/trial-drugs.ts';
import { remembered } from '../domain/remembered.ts';
import type { Sourced } from '../store/facts-store.ts';
import type { Computation, Refresh, Universe } from './computation.ts';

type Company = Sourced<'companies'>;

/** The companies of a refresh. Facts are read only when needed. */
export function universeOf(refresh: Refresh): Universe {
  const names = () => refresh.memo(companyNames);
  return {
    get companies() {
      return refresh.memo(members);
    },
    get known() {
      return names().known;
    },
    company: (ticker) => (ticker ? names().byTicker.get(ticker) : undefined),
    has: (ticker) => ticker != null && refresh.memo(memberTickers).has(ticker),
    tickerOfCik: (cik) => names().tickerOfCik(cik),
    ticker: (own, sponsor) => own ?? (sponsor ? names().mapped(sponsor) : undefined),
    issuer: (own, name) => own ?? (name ? names().exact(name) : undefined),
  };
}

/** Listed companies, with an index of their names. */
function listedCompanies({ facts }: Refresh) {
  const companies = facts.all('companies');
  const index = sponsorIndex(companies);
  return {
    listed: companies.map(withIndustry),
    index,
    mapped: remembered((name) => tickerOf(index, name)),
    exact: remembered((name) => tickerOfName(index, name)),
  };
}

/** Listed companies and the foreign sponsors that occur in records. */
export function companyNames(refresh: Refresh) {
  const { listed, index, mapped, exact } = refresh.memo(listedCompanies);
  const known = [...listed, ...refresh.memo(foreignCompanies)];
  return {
    known,
    byTicker: new Map(known.map((company) => [company.ticker, company])),
    mapped,
    exact,
    tickerOfCik: (cik: unknown) => index.byCik.get(bareCik(cik)),
  };
}

/**
 * Counts the companies that are biotech or pharma companies, and those that are not. A company with
 * several tickers is counted once.
 */
export function countUniverse(universe: Universe): UniverseCount {
  const others = universe.known.filter(
    ({ ticker, cik }) => !universe.has(ticker) && (universe.tickerOfCik(cik) ?? ticker) === ticker,
  );
  return {
    companies: universe.companies.length,
    others: others.length,
    others_without_sic: others.filter(({ sic }) => !sic).length,
  };
}

/**
 * Sources that list companies of all industries. Their entries do not mark a company as biotech.
 */
const LISTS_OF_ALL: ReadonlySet<string> = new Set(['sec-tickers', 'sec-submissions']);

/** Biotech and pharma companies, each with its primary ticker. */
export function members(refresh: Refresh): readonly Company[] {
  const { facts, universe } = refresh;
  const trials = refresh.memo(drugTrialTickers);
  const dates = refresh.memo(pdufaTickers);
  const records = refresh.memo(recordedTickers);
  const stated = new Map(facts.all('companies').map((company) => [company.ticker, company]));
  const isPrimary = ({ cik, ticker }: Company) => (universe.tickerOfCik(cik) ?? ticker) === ticker;
  return universe.known
    .filter(isPrimary)
    .filter(({ ticker, name, sic, exchange, country, source }) =>
      isOfUniverse({
        name,
        sic,
        sector: stated.get(ticker)?.sector,
        industry: stated.get(ticker)?.industry,
        exchange,
        country,
        hasDrugTrial: trials.has(ticker),
        hasPdufaDate: dates.has(ticker),
        hasRecord:
          records.has(ticker) ||
          !(LISTS_OF_ALL.has(source) || source === FOREIGN_SOURCE) ||
          Boolean(stated.get(ticker)?.sector ?? stated.get(ticker)?.description),
      }),
    );
}

/**
 * Tickers of biotech and pharma companies. Tickers in drug trials and drug records are added if
 * they belong to no known company.
 */
export function memberTickers(refresh: Refresh): Tickers {
  const { universe } = refresh;
  const known = [...refresh.memo(drugTrialTickers), ...refresh.memo(recordedTickers)];
  return new Set([
    ...universe.companies.map((company) => company.ticker),
    ...known.filter((one) => universe.company(one) === undefined),
  ]);
}

/** A digest of the universe. Two refreshes with the same digest have the same universe. */
export function universeDigest(refresh: Refresh): string {
  const { known } = refresh.memo(companyNames);
  const tickers = refresh.memo(members).map(({ ticker }) => ticker);
  return sha256(JSON.stringify([known, tickers, [...refresh.memo(memberTickers)]]));
}

/** The computations whose results are part of the universe. */
export const universeResults: ReadonlySet<Computation<unknown>> = new Set<Computation<unknown>>([
  companyNames,
  members,
  memberTickers,
  universeDigest,
]);

/**
 * Tickers of the lead sponsors of interventional trials of drugs and biologics. Collaborators are
 * not sponsors.
 */
function drugTrialTickers({ memo, universe }: Refresh): Tickers {
  const sponsors = memo(trialSponsors).filter(({ ofDrugs }) => ofDrugs);
  return new Set(sponsors.map(({ ticker, name }) => universe.ticker(ticker, name)));
}

/** A set of tickers. It contains undefined if one of its companies has no known ticker. */
type Tickers = ReadonlySet<string | undefined>;

/**
 * The lead sponsors of all trials. `ofDrugs` states whether at least one trial of the sponsor tests
 * a drug.
 */
function trialSponsors({ facts }: Refresh) {
  const found = new Map<
    string,
    { ticker: string | null | undefined; name: string | null | undefined; ofDrugs: boolean }
  >();
  for (const trial of facts.each('trials')) {
    const { ticker, LeadSponsorName: name } = trial;
    const key = JSON.stringify([ticker, name]);
    const own = found.get(key) ?? { ticker, name, ofDrugs: false };
    own.ofDrugs ||= isDrugTrial(trial);
    found.set(key, own);
  }
  return [...found.values()];
}

/**
 * Our choice: a trial without a study type is treated as interventional. A trial without
 * intervention types is treated as a trial of a drug.
 */
function isDrugTrial({ study_type, interventions }: Sourced<'trials'>): boolean {
  if (study_type && study_type !== 'INTERVENTIONAL') return false;
  const types = (interventions ?? []).flatMap(({ type }) => type ?? []);
  return types.length === 0 || types.some((type) => DRUG_TYPES.has(type));
}

/** Tickers of companies with a recent or future PDUFA date. */
function pdufaTickers({ facts, today }: Refresh): Tickers {
  const since = shiftDays(today, -PDUFA_DAYS);
  const isRecent = (...days: readonly (string | null | undefined)[]) =>
    days.some((day) => (dayOf(day) ?? '') >= since);
  return new Set([
    ...facts
      .all('catalysts')
      .filter(({ catalyst }) => /pdufa/i.test(catalyst))
      .filter(({ createdDate, formattedDate }) => isRecent(createdDate, formattedDate))
      .map(({ ticker }) => ticker),
    ...facts
      .all('decisions')
      .filter((decision) => isRecent(decision['PDUFA Date']))
      .map(({ Ticker }) => Ticker),
  ]);
}

/** Tickers of companies with drug records: programs, decisions or approvals. */
function recordedTickers({ facts, universe }: Refresh): Tickers {
  const drugs = (
    [
      'programs',
      'catalysts',
      'trial_results',
      'adcomm_votes',
      'complete_response_letters',
      'sales_assumptions',
    ] as const
  ).flatMap((kind) => facts.all(kind).map(({ ticker }) => ticker));
  const decided = facts.all('decisions').map(({ Ticker }) => Ticker);
  const granted = (['designations', 'approvals'] as const).flatMap((kind) =>
    facts.all(kind).map((fact) => universe.ticker(fact.ticker, fact.sponsor_name)),
  );
  return new Set([...drugs, ...decided, ...granted]);
}

const FOREIGN_SOURCE = 'large-sponsors';

/** Large foreign sponsors that occur in records but in no company list. */
function foreignCompanies({ facts, memo }: Refresh): readonly Company[] {
  const { listed, mapped } = memo(listedCompanies);
  const tickers = new Set(listed.map(({ ticker }) => ticker));
  const sponsorTickers = new Set<string | undefined>();
  const note = (name: string | null | undefined) =>
    sponsorTickers.add(name ? mapped(name) : undefined);
  for (const { name } of memo(trialSponsors)) note(name);
  for (const kind of ['designations', 'approvals'] as const) {
    for (const { sponsor_name } of facts.all(kind)) note(sponsor_name);
  }
  return foreignSponsors
    .filter(({ ticker }) => sponsorTickers.has(ticker) && !tickers.has(ticker))
    .map(({ ticker, name, exchange, country }) => ({
      ticker,
      name,
      exchange,
      country,
      source: FOREIGN_SOURCE,
    }));
}

/** Adds sector and industry from the company's SIC code if no source states them. */
function withIndustry(company: Company): Company {
  const { sector, industry, sic } = company;
  const own = industryOf(sic);
  if (!own || (sector && industry)) return company;
  return { ...company, sector: sector ?? own.sector, industry: industry ?? own.industry };
}
