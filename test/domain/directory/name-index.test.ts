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

describe('the company that a text names', () => {
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
    ['its whole name', 'Belmar Gene Works Incorporated', 'BELQZ'],
    ['written as one word', 'BelmarGeneWorks', 'BELQZ'],
    ['with a trade that it does not bear', 'Belmar Gene Works Therapeutics', 'BELQZ'],
    ['another name of it', 'old fen laboratories', 'BELQZ'],
    ['its first word', 'Belmar', 'BELQZ'],
    ['two of its words', 'Belmar Gene', undefined],
    ['the first word of two', 'Brisk', undefined],
    ['a first word of four letters', 'Zimm', 'FENQZ'],
    ['a first word of three letters', 'Zim', undefined],
    ['a first word that says the trade', 'Pharma', undefined],
    ['of two that differ in their trade, that very name', 'Nova Pharma', 'NOVQZ'],
    ['a name of two but for their trade', 'Nova', undefined],
    ['a whole name of three letters', 'ABC', 'ABCQZ'],
    ['a whole name of two letters', 'Ab', undefined],
    ['nothing', '', undefined],
  ])('by %s', (_, text, key) => {
    expect(index.sole(text)?.key).toBe(key);
  });

  it('may be one of several', () => {
    const keys = (text: string) => index.bearers(text).map((one) => one.key);
    expect(keys('Nova')).toEqual(['NOVQZ', 'NVBQZ']);
    expect(keys('Nova Bio')).toEqual(['NVBQZ']);
    expect(keys('Nova Vaccines')).toEqual(['NOVQZ', 'NVBQZ']);
    expect(keys('Belmar')).toEqual([]);
  });
});

it('a class, a warrant or a unit stands for its company, once', () => {
  const names = { ORVWQZ: ['Orvexa'], ORVQZ: ['Orvexa'], LOSTQZ: ['Lostmar'] };
  const index = indexOf(names, { ORVWQZ: 'ORVQZ', LOSTQZ: 'GONEQZ' });
  expect(index.bearers('Orvexa').map(({ key }) => key)).toEqual(['ORVQZ']);
  expect(index.sole('Orvexa')?.key).toBe('ORVQZ');
  // A main ticker that is not known stands for nothing.
  expect(index.sole('Lostmar')?.key).toBe('LOSTQZ');
  const both = [...index.bearers('Lostmar'), ...index.bearers('Orvexa')];
  expect(index.once([...both, ...both]).map(({ key }) => key)).toEqual(['LOSTQZ', 'ORVQZ']);
});

it('an entry has its own name before the others', () => {
  const entry: Entry = { kind: 'drug', key: 'a', name: 'A' };
  expect(namesOf(entry)).toEqual(['A']);
  expect(namesOf({ ...entry, otherNames: ['B', 'C'] })).toEqual(['A', 'B', 'C']);
});
