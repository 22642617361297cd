import { describe, expect, it } from 'vitest';
import { competitiveLandscape, pipelineHealth } from '../../../src/derive/programs/competition.ts';
import { pipeline } from '../../../src/derive/programs/pipeline.ts';
import {
  areasByCondition,
  programFinder,
  programOn,
  programs,
  programTrials,
  trialDrug,
} from '../../../src/derive/programs/programs.ts';
import { trialDrugType, trialPrograms } from '../../../src/derive/programs/trial-programs.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { TODAY } from '../developer.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const companies = [{ ticker: 'ABCQZ', name: 'Abc Therapeutics' }];
const drug = (name: string, ...other_names: string[]) => [
  { name, type: 'DRUG', other_names, arm_roles: ['EXPERIMENTAL'] },
];
const trial = (nctId: string, more: Partial<Fact<'trials'>> = {}): Fact<'trials'> => ({
  nctId,
  LeadSponsorName: 'Abc Therapeutics',
  study_type: 'INTERVENTIONAL',
  Phase: 'Phase 2',
  status: 'RECRUITING',
  conditions: ['Gout'],
  updatedAt: '2026-05-01',
  CompletionDate: '2027-06',
  interventions: drug('ABC-101'),
  ...more,
});
const sourced = (one: Fact<'trials'>) => ({ ...one, source: 'test' });
const event = (more: Partial<Fact<'catalysts'>> = {}): Fact<'catalysts'> => ({
  _id: 'e',
  ticker: 'ABCQZ',
  drugname: 'ABC-101',
  catalyst: 'Phase 3 Readout',
  stage: 'Phase 3',
  treatment: 'Gout',
  formattedDate: '2027-03-01',
  createdDate: '2026/06/01',
  ...more,
});
const found = async (facts: FactsByKind, listed: readonly string[] = []) =>
  trialPrograms(await refreshOf(TODAY, { companies }, facts), new Set(listed));

describe('a program, whole', () => {
  it('of a trial', async () => {
    const trials = [trial('NCT1', { interventions: drug('Zorbarasib', 'ABC-101') })];
    expect(await found({ trials })).toEqual([
      {
        ticker: 'ABCQZ',
        drug_name: 'Zorbarasib',
        indication: 'Gout',
        phase: 'Phase 2',
        other_names: expect.arrayContaining(['Zorbarasib', 'ABC-101']),
        status: 'Recruiting',
        therapeuticArea: 'Autoimmune',
        drugType: 'Small molecule',
        nctIds: ['NCT1'],
        updated_date: '2026-05-01',
      },
    ]);
  });

  it('of a catalyst, in the words in which it was announced', async () => {
    const stated = { therapeuticArea: 'Own area', drugType: 'Own type', nctId: 'NCT9' };
    expect(await found({ catalysts: [event(stated)] })).toEqual([
      {
        ticker: 'ABCQZ',
        drug_name: 'ABC-101',
        other_names: ['ABC-101'],
        indication: 'Gout',
        phase: 'Phase 3',
        status: null,
        nctIds: ['NCT9'],
        updated_date: '2026-06-01',
        therapeuticArea: 'Own area',
        drugType: 'Own type',
      },
    ]);
    const both = {
      trials: [trial('NCT1', { conditions: ['Gouts'] })],
      catalysts: [event({ drugname: ' Abc-101 ' })],
    };
    expect(await found(both)).toMatchObject([
      {
        drug_name: 'Abc-101',
        indication: 'Gout',
        phase: 'Phase 3',
        status: 'Recruiting',
        nctIds: ['NCT1'],
        updated_date: '2026-06-01',
      },
    ]);
  });

  it.each([
    [{}, 1],
    [{ drugname: null }, 0],
    [{ treatment: null }, 0],
  ])('of a catalyst with %j: %i', async (more, count) => {
    expect(await found({ catalysts: [event(more)] })).toHaveLength(count);
  });

  it('of no company whose programs somebody listed', async () => {
    const facts = { catalysts: [event()], trials: [trial('NCT1')] };
    expect(await found(facts, ['ABCQZ'])).toEqual([]);
  });

  it('of an approved drug goes on without a trial', async () => {
    const old = { formattedDate: '2019-01-01', createdDate: '2018/01/01' };
    const statusOf = async (decision: string | null) =>
      (await found({ catalysts: [event({ ...old, decision })] }))[0]!.status;
    expect(await statusOf('Approved')).toBeNull();
    expect(await statusOf('CRL')).toBe('Inactive');
    expect(await statusOf(null)).toBe('Inactive');
  });
});

