import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import { refreshServed } from '../../src/derive/refresh-served.ts';
import type { FactName } from '../../src/facts/fact-kinds.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeFacts } from '../../src/store/facts-store.ts';
import { tablesOf } from '../../src/store/served-tables.ts';
import { endpoints } from '../../tools/index.ts';
import { demoDay, factNames, smallDemo } from '../support/demo-facts.ts';
import fc from '../support/properties.ts';

type Fields = Readonly<Record<string, unknown>>;
type Table = readonly [name: string, rows: unknown];

const demo = smallDemo() as unknown as Readonly<Record<FactName, readonly Fields[]>>;
const facts = { ...demo, mentions: textsOn(demo) };
const filled = factNames.filter((kind) => facts[kind].length > 0);

/** Texts that state a goal date for a drug of a company, and a listing notice. */
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

/** Facts of a kind that come, or come again with another value of one field. */
const change = fc.record({
  kind: fc.constantFrom(...filled),
  first: fc.nat(),
  count: fc.integer({ min: 1, max: 20 }),
  altered: fc.boolean(),
  /** The company takes another ticker, where the kind is of companies. */
  renamed: fc.boolean(),
});
const days = [0, 0, 0, 1, 40];
const step = fc.record({
  changes: fc.array(change, { minLength: 0, maxLength: 3 }),
  later: fc.constantFrom(...days),
});

async function storeOf(): Promise<Database> {
  const database = await filledStore();
  onTestFinished(() => database.close());
  return database;
}

async function filledStore(): Promise<Database> {
  const database = await openDatabase(':memory:', factMigrations);
  // Half of all facts; the others come with the changes.
  for (const kind of filled) {
    const half = facts[kind].filter((_, at) => at % 2 === 0);
    writeFacts(database, kind, half, 'test', '2026-11-01');
  }
  return database;
}

function write(database: Database, change: Change, at: number): void {
  const { kind, first, count, altered, renamed } = change;
  const from = first % facts[kind].length;
  const records = facts[kind].slice(from, from + count);
  const observed = `2026-11-02T00:00:${String(at).padStart(2, '0')}Z`;
  const named = kind === 'companies' && renamed ? records.map(renamedCompany) : records;
  writeFacts(database, kind, altered ? named.map(alteredRecord) : named, 'test', observed);
}

function renamedCompany(company: Fields): Fields {
  return { ...company, ticker: String(company.ticker).replace(/QZ$/, 'NQZ') };
}

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

/** Every number of a record grows, its keys aside; days and texts stay. */
function alteredRecord(record: Fields): Fields {
  const entries = Object.entries(record).map(([field, value]) => [
    field,
    typeof value === 'number' && !/id$/i.test(field) ? value + 1 : value,
  ]);
  return Object.fromEntries(entries);
}

/** Every table that is served from, with its indexes, and what is said of the store. */
function contentOf(database: Database): readonly Table[] {
  const tables = database
    .prepare(`SELECT name, type, sql FROM sqlite_schema WHERE name GLOB '* *' ORDER BY name, type`)
    .all() as { name: string; type: string; sql: string }[];
  const rows = tables.flatMap(({ name, type, sql }): Table[] =>
    type === 'table'
      ? [[sql, database.prepare(`SELECT * FROM "${name}" ORDER BY rowid`).all()]]
      : [[name, sql]],
  );
  const said = database
    .prepare("SELECT * FROM meta WHERE name IN ('holdings', 'universe', 'derived_on')")
    .all();
  return [...rows, ['meta', said]];
}

const clockOf = (day: string, later: number) => () =>
  Date.parse(`${day}T12:00:00Z`) + later * 86_400_000;

describe('a refresh that leaves out what has not changed', () => {
  it('serves the same bytes as a whole one, whatever changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 4 }), async (steps) => {
        const [some, whole] = [await storeOf(), await storeOf()];
        let later = 0;
        refreshServed(some, endpoints, clockOf(demoDay, later));
        for (const [at, { changes, ...day }] of steps.entries()) {
          later += day.later;
          for (const store of [some, whole]) for (const one of changes) write(store, one, at);
          refreshServed(some, endpoints, clockOf(demoDay, later));
        }
        refreshServed(whole, endpoints, clockOf(demoDay, later));
        expect(contentOf(some)).toEqual(contentOf(whole));
      }),
      { numRuns: 4 },
    );
  });
});

/** Programs in development of which the calendar names an event ahead. */
const developed = facts.programs.filter(
  ({ phase, drug_name }) =>
    /Phase [123]/.test(String(phase)) &&
    facts.catalysts.some(
      ({ drugname, formattedDate }) => drugname === drug_name && String(formattedDate) > demoDay,
    ),
);

