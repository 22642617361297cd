import { expect, it } from 'vitest';
import {
  hasTradeRoot,
  isLegalForm,
  isTradeWord,
  ownerOf,
  withoutBranch,
  withoutTrade,
  wordsOf,
} from '../../../src/domain/companies/company-names.ts';

it.each([
  // Single letters at the end are one legal form, with or without points.
  ['Novaxa A S', 'novaxa'],
  ['Novaxa A/S', 'novaxa'],
  ['Novaxa S.p.A.', 'novaxa'],
  ['NOVAXA S P A', 'novaxa'],
  ['Novaxa N V', 'novaxa'],
  ['Novaxa B', 'novaxa b'],
  ['Vitamin A B C', 'vitamin abc'],
  // The first word is never part of a legal form.
  ['X S A', 'x'],
  ['A S', 'a s'],
  ['Inc', 'inc'],
  ['Holdings Ltd', 'holdings'],
  ['Zorba KGaA', 'zorba kgaa'],
  ['Zorba Inc Fen', 'zorba inc fen'],
  // States after a slash, text in brackets, accents and articles are removed.
  ['ZORBA BIO INC / MA', 'zorba bio'],
  ['ZORBA BIO INC /DE/', 'zorba bio'],
  ['Zorba (formerly Crete) Bio, Inc.', 'zorba bio'],
  ['Søren & Ærø Łinks, Inc.', 'soren aero links'],
  ['Été Santé SA', 'ete sante'],
  ['Ørbæk Straße Łódź', 'orbaek strasse lodz'],
  ['The Medicines Company', 'medicines'],
  ['Zorba and Sons', 'zorba sons'],
  ["St. Zorba's", 'st zorbas'],
  // Abbreviations are written in full.
  ['Zorba Pharms', 'zorba pharmaceuticals'],
  ['Zorba Laboratory', 'zorba laboratories'],
  ['Zorba Hlthcare', 'zorba healthcare'],
  ['The', 'the'],
  ['', ''],
])('wordsOf(%j) is %j', (name, words) => {
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
])('ownerOf(%j) is %j', (name, owner) => {
  expect(ownerOf(name)).toBe(owner);
});

it.each([
  ['zorba pharmaceuticals', 'zorba'],
  ['zorba bio therapeutics', 'zorba'],
  ['pharmaceuticals', 'pharmaceuticals'],
  ['pharmaceuticals zorba', 'pharmaceuticals zorba'],
  ['zorba health', 'zorba health'],
])('withoutTrade removes industry words from the end of %j: %j', (name, rest) => {
  expect(withoutTrade(name.split(' ')).join(' ')).toBe(rest);
});

it('distinguishes words and roots of the drug industry from other words', () => {
  expect(['oncology', 'health', 'zorba'].map(isTradeWord)).toEqual([true, false, false]);
  expect(['immunovant', 'target'].map(hasTradeRoot)).toEqual([true, false]);
});

it.each([
  ['Inc.', true],
  ['inc', true],
  ['LTD', true],
  ['LLC', true],
  ['plc', true],
  ['GmbH', true],
  ['N.V.', true],
  ['S.A.', true],
  // Short forms without a point may be tickers.
  ['SE', false],
  ['ASA', false],
  ['AG', false],
  ['Limited', true],
  ['Zorba', false],
  ['', false],
])('isLegalForm(%j) is %s', (text, expected) => {
  expect(isLegalForm(text)).toBe(expected);
});

it.each([
  ['zorba usa', 'zorba'],
  ['zorba north america research development', 'zorba'],
  ['zorba manufacturing gmbh ireland', 'zorba manufacturing'],
  ['zorba gmbh ireland', 'zorba'],
  ['zorba', 'zorba'],
  ['zorba gmbh', 'zorba gmbh'],
  ['ireland zorba', 'ireland zorba'],
  ['usa', 'usa'],
])('withoutBranch removes countries and functions from the end of %j: %j', (name, rest) => {
  expect(withoutBranch(name.split(' ')).join(' ')).toBe(rest);
});
