import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import { collections } from '../../src/derive/all-collections.ts';
import { refreshServed } from '../../src/derive/refresh-served.ts';
import type { FactName } from '../../src/facts/fact-kinds.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { factMigrations, readMeta, writeFacts, writeMeta } from '../../src/store/facts-store.ts';
import { tablesOf, textColumns } from '../../src/store/served-tables.ts';
import { endpoints } from '../../tools/index.ts';
import { demoDay, factNames, smallDemo } from '../support/demo-facts.ts';
import fc from '../support/properties.ts';

type Fields = Readonly<Record<string, unknown>>;

const demo = smallDemo() as unknown as Readonly<Record<FactName, readonly Fields[]>>;
const facts = { ...demo, mentions: textsOn(demo) };
const filled = factNames.filter((kind) => facts[kind].length > 0);

/** Builds texts that state a goal date for a company's drug and a listing notice. */
function textsOn({ catalysts }: Readonly<Record<FactName, readonly Fields[]>>): readonly Fields[] {
  return catalysts.slice(0, 12).map(({ ticker, drugname: drug }, at) => {
    const day = String(at + 10);
    const about = { document_id: `text-${at}`, ticker, published_date: `2026-11-${day}` };
    const mentions = [
      mention('pdufa_date', { date: `2027-03-${day}`, drug }),
      mention('exchange_deficiency', { drug: null }),
    ];
    return { ...about, form: '8-K', source_url: `https://texts.example/${at}`, mentions };
  });
}

function mention(type: string, more: Fields): Fields {
  const precision = typeof more.date === 'string' ? 'day' : null;
  const sure = { status: 'announced', confidence: 0.95, sentence: `On ${type}.`, detail: {} };
  return { type, date: null, precision, indication: null, ...sure, ...more };
}

async function filledStore(): Promise<Database> {
  const database = await openDatabase(':memory:', factMigrations);
  // The first half of the facts. The other half is added by the changes.
  for (const kind of filled) {
    const half = facts[kind].filter((_, at) => at % 2 === 0);
    writeFacts(database, kind, half, 'test', '2026-11-01');
  }
  return database;
}

const noonOf = (day: string, later = 0) => Date.parse(`${day}T12:00:00Z`) + later * 86_400_000;
const refresh = (database: Database, later = 0) =>
  refreshServed(database, endpoints, () => noonOf(demoDay, later));

/** Returns a hash of every served table, its indexes, and the counts in the store. */
function contentOf(database: Database): string {
  const hash = createHash('sha256');
  const tables = database
    .prepare(`SELECT name, type, sql FROM sqlite_schema WHERE name GLOB '* *' ORDER BY name, type`)
    .all() as { name: string; type: string; sql: string }[];
  for (const { name, type, sql } of tables) {
    hash.update(`${name} ${sql}\n`);
    if (type !== 'table' || sql.startsWith('CREATE VIRTUAL')) continue;
    const rows = database.prepare(`SELECT * FROM "${name}" ORDER BY 1`).all();
    hash.update(JSON.stringify(rows));
  }
  for (const name of ['directory', 'holdings', 'universe', 'derived_on']) {
    hash.update(`${readMeta(database, name)}\n`);
  }
  return hash.digest('hex');
}

/** A change that adds facts of a kind or updates facts with other numbers. */
const change = fc.record({
  kind: fc.constantFrom(...filled),
  first: fc.nat(),
  count: fc.integer({ min: 1, max: 20 }),
  altered: fc.boolean(),
  /** Whether the company changes its ticker, for a kind with companies. */
  renamed: fc.boolean(),
});
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function write(database: Database, { kind, first, count, ...how }: Change, at: number): void {
  const from = first % facts[kind].length;
  const records = facts[kind].slice(from, from + count);
  const named = kind === 'companies' && how.renamed ? records.map(renamedCompany) : records;
  const observed = `2026-11-02T00:00:${String(at).padStart(2, '0')}Z`;
  writeFacts(database, kind, how.altered ? named.map(alteredRecord) : named, 'test', observed);
}

function renamedCompany(company: Fields): Fields {
  return { ...company, ticker: String(company.ticker).replace(/QZ$/, 'NQZ') };
}

