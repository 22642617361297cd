import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FactName } from '../../src/facts/fact-kinds.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { factMigrations, identifier, writeFacts } from '../../src/store/facts-store.ts';
import { readFacts } from '../../src/store/read-facts.ts';
import { barsIn } from '../support/bars-in.ts';

let database: Database;
beforeEach(async () => {
  database = await openDatabase(':memory:', factMigrations);
});
afterEach(() => database.close());

const write = (kind: FactName, source: string, day: string, ...records: object[]) =>
  writeFacts(database, kind, records as never, source, `${day}T00:00:00.000Z`);
const list = (day: string, ...records: object[]) =>
  write('companies', 'sec-tickers', day, ...records);
const figure = (named: object, more: object = {}) => ({
  ...{ taxonomy: 'us-gaap', tag: 'Assets', unit: 'USD', end: '2025-12-31', filed: '2026-03-01' },
  ...{ value: 5, ...named, ...more },
});
const figures = () => readFacts(database).all('financial_facts');
const tickers = () =>
  readFacts(database)
    .all('companies')
    .map(({ ticker }) => ticker);

describe('facts that name their company by CIK', () => {
  it('wait for the company’s ticker, whichever is imported first', () => {
    write('financial_facts', 'sec-companyfacts', '2026-01-01', figure({ cik: '1001' }));
    expect(figures()).toEqual([]);
    list('2026-01-02', { ticker: 'ACQZ', name: 'Acme', cik: '1001' });
    expect(figures()).toMatchObject([{ ticker: 'ACQZ', cik: '1001', value: 5 }]);
  });

  it('are served under no ticker at all before they have one', () => {
    const event = { event: 'going_concern', filed_at: '2026-01-01', cik: '1001' };
    write('filing_events', 'sec-submissions', '2026-01-01', event);
    expect(readFacts(database).all('filing_events')).toEqual([]);
    list('2026-01-02', { ticker: 'ACQZ', name: 'Acme', cik: '1001' });
    expect(readFacts(database).all('filing_events')).toMatchObject([{ ticker: 'ACQZ' }]);
  });

  it('follow the company to its new ticker, with those stored under the old one', () => {
    const bar = (ticker: string, date: string, close: number) => ({ ticker, date, close });
    list('2026-01-01', { ticker: 'OLDQZ', name: 'Old Bio', cik: '1001' });
    write('companies', 'companies', '2026-01-01', {
      ticker: 'OLDQZ',
      name: 'Old Bio',
      sector: 'x',
    });
    write('financial_facts', 'sec-companyfacts', '2026-01-01', figure({ cik: '1001' }));
    write('prices', 'prices', '2026-01-01', bar('OLDQZ', '2026-01-05', 1));
    write('catalysts', 'catalysts', '2026-01-01', {
      ...{ _id: 'a', ticker: 'OLDQZ', catalyst: 'PDUFA Date', formattedDate: '2026-05-01' },
    });
    list('2026-02-01', { ticker: 'NEWQZ', name: 'New Bio', cik: '1001' });
    write('prices', 'prices', '2026-02-01', bar('NEWQZ', '2026-02-05', 2));
    const facts = readFacts(database);
    expect(facts.all('companies')).toMatchObject([
      { ticker: 'NEWQZ', name: 'New Bio', sector: 'x', aliases: ['Old Bio'] },
    ]);
    expect(facts.all('companies')[0]?.former_tickers).toEqual(['OLDQZ']);
    expect(facts.all('financial_facts')).toMatchObject([{ ticker: 'NEWQZ' }]);
    expect(facts.all('catalysts')).toMatchObject([{ ticker: 'NEWQZ' }]);
    expect(facts.pricedTickers()).toEqual(['NEWQZ']);
    expect(barsIn(facts, 'NEWQZ', '2026-12-31', 5)).toMatchObject([
      bar('NEWQZ', '2026-01-05', 1),
      bar('NEWQZ', '2026-02-05', 2),
    ]);
  });

  it('bring a company that keeps its name no alias, but each it once had, in order', () => {
    list('2026-01-01', { ticker: 'OLDQZ', name: 'Acme', cik: '1001' });
    list('2026-02-01', { ticker: 'NEWQZ', name: 'Acme', cik: '1001' });
    const aliases = () =>
      readFacts(database)
        .all('companies')
        .map((company) => company.aliases ?? null);
    expect(aliases()).toEqual([null]);
    write('companies', 'companies', '2026-01-01', {
      ...{ ticker: 'OLDQZ', name: 'Acme', aliases: ['Zeta', 'Beta', 'Acme'] },
    });
    expect(aliases()).toEqual([['Beta', 'Zeta']]);
  });

  it('do not go to the company that bears the ticker now', () => {
    list('2026-01-01', { ticker: 'ABQZ', name: 'First', cik: '1' });
    list('2026-02-01', { ticker: 'ABQZ', name: 'Second', cik: '2' });
    const former = figure({ cik: '1', ticker: 'ABQZ' }, { value: 9, filed: '2026-02-01' });
    write('financial_facts', 'sec-companyfacts', '2026-01-01', former);
    write('financial_facts', 'sec-companyfacts', '2026-01-01', figure({ cik: '2' }, { value: 7 }));
    expect(readFacts(database).all('companies')).toMatchObject([{ name: 'Second', cik: '2' }]);
    expect(figures().map(({ ticker, value }) => [ticker, value])).toEqual([['ABQZ', 7]]);
  });

  it('are one with those that name it by ticker', () => {
    list('2026-01-01', { ticker: 'ACQZ', name: 'Acme', cik: '1001' });
    write('financial_facts', 'own', '2026-01-01', figure({ ticker: 'ACQZ' }, { value: 4 }));
    write('financial_facts', 'sec-companyfacts', '2026-01-02', figure({ cik: '1001' }));
    expect(figures().map(({ value }) => value)).toEqual([5]);
    const letter = { drug_name: 'acmezumab', letter_date: '2026-01-03' };
    const crl = (day: string, more: object) =>
      write('complete_response_letters', 'x', day, { ...letter, ...more });
    crl('2026-01-01', { company_name: 'ACME INC', application_number: 'NDA1' });
    crl('2026-01-02', { ticker: 'ACQZ', reasons: ['efficacy'] });
    expect(readFacts(database).all('complete_response_letters')).toMatchObject([
      { ticker: 'ACQZ', application_number: 'NDA1', reasons: ['efficacy'] },
    ]);
  });
});

