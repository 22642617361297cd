import { describe, expect, it } from 'vitest';
import { drugIndex } from '../../../src/derive/programs/drug-index.ts';
import { programOn, programs } from '../../../src/derive/programs/programs.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { TODAY } from '../developer.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const companies = [{ ticker: 'ABEQZ', name: 'Abel Pharmaceuticals, Inc.' }];
const LISTED: Fact<'programs'> = {
  ticker: 'ABEQZ',
  drug_name: 'abelinib',
  indication: 'Gout',
  phase: 'Phase 3',
  status: 'Active',
  therapeuticArea: 'Autoimmune',
  drugType: 'Small molecule',
};
const decision = (more: Partial<Fact<'decisions'>> = {}): Fact<'decisions'> => ({
  Ticker: 'ABEQZ',
  Drug: 'Abelinib',
  Indication: 'Gout',
  'PDUFA Date': '2026-06-10',
  Decision: 'Approved',
  ...more,
});
const TRIAL: Fact<'trials'> = {
  nctId: 'NCT1',
  ticker: 'ABEQZ',
  study_type: 'INTERVENTIONAL',
  Phase: 'Phase 3',
  status: 'RECRUITING',
  conditions: ['Gout'],
  updatedAt: '2026-05-01',
  interventions: [{ type: 'DRUG', name: 'abelinib', arm_roles: ['EXPERIMENTAL'] }],
};
const trial = (number: number, rest: Partial<Fact<'trials'>>): Fact<'trials'> => ({
  nctId: `NCT0990000${number}`,
  ticker: 'ABEQZ',
  study_type: 'INTERVENTIONAL',
  Phase: 'Phase 3',
  status: 'COMPLETED',
  conditions: ['Gout'],
  interventions: [{ type: 'DRUG', name: 'ABE-101', other_names: ['abelinib'] }],
  dates: { completion: { date: '2019-05-05', precision: 'day', type: 'ACTUAL' } },
  updatedAt: '2019-06-06',
  ...rest,
});

const approval = (rest: Partial<Fact<'approvals'>> = {}): Fact<'approvals'> => ({
  sponsor_name: 'ABEL PHARMS',
  drug_name: 'ABELINE',
  active_ingredients: ['ABELINIB HYDROCHLORIDE'],
  approval_date: '2020-06-10',
  application_type: 'NDA',
  submission_type: 'ORIG TYPE 1',
  application_number: 'NDA900001',
  ...rest,
});

const letter = (letter_date: string, rest = {}): Fact<'complete_response_letters'> => ({
  ticker: 'ABEQZ',
  drug_name: 'Abeline',
  generic_name: 'abelinib',
  letter_date,
  ...rest,
});

const goal = (formattedDate: string, rest: Partial<Fact<'catalysts'>> = {}): Fact<'catalysts'> => ({
  _id: formattedDate,
  ticker: 'ABEQZ',
  drugname: 'ABE-101',
  catalyst: 'PDUFA Date',
  treatment: 'Gout',
  formattedDate,
  createdDate: '2019/12/01',
  ...rest,
});

const shown = async (...facts: readonly FactsByKind[]) =>
  programs(await refreshOf(TODAY, { companies }, ...facts)).map(
    ({ drug_name, indication, phase, status, updated_date }) =>
      [drug_name, indication, phase, status, updated_date].join(' | '),
  );