/** What happens to companies, each as the facts that tell of it. */
const happening = fc.record({
  program: fc.constantFrom(...developed),
  day: fc.integer({ min: 10, max: 28 }).map((day) => `2027-03-${day}`),
  what: fc.constantFrom<keyof typeof happenings>(
    ...(['goal', 'moved', 'decided', 'told', 'trial', 'designated', 'refused', 'doubted'] as const),
    ...(['assumed', 'renamed', 'closed', 'relabelled'] as const),
  ),
});

const happenings = {
  goal: ({ program, day }: Happening) => ({ catalysts: [goalOf(program, day)] }),
  moved: ({ program, day }: Happening) => ({
    catalysts: [{ ...catalystOf(program), formattedDate: day, catdate: day }],
  }),
  decided: ({ program }: Happening) => ({
    catalysts: [
      { ...catalystOf(program), decision: 'Approved', decision_date: '2026-11-16' },
      { ...goalOf(program, '2026-11-17'), decision: 'CRL', decision_date: '2026-11-17' },
    ],
  }),
  told: ({ program, day }: Happening) => ({
    mentions: [
      {
        ...{ document_id: `told-${program.ticker}-${day}`, ticker: program.ticker, form: '8-K' },
        ...{ published_date: '2026-11-10', source_url: 'https://texts.example/told' },
        mentions: [mention('pdufa_date', { date: day, drug: program.drug_name })],
      },
    ],
  }),
  trial: ({ program, day }: Happening) => {
    const trial = facts.trials.find(({ ticker }) => ticker === program.ticker) ?? facts.trials[0];
    return { trials: [{ ...trial, nctId: `NCT0${day.slice(-2)}00001`, Phase: 'Phase 3' }] };
  },
  designated: ({ program: { ticker, drug_name, indication } }: Happening) => ({
    designations: [
      {
        ticker,
        drug_name,
        indication,
        designation_type: 'Fast Track',
        designation_date: '2026-11-19',
      },
    ],
  }),
  refused: ({ program: { ticker, drug_name, indication } }: Happening) => ({
    complete_response_letters: [{ ticker, drug_name, indication, letter_date: '2026-11-18' }],
  }),
  doubted: ({ program: { ticker } }: Happening) => ({
    filing_events: [{ ticker, event: 'going_concern', filed_at: '2026-11-19', detail: 'A doubt' }],
  }),
  assumed: ({ program: { ticker, drug_name, indication }, day }: Happening) => ({
    sales_assumptions: [
      {
        ...{ ticker, drug_name, indication, peak_sales_usd: 1e8 * Number(day.slice(-2)) },
        assumed_date: '2026-11-19',
      },
    ],
  }),
  renamed: ({ program }: Happening) => {
    const own = facts.companies.find(({ ticker }) => ticker === program.ticker);
    return { companies: own?.cik ? [renamedCompany(own)] : [] };
  },
  closed: ({ program: { ticker }, day }: Happening) => ({
    prices: [{ ticker, date: '2026-11-19', close: Number(day.slice(-2)), volume: 1_000 }],
  }),
  relabelled: ({ program }: Happening) => ({
    programs: [{ ...program, phase: 'NDA/BLA', updated_date: '2026-11-19' }],
  }),
};

interface Happening {
  readonly program: Fields;
  readonly day: string;
}

function catalystOf({ ticker }: Fields): Fields {
  return facts.catalysts.find((one) => one.ticker === ticker)!;
}

function goalOf({ ticker, drug_name, indication }: Fields, day: string): Fields {
  const event = { catalyst: 'PDUFA Date', stage: 'NDA/BLA', formattedDate: day, catdate: day };
  return { ticker, drugname: drug_name, treatment: indication, ...event, createdDate: demoDay };
}

function happen(
  database: Database,
  one: Happening & { what: keyof typeof happenings },
  at: number,
) {
  const observed = `2026-11-03T00:00:${String(at).padStart(2, '0')}Z`;
  const told: Readonly<Record<string, readonly Fields[]>> = happenings[one.what](one);
  for (const [kind, records] of Object.entries(told)) {
    writeFacts(database, kind as FactName, records, 'test', observed);
  }
}

