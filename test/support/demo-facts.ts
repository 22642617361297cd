import { demoFacts, demoSeed } from '../../src/demo/demo.ts';
import { type Fact, type FactName, factKinds } from '../../src/facts/fact-kinds.ts';

/** The date of the tests on the demo's facts. */
export const demoDay = '2026-11-20';

export type AllFacts = { readonly [Name in FactName]: readonly Fact<Name>[] };

export const factNames = Object.keys(factKinds) as FactName[];

/** The publication date field of each kind of fact. Companies and CUSIPs have none. */
export const published: Readonly<Partial<Record<FactName, string>>> = {
  prices: 'date',
  fails_to_deliver: 'date',
  trials: 'updatedAt',
  trial_versions: 'version_date',
  trial_labels: 'date',
  programs: 'updated_date',
  catalysts: 'createdDate',
  catalyst_changes: 'changed_date',
  // The goal date is not used, because it is known long before.
  decisions: 'decision_date',
  designations: 'designation_date',
  approvals: 'approval_date',
  adverse_events: 'event_date',
  trial_results: 'published_date',
  // The end of the period is not used.
  financial_facts: 'filed',
  offerings: 'filed_at',
  filing_events: 'filed_at',
  // The trade date is not used.
  insider_transactions: 'filing_date',
  // The end of the quarter is not used.
  fund_filings: 'filing_date',
  holdings_reports: 'filing_date',
  share_counts: 'date',
  listings: 'date',
  dividends: 'ex_date',
  price_target_consensus: 'date',
  sales_estimates: 'seen_date',
  option_chains: 'date',
  analyst_ratings: 'date',
  news: 'published_at',
  deals: 'announcedDate',
  adcomm_votes: 'meeting_date',
  complete_response_letters: 'letter_date',
  short_interest: 'published_date',
  posted_results: 'posted_date',
  splits: 'date',
  drug_labels: 'effective_date',
  advisory_meetings: 'published_date',
  treasury_rates: 'date',
  sales_assumptions: 'assumed_date',
  depositary_ratios: 'filed',
  exclusivities: 'listed_date',
  large_stakes: 'filing_date',
  letter_deficiencies: 'first_listed',
  mentions: 'published_date',
};

/** Returns the demo's facts on a date, by kind. */
export function demoFactsOf(day: string, seed = demoSeed): AllFacts {
  const facts = Object.fromEntries(factNames.map((name) => [name, [] as unknown[]]));
  for (const { kind, records } of demoFacts(seed, day)) facts[kind]!.push(...records);
  return facts as unknown as AllFacts;
}

/**
 * Returns two thirds of the demo that still use every kind of fact. It includes half of the
 * companies and those with a complete response letter, a delisting or a share split, with the gaps
 * of real records. Fund holdings are limited to these companies. Deals, rates and headlines are
 * complete.
 */
export function smallDemo(day = demoDay): AllFacts {
  const all = demoFactsOf(day);
  const tickers = new Set([
    ...all.complete_response_letters.map(({ ticker }) => ticker),
    ...all.companies.flatMap((one) => (one.delisted_date ? [one.ticker] : [])),
    ...all.splits.map(({ ticker }) => ticker),
    ...all.companies.flatMap(({ ticker }, at) => (at % 2 === 0 ? [ticker] : [])),
  ]);
  const unlisted = new Set([...tickers].filter((_, at) => at % 3 === 0));
  const some = factsOf(all, tickers);
  return {
    ...some,
    // The programs of these companies are derived from their trials and catalysts.
    programs: some.programs.filter(({ ticker }) => !unlisted.has(ticker)),
    // These trials are assigned by the sponsor's name.
    trials: some.trials.map(({ ticker: _, ...trial }) => trial as Fact<'trials'>),
    option_chains: some.option_chains.map((chain, at) =>
      at % 2 === 0 ? chain : { ...chain, underlying_price_usd: null },
    ),
  };
}

function factsOf(all: AllFacts, tickers: ReadonlySet<string>): AllFacts {
  const keeps = (fact: Readonly<Record<string, unknown>>) => {
    const ticker = fact.ticker ?? fact.Ticker;
    return typeof ticker !== 'string' || tickers.has(ticker);
  };
  const trials = new Set(all.trials.filter(keeps).map(({ nctId }) => nctId));
  const catalysts = new Set(all.catalysts.filter(keeps).map(({ _id }) => String(_id)));
  const some = Object.fromEntries(factNames.map((name) => [name, all[name].filter(keeps)]));
  return {
    ...some,
    trial_versions: all.trial_versions.filter(({ nctId }) => trials.has(nctId)),
    trial_labels: all.trial_labels.filter(({ nctId }) => trials.has(nctId)),
    posted_results: all.posted_results.filter(({ nctId }) => trials.has(nctId)),
    catalyst_changes: all.catalyst_changes.filter((one) => catalysts.has(one.catalyst_id)),
    fund_filings: all.fund_filings.map((filing) => ({
      ...filing,
      positions: filing.positions.filter(keeps),
    })),
  } as unknown as AllFacts;
}
