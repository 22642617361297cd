import { describe, expect, it } from 'vitest';
import { identifyDrugs } from '../../../src/domain/programs/drug-identity.ts';
import {
  cleanName,
  combinedNames,
  isCode,
  isName,
  nameKey,
  namesWithin,
} from '../../../src/domain/programs/drug-names.ts';
import { ownDrugs, soleDrugs } from '../../../src/domain/programs/own-drugs.ts';

describe('a drug name', () => {
  it.each([
    ['Zorbamab 200 mg', 'Zorbamab'],
    ['Zorbamab 1.5-2 mg/kg', 'Zorbamab'],
    ['up to 20 mg Zorbamab', 'Zorbamab'],
    ['Zorbamab 5%', 'Zorbamab'],
    ['Zorbamab tablets', 'Zorbamab'],
    ['Zorbamab film-coated tablet', 'Zorbamab'],
    ['Zorbamab for injection', 'Zorbamab'],
    ['Zorbamab oral solution', 'Zorbamab'],
    ['Zorbamab once daily for 12 weeks', 'Zorbamab'],
    ['Zorbamab for squamous cell carcinoma', 'Zorbamab'],
    ['Zorbamab group', 'Zorbamab'],
    ['Zorbamab q2w', 'Zorbamab'],
    ['Zorbamab (high dose)', 'Zorbamab'],
    ['Zorbamab [ZRB-101]', 'Zorbamab'],
    ['Zorbamab®', 'Zorbamab'],
    ['Drug: Zorbamab', 'Zorbamab'],
    ['Biological: Zorbamab_lot', 'Zorbamab lot'],
    ['Zorbamab dose level 3', 'Zorbamab'],
    ['Zorbamab cohort B', 'Zorbamab'],
    ['Zorbamab, mode of administration: by mouth', 'Zorbamab'],
    ['- Zorbamab; ', 'Zorbamab'],
    // A name that consists only of dose and form is unchanged.
    ['10 mg tablets', '10 mg tablets'],
    // A number that is part of the name is kept.
    ['ZRB-101 mg', 'ZRB-101 mg'],
  ])('cleanName(%j) is %j', (name, clean) => {
    expect(cleanName(name)).toBe(clean);
  });

  it.each([
    ['MK-3475 200 mg', 'mk3475'],
    ['mk 3475', 'mk3475'],
    ['Zorbinib hydrochloride', 'zorbinib'],
    ['Zorbimab-abcd', 'zorbimab'],
    ['Zorbimab-abcde', 'zorbimababcde'],
    ['Zorbix-abcd', 'zorbixabcd'],
    ['Sodium citrate', 'sodiumcitrate'],
    ['Zórbin', 'zorbin'],
    ['β-zorbin', 'βzorbin'],
  ])('nameKey(%j) is %j', (name, key) => {
    // NFKD separates accents, which are then removed.
    expect(nameKey(name)).toBe(key);
  });

  it('is read by its first 200 characters', () => {
    expect(cleanName(`${'z'.repeat(200)}y`)).toBe('z'.repeat(200));
    expect(cleanName(`${'z'.repeat(199)}y`)).toBe(`${'z'.repeat(199)}y`);
  });

  it.each([
    ['MK-3475', true],
    ['ZRB 101', true],
    ['BMS-986315', true],
    ['AB-CD 12', true],
    ['A12', true],
    ['A1', false],
    ['ABCDEFGHIJK12', true],
    ['ABCDEFGHIJKL12', false],
    ['ABCDEFGH12345678', true],
    ['ABCDEFGH123456789', true],
    ['ZRB-101-a.b', true],
    ['Zorbamab', false],
    ['2023 report', false],
    [' ZRB101 ', true],
  ])('isCode(%j) is %s', (name, expected) => {
    expect(isCode(name)).toBe(expected);
  });

  it.each([
    ['Zorbamab', true],
    ['A12', true],
    ['one two three four five', true],
    ['one two three four five six', false],
    ['z'.repeat(60), true],
    ['z'.repeat(61), false],
    ['A', false],
    ['12', false],
    ['Treatment arm', false],
    ['Higher dose group', false],
    ['PD-1 inhibitor', false],
    ['Anti-PD1 antibody', false],
    ['10 mg', false],
    ['Zorbamab and Ordinex', false],
    ['Human', false],
    ['10% Liquid', false],
    ['live attenuated', false],
    ['Albumin human', true],
  ])('isName(%j) is %s', (name, expected) => {
    expect(isName(name)).toBe(expected);
  });
});

describe('several names in a text', () => {
  it.each([
    ['AK104+anlotinib', ['AK104', 'anlotinib']],
    ['cefepime and nacubactam', ['cefepime', 'nacubactam']],
    ['A12 plus Ordinex', ['A12', 'Ordinex']],
    ['A12 in combination with Ordinex', ['A12', 'Ordinex']],
    ['Combination of A12 with Ordinex', ['A12', 'Ordinex']],
    ['A12 / Ordinex', ['A12', 'Ordinex']],
    ['A12, Ordinex, and Plainol', ['A12', 'Ordinex', 'Plainol']],
    ['A12, 5 mg', ['A12, 5 mg']],
    ['Ordinex (with A12 and B13)', ['Ordinex (with A12 and B13)']],
    ['Ordinex and 10 mg tablets', ['Ordinex']],
  ])('combinedNames(%j) is %j', (name, names) => {
    expect(combinedNames(name)).toEqual(names);
  });

  it.each([
    ['Keytruda/MK-3475 (Pembrolizumab)', ['Keytruda', 'MK-3475', 'Pembrolizumab']],
    ['Zorbamab (ZRB-101, Zorbiva)', ['Zorbamab', 'ZRB-101', 'Zorbiva']],
    ['Zorbamab [formerly known as ZRB-101]', ['Zorbamab', 'ZRB-101']],
    ['Zorbamab (also called Zorbiva or ZRB)', ['Zorbamab', 'Zorbiva', 'ZRB']],
    ['Zorbamab (treatment arm)', ['Zorbamab']],
    ['Zorbamab (x)', ['Zorbamab']],
    [`Zorbamab (${'z'.repeat(81)})`, ['Zorbamab']],
  ])('namesWithin(%j) is %j', (name, names) => {
    expect(namesWithin(name)).toEqual(names);
  });
});

