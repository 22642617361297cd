import { describe, expect, it } from 'vitest';
import { belongs, companiesOf, refusalOf } from '../../../src/ingest/sync/known-companies.ts';
import { type CompanyNote, mergeNotes } from '../../../src/sources/company-notes.ts';

const today = '2026-03-10';
const note = (more: Partial<CompanyNote> = {}): CompanyNote => ({
  cik: '3000001',
  name: 'Zorb Inc.',
  tickers: ['ZORBQZ'],
  exchange: 'Nasdaq',
  listedOn: today,
  place: 5,
  ...more,
});
const pdufa = { pdufaOn: '2025-12-01' };
const trial = { leadsTrial: true } as const;

it.each<[string, Partial<CompanyNote>, boolean]>([
  ['a pharmaceutical company', { sic: '2834' }, true],
  ['of any of the four codes', { sic: '2833' }, true],
  ['of any of the four codes', { sic: '2835' }, true],
  ['of any of the four codes', { sic: '2836', exchange: 'NYSE' }, true],
  ['listed on CBOE', { sic: '2834', exchange: 'CBOE' }, true],
  ['a laboratory alone', { sic: '8731' }, false],
  ['a laboratory with a trial', { sic: '8731', ...trial }, true],
  ['a laboratory with a PDUFA date', { sic: '8731', ...pdufa }, true],
  ['with one of long ago', { sic: '8731', pdufaOn: '2025-02-02' }, false],
  ['with one of 400 days ago', { sic: '8731', pdufaOn: '2025-02-03' }, true],
  ['a bank', { sic: '6021' }, false],
  ['a bank with a trial', { sic: '6021', ...trial }, false],
  ['of any industry with both', { sic: '3841', ...trial, ...pdufa }, true],
  ['over the counter', { sic: '2834', exchange: 'OTC' }, false],
  ['over the counter with both', { sic: '2834', exchange: 'OTC', ...trial, ...pdufa }, true],
  ['of no exchange', { sic: '2834', exchange: undefined }, false],
  ['not listed', { sic: '2834', tickers: undefined }, false],
  ['absent for longer than a fortnight', { sic: '2834', listedOn: '2026-02-20' }, false],
  ['absent for a fortnight', { sic: '2834', listedOn: '2026-02-24' }, true],
  ['absent for a day more', { sic: '2834', listedOn: '2026-02-23' }, false],
  ['left with a form', { sic: '2834', listedOn: '2026-03-09', delistedOn: '2026-03-01' }, false],
  ['listed again since', { sic: '2834', listedOn: '2026-03-10', delistedOn: '2026-03-01' }, true],
  ['absent without a form', { sic: '2834', listedOn: '2026-03-09', delistedOn: '' }, true],
  ['of unknown industry', {}, false],
  ['of unknown industry, by its name', { name: 'Zorb Therapeutics' }, true],
  ['of unknown industry, by its trial', trial, true],
  ['by its name, where the industry is known', { name: 'Zorb Therapeutics', sic: '6021' }, false],
])('who belongs: %s: %j is %s', (_, more, expected) => {
  const days = { listedSince: '2026-02-24', newest: '2026-03-10', today };
  expect(belongs(note(more), days)).toBe(expected);
});

