import { describe, expect, it } from 'vitest';
import { programOn, programs } from '../../../src/derive/programs/programs.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const TODAY = '2026-11-21';

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

async function shown(...facts: readonly FactsByKind[]) {
  const companies = [{ ticker: 'ABEQZ', name: 'Abel Pharmaceuticals, Inc.' }];
  const all = programs(await refreshOf(TODAY, { companies }, ...facts));
  return all.map(({ drug_name, indication, phase, status, updated_date }) =>
    [drug_name, indication, phase, status, updated_date].join(' | '),
  );
}

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