describe('the drugs of a company', () => {
  it('are one drug if mentions share a name, with the nonproprietary name', () => {
    const [first, second, third] = identifyDrugs([
      ['ZRB-101', 'Zorbamab'],
      ['Zorbiva', 'zorbamab'],
      ['Ordinib'],
    ]);
    expect(first).toBe(second);
    expect(first?.name.toLowerCase()).toBe('zorbamab');
    expect(first?.names.map((name) => name.toLowerCase()).sort()).toEqual([
      'zorbamab',
      'zorbiva',
      'zrb-101',
    ]);
    expect(third).toEqual({ name: 'Ordinib', names: ['Ordinib'] });
  });

  it('are two drugs if a registration has two nonproprietary names', () => {
    const [first, second] = identifyDrugs([['Zorbamab', 'Orditinib'], ['Orditinib']]);
    expect([first?.name, second?.name]).toEqual(['Zorbamab', 'Orditinib']);
  });

  it('are two drugs if they share only the name of a platform', () => {
    const drugs = identifyDrugs([
      ['Zelform CNP', 'Zelform', 'zelvepetide'],
      ['Zelform PTH', 'Zelform', 'zelparatide'],
      ['Zorbiva SC', 'Zorbiva'],
      ['Zorbiva', 'Zorbiva IV'],
    ]);
    expect(new Set(drugs.map(({ name }) => name)).size).toBe(3);
    expect(drugs[2]).toBe(drugs[3]);
  });

  it('are named by a brand before a code, and by the more frequent first name', () => {
    const [one] = identifyDrugs([['ZRB-101', 'Zorbiva'], ['ZRB-101']]);
    expect(one).toEqual({ name: 'Zorbiva', names: ['Zorbiva', 'ZRB-101'] });
    const [other] = identifyDrugs([
      ['Alphix', 'Betix'],
      ['Betix', 'Alphix'],
      ['Betix', 'Gammix'],
    ]);
    expect(other).toEqual({ name: 'Betix', names: ['Betix', 'Alphix', 'Gammix'] });
  });
});

describe('the drugs of a sponsor', () => {
  const drug = (...names: readonly string[]) => ({ names }) as never;
  const test = (sponsor: string, title: string, ...drugs: readonly (readonly string[])[]) => ({
    sponsor,
    title,
    isCompany: true,
    drugs: drugs.map((names) => drug(...names)),
  });
  const none = soleDrugs([]);
  const own = (one: ReturnType<typeof test>, sole = none) =>
    ownDrugs(one, sole).map(({ names }) => names[0]);

  it('include the only drug of a trial', () => {
    expect(own(test('ABCQZ', 'A trial', ['Zorbamab']))).toEqual(['Zorbamab']);
  });

  it('are the drugs that only the sponsor tests, and drugs with its codes', () => {
    const sole = soleDrugs([
      test('ABCQZ', 'A', ['Zorbamab']),
      test('ABCQZ', 'B', ['ZRB-101']),
      test('XYZQZ', 'C', ['Ordinib']),
      { ...test('Hospital', 'D', ['Plainol']), isCompany: false },
      test('ABCQZ', 'E', ['Plainol'], ['Other']),
    ]);
    expect([...sole.companies.keys()].sort()).toEqual(['ordinib', 'zorbamab', 'zrb101']);
    expect(sole.letters).toEqual(new Map([['ABCQZ', new Set(['ZRB'])]]));
    const drugs = [['Zorbamab'], ['Ordinib'], ['zrb-205'], ['Plainol']] as const;
    expect(own(test('ABCQZ', 'All', ...drugs), sole)).toEqual(['Zorbamab', 'zrb-205']);
    // A drug that only another company tests belongs to that company.
    expect(own(test('NEWQZ', 'All', ['Zorbamab'], ['Plainol']), sole)).toEqual(['Plainol']);
  });

  it('are otherwise the first drug with a code, the first in the title, or the first', () => {
    const drugs = [['Plainol'], ['Ordinib', 'ORD-12'], ['Zorbin', 'ZRB-101']] as const;
    expect(own(test('ABCQZ', 'Study of zorbin and ordinib', ...drugs))).toEqual(['Zorbin']);
    expect(own(test('ABCQZ', 'Study', ...drugs))).toEqual(['Ordinib']);
    expect(own(test('ABCQZ', 'Betix with Alphix', ['Alphix'], ['Betix']))).toEqual(['Betix']);
    expect(own(test('ABCQZ', 'Study', ['Alphix'], ['Betix']))).toEqual(['Alphix']);
  });
});
