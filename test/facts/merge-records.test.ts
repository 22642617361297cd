import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FactName } from '../../src/facts/fact-kinds.ts';
import { orderedRecord } from '../../src/facts/merge-records.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeFacts } from '../../src/store/facts-store.ts';
import { readFacts } from '../../src/store/read-facts.ts';
import { barsIn } from '../support/bars-in.ts';
import fc from '../support/properties.ts';

let database: Database;
beforeEach(async () => {
  database = await openDatabase(':memory:', factMigrations);
});
afterEach(() => database.close());

interface Statement {
  readonly kind: FactName;
  readonly source: string;
  readonly observed: string;
  readonly record: Readonly<Record<string, unknown>>;
}

function write({ kind, source, observed, record }: Statement): unknown {
  return writeFacts(database, kind, [orderedRecord(kind, record)], source, observed);
}
/** What a source says of a record at one time or another. */
const saidBy = (kind: FactName, source: string) => (observed: string, record: object) =>
  write({ kind, source, observed, record: record as Statement['record'] });

const early = '2026-01-01T00:00:00.000Z';
const late = '2026-02-01T00:00:00.000Z';

describe('the fields of a record', () => {
  const listed = { ticker: 'ACQZ', name: 'ACME QZ INC', cik: '1001', exchange: 'Nasdaq' };
  const imported = { ticker: 'ACQZ', name: 'Acme', sector: 'Health Care', aliases: ['Acme Bio'] };
  const company = () => readFacts(database).all('companies')[0];

  it('are merged from two sources in either order', () => {
    const statements = [
      { kind: 'companies', source: 'sec-tickers', observed: early, record: listed },
      { kind: 'companies', source: 'companies', observed: late, record: imported },
    ] as const;
    const merged = { ...listed, ...imported };
    for (const one of statements) write(one);
    expect(company()).toMatchObject(merged);
    database.exec('DELETE FROM facts');
    for (const one of statements.toReversed()) write(one);
    expect(company()).toMatchObject(merged);
  });

  it('keep the earliest day of a list, in either order', () => {
    const letter = { letter_id: 'f', ticker: 'ACQZ', letter_date: '2025-12-27' };
    const says = saidBy('complete_response_letters', 'openfda-crl');
    const listedOn = (first_listed: string | null, observed: string) =>
      says(observed, { ...letter, first_listed });
    const listed = () => readFacts(database).all('complete_response_letters')[0]?.first_listed;
    listedOn('2026-01-15', early);
    listedOn('2026-02-20', late);
    expect(listed()).toBe('2026-01-15');
    listedOn('2026-01-10', early);
    listedOn(null, late);
    expect(listed()).toBe('2026-01-10');
  });

  it('have the newer value, even if the older one is imported later', () => {
    const says = saidBy('companies', 'sec-tickers');
    const listedOn = (exchange: string, observed: string) =>
      says(observed, { ...listed, exchange });
    listedOn('OTC', late);
    expect(listedOn('Nasdaq', early)).toMatchObject({ older: 1 });
    expect(company()).toMatchObject({ exchange: 'OTC' });
    expect(listedOn('NYSE', '2026-02-01T00:00:00.001Z')).toMatchObject({ replaced: 1 });
    expect(company()).toMatchObject({ exchange: 'NYSE' });
  });

  it('keep a value that a newer record does not mention', () => {
    const trade = { ticker: 'ACQZ', accession: 'a-1', owner_name: 'Qz Ann', line: 1, shares: 5 };
    const says = saidBy('insider_transactions', 'sec-form4');
    says(early, { ...trade, filing_date: '2025-12-31' });
    expect(says(late, trade)).toMatchObject({ unchanged: 1 });
    expect(readFacts(database).all('insider_transactions')).toMatchObject([
      { ...trade, filing_date: '2025-12-31' },
    ]);
  });

  it('are null after a newer version of the record sets them to null', () => {
    const says = saidBy('trials', 'clinicaltrials');
    const trial = (updatedAt: string, why_stopped: string | null) =>
      says(late, { nctId: 'NCT1', updatedAt, why_stopped });
    trial('2026-01-01', 'no money');
    trial('2026-01-05', null);
    trial('2026-01-03', 'slow');
    expect(readFacts(database).all('trials')[0]?.why_stopped).toBeNull();
  });

  it('have the source and date of the record, or their older ones in `marks`', () => {
    saidBy('companies', 'first')(early, listed);
    saidBy('companies', 'second')(late, { ticker: 'ACQZ', cik: '1001', name: 'Acme' });
    const row = database.prepare('SELECT source, observed, marks FROM facts').get();
    expect(row).toEqual({
      source: 'second',
      observed: late,
      marks: JSON.stringify({ exchange: ['first', early] }),
    });
  });
});

