import { beforeAll, describe, expect, it } from 'vitest';
import { collections } from '../../../src/derive/all-collections.ts';
import { beginRefresh } from '../../../src/derive/begin-refresh.ts';
import type { FactName } from '../../../src/facts/fact-kinds.ts';
import { kindsBehind } from '../../../src/service/local/kinds-behind.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { type Facts, factMigrations, writeFacts } from '../../../src/store/facts-store.ts';
import { readFacts } from '../../../src/store/read-facts.ts';
import { today, universe } from '../../support/universe.ts';

let stored: Facts;

beforeAll(async () => {
  const database = await openDatabase(':memory:', factMigrations);
  for (const [kind, records] of Object.entries(universe)) {
    writeFacts(database, kind as FactName, records, 'test');
  }
  stored = readFacts(database);
});

/** Returns the kinds of facts that a collection reads. */
function readBy(name: string): ReadonlySet<string> {
  const read = new Set<string>();
  const facts: Facts = {
    all(kind) {
      read.add(kind);
      return stored.all(kind);
    },
    each(kind) {
      read.add(kind);
      return stored.each(kind);
    },
    ofCompany(kind, ticker) {
      read.add(kind);
      return stored.ofCompany(kind, ticker);
    },
    ofOthers(kind) {
      read.add(kind);
      return stored.ofOthers(kind);
    },
    tickersOf(kind) {
      read.add(kind);
      return stored.tickersOf(kind);
    },
    prices(...asked) {
      read.add('prices');
      return stored.prices(...asked);
    },
    pricedTickers() {
      read.add('prices');
      return stored.pricedTickers();
    },
  };
  // Some collections compute their rows lazily.
  Array.from(collections[name]!.rows(beginRefresh(facts, today)));
  return read;
}

/** Collections that combine served records and read no facts. */
const joined = ['screen'];

describe('the kinds behind collections', () => {
  it('are named for every collection, and for nothing else', () => {
    expect(Object.keys(kindsBehind).sort()).toEqual(
      [...Object.keys(collections), ...joined].sort(),
    );
  });

  // The store of this test has few facts, so some formulas do not read all kinds of facts that they
  // can read. The missing kinds are listed here.
  const computed = Object.entries(kindsBehind).filter(([name]) => !joined.includes(name));
  it.each(computed)('%s reads each of %j', (name, kinds) => {
    const inputs = collections[name]!.method?.inputs ?? [];
    expect(kinds.length).toBeGreaterThan(0);
    expect([...readBy(name), ...inputs]).toEqual(expect.arrayContaining([...kinds]));
  });
});

// Collections that depend on several main kinds of facts. An answer must report a late source of
// each of these kinds.
it.each([
  ['poaScores', 'catalysts trials decisions'],
  ['poaBaseRates', 'catalysts decisions approvals trials'],
  ['decisions', 'decisions complete_response_letters'],
  ['calendar', 'catalysts decisions'],
  ['calendarHistory', 'catalysts decisions prices'],
  ['calendarChanges', 'catalysts catalyst_changes'],
  ['fdaDecisions', 'decisions approvals complete_response_letters'],
  ['maAcquirers', 'deals financial_facts'],
  ['maTargets', 'deals catalysts financial_facts prices'],
  ['financialHealth', 'financial_facts prices'],
  ['cashRunway', 'financial_facts catalysts'],
  ['dilution', 'offerings financial_facts'],
  ['distress', 'financial_facts filing_events prices'],
  ['priceTargets', 'analyst_ratings prices'],
  ['companies', 'companies prices'],
  ['hedgeFundSentiment', 'fund_filings insider_transactions'],
  ['holders', 'fund_filings holdings_reports large_stakes'],
  ['modelPortfolios', 'fund_filings prices'],
  ['modelPortfolioHoldings', 'fund_filings prices'],
  ['modelPortfolioReturns', 'fund_filings prices treasury_rates'],
  ['pipelineHealth', 'trials catalysts'],
  ['pipeline', 'trials catalysts'],
  ['trialRiskSignals', 'trial_versions catalysts adverse_events'],
  ['clinicalTrialOutcomes', 'trials trial_results'],
  ['trialRisk', 'trials adverse_events'],
  ['trialResults', 'trial_results posted_results'],
  ['companyScores', 'catalysts financial_facts trials prices'],
  ['programScores', 'catalysts trials'],
  ['rnpv', 'catalysts trials financial_facts'],
])('%s rests on %s', (name, kinds) => {
  expect(kindsBehind[name]).toEqual(kinds.split(' '));
});
