import { describe, expect, it } from 'vitest';
import { pipeline } from '../../../src/derive/programs/pipeline.ts';
import { indicationKeys, trialDrugType } from '../../../src/derive/programs/trial-programs.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { TODAY } from '../developer.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const companies = [{ ticker: 'ABCQZ', name: 'Abc Therapeutics' }];
const drug = (name: string, type = 'DRUG') => ({ name, type, arm_roles: ['EXPERIMENTAL'] });
const mesh = (...terms: string[]) => terms.map((term) => ({ term }));
const TRIAL: Fact<'trials'> = {
  ...{ nctId: 'NCT1', LeadSponsorName: 'Abc Therapeutics', study_type: 'INTERVENTIONAL' },
  ...{ Phase: 'Phase 2', status: 'RECRUITING', conditions: ['Gout'], updatedAt: '2026-05-01' },
  ...{ CompletionDate: '2027-06', interventions: [drug('ABC-101')] },
};
const trial = (more: Partial<Fact<'trials'>>): Fact<'trials'> => ({ ...TRIAL, ...more });
const rowsOf = async (facts: FactsByKind) =>
  pipeline(await refreshOf(TODAY, { companies }, facts)).toSorted((a, b) =>
    a.drug_name < b.drug_name ? -1 : 1,
  );

describe('the kind of a drug', () => {
  const placebo = { name: 'Placebo', type: 'DRUG', arm_roles: ['PLACEBO_COMPARATOR'] };
  const other = { name: 'ABC-202', type: 'DRUG', arm_roles: ['EXPERIMENTAL'] };
  const vaccine = { intervention_mesh: mesh('Vaccines') };

  it.each<[Partial<Fact<'trials'>>, string | null]>([
    [{}, null],
    [{ interventions: [drug('ABC-101', 'BIOLOGICAL')] }, 'Biologic'],
    [{ interventions: [drug('ABC-101', 'GENETIC')] }, 'Gene therapy'],
    // Its headings and those above them speak before the type of the intervention,
    [vaccine, 'Vaccine'],
    [{ intervention_mesh_ancestors: mesh('Insulins') }, 'Protein'],
    [{ ...vaccine, interventions: [drug('ABC-101', 'BIOLOGICAL')] }, 'Vaccine'],
    // its names before those,
    [{ ...vaccine, interventions: [drug('Quvalimab')] }, 'Monoclonal antibody'],
    // words that are no name of it too.
    [{ interventions: [drug('ABC-101 tablets')] }, 'Small molecule'],
    // A placebo has no heading, another drug may have it.
    [{ ...vaccine, interventions: [drug('ABC-101'), placebo] }, 'Vaccine'],
    [{ ...vaccine, interventions: [drug('ABC-101'), other] }, null],
    [{ ...vaccine, interventions: [drug('ABC-101'), { type: 'DRUG' } as never] }, null],
  ])('of %j is %s', async (more, drugType) => {
    const refresh = await refreshOf(TODAY, { companies, trials: [trial(more)] });
    expect(trialDrugType(refresh, { ...trial(more), source: 'test' })).toBe(drugType);
    expect(pipeline(refresh)[0]!.drugType).toBe(drugType);
  });

  it('is told by any trial of it, and by a catalyst that states one', async () => {
    const trials = [trial({}), trial({ nctId: 'NCT2', conditions: ['Asthma'], ...vaccine })];
    expect((await rowsOf({ trials })).map(({ drugType }) => drugType)).toEqual([
      ...['Vaccine', 'Vaccine'],
    ]);
    const stated: Fact<'catalysts'> = {
      ...{ _id: 'e', ticker: 'ABCQZ', drugname: 'ABC-101', catalyst: 'Phase 3 Readout' },
      ...{ treatment: 'Gout', formattedDate: '2027-03-01', drugType: 'Own kind' },
    };
    expect((await rowsOf({ trials, catalysts: [stated] })).map((row) => row.drugType)).toEqual([
      ...['Own kind', 'Own kind'],
    ]);
  });
});

describe('programs of one company', () => {
  it('are apart by drug and by disease, in whatever words', async () => {
    const trials = [
      trial({ nctId: 'NCT1' }),
      trial({ nctId: 'NCT2', conditions: ['Asthma'] }),
      trial({ nctId: 'NCT3', interventions: [drug('ABC-202')] }),
      trial({ nctId: 'NCT4', conditions: ['Gouts'] }),
    ];
    const rows = await rowsOf({ trials });
    const told = rows.map(({ drug_name, nctIds }) => `${drug_name}: ${nctIds.join(' ')}`);
    expect(told.sort()).toEqual(['ABC-101: NCT1 NCT4', 'ABC-101: NCT2', 'ABC-202: NCT3']);
  });

  it('are of trials in a phase or in none that is stated, of no study that gives nothing', async () => {
    const counted = async (more: Partial<Fact<'trials'>>) =>
      (await rowsOf({ trials: [trial(more)] })).length;
    expect(await counted({ Phase: null })).toBe(1);
    expect(await counted({ study_type: null })).toBe(1);
    expect(await counted({ study_type: 'EXPANDED_ACCESS' })).toBe(0);
    expect(await counted({ Phase: 'N/A' })).toBe(0);
    expect(await counted({ conditions: [] })).toBe(0);
    expect(await counted({ LeadSponsorName: 'Nobody known' })).toBe(0);
  });

  it('stand as the last of their completion days lets them', async () => {
    const statusOf = async (more: Partial<Fact<'trials'>>) =>
      (await rowsOf({ trials: [trial({ status: 'COMPLETED', updatedAt: '2020-01-01', ...more })] }))
        .map(({ status }) => status)
        .join();
    const dated = (completion: string, primary_completion: string) => ({
      dates: { completion: { date: completion }, primary_completion: { date: primary_completion } },
    });
    // Phase 2 is alive for 540 days: until 2026-11-21 from 2025-05-30 on.
    const old = { CompletionDate: '2019-01' };
    expect(await statusOf(old)).toBe('Inactive');
    expect(await statusOf({ CompletionDate: '2025-05' })).toBe('Completed');
    expect(await statusOf({ CompletionDate: '2025-05-29' })).toBe('Inactive');
    expect(await statusOf({ ...old, ...dated('2025-05-30', '2019-01') } as never)).toBe(
      'Completed',
    );
    expect(await statusOf({ ...old, ...dated('2019-01', '2025-05-30') } as never)).toBe(
      'Completed',
    );
  });
});

it('conditions that trials put under one heading have one key', async () => {
  const of = (condition: string, heading: string, at: number) => ({
    ...trial({ nctId: `NCT${at}`, conditions: [condition] }),
    condition_mesh: mesh(heading),
  });
  const trials = [of('Podagra', 'Gout', 1), of('Gouty Arthritis', 'Gout', 2)] as Fact<'trials'>[];
  const keyOf = indicationKeys(await refreshOf(TODAY, { trials }));
  expect(keyOf('podagra')).toBe(keyOf('gouty arthritis'));
  const plain = indicationKeys(await refreshOf(TODAY, {}));
  expect(plain('podagra')).not.toBe(plain('gouty arthritis'));
  expect(plain('Gouts')).toBe(plain('gout'));
});