describe('a refresh that takes over companies to which nothing has happened', () => {
  it('serves the same bytes as a whole one, whatever happens to the others', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 3, maxLength: 6 }), async (all) => {
        const [some, whole] = [await storeOf(), await storeOf()];
        refreshServed(some, endpoints, clockOf(demoDay, 0));
        for (const [at, one] of all.entries()) {
          for (const store of [some, whole]) happen(store, one, at);
          refreshServed(some, endpoints, clockOf(demoDay, 0));
        }
        refreshServed(whole, endpoints, clockOf(demoDay, 0));
        expect(hashOf(contentOf(some))).toBe(hashOf(contentOf(whole)));
      }),
      { numRuns: 5 },
    );
  });

  it.each(Object.keys(happenings) as (keyof typeof happenings)[])(
    'or one of them: %s',
    async (what) => {
      const [some, whole] = [await storeOf(), await storeOf()];
      refreshServed(some, endpoints, clockOf(demoDay, 0));
      const program = developed[0]!;
      for (const store of [some, whole]) happen(store, { what, program, day: '2027-03-21' }, 0);
      for (const store of [some, whole]) refreshServed(store, endpoints, clockOf(demoDay, 0));
      expect(hashOf(contentOf(some))).toBe(hashOf(contentOf(whole)));
    },
  );

  it('makes the outlook of the one company that has a new goal date, and no other', async () => {
    const store = await storeOf();
    refreshServed(store, endpoints, clockOf(demoDay, 0));
    const before = outlooks(store);
    const { ticker } = developed[0]!;
    const program = { ticker, drug_name: 'A new drug', indication: null };
    happen(store, { what: 'goal', program, day: '2027-03-21' }, 0);
    refreshServed(store, endpoints, clockOf(demoDay, 0));
    const after = outlooks(store);
    expect(before.size).toBeGreaterThan(10);
    expect([...after].filter((name) => !before.has(name))).toHaveLength(1);
    expect([...before].filter((name) => !after.has(name))).toHaveLength(1);
  });
});

function outlooks(database: Database): ReadonlySet<string> {
  const sql = "SELECT name FROM meta WHERE name GLOB 'derived_from/company outlooks/*'";
  return new Set((database.prepare(sql).all() as { name: string }[]).map(({ name }) => name));
}

describe('a change of one kind of fact by itself', () => {
  let some: Database;
  let whole: Database;
  beforeAll(async () => {
    [some, whole] = [await filledStore(), await filledStore()];
    refreshServed(some, endpoints, clockOf(demoDay, 0));
  });
  afterAll(() => {
    for (const store of [some, whole]) store.close();
  });

  it.each(filled)('is noticed: %s', (kind) => {
    const all = { kind, first: 0, count: facts[kind].length, altered: true, renamed: false };
    for (const store of [some, whole]) write(store, all, filled.indexOf(kind));
    // Forgets what is served, so that all of it is computed.
    whole.exec("DELETE FROM meta WHERE name = 'derived_from'");
    for (const store of [some, whole]) refreshServed(store, endpoints, clockOf(demoDay, 0));
    expect(hashOf(contentOf(some))).toBe(hashOf(contentOf(whole)));
  });
});

it('follows a company to its new ticker, under which its facts are served', async () => {
  const [some, whole] = [await storeOf(), await storeOf()];
  refreshServed(some, endpoints, clockOf(demoDay, 0));
  const [company] = facts.companies.filter(({ cik }) => cik);
  for (const store of [some, whole]) {
    writeFacts(store, 'companies', [{ ...company, ticker: 'NEWQZ' }], 'test', '2026-11-03');
    refreshServed(store, endpoints, clockOf(demoDay, 0));
  }
  expect(JSON.stringify(contentOf(some))).toContain('NEWQZ');
  expect(hashOf(contentOf(some))).toBe(hashOf(contentOf(whole)));
});

