import { describe, expect, it } from 'vitest';
import {
  type TrialLabel,
  trialLabels,
} from '../../../../src/domain/trials/learning/trial-labels.ts';
import type { TrialRecord } from '../../../../src/domain/trials/learning/trial-record.ts';
import { primaryEndpointMet } from '../../../../src/domain/trials/posted-results.ts';
import { recordOf } from './trial-record-of.ts';

const TODAY = '2026-11-20';
const ID = 'NCT90000001';

/** The label of the first of some trials. */
function labelOf(
  records: readonly TrialRecord[],
  { approvalsSince = '2010-01-01' as string | null, asOf = TODAY } = {},
): TrialLabel | undefined {
  return trialLabels(records, approvalsSince, asOf).get(records[0]!.nctId)?.at(-1);
}

const own = (parts: Parameters<typeof recordOf>[1] = {}) => recordOf(ID, parts);
const other = (parts: Parameters<typeof recordOf>[1] = {}) => recordOf('NCT90000002', parts);
const phase3 = { stage: 'phase3', phase: 'Phase 3' } as const;
/** The company goes on with another drug. */
const goesOn = other({ treatments: ['other|gout'], start: '2020-06-01', seen: '2020-05-01' });
const p = (p_value: number, more: object = {}) => ({
  title: 'Primary',
  analyses: [{ p_value, p_relation: '=', ...more }],
});
const posted = (...primary_outcomes: object[]) => ({
  day: '2020-11-01',
  isMet: primaryEndpointMet({ primary_outcomes } as never),
});
const readout = (outcome: string, day = '2020-02-01') => ({
  title: 'Topline results',
  outcome,
  day,
});

describe('a later phase', () => {
  const next = other({ ...phase3, start: '2020-06-01', seen: '2020-05-01' });

  it('of the same sponsor, drug and indication is a success from its start on', () => {
    expect(labelOf([own(), next])).toEqual({
      succeeded: true,
      day: '2020-06-01',
      rule: 'advanced',
      basis: 'NCT90000002 of Phase 3 started on 2020-06-01',
    });
    expect(labelOf([own(), next], { asOf: '2020-05-31' })).toBeUndefined();
    expect(labelOf([own(), next], { asOf: '2020-06-01' })?.rule).toBe('advanced');
  });

  it('is none where it is of another drug, sponsor or indication, or of no later phase', () => {
    const others = [
      { ...next, treatments: ['otherumab|ague'] },
      { ...next, treatments: ['zorbamab|gout'] },
      { ...next, sponsor: 'DEFQZ' },
      { ...next, stage: 'phase2' as const },
      { ...next, start: null },
    ];
    for (const one of others) expect(labelOf([own(), one])?.rule).not.toBe('advanced');
  });

  it('counts where it starts after the primary completion', () => {
    expect(labelOf([own(), { ...next, start: '2019-12-31' }])).toBeUndefined();
    expect(labelOf([own(), { ...next, start: '2020-01-01' }])?.day).toBe('2020-01-01');
    expect(labelOf([own({ completion: null }), next])).toBeUndefined();
  });

  it('may be phase 4, which is of what is approved', () => {
    const after = { ...next, stage: 'approved' as const, phase: 'Phase 4' };
    expect(labelOf([own(phase3), after])).toMatchObject({ succeeded: true, rule: 'advanced' });
  });
});

describe('an approval', () => {
  it('after the completion is a success on its day', () => {
    const approvals = ['2018-03-01', '2021-05-03', '2022-01-01'];
    expect(labelOf([own({ ...phase3, approvals })])).toMatchObject({
      succeeded: true,
      day: '2021-05-03',
      rule: 'approved',
    });
  });

  it('before the completion decides nothing, and neither does its absence for long enough', () => {
    expect(labelOf([own({ ...phase3, approvals: ['2019-12-31'] }), goesOn])).toBeUndefined();
  });
});

