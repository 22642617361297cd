import { describe, expect, it } from 'vitest';
import { drugsIn } from '../../src/extract/drug-names.ts';
import { foremost, isSameDrug, onlyDrug, withRoles } from '../../src/extract/drug-roles.ts';

/** The roles of the names of a sentence, in their order. */
function rolesIn(text: string): readonly string[] {
  return withRoles(text, drugsIn(text, [])).map(({ role }) => role);
}

describe('the role of a name', () => {
  it.each([
    ['The FDA approved ABX-101', ['own']],
    ['It was better than ABX-101', ['other']],
    ['It was better than the older oral ABX-101', ['other']],
    ['an ABX-101 rival', ['other']],
    ['ABX-101 is the main competitor', ['other']],
    ['ABX-101 was not included as a comparator', ['other']],
    ['Patients on top of ABX-101 did well', ['aside']],
    ['an ABX-101 biosimilar', ['aside']],
    // "with X updates expected" tells of it.
    ['a year with ABX-101 updates expected', ['own']],
    ['It was given with ABX-101', ['aside']],
    ['The FDA approved pembrolizumab', ['listed']],
    ['It was given with pembrolizumab', ['other']],
    ['Keytruda (pembrolizumab) sold', ['listed']],
    ['Sales of Zelvora (pembrolizumab) rose', ['other']],
    ['The FDA approved Zelvora (pembrolizumab)', ['own']],
    ['versus ABX-101 and CDX-202', ['other', 'other']],
    ['versus ABX-101, CDX-202', ['other', 'own']],
    ['such as ABX-101, CDX-202 and EFX-303', ['other', 'other', 'other']],
    ['given with ABX-101 or CDX-202', ['aside', 'aside']],
    ['The FDA approved ABX-101 and CDX-202', ['own', 'own']],
    ['versus ABX-101 while CDX-202', ['other', 'own']],
    ['ABX-101 compared to CDX-202', ['own', 'other']],
    ['ABX-101 plus CDX-202 and EFX-303', ['own', 'aside', 'aside']],
    ['ABX-101, unlike drugs such as CDX-202, EFX-303', ['own', 'other', 'other']],
    ['formulations of CDX-202', ['aside']],
    ['pembrolizumab with CDX-202', ['listed', 'aside']],
  ])('%s: %j', (text, roles) => {
    expect(rolesIn(text)).toEqual(roles);
  });

  it('is read from the 90 characters before the name', () => {
    const roleAfter = (length: number) => rolesIn(`against ${'x'.repeat(length - 9)} ABX-101`);
    expect([roleAfter(90), roleAfter(91)]).toEqual([['other'], ['own']]);
  });

  it('keeps the position of the name', () => {
    const text = 'with ABX-101';
    expect(withRoles(text, drugsIn(text, []))).toEqual([
      { start: 5, end: 12, name: 'ABX-101', role: 'aside' },
    ]);
  });
});

describe('the names that count', () => {
  const placed = (roles: readonly ('own' | 'listed' | 'aside' | 'other')[]) =>
    foremost(
      roles.map((role, start) => ({ start, end: start + 1, name: `${role} ${start}`, role })),
    );
  it.each([
    [['other', 'aside', 'listed', 'own', 'own'] as const, ['own 3', 'own 4']],
    [['other', 'aside', 'listed'] as const, ['listed 2']],
    [['other', 'aside'] as const, ['aside 1']],
    [['other'] as const, []],
  ])('of %j are %j', (roles, names) => {
    expect(placed(roles).map(({ name }) => name)).toEqual(names);
  });
});

describe('one drug', () => {
  it.each([
    ['ZELVORA (zelvotinib)', 'zelvotinib', true],
    ['Zelvora', 'ZELVORA/ABX', true],
    ['zelvotinib', 'tesolimab', false],
    // Two letters are no name, three are.
    ['AB one', 'AB two', false],
    ['', '', false],
    ['ABC one', 'ABC two', true],
  ])('%s and %s: %s', (one, other, expected) => {
    expect(isSameDrug(one, other)).toBe(expected);
    expect(isSameDrug(other, one)).toBe(expected);
  });

  it.each<[readonly string[], string | undefined]>([
    [[], undefined],
    [['zelvotinib', 'ZELVORA (zelvotinib)', 'Zelvora'], 'ZELVORA (zelvotinib)'],
    [['zelvotinib', 'tesolimab'], undefined],
    [['zelvotinib', 'zelvotinib'], 'zelvotinib'],
    // The last shares a name with the second alone.
    [['Zelvora zelvotinib', 'Zelvora ABX-101', 'ABX-101'], 'Zelvora zelvotinib'],
  ])('all of %j: %s', (names, drug) => {
    expect(onlyDrug(names)).toBe(drug);
  });
});
