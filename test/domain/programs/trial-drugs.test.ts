import { describe, expect, it } from 'vitest';
import { identifyDrugs } from '../../../src/domain/programs/drug-identity.ts';
import { combinedNames, nameKey, namesWithin } from '../../../src/domain/programs/drug-names.ts';
import { drugTypeOf } from '../../../src/domain/programs/drug-type.ts';
import { ownDrugs, soleDrugs } from '../../../src/domain/programs/own-drugs.ts';
import { trialDrugs } from '../../../src/domain/programs/trial-drugs.ts';

const given = (name: string, roles: readonly string[] = ['EXPERIMENTAL'], type = 'DRUG') => ({
  name,
  type,
  arm_roles: roles,
});
const namesOf = (...interventions: ReturnType<typeof given>[]) =>
  trialDrugs({ LeadSponsorName: 'Abc Therapeutics', interventions }).map(({ name }) => name);

describe('the drugs that a trial tests', () => {
  it('are no comparators, placebos, procedures and devices', () => {
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

  it('are not what comparator arms receive too, unless there is no other', () => {
    const both = ['EXPERIMENTAL', 'ACTIVE_COMPARATOR'];
    expect(namesOf(given('ABC-101'), given('Zorbatinib', both))).toEqual(['ABC-101']);
    expect(namesOf(given('ABC-101 vaccine', both))).toEqual(['ABC-101 vaccine']);
  });

  it('are no generic drugs and none of other owners beside another', () => {
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

  it('of a combination are its drugs', () => {
    expect(namesOf(given('ABC-101+carboplatin'))).toEqual(['ABC-101']);
    expect(namesOf(given('ABC-101/carboplatin'))).toEqual(['ABC-101']);
    expect(namesOf(given('Zorbamab (ABC-1), an Engineered Anti-XYZ Antibody'))).toEqual([
      'Zorbamab',
    ]);
    expect(namesOf(given('Zorbaxaban (Abcrelto, BAY59-7939)'))).toEqual(['Zorbaxaban']);
    expect(combinedNames('co-administration of cefepime and nacubactam')).toHaveLength(2);
  });
});

describe('names of a drug', () => {
  it('are told from doses, forms and words beside them', () => {
    expect(namesWithin('Keytruda/MK-3475 (Pembrolizumab)')).toEqual([
      'Keytruda',
      'MK-3475',
      'Pembrolizumab',
    ]);
    expect(namesWithin('TY-9591(10mg,40mg) qd. po')).toEqual(['TY-9591']);
    expect(namesWithin('Treatment arm (blinded)')).toEqual([]);
    expect(nameKey('MK-3475 200 mg')).toBe(nameKey('mk 3475'));
    expect(nameKey('onasemnogene abeparvovec-xioi')).toBe(nameKey('Onasemnogene Abeparvovec'));
  });

  it('fold code, generic and brand into one drug under its generic name', () => {
    const drugs = identifyDrugs([
      ['RMC-6236'],
      ['RMC-6236', 'daraxonrasib'],
      ['OAV101'],
      ['AVXS-101', 'Zolgensma', 'OAV101'],
      ['RMC-6291'],
    ]);
    expect(drugs.map(({ name }) => name)).toEqual([
      'daraxonrasib',
      'daraxonrasib',
      'Zolgensma',
      'Zolgensma',
      'RMC-6291',
    ]);
  });

  it('of two generic drugs never fold', () => {
    const drugs = identifyDrugs([['zorbatinib', 'quvalimab'], ['quvalimab']]);
    expect(drugs.map(({ name }) => name)).toEqual(['zorbatinib', 'quvalimab']);
  });
});

it('leaves a drug to the only company that tests it alone', () => {
  const drug = (name: string) => ({ name, names: [name], type: 'DRUG', registered: name });
  const test = (sponsor: string, ...names: string[]) => ({
    sponsor,
    isCompany: true,
    title: '',
    drugs: names.map(drug),
  });
  const combined = test('ABCQZ', 'zorbatinib', 'ABC-101');
  const sole = soleDrugs([combined, test('XYZQZ', 'zorbatinib'), test('ABCQZ', 'ABC-55')]);
  expect(ownDrugs(combined, sole).map(({ name }) => name)).toEqual(['ABC-101']);
  const unknown = test('NEWQZ', 'quvalimab', 'NEW-7 low');
  expect(ownDrugs(unknown, sole).map(({ name }) => name)).toEqual(['quvalimab']);
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
])('%j of type %j is %s', (names, types, drugType) => {
  expect(drugTypeOf({ names, types })).toBe(drugType);
});