describe('a program of several trials', () => {
  const phaseOf = async (...trials: Fact<'trials'>[]) => (await found({ trials }))[0]!.phase;

  it('is as far as the furthest that was not ended early, else as the furthest', async () => {
    const ended = { status: 'TERMINATED' };
    const [one, three] = [trial('1', { Phase: 'Phase 1' }), trial('3', { Phase: 'Phase 3' })];
    expect(await phaseOf(one, three)).toBe('Phase 3');
    expect(await phaseOf(one, { ...three, ...ended })).toBe('Phase 1');
    expect(await phaseOf({ ...one, ...ended }, { ...three, ...ended })).toBe('Phase 3');
  });

  it('has the words that most of them use, of several the shortest, then the first by name', async () => {
    const said = async (...conditions: string[]) => {
      const trials = conditions.map((one, at) => trial(`${at}`, { conditions: [one] }));
      return (await found({ trials }))[0]!.indication;
    };
    expect(await said('Solid Tumors, Adult', 'Solid Tumors, Adult', 'Solid Tumor')).toBe(
      'Solid Tumors, Adult',
    );
    expect(await said('Solid Tumors, Adult', 'Solid Tumor')).toBe('Solid Tumor');
    expect(await said('Tumors, Solid', 'Solid Tumours')).toBe('Solid Tumours');
  });

  it('lists each trial once, under the newest day', async () => {
    const facts = {
      trials: [trial('1', { updatedAt: '2026-07-01' }), trial('2')],
      catalysts: [event({ nctId: '2' })],
    };
    const [program] = await found(facts);
    expect(program!.nctIds!.toSorted()).toEqual(['1', '2']);
    expect(program!.updated_date).toBe('2026-07-01');
  });
});

it('the only heading of a trial names the drug that it gives alone', async () => {
  const namesOf = async (more: object) =>
    (await found({ trials: [trial('1', more)] }))[0]!.other_names!.toSorted();
  const mesh = (...terms: string[]) => ({ intervention_mesh: terms.map((term) => ({ term })) });
  const placebo = { name: 'Placebo', type: 'DRUG', arm_roles: ['PLACEBO_COMPARATOR'] };
  const other = { name: 'Quvalimab', type: 'DRUG', arm_roles: ['ACTIVE_COMPARATOR'] };

  expect(await namesOf(mesh('zorbarasib'))).toEqual(['ABC-101', 'zorbarasib']);
  const beside = { ...mesh('zorbarasib'), interventions: [...drug('ABC-101'), placebo] };
  expect(await namesOf(beside)).toEqual(['ABC-101', 'zorbarasib']);
  expect(await namesOf(mesh('zorbarasib', 'quvalimab'))).toEqual(['ABC-101']);
  expect(await namesOf(mesh('Antibodies'))).toEqual(['ABC-101']);
  expect(await namesOf({})).toEqual(['ABC-101']);
  const given = { ...mesh('zorbarasib'), interventions: [...drug('ABC-101'), other] };
  expect(await namesOf(given)).toEqual(['ABC-101']);
});

it('what kind of molecule a trial tests is told by its own drugs, else by those it gives', async () => {
  const typeOf = async (more: Partial<Fact<'trials'>>) => {
    const one = trial('1', more);
    return trialDrugType(await refreshOf(TODAY, { companies, trials: [one] }), sourced(one));
  };
  const interventions = drug('Quvalimab');
  expect(await typeOf({ interventions })).toBe('Monoclonal antibody');
  expect(await typeOf({ interventions: drug('Zorbarasib') })).toBe('Small molecule');
  const hospital = { LeadSponsorName: 'University Hospital', lead_sponsor_class: 'OTHER' };
  expect(await typeOf({ ...hospital, interventions })).toBe('Monoclonal antibody');
  expect(await typeOf({ interventions: [] })).toBeNull();
});

