import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import { collections } from '../../src/derive/all-collections.ts';
import type { Refresh } from '../../src/derive/computation.ts';
import { withPast } from '../../src/store/served-tables.ts';
import { endpoints } from '../../tools/index.ts';
import { refreshOf } from '../derive/refresh-of.ts';
import { plainFlags } from '../methods/plain-flags.ts';
import { demoDay, demoFactsOf } from '../support/demo-facts.ts';
import { type Served, servedOf } from '../support/served.ts';

type Row = Readonly<Record<string, unknown>>;

/** Fields that no demo record has, by endpoint, with the reason. */
const unfilled: Readonly<Record<string, readonly string[]>> = {
  // A list of companies states no date.
  companies: ['source_date'],
  company: ['source_date'],
  // Drugs of the demo have no brand names.
  fda_designations: ['trade_name'],
  // Price bars have no page.
  price_snapshot: ['source_url'],
  price_history: ['source_url'],
  movers: ['source_url'],
  unusual_volume: ['source_url'],
  // These records are computed from many documents.
  poa_base_rates: ['source_url'],
  hedge_fund_flows: ['source_url'],
  hedge_fund_sentiment: ['source_url'],
  model_portfolios: ['source_url'],
  model_portfolio_holdings: ['source_url'],
  model_portfolio_returns: ['source_url'],
  // The demo contains facts only, so fields that are read from texts are empty.
  clinical_trial_results: ['context'],
  dilution: ['context', 'has_text'],
  ma_deals: ['context', 'evidence', 'evidence_confidence'],
  poa_scores: ['context', 'date_precision', 'evidence', 'evidence_confidence'],
  // These fields come with decisions that only approval records state. The demo states its
  // decisions directly.
  fda_decisions: ['applicant', 'review_designation'],
  // The demo has no frozen sheets.
  track_record: ['gap_days', 'head', 'source_url'],
};

const has = (flag: string) => (record: Row) => (record.flags as readonly string[]).includes(flag);

/** Which records have no source or no date, by endpoint, with the reason. */
const isUndated: Readonly<Record<string, (record: Row) => boolean>> = {
  // A list of companies states no date.
  companies: ({ source }) => source !== null,
  company: ({ source }) => source !== null,
  // The demo omits the day on which some catalysts were first known.
  pdufa_upcoming: ({ source }) => source !== null,
  fda_calendar: ({ createdDate }) => createdDate === undefined,
  fda_calendar_historical: ({ createdDate }) => createdDate === undefined,
  poa_scores: ({ source }) => source !== null,
  timeline: ({ date }) => date === null,
  // The tools whose records are joined state their sources.
  screen: () => true,
  // A publication states a year at most.
  poa_base_rates: has('published_only'),
  // These companies have filed nothing that the record uses.
  financial_health: has('no_filing'),
  cash_runway: has('no_filing'),
  distress: has('no_filing'),
  dilution: has('no_offerings'),
};

/** How an event was read in a text. */
const textFields = [
  'context',
  ...['confidence', 'date_precision', 'document_date', 'document_form', 'evidence'],
];

/** Fields of served rows that no endpoint of the collection declares, with the reason. */
const internal: Readonly<Record<string, readonly string[]>> = {
  // Fact rows are served complete, but these fields are not in the specification.
  decisions: ['application_type', 'decision_date'],
  approvals: ['sponsor_name'],
  adverseEvents: ['report_version'],
  // Only the search for words reads this field.
  news: ['wording'],
  // Only the parameter drug reads these fields.
  timeline: ['drug_words'],
  fdaDecisions: ['drug_words'],
  trialRisk: ['drugs'],
  // An answer has a record for each of these prices.
  priceHistory: ['prices'],
  trials: [
    'collaborators',
    'conditions',
    'enrollment',
    'dates',
    'enrollment_type',
    'lead_sponsor_class',
    'results_posted_date',
    'start_date',
    'status',
    'why_stopped',
    // The search uses this text to find entries.
    'wording',
  ],
  trialResults: ['outcome'],
  insiderTransactions: ['accession', 'is_derivative', 'is_unit_grant', 'line', 'owner_cik'],
  calendar: ['_id', 'decision_date', 'nctId', 'outcome', ...textFields],
  calendarHistory: [
    ...textFields,
    'decision',
    'decision_date',
    // The historical calendar filters by this field and shows `catdate`.
    'formattedDate',
    'nctId',
    'outcome',
    // This field is part of the analysis, which the upcoming calendar shows in full.
    'probabiity_of_approval',
  ],
  // The states of past days, with the days on which they were known.
  calendarOnDays: ['_id', 'known_from', 'known_until', 'nctId', ...textFields],
  calendarHistoryOnDays: [
    ...['formattedDate', 'known_from', 'known_until', 'nctId'],
    ...textFields,
  ],
  // The search uses all areas. The record shows the first three.
  maAcquirers: ['therapeuticAreas'],
  // The calendars show this field as `Industry`, and companies show it as `industry`.
  companies: ['Industry'],
  // The average rating that determines the consensus.
  priceTargets: ['consensus_score'],
  // The endpoint shows this field as `quarter`.
  hedgeFundFlows: ['report_date'],
  hedgeFundSentiment: ['report_date'],
  // This field identifies the filing of a holder's record.
  holders: ['cik'],
  // This field is part of the composite score. The grade shows the rank, and the components show
  // the count.
  pipelineHealth: ['percentile', 'stage_weighted_count', 'tier'],
};