/** Increases every number of a record except its keys. Dates and texts do not change. */
function alteredRecord(record: Fields): Fields {
  const entries = Object.entries(record).map(([field, value]) => [
    field,
    typeof value === 'number' && !/id$/i.test(field) ? value + 1 : value,
  ]);
  return Object.fromEntries(entries);
}

it('serves after any sequence of imports and days what a refresh of the whole store serves', async () => {
  const days = fc.constantFrom(0, 0, 0, 1, 40);
  const step = fc.record({ changes: fc.array(change, { maxLength: 3 }), later: days });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), async (steps) => {
      const [some, whole] = [await filledStore(), await filledStore()];
      refresh(some);
      let day = 0;
      for (const [at, { changes, later }] of steps.entries()) {
        day += later;
        for (const store of [some, whole]) for (const one of changes) write(store, one, at);
        refresh(some, day);
      }
      copyFirstServed(some, whole);
      refresh(whole, day);
      expect(contentOf(some)).toBe(contentOf(whole));
      for (const store of [some, whole]) store.close();
    }),
    { numRuns: 4 },
  );
});

/** The time at which an event was first served is history, which no refresh can compute. */
function copyFirstServed(from: Database, to: Database): void {
  const copy = to.prepare('INSERT INTO first_served VALUES (?, ?)');
  for (const { id, time } of from.prepare('SELECT * FROM first_served').all()) {
    copy.run(id as string, time as string);
  }
}

