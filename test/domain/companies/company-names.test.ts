import { expect, it } from 'vitest';
import {
  hasTradeRoot,
  ownerOf,
  withoutTrade,
  wordsOf,
} from '../../../src/domain/companies/company-names.ts';

it.each([
  // Letters spelt apart at the end are one legal form, wherever the points stand.
  ['Novaxa A S', 'novaxa'],
  ['Novaxa A/S', 'novaxa'],
  ['Novaxa S.p.A.', 'novaxa'],
  ['NOVAXA S P A', 'novaxa'],
  ['Novaxa N V', 'novaxa'],
  ['Novaxa B', 'novaxa b'],
  ['Vitamin A B C', 'vitamin abc'],
  // The first word is no part of a form, even where it is a letter.
  ['X S A', 'x'],
  ['A S', 'a s'],
  ['Inc', 'inc'],
  ['Holdings Ltd', 'holdings'],
  // A state or country behind a slash, brackets, accents, the article.
  ['ZORBA BIO INC / MA', 'zorba bio'],
  ['ZORBA BIO INC /DE/', 'zorba bio'],
  ['Zorba (formerly Crete) Bio, Inc.', 'zorba bio'],
  ['Søren & Ærø Łinks, Inc.', 'soren aero links'],
  ['Été Santé SA', 'ete sante'],
  ['The Medicines Company', 'medicines'],
  ['The', 'the'],
  ['', ''],
])('%j is the words %j', (name, words) => {
  expect(wordsOf(name).join(' ')).toBe(words);
});

it('reads the first 300 characters of a name', () => {
  expect(wordsOf(`${'x'.repeat(300)}y`)).toEqual(['x'.repeat(300)]);
});

it.each([
  ['Zorba Labs, a Crete Company', 'Crete'],
  ['Zorba Labs, a wholly-owned subsidiary of the Crete Corp', 'Crete Corp'],
  ['Zorba Labs an affiliate of Crete', 'Crete'],
  ['Zorba Labs', 'Zorba Labs'],
])('%j belongs to %j', (name, owner) => {
  expect(ownerOf(name)).toBe(owner);
});

it('leaves the trade out at the end alone, and never all', () => {
  expect(withoutTrade(['zorba', 'pharmaceuticals'])).toEqual(['zorba']);
  expect(withoutTrade(['pharmaceuticals'])).toEqual(['pharmaceuticals']);
  expect(withoutTrade(['pharmaceuticals', 'zorba'])).toEqual(['pharmaceuticals', 'zorba']);
  expect(hasTradeRoot('immunovant')).toBe(true);
  expect(hasTradeRoot('target')).toBe(false);
});