let refresh: Refresh;
let served: Served;
beforeAll(async () => {
  const facts = demoFactsOf(demoDay);
  refresh = await refreshOf(demoDay, facts);
  served = await servedOf(demoDay, facts);
});

const rowsByCollection = new Map<string, readonly Row[]>();

/** Returns the rows of a collection, which are computed once. */
function rowsOf(collection: string): readonly Row[] {
  const known = rowsByCollection.get(collection);
  if (known) return known;
  const rows = [...(refresh.memo(collections[collection]!.rows) as Iterable<Row>)];
  rowsByCollection.set(collection, rows);
  return rows;
}

function isFilled([field, value]: readonly [string, unknown]): boolean {
  // An empty list of flags means that no input is missing.
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
  return withPast(endpoints).filter((endpoint) => endpoint.collection === collection);
}

describe.each(endpoints.map((one) => [one.name, one.fields] as const))(
  'the demo records of %s',
  (name, record) => {
    it('fill every field that it declares, but for those that are known', () => {
      const filled = filledFields(served.get(name)!);
      const missing = Object.keys(record).filter((field) => !filled.has(field));
      expect(missing.sort()).toEqual([...(unfilled[name] ?? [])].sort());
    });

    it('name their source and its date, but for those with a reason', () => {
      const undated = served.get(name)!.filter((one) => !one.source || !one.source_date);
      const unexplained = undated.filter((record) => !isUndated[name]?.(record));
      expect(unexplained.slice(0, 3)).toEqual([]);
    });

    it('store no percent in a field described as a fraction', () => {
      const fractions = Object.keys(record).filter((field) => record[field]!.unit === 'fraction');
      const values = fractions.flatMap((field) =>
        served.get(name)!.map((row) => [field, Number(row[field] ?? 0)] as const),
      );
      // Only volatility can exceed 1: the value 5 means 500 % per year.
      expect(values.filter(([, value]) => Math.abs(value) > 5)).toEqual([]);
    });
  },
);

describe.each(Object.entries(collections))('the demo rows of %s', (name, { method }) => {
  it('have no undeclared field except the known ones', () => {
    const declared = new Set(servingEndpoints(name).flatMap((one) => Object.keys(one.fields)));
    const fields = new Set(rowsOf(name).flatMap((row) => Object.keys(row)));
    const undeclared = [...fields].filter((field) => !declared.has(field));
    expect(undeclared.sort()).toEqual([...(internal[name] ?? [])].sort());
  });

  it('carry only flags that are explained', () => {
    const explained = Object.keys(method?.flags ?? plainFlags[name] ?? {});
    const carried = new Set(rowsOf(name).flatMap(({ flags = [] }) => flags as readonly string[]));
    expect([...carried].filter((flag) => !explained.includes(flag))).toEqual([]);
  });

  it('name their method if they have one', () => {
    const named = new Set(rowsOf(name).map((row) => row.method));
    expect([...named]).toEqual([method?.id]);
  });
});

it('collections are each served by an endpoint, and each endpoint serves one', () => {
  const asked = new Set(
    withPast(endpoints)
      .filter(({ joined }) => !joined)
      .map(({ collection }) => collection),
  );
  expect([...asked].sort()).toEqual(Object.keys(collections).sort());
});
