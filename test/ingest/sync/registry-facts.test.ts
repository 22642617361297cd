import { beforeEach, describe, expect, it } from 'vitest';
import { openRegistry } from '../../../src/ingest/sync/company-registry.ts';
import { ciksByTicker, moveToFormerHolder } from '../../../src/ingest/sync/ticker-reuse.ts';
import { type CompanyNote, mergeNotes } from '../../../src/sources/company-notes.ts';
import type { Database } from '../../../src/store/database.ts';
import { writeFacts } from '../../../src/store/facts-store.ts';
import { readFacts } from '../../../src/store/read-facts.ts';
import { revisionsOf } from '../../../src/store/revisions.ts';
import { openStore } from './sync-run.ts';

const today = () => '2026-03-10';
const unchanged = { changed: false, companies: 0, reordered: false, refused: undefined };
const wanted = new Set(['ABCQZ', 'NEWQZ']);
const abacus: CompanyNote = {
  cik: '77',
  name: 'Abacus Bio',
  tickers: ['ABCQZ'],
  exchange: 'Nasdaq',
  place: 3,
  listedOn: '2026-03-10',
  sic: '2836',
  sicDescription: 'Biological Products',
  country: 'MA',
  website: 'https://abacus.invalid',
  fiscalYearEnd: '06-30',
  stateOfIncorporation: 'DE',
  formerNames: ['Oldacus'],
};
const fact = {
  ticker: 'ABCQZ',
  name: 'Abacus Bio',
  cik: '77',
  exchange: 'Nasdaq',
  country: 'MA',
  website: 'https://abacus.invalid',
  sic: '2836',
  sic_description: 'Biological Products',
  fiscal_year_end: '06-30',
  state_of_incorporation: 'DE',
  former_names: ['Oldacus'],
  source: 'sec-tickers',
};

let database: Database;
beforeEach(async () => {
  database = await openStore();
});
const listed = () => readFacts(database).all('companies');
const revision = (kind: 'companies' | 'prices' | 'analyst_ratings') =>
  revisionsOf(database)[kind] ?? 0;

describe('the facts of a company that belongs', () => {
  it('are what is known of it, and nothing that is not', () => {
    const registry = openRegistry(database, today, wanted);
    const bare = { cik: '78', tickers: ['NEWQZ'], formerNames: [], formerTickers: [] };
    const news = { changed: true, companies: 2, reordered: true };
    expect(registry.note([abacus, bare])).toEqual({ ...unchanged, ...news });
    expect(listed()).toEqual([
      fact,
      { ticker: 'NEWQZ', name: 'NEWQZ', cik: '78', source: 'sec-tickers' },
    ]);
    expect(registry.companies().note('78')).toEqual(bare);
  });

  it('are written again where they change, and only there', () => {
    const registry = openRegistry(database, today, wanted);
    registry.note([abacus]);
    const written = revision('companies');
    // The place in a list and a trial are no facts of a company.
    expect(registry.note([{ cik: '77', place: 4, leadsTrial: true }])).toEqual(unchanged);
    expect([listed(), revision('companies')]).toEqual([[fact], written]);
    registry.note([{ cik: '77', website: 'https://new.invalid' }]);
    expect(listed()).toEqual([{ ...fact, website: 'https://new.invalid' }]);
    expect(revision('companies')).toBe(written + 1);
  });

  it('bear its new ticker, and the former one beside', () => {
    const registry = openRegistry(database, today, wanted);
    registry.note([abacus]);
    const moved = { cik: '77', tickers: ['NEWQZ'], listedOn: '2026-03-11' };
    expect(registry.note([moved])).toMatchObject({ changed: true, reordered: true });
    expect(listed()).toContainEqual({ ...fact, ticker: 'NEWQZ', former_tickers: ['ABCQZ'] });
  });

  it('of those asked for by name stay where they leave', () => {
    const registry = openRegistry(database, today, wanted);
    registry.note([abacus, { ...abacus, cik: '78', tickers: ['NEWQZ'] }]);
    registry.note([{ cik: '78', tickers: ['DEFQZ'] }]);
    expect(registry.companies().universe.map(({ cik }) => cik)).toEqual(['77']);
    expect(listed()).toHaveLength(2);
  });
});