describe('the pipeline', () => {
  const listed: Fact<'programs'> = {
    ticker: 'ABCQZ',
    drug_name: 'ABC-101',
    indication: 'Gout',
    phase: 'Phase 2',
    status: 'Recruiting',
    mechanism: 'Inhibitor',
    drugType: 'Small molecule',
    therapeuticArea: 'Autoimmune',
    lead_program: true,
    nctIds: ['NCT2'],
    updated_date: '2026-01-01',
  };

  it('is served completely', async () => {
    const refresh = await refreshOf(TODAY, {
      companies,
      programs: [listed],
      trials: [trial('NCT1')],
      catalysts: [event()],
    });
    const { updated_date: _, ...shown } = listed;
    expect(pipeline(refresh)).toEqual([
      {
        ...shown,
        company_name: 'Abc Therapeutics',
        nctIds: ['NCT1', 'NCT2'],
        next_catalyst: 'Phase 3 Readout',
        next_catalyst_date: '2027-03-01',
      },
    ]);
    const bare = { ticker: 'LONEQ', drug_name: 'x', indication: 'y' };
    expect(pipeline(await refreshOf(TODAY, { programs: [bare] }))).toEqual([
      {
        ...bare,
        company_name: null,
        phase: null,
        status: null,
        mechanism: null,
        drugType: null,
        therapeuticArea: null,
        lead_program: null,
        nctIds: [],
        next_catalyst: null,
        next_catalyst_date: null,
      },
    ]);
  });

  it('names area and kind where a list leaves them out', async () => {
    const bare = { ticker: 'ABCQZ', drug_name: 'Quvalimab', indication: 'Asthma' };
    const of = async (more: object) => {
      const [one] = programs(await refreshOf(TODAY, { programs: [{ ...bare, ...more }] }));
      return [one!.therapeuticArea, one!.drugType];
    };
    expect(await of({})).toEqual(['Respiratory', 'Monoclonal antibody']);
    expect(await of({ therapeuticArea: 'Own' })).toEqual(['Own', 'Monoclonal antibody']);
    expect(await of({ drugType: 'Own' })).toEqual(['Respiratory', 'Own']);
  });

  it('is found by drug and indication, under any name of the drug', async () => {
    const other = { ...listed, indication: 'Chronic Gouty Arthritis', nctIds: [] };
    const far = { ...listed, indication: 'Asthma', nctIds: [] };
    const find = programFinder(await refreshOf(TODAY, { programs: [listed, far] }));
    expect(find('ABCQZ', 'abc 101', ' gout')?.indication).toBe('Gout');
    expect(find('ABCQZ', 'ABC-101', 'Asthma')?.indication).toBe('Asthma');
    // The drug has two programs, so an unknown or different indication matches neither.
    expect(find('ABCQZ', 'ABC-101', null)).toBeUndefined();
    expect(find('ABCQZ', 'ABC-101', 'Hives')).toBeUndefined();
    expect(find('ABCQZ', 'ABC-101', 'Gouts')?.indication).toBe('Gout');
    expect(find(undefined, 'ABC-101', 'Gout')).toBeUndefined();
    expect(find('ABCQZ', null, 'Gout')).toBeUndefined();
    const only = programFinder(await refreshOf(TODAY, { programs: [other] }));
    expect(only('ABCQZ', 'ABC-101', 'Hives')?.indication).toBe(other.indication);
    expect(only('QUIT', 'ABC-101', 'Hives')).toBeUndefined();
  });

  it('of a day is what was known by then, before a decision too', () => {
    const undecided = { ...listed, updated_date: '2026-01-01' };
    const decided = { ...listed, phase: 'Approved', updated_date: '2026-06-01', undecided };
    expect(programOn(decided, '2026-06-01')?.phase).toBe('Approved');
    expect(programOn(decided, '2026-05-31')?.phase).toBe('Phase 2');
    expect(programOn(decided, '2025-12-31')).toBeUndefined();
    const { updated_date: _, ...undated } = listed;
    expect(programOn(undated, '1999-01-01')).toBe(undated);
    expect(programOn(undefined, '2026-01-01')).toBeUndefined();
  });

  it('owns trials by its list, else by drug and condition', async () => {
    const other = { ...listed, drug_name: 'XYZ-9', nctIds: ['NCT3'] };
    const refresh = await refreshOf(TODAY, {
      companies,
      programs: [listed, other],
      trials: [
        trial('NCT1', { enrollment: 40 }),
        trial('NCT2', { interventions: drug('Something else') }),
        trial('NCT3'),
        trial('NCT4', { interventions: null, InterventionName: 'Placebo, ABC-101' } as never),
        trial('NCT5', { interventions: drug('Unknown drug') }),
      ],
    });
    const owners = [...programTrials(refresh).owner].map(([nctId, one]) => [nctId, one.drug_name]);
    expect(Object.fromEntries(owners)).toEqual({
      NCT1: 'ABC-101',
      NCT2: 'ABC-101',
      NCT3: 'XYZ-9',
      NCT4: 'ABC-101',
    });
    const [own] = [...programTrials(refresh).trials].filter(([one]) => one.drug_name === 'ABC-101');
    expect(own![1].toSorted((a, b) => (a.nctId < b.nctId ? -1 : 1))[0]).toEqual({
      nctId: 'NCT1',
      Phase: 'Phase 2',
      enrollment: 40,
      updatedAt: '2026-05-01',
      source: 'test',
    });
    const given = { interventions: null, InterventionName: 'Placebo, Saline, Newdrug' };
    expect(trialDrug(refresh, sourced(trial('NCT6', given as never)))).toBe('Newdrug');
    expect(trialDrug(refresh, sourced(trial('NCT7', { interventions: [] })))).toBeNull();
  });

  it('tells the area of a condition, where all say the same', async () => {
    const programs = [
      ['Gout', 'Metabolic'],
      ['gout ', 'Metabolic disease'],
      ['Pain', 'Neurology'],
      ['Pain', 'Oncology'],
      ['Odd', 'nothing published'],
    ].map(([indication = '', therapeuticArea], at) => {
      return { ticker: 'ABCQZ', drug_name: `${at}`, indication, therapeuticArea };
    });
    const areas = areasByCondition(await refreshOf(TODAY, { programs }));
    for (const condition of ['Gout', ' GOUT', 'Active Gout', 'Hives, Gout']) {
      expect(areas(condition)).toBe('Metabolic');
    }
    for (const condition of ['Pain', 'Odd', 'Hives', null]) {
      expect(areas(condition)).toBeUndefined();
    }
  });
});