describe('the companies', () => {
  it('keep all the tickers that one list gives a CIK', () => {
    const acme = (ticker: string) => ({ ticker, name: 'Acme', cik: '1001' });
    list('2026-01-01', acme('ACQZ'), acme('ACQZW'));
    expect(tickers()).toEqual(['ACQZ', 'ACQZW']);
    list('2026-02-01', acme('ACQZ'), acme('ACQZW'));
    expect(tickers()).toEqual(['ACQZ', 'ACQZW']);
  });

  it('keep who left the list', () => {
    list('2026-01-01', { ticker: 'GOQZ', name: 'Gone', cik: '1' });
    list('2026-02-01', { ticker: 'ACQZ', name: 'Acme', cik: '2' });
    expect(tickers()).toEqual(['ACQZ', 'GOQZ']);
  });

  it('learn from a record of the CIK alone', () => {
    list('2026-01-01', { ticker: 'ACQZ', name: 'Acme', cik: '1001' });
    write('companies', 'sec-submissions', '2026-01-01', { cik: '0001001', country: 'CH' });
    expect(readFacts(database).all('companies')).toMatchObject([{ ticker: 'ACQZ', country: 'CH' }]);
  });
});

describe('facts that name companies under other fields', () => {
  const renamed = () => {
    list('2026-01-01', { ticker: 'OLDQZ', name: 'Old Bio', cik: '1001' });
    list('2026-02-01', { ticker: 'NEWQZ', name: 'New Bio', cik: '1001' });
  };
  const decision = (more: object) =>
    write('decisions', 'decisions', '2026-01-01', { 'PDUFA Date': '2026-05-01', ...more });
  const deal = (more: object) =>
    write('deals', 'deals', '2026-01-01', {
      ...{ acquirer: 'Old Bio', target: 'Small Bio', announcedDate: '2026-01-05', ...more },
    });

  it('follow the company to its new ticker', () => {
    renamed();
    decision({ Ticker: 'OLDQZ', Drug: 'first' });
    decision({ Ticker: 'XYZQZ', Drug: 'second', cik: '0001001' });
    deal({ acquirerTicker: 'OLDQZ', targetTicker: 'SMLQZ' });
    const facts = readFacts(database);
    expect(facts.all('decisions').map(({ Ticker }) => Ticker)).toEqual(['NEWQZ', 'NEWQZ']);
    expect(facts.all('deals')).toMatchObject([{ acquirerTicker: 'NEWQZ', targetTicker: 'SMLQZ' }]);
  });

  it('name a company by its CIK alone, and none whose ticker another bears', () => {
    renamed();
    list('2026-02-02', { ticker: 'OTHQZ', name: 'Other Bio', cik: '1002' });
    deal({ acquirerCik: '1001', targetTicker: 'OTHQZ', targetCik: '1003' });
    decision({ Ticker: 'OTHQZ', cik: '1003' });
    const facts = readFacts(database);
    const [one] = facts.all('deals');
    expect([one?.acquirerTicker, one?.targetTicker]).toEqual(['NEWQZ', undefined]);
    expect(facts.all('decisions')).toEqual([]);
  });

  it('keep their identifier, by which changes name them, under a new ticker', () => {
    const event = { ticker: 'OLDQZ', catalyst: 'PDUFA Date', formattedDate: '2026-05-01' };
    write('catalysts', 'catalysts', '2026-01-01', event);
    const [before] = readFacts(database).all('catalysts');
    const id = identifier('catalysts', before!);
    renamed();
    const [after] = readFacts(database).all('catalysts');
    expect(after).toMatchObject({ ticker: 'NEWQZ' });
    expect(identifier('catalysts', after!)).toBe(id);
  });
});