describe('posted results', () => {
  it('decide on the day of their posting, at the stated level or at 0.05', () => {
    expect(labelOf([own({ posted: posted(p(0.05)) })])).toEqual({
      succeeded: true,
      day: '2020-11-01',
      rule: 'posted',
      basis: 'posted results met the primary endpoint',
    });
    expect(labelOf([own({ posted: posted(p(0.051)) })])?.succeeded).toBe(false);
    const strict = { stated_level: 0.025, within_stated_level: false };
    expect(labelOf([own({ posted: posted(p(0.03, strict)) })])?.succeeded).toBe(false);
    const open = { p_relation: '<' };
    expect(labelOf([own({ posted: posted(p(0.1, open)) })])).toBeUndefined();
    expect(labelOf([own({ posted: posted(p(0.001, open)) })])?.succeeded).toBe(true);
    expect(labelOf([own({ posted: posted(p(0.1, { p_relation: '>' })) })])?.succeeded).toBe(false);
  });

  it('decide nothing where primary outcomes disagree or state no p-value', () => {
    expect(labelOf([own({ posted: posted(p(0.01), p(0.4)) })])).toBeUndefined();
    expect(labelOf([own({ posted: posted({ title: 'Count' }) })])).toBeUndefined();
    const doses = { title: 'Primary', analyses: [{ p_value: 0.3 }, { p_value: 0.01 }] };
    expect(labelOf([own({ posted: posted(doses, p(0.02)) })])?.succeeded).toBe(true);
  });
});

describe('an announced result', () => {
  it('of the readout decides on its day', () => {
    expect(labelOf([own({ announced: [readout('positive')] })])).toEqual({
      succeeded: true,
      day: '2020-02-01',
      rule: 'announced',
      basis: 'announced: Topline results',
    });
    expect(labelOf([own({ announced: [readout('negative')] })])?.succeeded).toBe(false);
  });

  it('that is mixed, an interim look or told later decides nothing', () => {
    expect(labelOf([own({ announced: [readout('mixed')] })])).toBeUndefined();
    const early = { title: 'Data at a congress', outcome: 'positive', day: '2019-12-30' };
    expect(labelOf([own({ announced: [early] })])).toBeUndefined();
    const announced = [readout('positive')];
    expect(labelOf([own({ announced })], { asOf: '2020-01-31' })).toBeUndefined();
  });
});

describe('a stop', () => {
  const stopped = (why: string | null) =>
    own({ isCompleted: false, stop: { day: '2019-06-01', why } });

  it.each([
    ['Lack of efficacy', 'stopped for lack of efficacy'],
    ['Serious adverse events', 'stopped for safety'],
    ['Lack of funding', 'stopped for lack of money'],
  ])('%s is a failure on its day', (why, basis) => {
    const label = { succeeded: false, day: '2019-06-01', rule: 'stopped', basis };
    expect(labelOf([stopped(why)])).toEqual(label);
    expect(labelOf([stopped(why)], { asOf: '2019-05-31' })).toBeUndefined();
  });

  it.each(['Slow accrual', 'Business decision', 'COVID-19', null])(
    '%s decides nothing, and neither does what does not follow it',
    (why) => {
      expect(labelOf([stopped(why), goesOn])).toBeUndefined();
    },
  );
});