describe('a program with decisions only', () => {
  it('is whole, with the day of the newest of them', async () => {
    const decisions = [
      decision({ Drug: 'Abetinib', 'PDUFA Date': '2026-01-10', Decision: 'CRL' }),
      decision({ Drug: 'ABETINIB', 'PDUFA Date': '2026-06-10', Decision: 'CRL' }),
    ];
    const all = programs(await refreshOf(TODAY, { companies, decisions }));
    const undecided = {
      ticker: 'ABEQZ',
      drug_name: expect.stringMatching(/^abetinib$/i),
      indication: 'Gout',
      other_names: [expect.stringMatching(/^abetinib$/i)],
      phase: 'NDA/BLA',
      status: 'Inactive',
      therapeuticArea: 'Autoimmune',
      drugType: 'Small molecule',
      updated_date: '2026-06-10',
    };
    expect(all).toEqual([{ ...undecided, status: 'Rejected', undecided }]);
  });

  it('is one a drug and disease, of decisions that state both', async () => {
    const decisions = [
      decision(),
      decision({ Indication: 'Asthma' }),
      decision({ Drug: 'Borelinib' }),
      decision({ Indication: null, 'PDUFA Date': '2020-01-01' }),
      decision({ Drug: null, 'PDUFA Date': '2020-02-01' }),
    ];
    expect((await shown({ decisions })).sort()).toEqual([
      'Abelinib | Asthma | Approved | Approved | 2026-06-10',
      'Abelinib | Gout | Approved | Approved | 2026-06-10',
      'Borelinib | Gout | Approved | Approved | 2026-06-10',
    ]);
  });
});

describe('a refusal', () => {
  const decisions = [decision({ Decision: 'CRL' })];
  const awaited = (more: Partial<Fact<'catalysts'>>) =>
    goal('2027-01-01', {
      drugname: 'Abelinib',
      treatment: 'Gouts',
      createdDate: '2026/07/01',
      ...more,
    });
  const rejected = 'abelinib | Gout | NDA/BLA | Rejected | 2026-06-10';

  it.each<[string, Partial<Fact<'catalysts'>>, string]>([
    ['a new goal date', {}, 'abelinib | Gout | Phase 3 | Active | '],
    ['one of today', { formattedDate: TODAY }, 'abelinib | Gout | Phase 3 | Active | '],
    ['one of no disease', { treatment: null }, 'abelinib | Gout | Phase 3 | Active | '],
    ['one of another disease', { treatment: 'Asthma' }, rejected],
    // A refusal up to 120 days after the goal date may belong to it, and a later one may not.
    ['one that it may have met', { formattedDate: '2026-10-08' }, rejected],
    ['a later one', { formattedDate: '2026-10-09' }, 'abelinib | Gout | Phase 3 | Active | '],
    ['another event', { catalyst: 'Phase 3 Readout' }, rejected],
    ['another drug', { drugname: 'Borelinib' }, rejected],
    // A decided application is not pending, even if its date is in the future.
    ['a decision', { decision: 'Delayed', decision_date: '2026-07-02' }, rejected],
    // A decision without its day is not known before the goal date.
    ['one without its day', { decision: 'Delayed' }, 'abelinib | Gout | Phase 3 | Active | '],
  ])('stands beside %s: %j', async (_, more, expected) => {
    const found = await shown({ programs: [LISTED], decisions, catalysts: [awaited(more)] });
    expect(found).toEqual([expected]);
  });

  it('leaves a program that is further as far as it is', async () => {
    const phaseOf = async (phase: string) =>
      (await shown({ programs: [{ ...LISTED, phase }], decisions }))[0]!.split(' | ')[2];
    expect(await phaseOf('Phase 3')).toBe('NDA/BLA');
    expect(await phaseOf('BLA filed')).toBe('BLA filed');
    expect(await phaseOf('Approved')).toBe('Approved');
  });

  it('keeps the newer of its day and the program’s', async () => {
    const trials = [{ ...TRIAL, updatedAt: '2026-07-01' }];
    expect(await shown({ trials, decisions })).toEqual([
      'abelinib | Gout | NDA/BLA | Rejected | 2026-07-01',
    ]);
  });
});

