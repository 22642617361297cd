import { describe, expect, it } from 'vitest';
import { givenDrugs, trialDrugs } from '../../../src/domain/programs/trial-drugs.ts';

type Treatment = Parameters<typeof trialDrugs>[0];
type Given = NonNullable<Treatment['interventions']>[number];

const SPONSOR = { LeadSponsorName: 'Abc Therapeutics' };
const given = (name: string, more: Partial<Given> = {}): Given => ({
  ...{ name, type: 'DRUG', arm_roles: ['EXPERIMENTAL'] },
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
  ])('of type %s is a drug: %s', (type, is) => {
    expect(tested(given('Zorbamab', { type }))).toEqual(is ? ['Zorbamab'] : []);
    expect(all(given('Zorbamab', { type }))).toEqual(is ? ['Zorbamab'] : []);
  });

  it('is told whole, with its other names and as it was registered', () => {
    const other_names = ['ZRB-101', 'Treatment arm', 'Placebo', 'Zorbamab'];
    expect(
      trialDrugs({
        ...SPONSOR,
        interventions: [given('Zorbamab (Zorbiva) 5 mg tablets', { other_names })],
      }),
    ).toEqual([
      {
        ...{ name: 'Zorbamab', names: ['Zorbamab', 'Zorbiva', 'ZRB-101'], type: 'DRUG' },
        registered: 'Zorbamab (Zorbiva) 5 mg tablets',
      },
    ]);
    // Other names of a combination belong to none of its drugs.
    const both = given('Zorbamab + Ordinex', { other_names, type: null });
    expect(trialDrugs({ ...SPONSOR, interventions: [both] })).toEqual([
      { name: 'Zorbamab', names: ['Zorbamab'], type: null, registered: 'Zorbamab' },
      { name: 'Ordinex', names: ['Ordinex'], type: null, registered: 'Ordinex' },
    ]);
    expect(tested(given(''), given('Zorbamab'))).toEqual(['Zorbamab']);
  });
});

describe('the arms that receive a drug', () => {
  const roles = (...arm_roles: string[]) => ({ arm_roles });

  it('are experimental ones alone, where some drug has such', () => {
    const own = given('Zorbamab');
    const both = given('Ordinex', roles('EXPERIMENTAL', 'PLACEBO_COMPARATOR'));
    const control = given('Betix', roles('ACTIVE_COMPARATOR'));
    expect(tested(own, both, control)).toEqual(['Zorbamab']);
    expect(tested(both, control)).toEqual(['Ordinex']);
    expect(tested(control)).toEqual(['Betix']);
    // A drug that states no arm may be in any.
    expect(tested(given('Gammix', roles()), own, control)).toEqual(['Gammix', 'Zorbamab']);
    expect(tested(given('Gammix', { arm_roles: null }), control)).toEqual(['Gammix']);
  });

  it.each([
    ['PLACEBO_COMPARATOR', false],
    ['SHAM_COMPARATOR', false],
    ['NO_INTERVENTION', false],
    ['OTHER', true],
    ['ACTIVE_COMPARATOR', true],
  ])('are %s alone: %s', (role, is) => {
    expect(tested(given('Zorbamab', roles(role)))).toEqual(is ? ['Zorbamab'] : []);
    // A trial gives them all the same.
    expect(all(given('Zorbamab', roles(role)))).toEqual(['Zorbamab']);
    expect(tested(given('Zorbamab', roles(role, 'OTHER')))).toEqual(['Zorbamab']);
  });

  it('of a placebo count for no drug', () => {
    const placebo = given('Placebo');
    const both = given('Zorbamab', roles('EXPERIMENTAL', 'ACTIVE_COMPARATOR'));
    expect(tested(placebo, both)).toEqual(['Zorbamab']);
    expect(all(placebo, both, given('Placebo to match'))).toEqual(['Zorbamab']);
  });
});

describe('a drug that stands behind another', () => {
  it('is no tested one, unless it is all that a trial gives', () => {
    expect(tested(given('Zorbamab'), given('Carboplatin'), given('Paclitaxel'))).toEqual([
      'Zorbamab',
    ]);
    expect(tested(given('Carboplatin'))).toEqual(['Carboplatin']);
    expect(tested(given('Carboplatin'), given('Paclitaxel'))).toEqual([]);
    expect(tested(given('Carboplatin'), given('Placebo'))).toEqual(['Carboplatin']);
    expect(tested(given('Carboplatin'), given('Zorbascan', { type: 'DEVICE' }))).toEqual([]);
    expect(all(given('Zorbamab'), given('Carboplatin'))).toEqual(['Zorbamab', 'Carboplatin']);
  });
});

describe('interventions as one text', () => {
  const listed = (InterventionName: string | null) =>
    trialDrugs({ ...SPONSOR, InterventionName }).map(({ name, type }) => [name, type]);

  it('name the first drug', () => {
    expect(listed(' , Zorbamab , Ordinex')).toEqual([['Zorbamab', null]]);
    expect(listed('Placebo, Ordinex')).toEqual([['Ordinex', null]]);
    expect(listed('Carboplatin')).toEqual([['Carboplatin', null]]);
    expect(listed('Carboplatin, Paclitaxel')).toEqual([]);
    expect([listed(''), listed(null)]).toEqual([[], []]);
    expect(
      givenDrugs({ ...SPONSOR, InterventionName: 'Zorbamab, Ordinex' }).map(({ name }) => name),
    ).toEqual(['Zorbamab', 'Ordinex']);
    // Interventions that are known apart count, though they are none.
    expect(trialDrugs({ ...SPONSOR, interventions: [], InterventionName: 'Zorbamab' })).toEqual([]);
  });
});