describe('companies', () => {
  const notes = (...all: CompanyNote[]) => new Map(all.map((one) => [one.cik, one]));
  const four = notes(
    note({ cik: '1', tickers: ['AQZ'], name: 'A Bio Inc', sic: '2834', place: 3 }),
    note({ cik: '2', tickers: ['BQZW', 'BQZ'], name: 'B Bio Inc', sic: '2834', place: 1 }),
    note({ cik: '3', tickers: ['CQZ'], name: 'C Bio Inc', sic: '2834', place: 9, ...trial }),
    note({ cik: '4', tickers: ['DQZ'], name: 'D Bio Inc', sic: '2834', place: 8, ...pdufa }),
    note({ cik: '5', tickers: ['EQZ'], name: 'E Bank', sic: '6021', place: 0 }),
    { cik: '6', sic: '2834' },
  );

  it('are asked in the order of their worth: a PDUFA date, a trial, the size', () => {
    const { universe, listed } = companiesOf(four, today);
    expect(universe.map(({ cik, ticker, rank }) => [cik, ticker, rank])).toEqual([
      ['4', 'DQZ', 0],
      ['3', 'CQZ', 1],
      // The shortest ticker is the share; the longer one a warrant.
      ['2', 'BQZ', 2],
      ['1', 'AQZ', 3],
    ]);
    expect(listed).toBe(5);
  });

  it('belong for a fortnight after the newest list has left them out', () => {
    const listed = (listedOn: string) => note({ cik: listedOn, listedOn, sic: '2834' });
    const all = notes(listed('2026-03-08'), listed('2026-02-22'), listed('2026-02-21'));
    const { universe, listed: count } = companiesOf(all, today);
    expect(universe.map(({ cik }) => cik).sort()).toEqual(['2026-02-22', '2026-03-08']);
    expect(count).toBe(1);
    expect(companiesOf(notes({ cik: '1', tickers: ['AQZ'] }), today)).toMatchObject({
      universe: [],
      listed: 0,
    });
  });

  it('that gave a ticker up are known by it until the day', () => {
    const until = '2026-01-01';
    const former = note({ cik: '7', formerTickers: [{ ticker: 'OLDQZ', until }] });
    expect([...companiesOf(notes(former), today).formerBearers]).toEqual([
      ['OLDQZ', [{ ticker: 'OLDQZ', cik: '7', until }]],
    ]);
  });

  it('of one worth are asked in the order of their numbers, those without a place first', () => {
    const alike = ['3', '1', '2'].map((cik) =>
      note({ cik, tickers: [`QZ${cik}`], name: `Bio ${cik}`, sic: '2834', place: undefined }),
    );
    const last = note({ cik: '0', tickers: ['QZ0'], name: 'Bio 0', sic: '2834', place: 1 });
    const { universe } = companiesOf(notes(last, ...alike), today);
    expect(universe.map(({ cik }) => cik)).toEqual(['1', '2', '3', '0']);
  });

  it('are found by the names of sponsors, also those outside the universe', () => {
    const { cikOfName, tickerOfCik } = companiesOf(four, today);
    expect(cikOfName('B Bio, Inc.')).toBe('2');
    expect(cikOfName('E Bank')).toBe('5');
    expect(cikOfName('University of Nowhere')).toBeUndefined();
    expect(tickerOfCik('5')).toBe('EQZ');
    expect(tickerOfCik('6')).toBeUndefined();
  });

  it('asked for by name are the universe, whatever they are', () => {
    expect(companiesOf(four, today, new Set(['EQZ'])).universe).toMatchObject([{ cik: '5' }]);
  });

  it.each([
    [399, 0, /399 companies instead of 400 to 1500/],
    [400, 0, undefined],
    [1_500, 0, undefined],
    [1_501, 0, /1501 companies/],
    [450, 900, undefined],
    [449, 900, /fall from 900 to 449/],
  ])('%i of them after %i are refused: %s', (members, before, words) => {
    const refusal = refusalOf(members, before);
    if (words) expect(refusal).toMatch(words);
    else expect(refusal).toBeUndefined();
  });
});

it('notes keep what news do not say, and the newest day of a PDUFA date', () => {
  const known = note({ sic: '2834', pdufaOn: '2026-01-05' });
  const merged = mergeNotes(known, {
    cik: '3000001',
    name: 'New',
    pdufaOn: '2025-06-01',
    sic: undefined,
  });
  expect(merged).toEqual({ ...known, name: 'New' });
  expect(mergeNotes(undefined, { cik: '1', pdufaOn: '2025-06-01' })).toEqual({
    cik: '1',
    pdufaOn: '2025-06-01',
  });
});