describe('a universe', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const market = (listedOn: string): readonly CompanyNote[] =>
    Array.from({ length: 401 }, (_, at) => ({
      cik: String(1_000 + at),
      name: `Zorb${at} Bio`,
      exchange: 'Nasdaq',
      sic: '2834',
      tickers: [`${letters[Math.floor(at / 26)]}${letters[at % 26]}QZ`],
      place: at,
      listedOn,
    }));

  it('lists one that left the list with its last day there', () => {
    const registry = openRegistry(database, today);
    registry.note(market('2026-02-20'));
    const written = revision('companies');
    const [, ...others] = market('2026-03-07');
    expect(registry.note(others)).toMatchObject({ changed: true });
    expect(registry.companies().universe).toHaveLength(400);
    expect(listed().find(({ cik }) => cik === '1000')).toEqual({
      ticker: 'AAQZ',
      name: 'Zorb0 Bio',
      cik: '1000',
      exchange: 'Nasdaq',
      sic: '2834',
      delisted_date: '2026-02-20',
      source: 'sec-tickers',
    });
    expect(revision('companies')).toBe(written + 1);
  });

  it('lists one that left with a form with the day of that, once the list has it no more', () => {
    const registry = openRegistry(database, today);
    registry.note(market('2026-03-06'));
    registry.note([{ cik: '1000', delistedOn: '2026-03-02' }]);
    expect(registry.companies().universe).toHaveLength(401);
    const [, ...others] = market('2026-03-07');
    registry.note(others);
    expect(registry.companies().universe).toHaveLength(400);
    expect(listed().find(({ cik }) => cik === '1000')).toMatchObject({
      ticker: 'AAQZ',
      delisted_date: '2026-03-02',
    });
  });

  it('takes one out that is listed and belongs no more, and says that it changed', () => {
    const registry = openRegistry(database, today);
    registry.note(market('2026-03-10'));
    const written = revision('companies');
    registry.note([{ cik: '1400', sic: '6021' }]);
    expect(listed().map(({ cik }) => cik)).not.toContain('1400');
    expect([listed().length, revision('companies')]).toEqual([400, written + 1]);
  });

  it('says where its order alone is another', () => {
    const registry = openRegistry(database, today);
    registry.note(market('2026-03-10'));
    const reordered = { ...unchanged, reordered: true };
    expect(registry.note([{ cik: '1400', leadsTrial: true }])).toEqual(reordered);
    expect(registry.companies().universe[0]?.cik).toBe('1400');
  });

  it('that is too small to be right is none, also when it is opened again', () => {
    const few = market('2026-03-10').slice(0, 399);
    const refused =
      'there would be 399 companies instead of 400 to 1500, so a feed has probably changed';
    expect(openRegistry(database, today).note(few)).toEqual({ ...unchanged, refused });
    const again = openRegistry(database, today).companies();
    expect([again.universe, again.listed, again.tickerOfCik('1000')]).toEqual([[], 399, 'AAQZ']);
    expect(listed()).toEqual([]);
  });
});