describe('bars', () => {
  const close = { ticker: 'ACQZ', date: '2026-01-05', close: 5 };
  const full = { ...close, open: 1, high: 3, low: 1, close: 2, volume: 9 };
  const says = saidBy('prices', 'prices');
  const stored = () => barsIn(readFacts(database), 'ACQZ', '2026-12-31', 9);

  it('with volume replace bars without, and not the reverse', () => {
    says(early, full);
    expect(says(late, close)).toMatchObject({ unchanged: 1, replaced: 0 });
    expect(stored()).toMatchObject([full]);
    database.exec('DELETE FROM series');
    says(late, close);
    expect(says(early, full)).toMatchObject({ replaced: 1 });
    expect(stored()).toMatchObject([full]);
  });

  it('with equal fields are replaced only by a newer file', () => {
    says(late, close);
    expect(says(early, { ...close, close: 4 })).toMatchObject({ older: 1 });
    expect(stored()).toMatchObject([close]);
  });
});

describe('imports in any order', () => {
  const moment = fc.constantFrom('', early, late);
  const source = fc.constantFrom('a', 'b');
  const some = <Value = unknown>(...values: Value[]) =>
    fc.option(fc.constantFrom(...values), { nil: undefined });
  const statementOf = (kind: FactName, record: fc.Arbitrary<object>) =>
    fc.record({ kind: fc.constant(kind), source, observed: moment, record });
  const statement = fc.oneof(
    statementOf(
      'companies',
      fc.record({
        ticker: fc.constantFrom('AQZ', 'BQZ'),
        name: fc.constantFrom('A', 'B'),
        cik: some('1', '2'),
        sector: some('x', 'y', null),
        aliases: some(['p'], ['q']),
        own: some<unknown>(1, 'z'),
      }),
    ),
    statementOf(
      'trials',
      fc.record({
        nctId: fc.constant('NCT1'),
        updatedAt: some('2026-01-01', '2026-01-02'),
        Phase: some('Phase 1', 'Phase 2'),
        enrollment: some(1, 2, null),
      }),
    ),
    statementOf(
      'prices',
      fc.record({
        ticker: fc.constant('AQZ'),
        date: fc.constantFrom('2026-01-05', '2026-01-06'),
        close: fc.constantFrom(1, 2, 10),
        volume: some(7, 8),
        note: some('n'),
      }),
    ),
    statementOf(
      'financial_facts',
      fc.record({
        ticker: fc.constantFrom('AQZ', 'BQZ'),
        cik: some('1'),
        taxonomy: fc.constant('us-gaap'),
        tag: fc.constant('Cash'),
        unit: fc.constant('USD'),
        end: fc.constant('2025-12-31'),
        filed: fc.constant('2026-03-01'),
        value: fc.constantFrom(1, 2),
        form: some('10-K'),
      }),
    ),
  );
  const present = (record: object) =>
    Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

  function tablesAfter(statements: readonly Statement[]): string {
    database.exec('DELETE FROM facts; DELETE FROM series');
    for (const one of statements) write(one);
    const rows = (table: string) =>
      database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).all();
    return JSON.stringify([rows('facts'), rows('series')]);
  }

  it('give the same tables, and a repeated import changes nothing', () => {
    const shuffled = fc
      .array(statement, { minLength: 2, maxLength: 8 })
      .map((list) => list.map((one) => ({ ...one, record: present(one.record) }) as Statement))
      .chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
      );
    fc.assert(
      fc.property(shuffled, ([given, other]) => {
        const tables = tablesAfter(given);
        expect(tablesAfter(other)).toBe(tables);
        expect(tablesAfter([...other, ...given])).toBe(tables);
      }),
      { numRuns: 500 },
    );
  });
});
