import { describe, expect, it } from 'vitest';
import { drugOf, isNextItem } from '../../src/extract/drug-of.ts';
import type { MentionType } from '../../src/extract/mention.ts';
import { placed } from './placed.ts';

function drugIn(marked: string, type: MentionType): string | undefined {
  const { reading, spot } = placed(marked);
  return drugOf(reading, spot, type)?.name;
}

const precedingDrug: readonly MentionType[] = [
  ...(['approval', 'designation', 'crl', 'clinical_hold', 'hold_lifted'] as const),
  ...(['nda_bla_accepted', 'nda_bla_submitted', 'withdrawn', 'adcomm_date'] as const),
  ...(['licence', 'filing_expected', 'readout_expected', 'pdufa_extended'] as const),
];
const before: readonly MentionType[] = ['pdufa_date', 'trial_result', 'offering', 'acquisition'];

describe('the drug of a statement between two', () => {
  it.each(precedingDrug)('is the one after a %s', (type) => {
    expect(drugIn('ABX-101 is [stated] as CDX-202 is', type)).toBe('CDX-202');
  });
  it.each(before)('is the one before a %s', (type) => {
    expect(drugIn('ABX-101 is [stated] as CDX-202 is', type)).toBe('ABX-101');
  });

  it.each([
    ['none', 'It was [stated] today', undefined],
    ['the only one', 'It was [stated] as we will say at length of ABX-101', 'ABX-101'],
    ['none after a semicolon', 'It was [stated]; CDX-202 is in Phase 1', undefined],
    ['that before one', 'ABX-101 was [stated]; CDX-202 is in Phase 1', 'ABX-101'],
    ['one behind the end of an earlier item', 'CDX-202; ABX-101 [stated]', 'ABX-101'],
    ['the one within it', 'CDX-202 so [the ABX-101 NDA] as EFX-303', 'ABX-101'],
    ['one that begins or ends it', 'CDX-202 so [ABX-101] as EFX-303', 'ABX-101'],
    ['the one that it touches before', 'ABX-101[ stated ]which is as CDX-202', 'ABX-101'],
    ['the only one, where it cuts it', 'It [was ABX]-101', 'ABX-101'],
    ['the first of a list within it', 'CDX-202 so [ABX-101, EFX-303 or GHX-404]', 'ABX-101'],
    ['the last within it', 'CDX-202 so [ABX-101 then EFX-303]', 'EFX-303'],
    ['the first of a list before it', 'ABX-101 and CDX-202 were [stated]', 'ABX-101'],
    ['the last before it', 'ABX-101 then CDX-202 were [stated]', 'CDX-202'],
    ['the first of two behind it where none is before', '[stated] as CDX-202 EFX-303', 'CDX-202'],
    ['that of the trial', 'ABX-101 [data] from its Phase 2 trial of CDX-202', 'CDX-202'],
    ['that of the application', 'ABX-101 [data] for its oral CDX-202', 'CDX-202'],
  ])('is %s', (_, marked, drug) => {
    for (const type of ['trial_result', 'approval'] as const) {
      expect(drugIn(marked, type), type).toBe(drug);
    }
  });

  it.each([
    ['ABX-101 data[ due ]CDX-202', 'CDX-202'],
    ['ABX-101 data [March 2027, due], CDX-202 soon', 'CDX-202'],
    ['ABX-101 data [due] in March 2027, and CDX-202 soon', 'ABX-101'],
    ['ABX-101 data [due in March 2027], CDX-202 soon', 'ABX-101'],
    ['ABX-101 data [due] in March 2027, for CDX-202', 'CDX-202'],
    ['ABX-101 data [due] in March 2027 as CDX-202', 'CDX-202'],
    ['ABX-101 data [due March 2027, and later data] CDX-202', 'CDX-202'],
    ['In March 2027, ABX-101 data [due], CDX-202 soon', 'CDX-202'],
    ['ABX-101 [due] now, which is as CDX-202', 'ABX-101'],
    ['ABX-101 [due] now. And CDX-202', 'ABX-101'],
    ['ABX-101 [due] now, following CDX-202', 'ABX-101'],
  ])('depends on the text between: %s', (marked, drug) => {
    expect(drugIn(marked, 'readout_expected')).toBe(drug);
  });

  it('is the next one within 110 characters, or else the previous one', () => {
    const apart = (length: number) =>
      drugIn(`ABX-101 [stated] ${'x'.repeat(length - 2)} CDX-202`, 'approval');
    expect([apart(110), apart(111)]).toEqual(['CDX-202', 'ABX-101']);
    // If no drug is named before the statement, a later drug is used at any distance.
    expect(drugIn(`[stated] ${'x'.repeat(200)} CDX-202 EFX-303`, 'approval')).toBe('CDX-202');
  });
});

it.each([
  ['ABX-101 and a [PDUFA date] of May 5, 2027 for CDX-202', 'CDX-202'],
  ['ABX-101 has a [PDUFA date] of May 5, 2027 as CDX-202 does', 'ABX-101'],
  ['ABX-101 has a [PDUFA date] in respect of CDX-202', 'CDX-202'],
  ['ABX-101 has a [PDUFA date of ]May 5, 2027 for CDX-202', 'CDX-202'],
  ['a [PDUFA date] of May 5, 2027 as CDX-202 EFX-303 do', 'CDX-202'],
  ['CDX-202 has a [PDUFA date of ABX-101 of May 5, 2027] as EFX-303', 'ABX-101'],
  ['On May 4, 2026 ABX-101 got a [PDUFA date] of May 5, 2027 for CDX-202', 'CDX-202'],
])('the drug of a goal date: %s', (marked, drug) => {
  expect(drugIn(marked, 'pdufa_date')).toBe(drug);
});

it.each([
  ['data [due] in March 2027 CDX-202 accepted', true],
  ['data [due] in March 2027 of CDX-202', false],
  ['data [due in March 2027] CDX-202', false],
  ['data [due, ]March 2027 CDX-202', true],
  ['[CDX-202 data in March 2027]', false],
  ['CDX-202 data [due] in March 2027', false],
])('the next item of a list: %s: %s', (marked, expected) => {
  const { reading, spot } = placed(marked);
  expect(isNextItem(reading, spot, reading.drugs[0]!)).toBe(expected);
});