describe('a ticker that another takes over', () => {
  const rating = (ticker: string, firm: string, more: object = {}) => {
    return { ticker, date: '2026-01-05', firm, rating: 'Buy', ...more };
  };
  const ratings = () =>
    database
      .prepare("SELECT source, observed, record FROM facts WHERE kind = 'analyst_ratings'")
      .all()
      .map((row) => ({ ...row, record: JSON.parse(String(row.record)) }));

  beforeEach(() => {
    const listings = [
      { ticker: 'ABCQZ', cik: '77', name: 'A' },
      { ticker: 'ABCQZ', cik: '78', name: 'B' },
      { ticker: 'DEFQZ', cik: '79', name: 'C' },
      { ticker: 'NONEQZ', name: 'D' },
    ];
    writeFacts(database, 'companies', listings, 'lists', '2026-03-01');
    writeFacts(database, 'analyst_ratings', [rating('ABCQZ', 'One')], 'a', '2026-01-06');
    writeFacts(database, 'analyst_ratings', [rating('ABCQZ', 'Two')], 'b', '2026-01-07');
    const named = [rating('ABCQZ', 'Named', { cik: '5' }), rating('DEFQZ', 'Other')];
    writeFacts(database, 'analyst_ratings', named, 'a', '2026-01-06');
    const bars = ['ABCQZ', 'DEFQZ'].map((ticker) => ({ ticker, date: '2026-01-05', close: 7 }));
    writeFacts(database, 'prices', bars, 'a');
  });

  it('is listed under each company that bears it', () => {
    const under = [...ciksByTicker(database)].map(([ticker, ciks]) => [ticker, ciks.toSorted()]);
    expect(Object.fromEntries(under)).toEqual({ ABCQZ: ['77', '78'], DEFQZ: ['79'] });
  });

  it('leaves its facts to the company under its new ticker, by source and day', () => {
    const before = [revision('analyst_ratings'), revision('prices'), revision('companies')];
    moveToFormerHolder(database, [{ ticker: 'ABCQZ', formerCik: '77', formerTicker: 'NEWQZ' }]);
    expect(ratings()).toEqual(
      expect.arrayContaining([
        { source: 'a', observed: '2026-01-06', record: rating('NEWQZ', 'One') },
        { source: 'b', observed: '2026-01-07', record: rating('NEWQZ', 'Two') },
        { source: 'a', observed: '2026-01-06', record: rating('ABCQZ', 'Named', { cik: '5' }) },
        { source: 'a', observed: '2026-01-06', record: rating('DEFQZ', 'Other') },
      ]),
    );
    expect(ratings()).toHaveLength(4);
    const closes = (ticker: string) => readFacts(database).prices(ticker, '2026-12-31', 0).closes;
    const all = ['ABCQZ', 'NEWQZ', 'DEFQZ'].map((ticker) => [...closes(ticker)]);
    expect(all).toEqual([[], [7], [7]]);
    const after = [revision('analyst_ratings'), revision('prices'), revision('companies')];
    expect(after.map((one, at) => one > before[at]!)).toEqual([true, true, false]);
    expect([...ciksByTicker(database).keys()].sort()).toEqual(['ABCQZ', 'DEFQZ']);
  });

  it('leaves them under its CIK where the company has none', () => {
    moveToFormerHolder(database, [{ ticker: 'ABCQZ', formerCik: '77', formerTicker: undefined }]);
    const { ticker: _, ...rest } = rating('', 'One');
    expect(ratings()).toContainEqual({
      source: 'a',
      observed: '2026-01-06',
      record: { ...rest, cik: '77' },
    });
  });

  it('without facts changes none', () => {
    const before = revisionsOf(database);
    moveToFormerHolder(database, [{ ticker: 'VOIDQZ', formerCik: '77', formerTicker: 'NEWQZ' }]);
    expect(revisionsOf(database)).toEqual(before);
  });
});

describe('tickers that a company gave up', () => {
  const known = { cik: '77', tickers: ['AQZ', 'BQZ'], listedOn: '2026-03-01' };

  it.each<[CompanyNote, object | undefined]>([
    [{ cik: '77', tickers: ['BQZ', 'CQZ'], listedOn: '2026-03-02' }, { AQZ: '2026-03-02' }],
    [
      { cik: '77', tickers: [], listedOn: '2026-03-02' },
      { AQZ: '2026-03-02', BQZ: '2026-03-02' },
    ],
    [{ cik: '77', tickers: ['BQZ', 'AQZ'], listedOn: '2026-03-02' }, undefined],
    // A list without a day says of no day that a ticker was gone.
    [{ cik: '77', tickers: ['CQZ'] }, undefined],
    [{ cik: '77', listedOn: '2026-03-02' }, undefined],
  ])('after %j are %j', (news, given) => {
    const former = given && Object.entries(given).map(([ticker, until]) => ({ ticker, until }));
    expect(mergeNotes(known, news).formerTickers).toEqual(former);
  });

  it('stand behind those of before', () => {
    const before = [{ ticker: 'OLDQZ', until: '2025-01-01' }];
    const news = { cik: '77', tickers: ['BQZ'], listedOn: '2026-03-02' };
    const { formerTickers } = mergeNotes({ ...known, formerTickers: before }, news);
    expect(formerTickers).toEqual([...before, { ticker: 'AQZ', until: '2026-03-02' }]);
    expect(mergeNotes(undefined, news)).toEqual(news);
  });
});
