import { describe, expect, it } from 'vitest';
import { indexed } from '../../../src/domain/directory/directory.ts';
import { type Entry, nameIndex, namesOf } from '../../../src/domain/directory/name-index.ts';

type Texts<Value> = Readonly<Record<string, Value>>;

function indexOf(names: Texts<readonly string[]>, mains: Texts<string> = {}) {
  const mainOf = (key: string) => (mains[key] ? { mainTicker: mains[key] } : {});
  const entries = Object.entries(names).map(([key, [name = '', ...otherNames]]) =>
    indexed({ kind: 'ticker', key, name, otherNames, ...mainOf(key) }),
  );
  return nameIndex(new Map(entries.map((entry) => [entry.key, entry])));
}

describe('NameIndex', () => {
  const index = indexOf({
    NOVQZ: ['Nova Pharma, Inc.'],
    NVBQZ: ['Nova Bio Ltd'],
    BELQZ: ['Belmar Gene Works, Inc.', 'Old Fen Labs'],
    FENQZ: ['Zimm Fen', 'Brisk Marsh'],
    ZIMQZ: ['Zim Marsh'],
    PHAQZ: ['Pharma Nord'],
    BRIQZ: ['Brisk Fen'],
    ABCQZ: ['Abc'],
    ABQZ: ['Ab'],
  });

  it.each([
    ['full name', 'Belmar Gene Works Incorporated', 'BELQZ'],
    ['joined words', 'BelmarGeneWorks', 'BELQZ'],
    ['with an industry word that is not in the name', 'Belmar Gene Works Therapeutics', 'BELQZ'],
    ['other name', 'old fen laboratories', 'BELQZ'],
    ['first word', 'Belmar', 'BELQZ'],
    ['two of three words', 'Belmar Gene', undefined],
    ['first word of two companies', 'Brisk', undefined],
    ['first word of four letters', 'Zimm', 'FENQZ'],
    ['first word of three letters', 'Zim', undefined],
    ['first word that is an industry word', 'Pharma', undefined],
    ['full name of one of two companies that differ in the industry word', 'Nova Pharma', 'NOVQZ'],
    ['common part of two names that differ in the industry word', 'Nova', undefined],
    ['full name of three letters', 'ABC', 'ABCQZ'],
    ['full name of two letters', 'Ab', undefined],
    ['empty text', '', undefined],
  ])('only returns the single company with the %s', (_, text, key) => {
    expect(index.only(text)?.key).toBe(key);
  });

  it('named returns every company with the name', () => {
    const keys = (text: string) => index.named(text).map((one) => one.key);
    expect(keys('Nova')).toEqual(['NOVQZ', 'NVBQZ']);
    expect(keys('Nova Bio')).toEqual(['NVBQZ']);
    expect(keys('Nova Vaccines')).toEqual(['NOVQZ', 'NVBQZ']);
    expect(keys('Belmar')).toEqual([]);
  });
});

it('main replaces share classes, warrants and units by the main entry, without repeats', () => {
  const names = { ORVWQZ: ['Orvexa'], ORVQZ: ['Orvexa'], LOSTQZ: ['Lostmar'] };
  const index = indexOf(names, { ORVWQZ: 'ORVQZ', LOSTQZ: 'GONEQZ' });
  expect(index.named('Orvexa').map(({ key }) => key)).toEqual(['ORVQZ']);
  expect(index.only('Orvexa')?.key).toBe('ORVQZ');
  // An unknown main ticker is ignored.
  expect(index.only('Lostmar')?.key).toBe('LOSTQZ');
  const both = [...index.named('Lostmar'), ...index.named('Orvexa')];
  expect(index.main([...both, ...both]).map(({ key }) => key)).toEqual(['LOSTQZ', 'ORVQZ']);
});

it('namesOf lists the name before the other names', () => {
  const entry: Entry = { kind: 'drug', key: 'a', name: 'A' };
  expect(namesOf(entry)).toEqual(['A']);
  expect(namesOf({ ...entry, otherNames: ['B', 'C'] })).toEqual(['A', 'B', 'C']);
});
