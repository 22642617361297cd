import { describe, expect, it } from 'vitest';
import {
  concernOf,
  concernOfPlan,
  isForeignFiling,
  kindOfCatalyst,
  mayBeSame,
  phaseIn,
  planOfStored,
  sameIndication,
  shiftBetween,
} from '../../../src/domain/events/plan.ts';
import type { Statement } from '../../../src/domain/events/statement.ts';
import { stored } from './texts.ts';

const statement = (more: Partial<Statement>) =>
  ({ indication: null, sentence: '', detail: {}, type: 'readout_expected', ...more }) as Statement;

describe('a stored catalyst', () => {
  it.each([
    ['PDUFA Date', 'pdufa'],
    ['AdComm Meeting', 'adcomm'],
    ['Ad-Comm', 'adcomm'],
    ['Advisory Committee', 'adcomm'],
    ['Phase 3 Readout', 'readout'],
    ['NDA Filing', 'filing'],
    ['sBLA Submission', 'filing'],
    ['BLA submission', 'filing'],
    ['Conference', undefined],
    ['Filing', undefined],
  ])('%s has the kind of plan %s', (catalyst, kind) => {
    expect(kindOfCatalyst(catalyst)).toBe(kind);
  });

  it.each<[catdate: string | null, to: string, from: string, precision: string | null]>([
    [null, '2027-12-31', '2027-12-31', null],
    ['2027-12-31', '2027-12-31', '2027-12-31', null],
    [' Dec 2027 ', '2027-12-31', '2027-12-01', 'month'],
    ['February 2027', '2027-02-28', '2027-02-01', 'month'],
    ['Q1 2027', '2027-03-31', '2027-01-01', 'quarter'],
    ['Q4 2027', '2027-12-31', '2027-10-01', 'quarter'],
    ['H1 2027', '2027-06-30', '2027-01-01', 'half'],
    ['H2 2027', '2027-12-31', '2027-07-01', 'half'],
    ['2027', '2027-12-31', '2027-01-01', 'year'],
  ])('displayed as %s and dated %s starts on %s', (catdate, to, from, precision) => {
    const one = stored({ catdate, formattedDate: to, created: null });
    expect(planOfStored(one, 'readout')).toEqual({
      kind: 'readout',
      statements: [],
      stored: one,
      outcome: null,
      dates: [{ from, to, precision, since: '', statement: null }],
    });
  });

  it('has ended if it has a decision or an outcome', () => {
    const outcomeOf = (more: Parameters<typeof stored>[0]) =>
      planOfStored(stored(more), 'pdufa').outcome;
    const ended = (result: string, day: string) => ({ result, day, statement: null });
    const refused = { decision: 'CRL', decision_date: '2027-03-01', outcome: 'x' };
    expect(outcomeOf(refused)).toEqual(ended('CRL', '2027-03-01'));
    expect(outcomeOf({ outcome: 'positive' })).toEqual(ended('positive', '2027-03-15'));
    expect(planOfStored(stored({}), 'pdufa').dates[0]?.since).toBe('2026-06-01');
  });
});

describe('the subject of a plan', () => {
  it('comes from its newest statement, else from the stored catalyst', () => {
    const concern = (indication: string | null, phase: string | null, trial: string | null) => ({
      indication,
      phase,
      trial,
    });
    const rise = { sentence: 'Phase 2 data', detail: { trial: 'RISE' } };
    const first = statement({ indication: 'gout', ...rise });
    const second = statement({ indication: 'hives' });
    expect(concernOf(first)).toEqual(concern('gout', '2', 'RISE'));
    const plan = planOfStored(
      stored({ treatment: 'lupus', catalyst: 'Phase 3 Readout' }),
      'readout',
    );
    expect(concernOfPlan(plan)).toEqual(concern('lupus', '3', null));
    const told = { ...plan, statements: [first, second] };
    expect(concernOfPlan(told)).toEqual(concern('hives', '2', 'RISE'));
    expect(concernOfPlan({ ...plan, stored: null })).toEqual(concern(null, null, null));
    const staged = planOfStored(stored({ catalyst: 'Readout', stage: 'Phase 2' }), 'readout');
    expect(concernOfPlan(staged).phase).toBe('2');
  });

  it.each<[more: object, kind: 'readout' | 'pdufa', isSame: boolean]>([
    [{}, 'readout', true],
    [{ trial: 'rise' }, 'readout', true],
    [{ phase: '2' }, 'readout', false],
    [{ trial: 'DAWN' }, 'readout', false],
    [{ indication: 'hives' }, 'readout', false],
    [{ phase: null }, 'readout', true],
    [{ trial: null }, 'readout', true],
    [{ indication: null }, 'readout', true],
    // The trial counts for readouts only.
    [{ phase: '2', trial: 'DAWN' }, 'pdufa', true],
    [{ indication: 'hives' }, 'pdufa', false],
  ])('may be that of another with %j for the kind %s: %s', (more, kind, isSame) => {
    const about = { indication: 'severe gout', phase: '3', trial: 'RISE' };
    expect(mayBeSame(about, { ...about, ...more }, kind)).toBe(isSame);
  });

  it.each<[string | null, string | null, boolean]>([
    ['severe gout', 'gout flares', true],
    ['gout', 'hives', false],
    ['heart disease', 'kidney disease', false],
    ['chronic disease', 'gout', true],
    ['gout', null, true],
    [null, 'gout', true],
    ['', 'gout', true],
  ])('sameIndication(%j, %j) is %s', (one, other, expected) => {
    expect(sameIndication(one, other)).toBe(expected);
  });

  it.each([
    ['a Phase 3 trial', '3'],
    ['a Phase III trial', '3'],
    ['a phase-2b study', '2'],
    ['Phase 2/3 data', '2/3'],
    ['a Phase I/IIa trial', '1/2'],
    ['Phase IV', '4'],
    ['Phase 2 and Phase 3', null],
    ['Phase 3 and phase III', '3'],
    ['no phase', null],
  ])('in "%s" is phase %s', (sentence, phase) => {
    expect(phaseIn(sentence)).toBe(phase);
  });
});

it.each([
  ['filing_expected', 'plans to submit an MAA', true],
  ['filing_expected', 'plans to file in Japan', true],
  ['filing_expected', 'plans to submit a JNDA', true],
  ['filing_expected', 'plans to submit an MAA and an NDA', false],
  ['filing_expected', 'plans to file with the FDA and in Europe', false],
  ['filing_expected', 'plans to submit an NDA', false],
  ['pdufa_date', 'an MAA', false],
])('%s "%s" names only foreign agencies: %s', (type, sentence, expected) => {
  expect(isForeignFiling(statement({ type, sentence }))).toBe(expected);
});

it('measures the move of a period by its last day', () => {
  const quarter = { from: '2027-01-01', to: '2027-03-31' };
  expect(shiftBetween(quarter, { from: '2026-01-01', to: '2027-04-10' })).toBe(10);
  expect(shiftBetween({ from: '2027-01-01', to: '2027-04-10' }, quarter)).toBe(-10);
});
