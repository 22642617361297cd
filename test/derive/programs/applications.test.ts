import { describe, expect, it } from 'vitest';
import { poaScores } from '../../../src/derive/approval/program-approvals.ts';
import { pipeline } from '../../../src/derive/programs/pipeline.ts';
import { programScores } from '../../../src/derive/valuation/scoring.ts';
import { rnpv } from '../../../src/derive/valuation/valuations.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { TODAY } from '../developer.ts';
import { refreshOf } from '../refresh-of.ts';

/** A drug in one indication, and the goal date of an application that does not say of which. */
const readout: Fact<'catalysts'> = {
  ...{ ticker: 'DEVT', drugname: 'devtinib', catalyst: 'Phase 2 Readout', stage: 'Phase 2' },
  ...{ treatment: 'Chronic kidney disease', formattedDate: '2027-06-30' },
  createdDate: '2026/02/12',
};
const goal: Fact<'catalysts'> = {
  ...{ ticker: 'DEVT', drugname: 'devtinib', catalyst: 'PDUFA Date', stage: 'NDA/BLA' },
  ...{ formattedDate: '2026-12-22', createdDate: '2026/08/11' },
};
const companies = [{ ticker: 'DEVT', name: 'Developer Therapeutics' }];

/** What the tools say of each program, and of the goal date. */
async function told(programs: readonly Fact<'programs'>[], ...catalysts: Fact<'catalysts'>[]) {
  const refresh = await refreshOf(TODAY, { companies, programs, catalysts });
  const scores = new Map(programScores(refresh).map((one) => [one.indication, one]));
  const values = new Map(rnpv(refresh).map((one) => [one.indication, one]));
  return {
    programs: pipeline(refresh).map(({ indication, next_catalyst }) => ({
      ...{ indication, next_catalyst, poa: scores.get(indication)?.poa },
      cumulative_pos: values.get(indication)?.cumulative_pos,
    })),
    goal: poaScores(refresh).find(({ catalyst }) => catalyst === 'PDUFA Date'),
  };
}

const program = (indication: string, phase: string | null): Fact<'programs'> => ({
  ...{ ticker: 'DEVT', drug_name: 'devtinib', indication, phase, updated_date: '2026-02-12' },
});

describe('a goal date without an indication', () => {
  it('is none of a program in Phase 2, which keeps the odds of its own readout', async () => {
    const { programs, goal: score } = await told([], readout, goal);
    const alone = await told([], readout);
    expect(programs).toEqual(alone.programs);
    expect(programs).toMatchObject([{ next_catalyst: 'Phase 2 Readout', poa: 18.8 }]);
    // The goal date stands by itself: of any indication 90.6 % of what is filed are approved.
    expect(score).toMatchObject({ drugname: 'devtinib', base_rate: 90.6, flags: ['no_area'] });
  });

  it.each([['Phase 3'], ['Phase 2/Phase 3'], ['NDA/BLA'], [null]])(
    'is of the only program where that is in %s',
    async (phase) => {
      const { programs } = await told([program('Hypertension', phase)], goal);
      expect(programs).toMatchObject([{ next_catalyst: 'PDUFA Date' }]);
    },
  );

  it('is of the only one of several programs that may be filed', async () => {
    const early = program('Chronic kidney disease', 'Phase 2');
    const { programs } = await told([early, program('Hypertension', 'Phase 3')], goal);
    expect(new Map(programs.map((one) => [one.indication, one.next_catalyst]))).toEqual(
      new Map([
        ['Chronic kidney disease', null],
        ['Hypertension', 'PDUFA Date'],
      ]),
    );
  });

  it('is of none where several programs may be filed', async () => {
    const late = ['Hypertension', 'Glioma'].map((one) => program(one, 'Phase 3'));
    const { programs } = await told(late, goal);
    expect(programs.map(({ next_catalyst }) => next_catalyst)).toEqual([null, null]);
  });
});

it.each(['NDA Filing', 'AdComm Meeting', 'Resubmission'])(
  'a %s without an indication is none of a program in Phase 2 either',
  async (catalyst) => {
    const { programs } = await told([program('Glioma', 'Phase 2')], { ...goal, catalyst });
    expect(programs).toMatchObject([{ next_catalyst: null }]);
  },
);

it('data without an indication are of the only program in whatever phase', async () => {
  const data = { ...goal, catalyst: 'Data presentation', stage: null };
  const { programs } = await told([program('Glioma', 'Phase 1')], data);
  expect(programs).toMatchObject([{ next_catalyst: 'Data presentation' }]);
});
