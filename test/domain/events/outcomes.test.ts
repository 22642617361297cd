import { describe, expect, it } from 'vitest';
import { shiftDays } from '../../../src/domain/dates.ts';
import { deciding, goalOf } from '../../../src/domain/events/outcomes.ts';
import { planOfStored } from '../../../src/domain/events/plan.ts';
import type { Statement } from '../../../src/domain/events/statement.ts';
import { document, events, goal, mention, stored } from './texts.ts';

const statement = (type: string, detail: object = {}) => ({ type, detail }) as unknown as Statement;

it.each<[type: string, detail: object, ends: string | undefined, result?: string]>([
  ['approval', {}, 'pdufa', 'Approved'],
  ['approval', { kind: 'BLA' }, 'pdufa', 'Approved'],
  ['approval', { kind: 'tentative' }, undefined],
  ['approval', { kind: 'ANDA' }, undefined],
  ['approval', { kind: 'device' }, undefined],
  ['crl', {}, 'pdufa', 'CRL'],
  ['withdrawn', { what: 'application' }, 'pdufa', 'Withdrawn'],
  ['withdrawn', { what: 'product' }, undefined],
  ['withdrawn', {}, undefined],
  ['trial_result', { outcome: 'met' }, 'readout', 'positive'],
  ['trial_result', { outcome: 'not_met' }, 'readout', 'negative'],
  ['trial_result', { outcome: 'mixed' }, 'readout', 'mixed'],
  ['trial_result', { outcome: 'unclear' }, 'readout', 'unclear'],
  ['trial_result', {}, 'readout', 'unclear'],
  ['nda_bla_submitted', {}, 'filing', 'submitted'],
  ['nda_bla_accepted', {}, undefined],
  ['approval', { agency: 'EU' }, undefined],
  ['nda_bla_submitted', { agency: 'EU' }, undefined],
])(
  'the plan that a statement ends for %s with %j is %s with the result %s',
  (type, detail, ends, result) => {
    expect(deciding(statement(type, detail))).toEqual(ends && { ends, result });
  },
);

describe('the goal date of a decision', () => {
  const day = '2027-03-15';
  const plan = (shift: number, more: Parameters<typeof stored>[0] = {}) =>
    planOfStored(stored({ formattedDate: shiftDays(day, shift), ...more }), 'pdufa');
  const decision = { result: 'Approved', day, indication: 'gout', statement: null };
  const goalAmong = (...plans: ReturnType<typeof plan>[]) => goalOf(plans, decision, 120, 30);

  it('is within the maximum distance before and after the decision', () => {
    const [ahead, behind] = [plan(120), plan(-30)];
    expect([goalAmong(ahead), goalAmong(behind)]).toEqual([ahead, behind]);
    expect([goalAmong(plan(121)), goalAmong(plan(-31)), goalAmong()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is the nearest goal date if the others are 45 days farther', () => {
    const [near, far] = [plan(-10), plan(55)];
    expect(goalAmong(far, near)).toBe(near);
    expect(goalAmong(near, far)).toBe(near);
    expect(goalAmong(plan(54), near)).toBe('several');
    // The decision is exactly in the middle between two goal dates.
    expect(goalAmong(plan(10), plan(-10))).toBe('several');
  });

  it('is undecided, known on the day and of the same indication', () => {
    const open = plan(0);
    expect(goalAmong(plan(0, { decision: 'CRL' }), open)).toBe(open);
    expect(goalAmong(plan(0, { created: shiftDays(day, 1) }), open)).toBe(open);
    expect(goalAmong(plan(0, { treatment: 'hives' }), open)).toBe(open);
    expect(goalAmong({ ...plan(0), kind: 'adcomm' }, open)).toBe(open);
    const [today, undated] = [plan(0, { created: day }), plan(0, { created: null })];
    expect([goalAmong(today), goalAmong(undated)]).toEqual([today, undated]);
  });
});

describe('a repeated decision', () => {
  const first = document('2026-11-20', [goal('2027-03-15')]);
  const after = (days: number) =>
    document(shiftDays('2027-03-01', days), [mention('approval', { sentence: 'Again.' })]);
  const factsWith = (days: number) =>
    events([first, document('2027-03-01', [mention('approval')]), after(days)]).facts;

  it('is the same decision within 45 days', () => {
    expect(factsWith(45).approvals).toHaveLength(1);
    expect(factsWith(46).approvals).toHaveLength(2);
  });

  it('with another result is another decision', () => {
    const crl = document('2027-03-02', [mention('crl')]);
    const both = events([first, document('2027-03-01', [mention('approval')]), crl]).facts;
    expect(both.complete_response_letters).toHaveLength(1);
    expect(both.decisions.map((one) => one.Decision)).toEqual(['Approved']);
  });

  it('in a text within 45 days of a register is the decision of the register', () => {
    const decided = [{ result: 'CRL', day: '2027-03-01', indication: null, statement: null }].map(
      (one) => ({ ...one, drugs: ['zelvotinib'] }),
    );
    const letters = (days: number) => {
      const text = document(shiftDays('2027-03-01', days), [mention('crl')]);
      return events([text], { decided }).facts.complete_response_letters.length;
    };
    expect([letters(-46), letters(-45), letters(45), letters(46)]).toEqual([1, 0, 0, 1]);
  });
});

it.each([
  [400, 1],
  [401, 0],
])('a withdrawal %i days before the goal date gives %i decisions', (days, count) => {
  const goalDate = shiftDays('2026-11-20', days);
  const withdrawn = mention('withdrawn', { detail: { what: 'application' } });
  const output = events([document('2026-11-20', [goal(goalDate), withdrawn])]);
  expect(output.facts.decisions).toHaveLength(count);
});

describe('a result with several planned readouts', () => {
  const half = { from: '2027-01-01', to: '2027-06-30' };
  const readout = (sentence: string) =>
    mention('readout_expected', { sentence, date: half, precision: 'half' });
  const result = (sentence: string) =>
    document('2027-05-04', [mention('trial_result', { sentence, detail: { outcome: 'met' } })]);
  const plans = document('2026-11-20', [readout('Phase 2 data.'), readout('Phase 3 data.')]);
  const ended = (sentence: string) =>
    events([plans, result(sentence)]).facts.catalysts.map((one) => one.outcome);

  it('ends the readout of its phase, and none if it names no phase', () => {
    expect(ended('The Phase 3 trial met its endpoint.')).toEqual([undefined, 'positive']);
    expect(ended('The trial met its endpoint.')).toEqual([undefined, undefined]);
  });

  it('does not end a readout that the same text announces', () => {
    const same = document('2027-05-04', [
      readout('Phase 3 data.'),
      mention('trial_result', { sentence: 'Phase 3 data.', detail: { outcome: 'met' } }),
    ]);
    expect(events([same]).facts.catalysts.map((one) => one.outcome)).toEqual([undefined]);
  });
});