describe('nothing that follows', () => {
  it.each([
    // 2019-12-31 and 360, 540 and 900 days, by the calendar.
    ['phase1', '2020-12-25'],
    ['phase2', '2021-06-23'],
    ['phase3', '2022-06-18'],
  ] as const)('is a failure of %s from %s on', (stage, day) => {
    const over = own({ stage, approvals: [] });
    expect(labelOf([over, goesOn])).toMatchObject({
      succeeded: false,
      day,
      rule: 'nothing_followed',
    });
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    expect(labelOf([over, goesOn], { asOf: before })).toBeUndefined();
  });

  it('counts only where the sponsor goes on, from the day that shows it', () => {
    expect(labelOf([own()])).toBeUndefined();
    expect(labelOf([own(), { ...goesOn, sponsor: 'DEFQZ' }])).toBeUndefined();
    const early = { ...goesOn, start: '2019-12-31' };
    expect(labelOf([own(), early])).toBeUndefined();
    const updated = { ...early, updates: ['2023-02-03'] };
    expect(labelOf([own(), updated])?.day).toBe('2023-02-03');
    // Its own updates show nothing.
    expect(labelOf([own({ updates: ['2023-02-03'] })])).toBe(undefined);
  });

  it('is none where anything goes on, whoever runs it', () => {
    const going = [
      other({ sponsor: 'DEFQZ', ...phase3, start: '2021-06-23', seen: '2021-06-23' }),
      other({ sponsor: 'DEFQZ', ...phase3, start: '2017-01-01', seen: '2017-01-01' }),
      other({ start: '2020-01-01', seen: '2020-01-01' }),
    ];
    for (const one of going) expect(labelOf([own(), goesOn, one])).toBeUndefined();
    const late = { ...going[0]!, start: '2021-06-24', seen: '2021-06-24' };
    expect(labelOf([own(), goesOn, late])?.rule).toBe('nothing_followed');
    const approved = own({ approvals: ['2019-01-01'] });
    expect(labelOf([approved, goesOn])).toBeUndefined();
  });

  it('is none where the sign that the sponsor goes on is of the next step, however late', () => {
    const history = { versions: [{ version_date: '2022-12-30' }] };
    const next = other({ ...phase3, seen: '2022-11-04', start: '2023-02-20', history });
    expect(labelOf([own(), next], { asOf: '2023-01-31' })).toBeUndefined();
    expect(labelOf([own(), next])).toMatchObject({ rule: 'advanced', day: '2023-02-20' });
    const approved = own({ approvals: ['2022-12-01'] });
    expect(labelOf([approved, { ...goesOn, start: '2022-12-30' }])?.rule).toBe('approved');
  });

  it('is none of a hospital, which leaves the next step to others', () => {
    expect(labelOf([own({ isCompany: false }), goesOn])).toBeUndefined();
  });

  it('is told by what may be the same indication, whatever it is called', () => {
    const continuations = ['zorbamab|ague', 'zorbamab|1 ague'];
    const next = other({ ...phase3, treatments: ['zorbamab|1 ague'], start: '2020-06-01' });
    expect(labelOf([own({ continuations }), goesOn, next])).toMatchObject({ rule: 'advanced' });
    const partner = { ...next, sponsor: 'DEFQZ' };
    expect(labelOf([own({ continuations }), goesOn, partner])).toBeUndefined();
    expect(labelOf([own(), goesOn, partner])?.rule).toBe('nothing_followed');
  });

  it('needs a completed trial of a known drug, and in phase 3 approvals that would be known', () => {
    expect(labelOf([own({ isCompleted: false }), goesOn])).toBeUndefined();
    expect(labelOf([own({ treatments: [] }), goesOn])).toBeUndefined();
    const late = own({ ...phase3, approvals: [] });
    expect(labelOf([late, goesOn], { approvalsSince: null })).toBeUndefined();
    expect(labelOf([late, goesOn], { approvalsSince: '2020-01-01' })).toBeUndefined();
    expect(labelOf([late, goesOn], { approvalsSince: '2019-12-31' })?.succeeded).toBe(false);
    expect(labelOf([own({ ...phase3, approvals: null }), goesOn])).toBeUndefined();
  });
});

describe('of several pieces of evidence', () => {
  it('the earliest counts, and of one day a failure', () => {
    const stop = { day: '2020-02-01', why: 'Lack of efficacy' };
    const announced = [readout('positive', '2020-01-15')];
    expect(labelOf([own({ announced, posted: posted(p(0.5)) })])).toMatchObject({
      succeeded: true,
      day: '2020-01-15',
    });
    const next = other({ ...phase3, start: '2020-02-01', seen: '2020-02-01' });
    expect(labelOf([own({ stop }), next])).toMatchObject({ succeeded: false, rule: 'stopped' });
  });

  it('an imported label comes first, from its own day on', () => {
    const labels = [
      { succeeded: false, source: 'list-b/1', day: '2024-01-01' },
      { succeeded: true, source: 'list-a/1', day: '2022-01-01' },
    ];
    const one = own({ labels, announced: [readout('negative')] });
    expect(labelOf([one])).toEqual({
      succeeded: true,
      day: '2022-01-01',
      rule: 'imported',
      basis: 'labelled so by list-a/1',
    });
    expect(labelOf([one], { asOf: '2021-12-31' })?.rule).toBe('announced');
  });

  it('a trial of phase 4 or of no phase has none', () => {
    const labels = [{ succeeded: true, source: 'list-a/1', day: '2022-01-01' }];
    for (const stage of ['approved', null] as const) {
      expect(labelOf([own({ stage, labels })])).toBeUndefined();
    }
  });
});