describe('what a refresh computes and writes again', () => {
  let store: Database;
  beforeAll(async () => {
    store = await filledStore();
    refresh(store);
  });
  afterAll(() => store.close());

  const headline = { id: 'n1', title: 'A headline', source: 'A paper', published_at: '2026-11-19' };
  const { ticker } = facts.catalysts.find(({ formattedDate }) => String(formattedDate) > demoDay)!;
  const notice = { event: 'exchange_deficiency', filed_at: '2026-11-19', detail: 'A notice' };
  const goal = { formattedDate: '2099-01-15', catdate: '2099-01-15', createdDate: demoDay };
  const options = ['optionsChain', 'optionsFlow', 'optionsPutCall'];
  const portfolios = ['modelPortfolios', 'modelPortfolioHoldings', 'modelPortfolioReturns'];
  // The share move after a headline is part of the approval scores and of all collections that use
  // them.
  const past = ['calendarHistoryOnDays', 'trackRecord'];
  const scored = ['calendar', 'calendarHistory', ...past, 'poaScores', 'pipelineHealth', 'rnpv'];
  const scores = [...scored, 'companyScores', 'programScores', 'maTargets'];

  // A filing event may be the withdrawal of an application, which is a decision.
  const decided = [
    ...['decisions', 'approvals', 'fdaDecisions', 'poaBaseRates', 'trialResults', 'trialRisk'],
    ...['clinicalTrialOutcomes', 'companies', 'pipeline', 'competitiveLandscape'],
  ];
  // Their only connection with goal dates is the universe, which contains the goal date's company.
  const withoutEvents = [
    ...['adverseEvents', 'analystRatings', 'priceTargets', 'optionsChain', 'optionsFlow'],
    ...['priceSnapshot', 'news', 'insiderTransactions', 'insiderSummary', ...portfolios],
    ...['priceHistory', 'cashBurn', 'trials'],
  ];
  const inOrder = (names: readonly string[]) =>
    Object.keys(collections).filter((name) => names.includes(name));

  it.each<[string, FactName, Fields, readonly string[], readonly string[]]>([
    ['a headline', 'news', headline, ['news', 'poaBaseRates', 'eventStudy', ...scores], ['news']],
    [
      'a headline that is not known yet: no table differs',
      'news',
      { ...headline, id: 'n2', published_at: '2027-01-01' },
      ['news', 'poaBaseRates', 'eventStudy', ...scores],
      [],
    ],
    [
      'a rate of interest',
      'treasury_rates',
      { date: '2026-11-18', rate_pct: 4 },
      [...options, ...portfolios, 'priceHistory', 'calendar'],
      [
        ...['pdufa_upcoming', 'options_chain', 'options_flow', 'options_put_call'],
        ...['model_portfolios', 'price_history'],
      ],
    ],
    [
      'a notice of delisting',
      'filing_events',
      { ticker, ...notice },
      inOrder([
        ...[
          'financialHealth',
          'cashRunway',
          'dilution',
          'distress',
          'eventStudy',
          'trialRiskSignals',
          ...scores,
          'timeline',
        ],
        ...decided,
      ]),
      ['financial_health', 'dilution', 'distress', 'timeline'],
    ],
    [
      'a goal date that leaves the universe as it is',
      'catalysts',
      { ticker, drugname: 'A new drug', catalyst: 'PDUFA Date', ...goal },
      Object.keys(collections).filter((name) => !withoutEvents.includes(name)),
      [
        ...['pdufa_upcoming', 'fda_calendar', 'fda_calendar_historical', 'poa_scores'],
        ...['timeline', 'track_record'],
      ],
    ],
  ])('after %s', (_, kind, record, computed, written) => {
    mark(store);
    writeFacts(store, kind, [record], 'test', '2026-11-05');
    refresh(store);
    expect(recomputed(store)).toEqual(computed);
    expect(rewritten(store).toSorted()).toEqual(written.toSorted());
  });

  it('computes everything that lists companies after a goal date adds a company to the universe', () => {
    const lab = { name: 'A Laboratory', ticker: 'LABTZ', cik: '9999', sic: '8731' };
    writeFacts(store, 'companies', [lab], 'sec-submissions', '2026-11-05');
    refresh(store);
    mark(store);
    const fields = { ticker: 'LABTZ', drugname: 'A new drug', catalyst: 'PDUFA Date', ...goal };
    writeFacts(store, 'catalysts', [fields], 'test', '2026-11-05');
    refresh(store);
    expect(recomputed(store)).toEqual(Object.keys(collections));
  });

  it('joins records again only after a change of a table behind them', () => {
    const isJoined = (kind: FactName, record: Fields) => {
      mark(store);
      writeFacts(store, kind, [record], 'test', '2026-11-05');
      refresh(store);
      return !JSON.parse(readMeta(store, 'derived_from')!).parts.screen.marked;
    };
    expect(isJoined('news', { ...headline, id: 'n4' })).toBe(false);
    expect(isJoined('filing_events', { ticker, ...notice, filed_at: '2026-11-20' })).toBe(true);
  });

  it('on the next day: everything is computed, and tables that come out equal are not written', () => {
    mark(store);
    refresh(store, 1);
    expect(recomputed(store)).toEqual(Object.keys(collections));
    // A presentation of the demo is dated on its day, so it is no longer ahead.
    const presented = ['poa_scores', 'pipeline', 'financial_health', 'companies', 'company'];
    // Their values count days: months, ages of trades, discounted years.
    const dated = ['cash_runway', 'insider_summary', 'rnpv', 'track_record'];
    const scores = ['distress', 'company_scores', 'program_scores', 'pipeline_health'];
    const written = [...presented, ...dated, ...scores, 'ma_targets', 'screen'];
    expect(rewritten(store).toSorted()).toEqual(written.toSorted());
  });

  it('where another version of the program has written the tables: everything', () => {
    mark(store);
    writeMeta(store, 'derived_at', '2026-11-20T13:00:00.000Z');
    writeFacts(store, 'news', [{ ...headline, id: 'n3' }], 'test');
    refresh(store, 1);
    expect(rewritten(store)).toHaveLength(endpoints.length);
  });
});

/**
 * Marks the tables of the last refresh. The mark is lost if a table is computed or written again.
 */
function mark(database: Database): void {
  const served = JSON.parse(readMeta(database, 'derived_from')!);
  for (const part of Object.values<{ marked?: true }>(served.parts)) part.marked = true;
  writeMeta(database, 'derived_from', JSON.stringify(served));
  for (const endpoint of endpoints) {
    const marks = textColumns(endpoint).map(() => "'mark'");
    database.exec(`INSERT OR REPLACE INTO ${tablesOf(endpoint).stored} VALUES (-1, ${marks})`);
  }
}

function recomputed(database: Database): readonly string[] {
  const { parts } = JSON.parse(readMeta(database, 'derived_from')!);
  return Object.keys(collections).filter((name) => !parts[name].marked);
}

function rewritten(database: Database): readonly string[] {
  const isMarked = (endpoint: Endpoint) =>
    database.prepare(`SELECT 1 FROM ${tablesOf(endpoint).stored} WHERE position = -1`).get();
  return endpoints.filter((endpoint) => !isMarked(endpoint)).map(({ name }) => name);
}
