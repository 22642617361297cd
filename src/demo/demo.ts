import { type FactName, factKinds } from '../facts/fact-kinds.ts';
import { catalystChanges, catalystsOf } from './catalysts.ts';
import { dayNumber } from './days.ts';
import { dealsOf } from './deals.ts';
import { depositaryRatios, filingEvents, financialFacts, offeringFacts } from './filings.ts';
import { fundFilings, holdingsReports, securitiesOf } from './funds.ts';
import { companyFacts, pricesOf, programFacts, salesAssumptions, splitsOf } from './listings.ts';
import {
  analystRatings,
  dividendsOf,
  failsToDeliver,
  listingsOf,
  optionChains,
  salesEstimates,
  shareCounts,
  shortInterest,
  targetConsensus,
  treasuryRates,
} from './market.ts';
import { newsOf, trialResults } from './news.ts';
import { insiderTransactions, largeStakes } from './owners.ts';
import { adverseEvents, labelsOf, meetingsOf, postedResults } from './public-records.ts';
import { hash } from './random.ts';
import {
  adcommVotes,
  approvalsOf,
  decisionsOf,
  deficienciesOf,
  designationsOf,
  exclusivitiesOf,
  lettersOf,
} from './regulatory.ts';
import { statementsOf } from './statements.ts';
import { trialLabels, trialsOf, trialVersions } from './trials.ts';
import { type Facts, type Story, type World, worldOf } from './world.ts';

export const demoSeed = 20_260_101;
const COMPANIES = 48;

/**
 * Each kind of input record has a function that generates its records. `gaps` contains the fields
 * that are sometimes missing in real data, with the fraction of records that lack the field.
 */
type Kinds<Of extends readonly unknown[]> = {
  readonly [Name in FactName]?: readonly [
    make: (...of: Of) => Facts<Name>,
    gaps?: Readonly<Record<string, number>>,
  ];
};

/**
 * Kinds of input records that are also generated for companies that are not in the list of
 * companies.
 */
const regulatoryKinds: Kinds<[World, Story]> = {
  catalysts: [catalystsOf, { description: 0.04, createdDate: 0.05, drugType: 0.05, nctId: 0.1 }],
  decisions: [decisionsOf, { _id: 0.04 }],
  designations: [designationsOf, { nctId: 0.5 }],
  approvals: [approvalsOf, { review_designation: 0.1 }],
  exclusivities: [exclusivitiesOf],
  complete_response_letters: [lettersOf, { reasons: 0.1 }],
  letter_deficiencies: [deficienciesOf],
};

const companyKinds: Kinds<[World, Story]> = {
  companies: [companyFacts, { description: 0.05, website: 0.1 }],
  splits: [splitsOf],
  prices: [pricesOf],
  programs: [programFacts],
  trials: [trialsOf, { secondaryOutcomes: 0.1, CompletionDate: 0.02 }],
  trial_versions: [trialVersions],
  trial_labels: [trialLabels],
  trial_results: [trialResults, { drug_name: 0.04, nctId: 0.1 }],
  posted_results: [postedResults],
  catalyst_changes: [catalystChanges],
  adcomm_votes: [adcommVotes],
  advisory_meetings: [meetingsOf],
  drug_labels: [labelsOf],
  adverse_events: [adverseEvents, { severity: 0.03, report_type: 0.03 }],
  financial_facts: [financialFacts],
  depositary_ratios: [depositaryRatios],
  offerings: [offeringFacts],
  filing_events: [filingEvents],
  insider_transactions: [insiderTransactions, { is_10b5_1: 0.06 }],
  large_stakes: [largeStakes],
  mentions: [statementsOf],
  option_chains: [optionChains],
  analyst_ratings: [analystRatings, { analyst: 0.08, price_target_usd: 0.05 }],
  short_interest: [shortInterest],
  fails_to_deliver: [failsToDeliver],
  share_counts: [shareCounts],
  listings: [listingsOf],
  dividends: [dividendsOf],
  price_target_consensus: [targetConsensus],
  sales_estimates: [salesEstimates],
  news: [newsOf, { tickers: 0.02, summary: 0.2 }],
  sales_assumptions: [salesAssumptions],
};

const worldKinds: Kinds<[World]> = {
  fund_filings: [fundFilings],
  holdings_reports: [holdingsReports],
  securities: [securitiesOf],
  deals: [dealsOf, { upfrontValue: 0.1, milestoneValue: 0.15, totalValue: 0.1 }],
  treasury_rates: [treasuryRates],
};

type Fields = Readonly<Record<string, unknown>>;
type Batch = Readonly<{ kind: FactName; records: readonly Fields[] }>;
type Make = (world: World, story: Story) => readonly Fields[];

/**
 * Generates the input records of fictional biotech companies, one batch for each kind of record.
 * The same arguments always give the same records.
 *
 * @param today ISO date
 */
export function* demoFacts(seed: number, today: string, companies = COMPANIES): Generator<Batch> {
  const world = worldOf(seed, dayNumber(today), companies);
  yield* batches(world, regulatoryKinds, [...world.stories, ...world.unknown]);
  yield* batches(world, companyKinds, world.stories);
  yield* batches(world, worldKinds, world.stories.slice(0, 1));
}

function* batches(world: World, kinds: object, stories: readonly Story[]): Generator<Batch> {
  type Entry = readonly [kind: FactName, [make: Make, gaps?: Readonly<Record<string, number>>]];
  for (const [kind, [make, gaps = {}]] of Object.entries(kinds) as unknown as Entry[]) {
    const records = stories.flatMap((story) => make(world, story));
    yield { kind, records: withGaps(records, Object.entries(gaps)).map(withPage(kind)) };
  }
}

/**
 * Returns a function that adds the URL of a fictional page to a record without a URL. If records of
 * this kind have no field for a URL, the function changes nothing.
 */
function withPage(kind: FactName): (record: Fields) => Fields {
  if (!('source_url' in factKinds[kind].schema.shape)) return (record) => record;
  const page = (record: Fields) => `https://demo.example/${kind}/${hash(JSON.stringify(record))}`;
  return (record) => (record.source_url ? record : { ...record, source_url: page(record) });
}

function withGaps(records: readonly Fields[], gaps: readonly [field: string, share: number][]) {
  if (gaps.length === 0) return records;
  return records.map((record) => {
    const text = JSON.stringify(record);
    const missing = gaps.filter(([field, share]) => hash(field + text) / 2 ** 32 < share);
    const absent = Object.fromEntries(missing.map(([field]) => [field, undefined]));
    return JSON.parse(JSON.stringify({ ...record, ...absent })) as Fields;
  });
}
