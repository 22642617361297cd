import { describe, expect, it } from 'vitest';
import { fdaDecisions } from '../../../src/derive/approval/decisions.ts';
import { poaScores } from '../../../src/derive/approval/program-approvals.ts';
import { catalystAnalysis } from '../../../src/derive/catalysts/company-outlooks.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { TODAY } from '../developer.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const PDUFA: Fact<'catalysts'> = {
  ...{ _id: 'pdufa', ticker: 'DEVT', drugname: 'DEV-101', catalyst: 'PDUFA Date' },
  ...{ stage: 'NDA/BLA', treatment: 'Melanoma', therapeuticArea: 'Oncology' },
  ...{ formattedDate: '2027-01-15', createdDate: '2026/03/01' },
};
const DATA: Fact<'catalysts'> = {
  ...{ ...PDUFA, _id: 'data', catalyst: 'Data presentation', stage: 'Phase 3' },
  ...{ formattedDate: '2026-12-05', createdDate: '2026/02/01' },
};
const PROGRAM: Fact<'programs'> = {
  ...{ ticker: 'DEVT', drug_name: 'DEV-101', indication: 'Melanoma', phase: 'Phase 3' },
  ...{ therapeuticArea: 'Oncology', updated_date: '2025-05-01' },
};

/** The served score of one of the catalysts. */
async function scoreOf(id: string, ...facts: FactsByKind[]) {
  const refresh = await refreshOf(TODAY, ...facts);
  const asked = facts.flatMap(({ catalysts = [] }) => catalysts).find(({ _id }) => _id === id)!;
  return poaScores(refresh).find(
    ({ catalyst, formattedDate }) =>
      catalyst === asked.catalyst && formattedDate === asked.formattedDate,
  );
}

describe('a letter before a decision', () => {
  // Answered, 71 of 151 = 47.0 % (Sacks 2014); else the area's 91.9 % of what is filed first.
  it.each([
    // Two months before the goal date it is answered; a later one is the decision itself.
    ['2027-01-15', '2026-11-15', 47],
    ['2027-01-15', '2026-11-16', 91.9],
    ['2026-12-01', '2026-10-02', 91.9],
  ])('planned for %s of %s: %s', async (formattedDate, day, poa) => {
    const decisions = [{ Ticker: 'DEVT', Drug: 'DEV-101', 'PDUFA Date': day, Decision: 'CRL' }];
    const score = await scoreOf('pdufa', { catalysts: [{ ...PDUFA, formattedDate }], decisions });
    expect(score!.poa).toBe(poa);
  });
});

describe('the next step of a program', () => {
  const filing = { ...PDUFA, _id: 'filing', catalyst: 'NDA Filing', formattedDate: '2027-02-01' };

  it('is one at its own phase too, whose announcement tells the day', async () => {
    const readout = {
      ...{ ...DATA, _id: 'readout', catalyst: 'Phase 3 Readout', formattedDate: '2027-01-20' },
      createdDate: '2026/03/01',
    };
    const facts = { catalysts: [DATA, readout], programs: [PROGRAM] };
    expect(await scoreOf('data', facts)).toMatchObject({ poa: 44.4, as_of: '2026-03-01' });
    expect(await scoreOf('data', { ...facts, catalysts: [DATA] })).toMatchObject({
      ...{ poa: 44.4, as_of: '2026-02-01' },
    });
  });

  it('counts undated today, and not on a past day', async () => {
    const undated = { ...filing, createdDate: null };
    const facts = (data: Partial<Fact<'catalysts'>>) => ({
      catalysts: [{ ...DATA, ...data }, undated],
      programs: [PROGRAM],
    });
    expect((await scoreOf('data', facts({})))!.poa).toBe(91.9);
    const past = await refreshOf(TODAY, facts({ formattedDate: TODAY }));
    expect(catalystAnalysis(past).get('data')!.poa).toBe(44.4);
    const dated = await refreshOf(TODAY, {
      catalysts: [{ ...DATA, formattedDate: TODAY }, filing],
      programs: [PROGRAM],
    });
    expect(catalystAnalysis(dated).get('data')!.poa).toBe(91.9);
  });

  it('is the earliest of several, as far as the program or further', async () => {
    const events = ['2027-05-01', '2027-03-01', '2027-06-01', '2027-04-01'].map(
      (formattedDate, at) => ({
        ...{ ...filing, _id: `${at}`, formattedDate, createdDate: `2026/0${at + 4}/01` },
      }),
    );
    const back = { ...DATA, _id: 'back', catalyst: 'Phase 2 Readout', formattedDate: '2026-12-01' };
    const score = await scoreOf('data', {
      catalysts: [DATA, back, ...events],
      programs: [PROGRAM],
    });
    // The second was announced on 1 May.
    expect(score).toMatchObject({ poa: 91.9, as_of: '2026-05-01' });
  });
});

describe('a score of an event of today', () => {
  it('is of the day before: what came today counts neither as evidence nor as its day', async () => {
    const event = { ...PDUFA, formattedDate: TODAY };
    const changed = (changed_date: string) => ({
      ...{ catalyst_id: 'pdufa', changed_date, field: 'formattedDate' },
      ...{ previous_value: '2026-11-01', new_value: TODAY },
    });
    const asOf = async (...days: string[]) =>
      (await scoreOf('pdufa', { catalysts: [event], catalyst_changes: days.map(changed) }))!.as_of;
    expect(await asOf(TODAY)).toBe('2026-03-01');
    expect(await asOf(TODAY, '2026-11-20')).toBe('2026-11-20');
    const new_today = { ...event, createdDate: TODAY };
    expect(await scoreOf('pdufa', { catalysts: [new_today] })).toMatchObject({
      ...{ as_of: null, flags: ['no_dated_facts'] },
    });
  });
});

it('names designations by their names', async () => {
  const kinds = ['RMAT', 'Fast Track', 'Orphan Drug', 'Accelerated Approval', 'Breakthrough'];
  const designations = [...kinds, 'Priority Review'].map((designation_type) => ({
    ...{ ticker: 'DEVT', drug_name: 'DEV-101', designation_type, designation_date: '2024-01-01' },
  }));
  expect((await scoreOf('pdufa', { catalysts: [PDUFA], designations }))!.designations).toBe(
    'Accelerated Approval, Breakthrough, Fast Track, Orphan Drug, Priority Review, RMAT',
  );
});

describe('the goal date of an approval', () => {
  const approvals: Fact<'approvals'>[] = [
    {
      ...{ ticker: 'DEVT', sponsor_name: 'DEVELOPER', drug_name: 'DEV-101' },
      ...{ approval_date: '2026-06-10', application_type: 'NDA', submission_type: 'ORIG' },
    },
  ];
  const goalOf = async (catalysts: Fact<'catalysts'>[]) =>
    fdaDecisions(await refreshOf(TODAY, { approvals, catalysts }))[0]!.goal_date;

  it('is none of another event’s', async () => {
    const readout = { ...PDUFA, catalyst: 'Phase 3 Readout', formattedDate: '2026-06-12' };
    expect(await goalOf([readout])).toBeNull();
  });

  it.each(['a', 'b', 'c', 'd', 'e', 'f'])(
    'of two as near is the earlier, in whichever order they come: %s',
    async (name) => {
      const goals = ['2026-06-14', '2026-06-06', '2026-06-13'].map((formattedDate, at) => ({
        ...{ ...PDUFA, _id: `${name}${at}`, formattedDate },
      }));
      expect(await goalOf(goals.slice(0, 2))).toBe('2026-06-06');
      expect(await goalOf(goals)).toBe('2026-06-13');
    },
  );
});