describe('an approval of which nobody states the disease', () => {
  const named = approval({ ticker: 'ABEQZ', drug_name: 'ABELINIB', approval_date: '2026-06-10' });
  const label = (indication: string | null, number = 'NDA900001') => ({
    set_id: 'label',
    application_numbers: [number],
    indication,
  });
  const trials = [TRIAL, { ...TRIAL, nctId: 'NCT2', conditions: ['Psoriasis'] }];
  const approvedIn = async (...facts: FactsByKind[]) =>
    (await shown({ trials, approvals: [named] }, ...facts))
      .filter((one) => one.includes('Approved'))
      .map((one) => one.split(' | ')[1])
      .sort();

  it('is read from the beginning of the label of its number', async () => {
    const of = (...labels: Fact<'drug_labels'>[]) => approvedIn({ drug_labels: labels });
    expect(await of(label('Treatment of gout and of psoriasis.'))).toEqual(['Gout', 'Psoriasis']);
    expect(await of(label('Treatment of gout.'))).toEqual(['Gout']);
    expect(await of(label('Treatment of gout.', 'NDA900002'))).toEqual([]);
    expect(await of(label(null))).toEqual([]);
    expect(await of(label(`${'x '.repeat(1_990)}gout`))).toEqual(['Gout']);
    expect(await of(label(`${'x '.repeat(2_000)}gout`))).toEqual([]);
  });

  it('is in the only disease in which the drug is in phase 3 or further', async () => {
    const of = (...phases: string[]) =>
      shown({
        approvals: [named],
        programs: phases.map((phase, at) => ({ ...LISTED, phase, indication: `Disease ${at}` })),
      }).then((all) => all.filter((one) => one.includes('Approved')).length);
    expect(await of('Phase 3')).toBe(1);
    expect(await of('NDA/BLA', 'Phase 2')).toBe(1);
    expect(await of('Phase 2')).toBe(0);
    expect(await of('Phase 3', 'NDA/BLA')).toBe(0);
  });
});

it('facts on drugs are found under every spelling of every name, each once, of one company', async () => {
  const refresh = await refreshOf(TODAY, {});
  const [one, other] = [
    { ticker: 'ABEQZ', names: ['Abeline (abelinib) tablets', null, undefined, ''] },
    { ticker: 'ABEQZ', names: ['ABELINIB'] },
  ];
  const index = drugIndex(refresh, [one, other], (fact) => fact);
  const found = (...names: (string | null)[]) => index.find({ ticker: 'ABEQZ', names });
  expect(found('abelinib')).toEqual([one, other]);
  expect(found('ABELINE', 'Abelinib')).toEqual([one, other]);
  expect(found('abelinib', 'abeline')).toEqual([one, other]);
  expect(found('Abeline')).toEqual([one]);
  expect([found(), found(''), found(null), found('Borelinib')]).toEqual([[], [], [], []]);
  expect(index.find({ ticker: 'BORQZ', names: ['abelinib'] })).toEqual([]);
  const third = { ticker: 'BORQZ', names: ['abelinib'] };
  index.add(third);
  expect(index.find({ ticker: 'BORQZ', names: ['ABELINIB'] })).toEqual([third]);
  expect(found('abelinib')).toEqual([one, other]);
});

