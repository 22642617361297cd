import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import { collections } from '../../src/derive/all-collections.ts';
import type { Refresh } from '../../src/derive/computation.ts';
import { endpoints } from '../../tools/index.ts';
import { refreshOf } from '../derive/refresh-of.ts';
import { plainFlags } from '../methods/plain-flags.ts';
import { demoDay, demoFactsOf } from '../support/demo-facts.ts';
import { type Served, servedOf } from '../support/served.ts';

type Row = Readonly<Record<string, unknown>>;

/** Fields that no record of the demo fills, by endpoint, and why. */
const unfilled: Readonly<Record<string, readonly string[]>> = {
  // The demo's companies, bars, chains, notes and deals come from no page that could be named.
  companies: ['source_url'],
  company: ['source_url'],
  price_snapshot: ['source_url'],
  options_chain: ['source_url'],
  analyst_ratings: ['source_url'],
  // What is read out of texts: the demo holds facts alone.
  ma_deals: ['source_url', 'evidence', 'evidence_confidence'],
  poa_scores: ['source_url', 'evidence', 'evidence_confidence', 'date_precision'],
  // They come with decisions that approvals alone tell of; the demo's are stated beside them.
  fda_decisions: ['applicant', 'review_designation'],
};

/** Fields of rows that no endpoint of the collection declares, and why they are there. */
const internal: Readonly<Record<string, readonly string[]>> = {
  // Facts are handed on whole; these fields of them are not among the specification's.
  decisions: ['application_type', 'decision_date', 'source', 'source_url'],
  designations: ['source', 'sponsor_name'],
  approvals: ['active_ingredients', 'application_number', 'source', 'sponsor_name'],
  adverseEvents: ['report_id', 'report_version', 'source'],
  trials: [
    'allocation',
    'arms',
    'conditions',
    'countries',
    'enrollment',
    'first_posted_date',
    'intervention_model',
    'interventions',
    'lead_sponsor_class',
    'masking',
    'primary_purpose',
    'results_posted_date',
    'source',
    'start_date',
    'status',
    'study_type',
    'why_stopped',
    // What a search finds them by.
    'wording',
  ],
  trialResults: ['outcome', 'source'],
  insiderTransactions: ['accession', 'acquired_disposed', 'line', 'owner_cik'],
  // Answers with as_of tell the moves in their notices.
  calendar: ['_id', 'date_moves', 'decision_date', 'nctId', 'outcome', 'source'],
  calendarHistory: [
    'date_moves',
    'decision',
    'decision_date',
    // The historical calendar is cut by it and shows `catdate`.
    'formattedDate',
    'nctId',
    'outcome',
    // Part of the analysis, which the upcoming calendar shows in full.
    'probabiity_of_approval',
    'source',
  ],
  // Searched by all areas, shown with the first three.
  maAcquirers: ['therapeuticAreas'],
  // The calendars show it under this name, companies as `industry`.
  companies: ['Industry'],
  // The mean grade behind the consensus.
  priceTargets: ['consensus_score'],
  // Shown as `quarter`.
  hedgeFundFlows: ['report_date'],
  hedgeFundSentiment: ['report_date'],
  // Finds the filing that a holder's record is read from.
  holders: ['cik'],
  // Part of the composite; the grade tells the rank, the components the count.
  pipelineHealth: ['percentile', 'stage_weighted_count', 'tier'],
};

let refresh: Refresh;
let served: Served;
beforeAll(async () => {
  const facts = demoFactsOf(demoDay);
  refresh = await refreshOf(demoDay, facts);
  served = await servedOf(demoDay, facts);
});

function rowsOf(collection: string): readonly Row[] {
  return [...(refresh.memo(collections[collection]!.rows) as Iterable<Row>)];
}

function isFilled([field, value]: readonly [string, unknown]): boolean {
  // An empty list of flags says that nothing is missing.
  if (Array.isArray(value)) return value.length > 0 || field === 'flags';
  return value !== null && value !== undefined;
}

function filledFields(records: readonly Row[]): ReadonlySet<string> {
  return new Set(
    records.flatMap((record) =>
      Object.entries(record)
        .filter(isFilled)
        .map(([field]) => field),
    ),
  );
}

function servingEndpoints(collection: string): readonly Endpoint[] {
  return endpoints.filter((endpoint) => endpoint.collection === collection);
}

describe.each(endpoints.map(({ name, record }) => [name, record] as const))(
  'the demo records of %s',
  (name, record) => {
    it('fill every field that it declares, but for those that are known', () => {
      const filled = filledFields(served.get(name)!);
      const missing = Object.keys(record).filter((field) => !filled.has(field));
      expect(missing.sort()).toEqual([...(unfilled[name] ?? [])].sort());
    });

    it('hold no percent in what is described as a fraction', () => {
      const fractions = Object.keys(record).filter((field) => record[field]!.unit === 'fraction');
      const values = fractions.flatMap((field) =>
        served.get(name)!.map((row) => [field, Number(row[field] ?? 0)] as const),
      );
      // Volatility alone goes beyond 1: 5 is 500 % a year.
      expect(values.filter(([, value]) => Math.abs(value) > 5)).toEqual([]);
    });
  },
);

describe.each(Object.entries(collections))('the demo rows of %s', (name, { method }) => {
  it('hold no field that nobody declares, but for those that are known', () => {
    const declared = new Set(servingEndpoints(name).flatMap(({ record }) => Object.keys(record)));
    const fields = new Set(rowsOf(name).flatMap((row) => Object.keys(row)));
    const undeclared = [...fields].filter((field) => !declared.has(field));
    expect(undeclared.sort()).toEqual([...(internal[name] ?? [])].sort());
  });

  it('carry only flags that are explained', () => {
    const explained = Object.keys(method?.flags ?? plainFlags[name] ?? {});
    const carried = new Set(rowsOf(name).flatMap(({ flags = [] }) => flags as readonly string[]));
    expect([...carried].filter((flag) => !explained.includes(flag))).toEqual([]);
  });

  it('name their method where they have one', () => {
    const named = new Set(rowsOf(name).map((row) => row.method));
    expect([...named]).toEqual([method?.id]);
  });
});

describe('collections', () => {
  it('are each served by an endpoint, and each endpoint serves one', () => {
    const asked = new Set(endpoints.map(({ collection }) => collection));
    expect([...asked].sort()).toEqual(Object.keys(collections).sort());
  });
});
