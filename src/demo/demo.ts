import type { Fact } from '../facts/fact-kinds.ts';
import { type Books, booksOf } from './books.ts';
import { catalystChangesOf, catalystsOf } from './catalysts.ts';
import { dayNumber, isoOf } from './days.ts';
import { dealsOf } from './deals.ts';
import { companyFact } from './demo-companies.ts';
import { filingEventsOf, offeringFactsOf } from './disclosures.ts';
import { holdingsReports } from './filers.ts';
import { financialFactsOf } from './filings.ts';
import { fundFilings, securitiesOf } from './funds.ts';
import { insiderTransactionsOf } from './insiders.ts';
import { analystRatingsOf, shortInterestOf, treasuryRates } from './market.ts';
import type { Batch, Story, World } from './model.ts';
import { newsOf } from './news.ts';
import { optionChainsOf } from './options.ts';
import { barsOf } from './prices.ts';
import { labelsOf, meetingsOf, postedResultsOf } from './public-records.ts';
import {
  adcommVotesOf,
  approvalsOf,
  decisionsOf,
  designationsOf,
  lettersOf,
} from './regulatory.ts';
import { trialResultsOf } from './results.ts';
import { adverseEventsOf } from './safety.ts';
import { salesAssumptionsOf } from './sales.ts';
import { programFact } from './story.ts';
import { straysOf } from './strays.ts';
import { trialLabelsOf } from './trial-labels.ts';
import { trialsOf, trialVersionsOf } from './trials.ts';
import { worldOf } from './world.ts';

/** The seed of the demo data that everybody sees. */
export const demoSeed = 20_260_101;

/**
 * The facts of a fictional biotech universe, in batches of one kind each.
 *
 * The same seed and day give the same facts. Every subject of every company draws from a stream of
 * its own, so that a change to one subject leaves the others as they were.
 *
 * @param today ISO date; events before it have happened, prices end with the session before it
 */
export function demoFacts(seed: number, today: string): Generator<Batch> {
  return gathered(factsOf(seed, today));
}

/** Records of a kind that are worth writing at once. */
const batchSize = 500;

/** The few records of a kind that each company has, put together to fewer batches. */
function* gathered(batches: Iterable<Batch>): Generator<Batch> {
  const open = new Map<Batch['kind'], Batch['records'][number][]>();
  for (const batch of batches) {
    const { kind, records } = batch;
    const own = open.get(kind);
    if (!own && records.length >= batchSize) {
      yield batch;
    } else if (!own) {
      open.set(kind, [...records]);
    } else {
      own.push(...records);
      if (own.length < batchSize) continue;
      yield { kind, records: own } as Batch;
      open.delete(kind);
    }
  }
  for (const [kind, records] of open) yield { kind, records } as Batch;
}

function* factsOf(seed: number, today: string): Generator<Batch> {
  const world = worldOf(seed, dayNumber(today));
  yield {
    kind: 'companies',
    records: world.stories.map(({ company }) => companyFact(seed, company)),
  };
  const books = new Map<Story, Books>();
  for (const story of world.stories) {
    const own = booksOf(world, story);
    books.set(story, own);
    yield { kind: 'prices', records: barsOf(world, story.company, story.closes, story.milestones) };
    yield* clinicalFacts(world, story);
    yield* marketFacts(world, story, own);
  }
  for (const records of fundFilings(world, books)) yield { kind: 'fund_filings', records };
  yield { kind: 'holdings_reports', records: holdingsReports(world, books) };
  yield { kind: 'securities', records: securitiesOf(world) };
  yield { kind: 'splits', records: world.stories.flatMap(splitOf) };
  yield { kind: 'deals', records: dealsOf(world) };
  yield { kind: 'treasury_rates', records: treasuryRates(world) };
  const strays = straysOf(world);
  yield { kind: 'catalysts', records: strays.catalysts };
  yield { kind: 'decisions', records: strays.decisions };
  yield { kind: 'designations', records: strays.designations };
  yield { kind: 'approvals', records: strays.approvals };
  yield { kind: 'complete_response_letters', records: strays.letters };
}

function splitOf({ company: { ticker, split } }: Story): readonly Fact<'splits'>[] {
  if (!split) return [];
  const [numerator, denominator] = split.ratio < 1 ? [1, 1 / split.ratio] : [split.ratio, 1];
  return [{ ticker, date: isoOf(split.day), numerator, denominator }];
}

function* clinicalFacts(world: World, story: Story): Generator<Batch> {
  const { company, programs } = story;
  const trials = trialsOf(world, story);
  if (!company.unlisted) {
    yield { kind: 'programs', records: programs.map((one) => programFact(company, one)) };
  }
  yield { kind: 'trials', records: trials };
  yield { kind: 'posted_results', records: postedResultsOf(world, story, trials) };
  yield { kind: 'trial_versions', records: trialVersionsOf(world, story) };
  yield { kind: 'trial_labels', records: trialLabelsOf(world, trials) };
  yield { kind: 'catalysts', records: catalystsOf(world, story) };
  yield { kind: 'catalyst_changes', records: catalystChangesOf(world, story) };
  yield { kind: 'decisions', records: decisionsOf(world, story) };
  yield {
    kind: 'designations',
    records: programs.flatMap((program) => designationsOf(world, story, program)),
  };
  yield { kind: 'approvals', records: approvalsOf(world, story) };
  yield { kind: 'adcomm_votes', records: adcommVotesOf(world, story) };
  yield { kind: 'complete_response_letters', records: lettersOf(world, story) };
  yield { kind: 'drug_labels', records: labelsOf(world, story) };
  yield { kind: 'advisory_meetings', records: meetingsOf(world, story) };
  yield { kind: 'adverse_events', records: adverseEventsOf(world, story) };
  yield { kind: 'trial_results', records: trialResultsOf(world, story) };
}

function* marketFacts(world: World, story: Story, books: Books): Generator<Batch> {
  yield { kind: 'financial_facts', records: financialFactsOf(world, story, books) };
  yield { kind: 'offerings', records: offeringFactsOf(world, story, books) };
  yield { kind: 'filing_events', records: filingEventsOf(world, story, books) };
  yield { kind: 'insider_transactions', records: insiderTransactionsOf(world, story, books) };
  yield { kind: 'option_chains', records: optionChainsOf(world, story) };
  yield { kind: 'analyst_ratings', records: analystRatingsOf(world, story) };
  yield { kind: 'short_interest', records: shortInterestOf(world, story, books) };
  yield { kind: 'news', records: newsOf(world, story, books) };
  yield { kind: 'sales_assumptions', records: salesAssumptionsOf(story, books.sales) };
}
