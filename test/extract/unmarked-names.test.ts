import { describe, expect, it } from 'vitest';
import type { Reading } from '../../src/extract/sentence-reading.ts';
import { unmarkedIn, unmarkedOf } from '../../src/extract/unmarked-names.ts';

const none = new Set<string>();
const namesIn = (sentence: string, others: ReadonlySet<string> = none) =>
  unmarkedIn(sentence, others);

describe('words in the form of a name', () => {
  it.each([
    ['Velq', true],
    ['velqui', true],
    ['velqu', false],
    ['VELQU', true],
    ['VELQ', false],
    // Two vowels make a word, one makes initials.
    ['VLQTU', false],
    ['velQuira', true],
    ['VelQuira', true],
    ['velQUira', false],
    // Endings of other words; in capitals they are a brand's.
    ['Velquation', false],
    ['VELQUATION', true],
    ['Sjogren', false],
    ['patients', false],
    ['velquirabcdefghijk', true],
    ['velquirabcdefghijkl', false],
  ])('%s: %s', (word, isName) => {
    expect(namesIn(`approval of ${word}`)).toEqual(isName ? [word] : []);
  });
});

describe('a name in a phrase', () => {
  it.each([
    ['rights to Velquira and more', ['Velquira']],
    ['rights to Velquira, and more', ['Velquira']],
    ["rights to Halvard Bio's Velquira and more", ['Velquira']],
    ['rights to hope, Velquira and more', []],
    ['rights to sell in Velquira and more', []],
    ['rights to ABX-101 Velquira and more', []],
    ['rights to hope (Velquira and more', []],
    ['approval of new very good old nice Velquira here', ['Velquira']],
    ['approval of new very good old nice big Velquira here', []],
  ])('%s: %j', (sentence, names) => {
    expect(namesIn(sentence)).toEqual(names);
  });

  it('is within the first 100 characters', () => {
    const phrase = (length: number) =>
      `${'x'.repeat(30)} ${'x'.repeat(30)} ${'x'.repeat(length - 71)} Velquira`;
    expect(phrase(100)).toHaveLength(100);
    expect(namesIn(`rights to ${phrase(100)} here`)).toEqual(['Velquira']);
    // Three letters are left of it, of which no name is made.
    expect(namesIn(`rights to ${phrase(105)} here`)).toEqual([]);
  });
});

describe('a name next to another', () => {
  it.each([
    ['Velquira (rilcapant) came', ['rilcapant', 'Velquira']],
    ['Velquira (rilcapant tablets) came', ['rilcapant', 'Velquira']],
    ['Velquira (patients) came', []],
    ['Velquira (rilcapantbcdefghij) came', ['rilcapantbcdefghij', 'Velquira']],
    ['Velquira (rilcapantbcdefghijk) came', []],
  ])('%s: %j', (sentence, names) => {
    expect(namesIn(sentence)).toEqual(names);
  });

  it('of a company is not a drug name', () => {
    expect(namesIn('Velquira (rilcapant) came', new Set(['velquira']))).toEqual(['rilcapant']);
  });
});

it('a subject that receives an approval is a drug if the text names companies and no other drug', () => {
  const others = new Set(['halvard']);
  expect(namesIn('Velquira Receives FDA Approval', others)).toEqual(['Velquira']);
  expect(namesIn('Velquira Receives FDA Approval')).toEqual([]);
  expect(namesIn('Halvard Receives FDA Approval', others)).toEqual([]);
  expect(namesIn('Velquira Receives Approval of Zandopra', others)).toEqual(['Zandopra']);
});

it('are at most thirty per sentence', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const all = ['Velqux', 'Velqix'].flatMap((stem) => letters.map((letter) => stem + letter));
  const told = (count: number) =>
    namesIn(
      all
        .slice(0, count)
        .map((name) => `approval of ${name}`)
        .join('; '),
    );
  expect(told(30)).toEqual(all.slice(0, 30));
  expect(told(31)).toEqual(all.slice(0, 30));
});

describe('the search for names in a text', () => {
  const reading = (text: string, preceding = '') =>
    ({ sentence: text, text, preceding }) as Reading;
  const fillers = (count: number) => Array.from({ length: count }, () => reading('It is so.'));

  it('covers eighty sentences with possible statements', () => {
    const at = (count: number) =>
      unmarkedOf([...fillers(count), reading('approval of Velquira')], none);
    expect([at(79), at(80)]).toEqual([['Velquira'], []]);
  });

  it('covers the sentences before the first twenty of them', () => {
    const at = (count: number) =>
      unmarkedOf([...fillers(count), reading('It came.', 'Approval of Velquira®')], none);
    expect([at(19), at(20)]).toEqual([['Velquira'], []]);
  });

  it('returns each name once, without other names', () => {
    const twice = [reading('approval of Velquira'), reading('It came.', 'approval of Velquira')];
    expect(unmarkedOf(twice, none)).toEqual(['Velquira']);
    expect(unmarkedOf(twice, new Set(['velquira']))).toEqual([]);
    expect(unmarkedOf([], none)).toEqual([]);
  });
});