describe('rivals, whole', () => {
  const of = (ticker: string, phase: string, more: object = {}): Fact<'programs'> => ({
    ticker,
    drug_name: `${ticker}-1`,
    indication: 'Gout',
    phase,
    drugType: 'Small molecule',
    therapeuticArea: 'Autoimmune',
    updated_date: '2026-01-01',
    ...more,
  });

  it('of one indication, with the day of the newest of them', async () => {
    const gone = [{ ticker: 'GONQZ', name: 'Gone', delisted_date: '2026-01-01' }];
    const refresh = await refreshOf(TODAY, {
      companies: [...companies, ...gone],
      programs: [
        of('ABCQZ', 'Phase 3', { mechanism: 'Inhibitor' }),
        of('RIVQZ', 'NDA', { updated_date: '2026-03-01', indication: 'gout' }),
        of('GONQZ', 'Approved'),
        of('ENDQZ', 'Approved', { status: 'Terminated' }),
      ],
    });
    const scored = pipelineHealth(refresh).map(({ ticker }) => ticker);
    expect(scored).not.toContain('GONQZ');
    const rows = competitiveLandscape(refresh);
    expect(rows.map(({ ticker }) => ticker).sort()).toEqual(['ABCQZ', 'RIVQZ']);
    expect(rows.find(({ ticker }) => ticker === 'ABCQZ')).toEqual({
      therapeuticArea: 'Autoimmune',
      indication: 'Gout',
      ticker: 'ABCQZ',
      company_name: 'Abc Therapeutics',
      drug_name: 'ABCQZ-1',
      mechanism: 'Inhibitor',
      phase: 'Phase 3',
      drugType: 'Small molecule',
      competitor_count: 1,
      leader_phase: 'NDA/BLA',
      threat_score: expect.any(Number),
      as_of: '2026-03-01',
      coverage_pct: expect.any(Number),
      components: expect.any(Object),
      positioning: expect.any(String),
      method: expect.stringMatching(/^compet/),
      flags: expect.not.arrayContaining(['no_same_mechanism']),
    });
    const other = rows.find(({ ticker }) => ticker === 'RIVQZ')!;
    expect([other.company_name, other.mechanism]).toEqual([null, null]);
  });

  it('count setbacks of two years, those of one drug on one day once', async () => {
    const letter = (letter_date: string, drug_name = 'ABC-101') => ({
      ticker: 'ABCQZ',
      drug_name,
      letter_date,
    });
    const healthOf = async (...letters: ReturnType<typeof letter>[]) => {
      const programs = [of('ABCQZ', 'Phase 3', { updated_date: null })];
      const facts = { companies, programs, complete_response_letters: letters };
      const [row] = pipelineHealth(await refreshOf(TODAY, facts));
      return [row!.setbacks, row!.as_of];
    };
    expect(await healthOf()).toEqual([0, TODAY]);
    expect(await healthOf(letter('2026-02-01'))).toEqual([1, '2026-02-01']);
    expect(await healthOf(letter('2024-11-21'))).toEqual([1, '2024-11-21']);
    // Events of the last three years count, including the first day.
    expect(await healthOf(letter('2024-11-20'))).toEqual([0, '2024-11-20']);
    expect(await healthOf(letter('2023-11-21'))).toEqual([0, '2023-11-21']);
    expect(await healthOf(letter('2023-11-20'))).toEqual([0, TODAY]);
    const two = [letter('2026-02-01'), letter('2026-02-01', 'XYZ-9')];
    expect((await healthOf(...two))[0]).toBe(2);
  });
});
