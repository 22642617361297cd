import { foreignSponsors } from '../domain/companies/large-sponsors.ts';
import { isOfUniverse, type UniverseCount } from '../domain/companies/membership.ts';
import { industryOf } from '../domain/companies/sic.ts';
import { type SponsorIndex, sponsorIndex, tickerOf } from '../domain/companies/sponsors.ts';
import { dayOf, shiftDays } from '../domain/dates.ts';
import { remembered } from '../domain/remembered.ts';
import type { Facts, Sourced } from '../store/facts-store.ts';

type Company = Sourced<'companies'>;

/** The companies of a store, found by ticker or by one of their names. */
export interface Universe {
  /** Biotech and pharma: what the lists, scores and portfolios are made of, one record a company. */
  readonly companies: readonly Company[];
  /** Every company that is known, of whatever trade. */
  readonly known: readonly Company[];
  /** The company of a ticker, of whatever trade. */
  company(ticker: string | null | undefined): Company | undefined;
  /** Whether a ticker is one of the universe's; where no list names it, its records tell. */
  has(ticker: string | null | undefined): boolean;
  /** The ticker that a fact bears, else the one to which its sponsor's name maps. */
  ticker(own: string | null | undefined, sponsor: string | null | undefined): string | undefined;
  /** The ticker that stands for the company of a CIK, with or without leading zeros. */
  tickerOfCik(cik: unknown): string | undefined;
}

export function universeOf(facts: Facts, today: string): Universe {
  const listed = facts.all('companies').map(withIndustry);
  const index: SponsorIndex = sponsorIndex(listed);
  const mapped = remembered((name) => tickerOf(index, name));
  const known = [...listed, ...foreignAmong(facts, listed, mapped)];
  const byTicker = new Map(known.map((company) => [company.ticker, company]));
  const named = (own: string | null | undefined, sponsor: string | null | undefined) =>
    own ?? (sponsor ? mapped(sponsor) : undefined);
  const stands = ({ cik, ticker }: Company) => (index.byCik.get(plain(cik)) ?? ticker) === ticker;
  let members: readonly Company[] | undefined;
  let tickers: ReadonlySet<string> | undefined;
  let evidence: Evidence | undefined;
  const evident = () => {
    evidence ??= evidenceOf(facts, named, today);
    return evidence;
  };
  const companies = () => {
    members ??= membersOf(known.filter(stands), facts, evident());
    return members;
  };
  return {
    get companies() {
      return companies();
    },
    known,
    company: (ticker) => (ticker ? byTicker.get(ticker) : undefined),
    has(ticker) {
      tickers ??= new Set([
        ...companies().map((company) => company.ticker),
        ...[...evident().trials, ...evident().records].filter((one) => !byTicker.has(one)),
      ]);
      return ticker != null && tickers.has(ticker);
    },
    tickerOfCik: (cik) => index.byCik.get(plain(cik)),
    ticker: named,
  };
}

/** How many companies belong to the universe and how many do not, each company once. */
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

/** Lists of everything that is listed: to stand in one says nothing of a company's trade. */
const LISTS_OF_ALL: ReadonlySet<string> = new Set(['sec-tickers', 'sec-submissions']);

/** Days within which a PDUFA date counts as a mention. */
const PDUFA_DAYS = 400;

type Named = Universe['ticker'];

/** Tickers of companies of which the store knows more than that they are listed. */
interface Evidence {
  readonly trials: ReadonlySet<string>;
  readonly dates: ReadonlySet<string>;
  readonly records: ReadonlySet<string>;
}

function evidenceOf(facts: Facts, named: Named, today: string): Evidence {
  return {
    trials: drugTrialTickers(facts, named),
    dates: pdufaTickers(facts, today),
    records: recordedTickers(facts, named),
  };
}

function membersOf(
  known: readonly Company[],
  facts: Facts,
  { trials, dates, records }: Evidence,
): readonly Company[] {
  const stated = new Map(facts.all('companies').map((company) => [company.ticker, company]));
  return known.filter(({ ticker, sic, exchange, country, source }) =>
    isOfUniverse({
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

/** Lead sponsors of interventional trials of drugs and biologics; collaborators are not sponsors. */
function drugTrialTickers(facts: Facts, named: Named): ReadonlySet<string> {
  const own = facts
    .all('trials')
    .filter(isDrugTrial)
    .map((trial) => named(trial.ticker, trial.LeadSponsorName));
  return new Set(own.filter((ticker) => ticker !== undefined));
}

const DRUG_TYPES: ReadonlySet<string> = new Set([
  'DRUG',
  'BIOLOGICAL',
  'GENETIC',
  'COMBINATION_PRODUCT',
]);

/** Our choice: a record without a study type or types of interventions is taken as of a drug. */
function isDrugTrial({ study_type, interventions }: Sourced<'trials'>): boolean {
  if (study_type && study_type !== 'INTERVENTIONAL') return false;
  const types = (interventions ?? []).flatMap(({ type }) => type ?? []);
  return types.length === 0 || types.some((type) => DRUG_TYPES.has(type));
}

function pdufaTickers(facts: Facts, today: string): ReadonlySet<string> {
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

/** Companies of the records on drugs: what they develop, what was decided, what was approved. */
function recordedTickers(facts: Facts, named: Named): ReadonlySet<string> {
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
    facts.all(kind).map((fact) => named(fact.ticker, fact.sponsor_name)),
  );
  return new Set([...drugs, ...decided, ...granted].filter((ticker) => ticker !== undefined));
}

const FOREIGN_SOURCE = 'large-sponsors';

/** The large foreign sponsors that no list of the store has and whose names its records bear. */
function foreignAmong(
  facts: Facts,
  listed: readonly Company[],
  mapped: (name: string) => string | undefined,
): readonly Company[] {
  const tickers = new Set(listed.map(({ ticker }) => ticker));
  const names = [
    ...facts.all('trials').map(({ LeadSponsorName }) => LeadSponsorName),
    ...(['designations', 'approvals'] as const).flatMap((kind) =>
      facts.all(kind).map(({ sponsor_name }) => sponsor_name),
    ),
  ];
  const borne = new Set(names.map((name) => (name ? mapped(name) : undefined)));
  return foreignSponsors
    .filter(({ ticker }) => borne.has(ticker) && !tickers.has(ticker))
    .map(({ ticker, name, exchange, country }) => ({
      ...{ ticker, name, exchange, country },
      source: FOREIGN_SOURCE,
    }));
}

/** A company with the sector and industry of its SIC code, where no source states others. */
function withIndustry(company: Company): Company {
  const { sector, industry, sic } = company;
  const own = industryOf(sic);
  if (!own || (sector && industry)) return company;
  return { ...company, sector: sector ?? own.sector, industry: industry ?? own.industry };
}

function plain(cik: unknown): string {
  return String(cik ?? '').replace(/^0+/, '');
}
