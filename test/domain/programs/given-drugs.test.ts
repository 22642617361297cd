import { describe, expect, it } from 'vitest';
import { givenDrugs, trialDrugs } from '../../../src/domain/programs/trial-drugs.ts';

type Treatment = Parameters<typeof trialDrugs>[0];
type Given = NonNullable<Treatment['interventions']>[number];

const SPONSOR = { LeadSponsorName: 'Abc Therapeutics' };
const given = (name: string, more: Partial<Given> = {}): Given => ({
  name,
  type: 'DRUG',
  arm_roles: ['EXPERIMENTAL'],
  ...more,
});
const tested = (...interventions: readonly Given[]) =>
  trialDrugs({ ...SPONSOR, interventions }).map(({ name }) => name);
const all = (...interventions: readonly Given[]) =>
  givenDrugs({ ...SPONSOR, interventions }).map(({ name }) => name);

describe('an intervention', () => {
  it.each([
    ['DRUG', true],
    ['BIOLOGICAL', true],
    ['GENETIC', true],
    ['COMBINATION_PRODUCT', true],
    [null, true],
    ['', true],
    ['DEVICE', false],
    ['PROCEDURE', false],
    ['BEHAVIORAL', false],
    ['RADIATION', false],
  ])('of type %s is a drug: %s', (type, isDrug) => {
    expect(tested(given('Zorbamab', { type }))).toEqual(isDrug ? ['Zorbamab'] : []);
    expect(all(given('Zorbamab', { type }))).toEqual(isDrug ? ['Zorbamab'] : []);
  });

  it.each([
    'Assigned interventions',
    'Background regimen',
    'Gen2',
    'NAI',
    'Regimen 1',
    'PD-1 inhibitors',
    'Other drugs for neoadjuvant use',
    'ZRBK3 mutation',
  ])('%s names no drug', (name) => {
    expect(all(given(name), given('ZRB-101 inhibitor'), given('Orditinib'))).toEqual([
      'ZRB-101 inhibitor',
      'Orditinib',
    ]);
  });

  it('has other names, a type and the registered text', () => {
    const other_names = ['ZRB-101', 'Treatment arm', 'Placebo', 'Zorbamab'];
    expect(
      trialDrugs({
        ...SPONSOR,
        interventions: [given('Zorbamab (Zorbiva) 5 mg tablets', { other_names })],
      }),
    ).toEqual([
      {
        name: 'Zorbamab',
        names: ['Zorbamab', 'Zorbiva', 'ZRB-101'],
        type: 'DRUG',
        registered: 'Zorbamab (Zorbiva) 5 mg tablets',
      },
    ]);
    // Other names of a combination are not assigned to its drugs.
    const both = given('Zorbamab + Ordinex', { other_names, type: null });
    expect(trialDrugs({ ...SPONSOR, interventions: [both] })).toEqual([
      { name: 'Zorbamab', names: ['Zorbamab'], type: null, registered: 'Zorbamab' },
      { name: 'Ordinex', names: ['Ordinex'], type: null, registered: 'Ordinex' },
    ]);
    expect(tested(given(''), given('Zorbamab'))).toEqual(['Zorbamab']);
  });
});

describe('the arms of a drug', () => {
  const roles = (...arm_roles: string[]) => ({ arm_roles });

  it('are only experimental if another drug has only experimental arms', () => {
    const experimental = given('Zorbamab');
    const both = given('Ordinex', roles('EXPERIMENTAL', 'PLACEBO_COMPARATOR'));
    const control = given('Betix', roles('ACTIVE_COMPARATOR'));
    expect(tested(experimental, both, control)).toEqual(['Zorbamab']);
    expect(tested(both, control)).toEqual(['Ordinex']);
    expect(tested(control)).toEqual(['Betix']);
    // A drug without arms may be in any arm.
    expect(tested(given('Gammix', roles()), experimental, control)).toEqual(['Gammix', 'Zorbamab']);
    expect(tested(given('Gammix', { arm_roles: null }), control)).toEqual(['Gammix']);
  });

  it.each([
    ['PLACEBO_COMPARATOR', false],
    ['SHAM_COMPARATOR', false],
    ['NO_INTERVENTION', false],
    ['OTHER', true],
    ['ACTIVE_COMPARATOR', true],
  ])('are only %s: tested is %s', (role, isTested) => {
    expect(tested(given('Zorbamab', roles(role)))).toEqual(isTested ? ['Zorbamab'] : []);
    // The patients get the drug in every arm.
    expect(all(given('Zorbamab', roles(role)))).toEqual(['Zorbamab']);
    expect(tested(given('Zorbamab', roles(role, 'OTHER')))).toEqual(['Zorbamab']);
  });

  it('of a placebo do not count', () => {
    const placebo = given('Placebo');
    const both = given('Zorbamab', roles('EXPERIMENTAL', 'ACTIVE_COMPARATOR'));
    expect(tested(placebo, both)).toEqual(['Zorbamab']);
    expect(all(placebo, both, given('Placebo to match'))).toEqual(['Zorbamab']);
  });
});

it('a background drug is tested only if the trial has no other drug', () => {
  expect(tested(given('Zorbamab'), given('Carboplatin'), given('Paclitaxel'))).toEqual([
    'Zorbamab',
  ]);
  expect(tested(given('Carboplatin'))).toEqual(['Carboplatin']);
  expect(tested(given('Carboplatin'), given('Paclitaxel'))).toEqual([]);
  expect(tested(given('Carboplatin'), given('Placebo'))).toEqual(['Carboplatin']);
  expect(tested(given('Carboplatin'), given('Zorbascan', { type: 'DEVICE' }))).toEqual([]);
  expect(all(given('Zorbamab'), given('Carboplatin'))).toEqual(['Zorbamab', 'Carboplatin']);
});

it('interventions in one text return the first drug', () => {
  const listed = (InterventionName: string | null) =>
    trialDrugs({ ...SPONSOR, InterventionName }).map(({ name, type }) => [name, type]);
  expect(listed(' , Zorbamab , Ordinex')).toEqual([['Zorbamab', null]]);
  expect(listed('Placebo, Ordinex')).toEqual([['Ordinex', null]]);
  expect(listed('Carboplatin')).toEqual([['Carboplatin', null]]);
  expect(listed('Carboplatin, Paclitaxel')).toEqual([]);
  expect([listed(''), listed(null)]).toEqual([[], []]);
  expect(
    givenDrugs({ ...SPONSOR, InterventionName: 'Zorbamab, Ordinex' }).map(({ name }) => name),
  ).toEqual(['Zorbamab', 'Ordinex']);
  // An empty list of interventions has precedence over the text.
  expect(trialDrugs({ ...SPONSOR, interventions: [], InterventionName: 'Zorbamab' })).toEqual([]);
});
