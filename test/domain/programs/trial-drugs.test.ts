import { describe, expect, it } from 'vitest';
import { combinedNames } from '../../../src/domain/programs/drug-names.ts';
import { drugTypeOf } from '../../../src/domain/programs/drug-type.ts';
import { trialDrugs } from '../../../src/domain/programs/trial-drugs.ts';

const given = (name: string, roles: readonly string[] = ['EXPERIMENTAL'], type = 'DRUG') => ({
  name,
  type,
  arm_roles: roles,
});
const namesOf = (...interventions: ReturnType<typeof given>[]) =>
  trialDrugs({ LeadSponsorName: 'Abc Therapeutics', interventions }).map(({ name }) => name);

describe('the tested drugs of a trial', () => {
  it('exclude comparators, placebos, procedures and devices', () => {
    expect(
      namesOf(
        given('ABC-101 200 mg tablets'),
        given('ABC-101-Matching Placebo', ['PLACEBO_COMPARATOR']),
        given('Zorbatinib', ['ACTIVE_COMPARATOR']),
        given('Blood samples for chemistry', ['EXPERIMENTAL'], 'BIOLOGICAL'),
        given('Radiotherapy', ['EXPERIMENTAL'], 'RADIATION'),
        given('Standard of care'),
        given('Platinum-doublet chemotherapy'),
        given('Oral contraceptive'),
      ),
    ).toEqual(['ABC-101']);
  });

  it('exclude generic drugs and drugs of other owners if there is another drug', () => {
    const partners = [
      'Carboplatin',
      'low-dose methotrexate',
      'Pembrolizumab (Keytruda)',
      'MK-3475',
    ];
    expect(namesOf(given('ABC-101'), ...partners.map((one) => given(one)))).toEqual(['ABC-101']);
    expect(namesOf(given('Methotrexate'))).toEqual(['Methotrexate']);
    const merck = { LeadSponsorName: 'Merck Sharp & Dohme LLC', interventions: [given('MK-3475')] };
    expect(trialDrugs(merck)[0]?.names).toContain('pembrolizumab');
  });

  it('of a combination are its components', () => {
    expect(namesOf(given('ABC-101+carboplatin'))).toEqual(['ABC-101']);
    expect(namesOf(given('ABC-101/carboplatin'))).toEqual(['ABC-101']);
    expect(namesOf(given('Zorbamab (ABC-1), an Engineered Anti-XYZ Antibody'))).toEqual([
      'Zorbamab',
    ]);
    expect(namesOf(given('Zorbaxaban (Abcrelto, BAY59-7939)'))).toEqual(['Zorbaxaban']);
    expect(combinedNames('co-administration of cefepime and nacubactam')).toHaveLength(2);
  });
});

it.each([
  [['ravitymab vedotin'], [], 'ADCs'],
  [['zorbacabtagene autoleucel'], [], 'CAR-T'],
  [['Onasemnogene Abeparvovec-xioi'], [], 'Gene therapy'],
  [['zorbasiran'], [], 'siRNA/RNAi'],
  [['zorbanersen'], [], 'Antisense'],
  [['ABC-101 Vaccine'], [], 'Vaccine'],
  [['quvalimab'], [], 'Monoclonal antibody'],
  [['Insulin zorbadec'], [], 'Protein'],
  [['zorbaglutide'], [], 'Peptide'],
  [['zorbatinib'], [], 'Small molecule'],
  [['ABC-101 capsules'], [], 'Small molecule'],
  [['ABC-101'], ['BIOLOGICAL'], 'Biologic'],
  [['ABC-101'], ['DRUG'], null],
])('the drug type of %j with the types %j is %s', (names, types, drugType) => {
  expect(drugTypeOf({ names, types })).toBe(drugType);
});