describe('what a refresh writes', () => {
  const news = { id: 'n1', title: 'A headline', source: 'A paper', published_at: '2026-11-19' };

  it('is the tables that differ: after news those of news alone', async () => {
    const store = await storeOf();
    refreshServed(store, endpoints, clockOf(demoDay, 0));
    mark(store);
    writeFacts(store, 'news', [news], 'test');
    refreshServed(store, endpoints, clockOf(demoDay, 0));
    expect(rewritten(store)).toEqual(['news']);
  });

  it('leaves the calendars alone after a headline that came while the market was open', async () => {
    const store = await storeOf();
    refreshServed(store, endpoints, clockOf(demoDay, 0));
    mark(store);
    const [catalyst] = facts.catalysts;
    const told = { title: 'The FDA approves a drug', tickers: [catalyst?.ticker] };
    // At noon in New York, when the market was open: no announcement was late.
    const at = { published_at: '2026-11-18T17:00:00Z' };
    writeFacts(store, 'news', [{ ...news, ...told, ...at }], 'test');
    refreshServed(store, endpoints, clockOf(demoDay, 0));
    expect(rewritten(store)).toEqual(['news']);
  });

  it('is what the filing is of: a listing notice moves no calendar', async () => {
    const store = await storeOf();
    refreshServed(store, endpoints, clockOf(demoDay, 0));
    mark(store);
    const [catalyst] = facts.catalysts;
    const notice = { event: 'exchange_deficiency', filed_at: '2026-11-19', detail: 'A notice' };
    writeFacts(store, 'filing_events', [{ ticker: catalyst?.ticker, ...notice }], 'test');
    refreshServed(store, endpoints, clockOf(demoDay, 0));
    const written = rewritten(store);
    expect(written).toContain('distress');
    expect(written.filter((name) => /calendar|pdufa|risk_signals|scores/.test(name))).toEqual([]);
  });

  it('is nothing where facts have changed and no record differs', async () => {
    const store = await storeOf();
    refreshServed(store, endpoints, clockOf(demoDay, 0));
    mark(store);
    const later = { ...news, published_at: '2027-01-01' };
    writeFacts(store, 'news', [later], 'test');
    refreshServed(store, endpoints, clockOf(demoDay, 0));
    expect(rewritten(store)).toEqual([]);
    // Its day comes, and with it the headline.
    refreshServed(store, endpoints, () => Date.parse('2027-01-02'));
    expect(rewritten(store)).toContain('news');
  });

  it('leaves funds, trials and finances alone after a new goal date', async () => {
    const store = await storeOf();
    refreshServed(store, endpoints, clockOf(demoDay, 0));
    mark(store);
    const { ticker } = facts.catalysts.find(
      ({ formattedDate }) => String(formattedDate) > demoDay,
    )!;
    const goal = { formattedDate: '2099-01-15', catdate: '2099-01-15', createdDate: demoDay };
    const catalyst = { ticker, drugname: 'A new drug', catalyst: 'PDUFA Date', ...goal };
    writeFacts(store, 'catalysts', [catalyst], 'test');
    refreshServed(store, endpoints, clockOf(demoDay, 0));
    const written = rewritten(store);
    expect(written).toContain('pdufa_upcoming');
    const others =
      /hedge|fund|holders|portfolio|trial|cash|dilution|distress|health$|unusual|price/;
    expect(written.filter((name) => others.test(name))).toEqual([]);
  });

  it('is the same where what was kept for it is lost', async () => {
    const [some, whole] = [await storeOf(), await storeOf()];
    for (const store of [some, whole]) refreshServed(store, endpoints, clockOf(demoDay, 0));
    const kept = some.prepare("SELECT name FROM meta WHERE name GLOB 'derived_from *'").all();
    expect(kept.length).toBeGreaterThan(5);
    some.exec("DELETE FROM meta WHERE name GLOB 'derived_from *'");
    const [catalyst] = facts.catalysts;
    for (const store of [some, whole]) {
      writeFacts(
        store,
        'catalysts',
        [{ ...catalyst, drugname: 'A new drug' }],
        'test',
        '2026-11-03',
      );
      refreshServed(store, endpoints, clockOf(demoDay, 0));
    }
    expect(hashOf(contentOf(some))).toBe(hashOf(contentOf(whole)));
    expect(some.prepare("SELECT name FROM meta WHERE name GLOB 'derived_from *'").all()).toEqual(
      kept,
    );
  });

  it('is all of it where another version of the program has written what is served', async () => {
    const store = await storeOf();
    refreshServed(store, endpoints, clockOf(demoDay, 0));
    mark(store);
    store.exec(`UPDATE meta SET value = '2026-11-20T13:00:00.000Z' WHERE name = 'derived_at'`);
    writeFacts(store, 'news', [news], 'test');
    refreshServed(store, endpoints, clockOf(demoDay, 0));
    expect(rewritten(store)).toHaveLength(endpoints.length);
  });
});

/** Leaves a mark in the records of each endpoint, which is lost where they are written anew. */
function mark(database: Database): void {
  for (const endpoint of endpoints) {
    database.exec(`INSERT INTO ${tablesOf(endpoint).stored} VALUES (-1, 'mark')`);
  }
}

function rewritten(database: Database): readonly string[] {
  const isMarked = (endpoint: Endpoint) =>
    database.prepare(`SELECT 1 FROM ${tablesOf(endpoint).stored} WHERE position = -1`).get();
  return endpoints.filter((endpoint) => !isMarked(endpoint)).map(({ name }) => name);
}

function hashOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