describe('programs and the decisions of the FDA', () => {
  it('are inactive long after their trials where nothing was decided', async () => {
    expect(await shown({ trials: [trial(1, {})] })).toEqual([
      'abelinib | Gout | Phase 3 | Inactive | 2019-06-06',
    ]);
  });

  it('are approved under any name of the drug', async () => {
    expect(await shown({ trials: [trial(1, {})], approvals: [approval()] })).toEqual([
      'abelinib | Gout | Approved | Approved | 2020-06-10',
    ]);
    // A product of several ingredients is none of them.
    const mixed = approval({ active_ingredients: ['ABELINIB', 'OTHERINE'] });
    expect(await shown({ trials: [trial(1, {})], approvals: [mixed] })).toEqual([
      'abelinib | Gout | Phase 3 | Inactive | 2019-06-06',
    ]);
  });

  it('are approved in the indication that is stated, and in no other', async () => {
    const trials = [trial(1, {}), trial(2, { conditions: ['Psoriasis'] })];
    const stated = await shown({ trials, approvals: [approval({ indication: 'Ague' })] });
    expect(stated.sort()).toEqual([
      'ABELINE | Ague | Approved | Approved | 2020-06-10',
      'abelinib | Gout | Phase 3 | Inactive | 2019-06-06',
      'abelinib | Psoriasis | Phase 3 | Inactive | 2019-06-06',
    ]);
    const plain = await shown({
      trials,
      approvals: [approval({ indication: 'Adults with gout' })],
    });
    expect(plain.sort()).toEqual([
      'abelinib | Gout | Approved | Approved | 2020-06-10',
      'abelinib | Psoriasis | Phase 3 | Inactive | 2019-06-06',
    ]);
  });

  it('are not approved by an approval from before their first trial', async () => {
    const started = (date: string) => ({
      start: { date, precision: 'day' as const, type: 'ACTUAL' },
    });
    const statusAt = async (date: string) =>
      shown({ trials: [trial(1, { dates: started(date) })], approvals: [approval()] });
    expect(await statusAt('2020-06-10')).toEqual([
      'abelinib | Gout | Approved | Approved | 2020-06-10',
    ]);
    expect(await statusAt('2020-06-11')).toEqual([
      'abelinib | Gout | Phase 3 | Inactive | 2019-06-06',
    ]);
  });

  it('end with the last product on the market', async () => {
    const other = approval({ application_number: 'NDA900002', approval_date: '2020-09-01' });
    const gone = { marketing_status: 'Discontinued' };
    const of = (...approvals: Fact<'approvals'>[]) => shown({ trials: [trial(1, {})], approvals });
    expect(await of(approval(gone))).toEqual([
      'abelinib | Gout | Approved | Discontinued | 2020-06-10',
    ]);
    expect(await of(approval(gone), other)).toEqual([
      'abelinib | Gout | Approved | Approved | 2020-09-01',
    ]);
  });

  it('are told by decisions alone where the indication is known', async () => {
    expect(await shown({ approvals: [approval({ indication: 'Gout' })] })).toEqual([
      'ABELINE | Gout | Approved | Approved | 2020-06-10',
    ]);
    expect(await shown({ approvals: [approval()] })).toEqual([]);
    // What treats one lung cancer is not approved in the other.
    const lung = approval({ indication: 'Non-small cell lung cancer' });
    const other = trial(1, { conditions: ['Small Cell Lung Cancer'] });
    expect((await shown({ trials: [other], approvals: [lung] }))[0]).toContain('| Inactive |');
    const old = { complete_response_letters: [letter('2019-05-05', { indication: 'Gout' })] };
    expect(await shown(old)).toEqual(['Abeline | Gout | NDA/BLA | Inactive | 2019-05-05']);
  });

  it('are approved by what the calendar says', async () => {
    const decided = goal('2020-03-01', { decision: 'Approved', decision_date: '2020-02-20' });
    expect(await shown({ catalysts: [decided] })).toEqual([
      'ABE-101 | Gout | Approved | Approved | 2020-02-20',
    ]);
  });

  it("of a company's own list change by newer decisions alone, and none is added", async () => {
    const listed = {
      ticker: 'ABEQZ',
      drug_name: 'abelinib',
      indication: 'Gout',
      phase: 'NDA/BLA',
      status: 'Active',
    };
    const approvals = [
      approval({ indication: 'Gout' }),
      approval({ drug_name: 'Other', active_ingredients: [], indication: 'Ague' }),
    ];
    const before = { programs: [{ ...listed, updated_date: '2020-06-09' }], approvals };
    expect(await shown(before)).toEqual(['abelinib | Gout | Approved | Approved | 2020-06-10']);
    const after = { programs: [{ ...listed, updated_date: '2020-06-10' }], approvals };
    expect(await shown(after)).toEqual(['abelinib | Gout | NDA/BLA | Active | 2020-06-10']);
  });

  it('are as they were before the decision on any earlier day', async () => {
    const [program] = programs(
      await refreshOf(TODAY, {
        trials: [trial(1, {})],
        complete_response_letters: [letter('2026-06-10')],
      }),
    );
    expect(programOn(program, '2026-06-10')?.status).toBe('Rejected');
    expect(programOn(program, '2026-06-09')).toMatchObject({
      phase: 'Phase 3',
      status: 'Inactive',
    });
    expect(programOn(program, '2019-06-05')).toBeUndefined();
  });
});
