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

/** The label of the first trial. */
function labelOf(
  records: readonly TrialRecord[],
  { approvalsSince = '2010-01-01' as string | null, asOf = TODAY } = {},
): TrialLabel | undefined {
  return trialLabels(records, approvalsSince, asOf).get(records[0]!.nctId)?.at(-1);
}

const own = (parts: Parameters<typeof recordOf>[1] = {}) => recordOf(ID, parts);
const other = (parts: Parameters<typeof recordOf>[1] = {}) => recordOf('NCT90000002', parts);
const phase3 = { stage: 'phase3', phase: 'Phase 3' } as const;
/** A later trial of another drug, which shows that the company continues. */
const continuing = other({ treatments: ['other|gout'], start: '2020-06-01', seen: '2020-05-01' });
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

/** A label of a success. */
const success = (rule: string, day: string, basis: string) => ({
  succeeded: true,
  rule,
  day,
  basis,
});

describe('a later phase', () => {
  const next = other({ ...phase3, start: '2020-06-01', seen: '2020-05-01' });

  it('of the same sponsor, drug and indication is a success from its start', () => {
    expect(labelOf([own(), next])).toEqual(
      success('advanced', '2020-06-01', 'NCT90000002 of Phase 3 started on 2020-06-01'),
    );
    expect(labelOf([own(), next], { asOf: '2020-05-31' })).toBeUndefined();
    expect(labelOf([own(), next], { asOf: '2020-06-01' })?.rule).toBe('advanced');
  });

  it('does not count with another drug, sponsor, indication or phase', () => {
    const others = [
      { ...next, treatments: ['otherumab|ague'] },
      { ...next, treatments: ['zorbamab|gout'] },
      { ...next, sponsor: 'DEFQZ' },
      { ...next, stage: 'phase2' as const },
      { ...next, start: null },
    ];
    for (const one of others) expect(labelOf([own(), one])?.rule).not.toBe('advanced');
  });

  it('counts if it starts after the primary completion', () => {
    expect(labelOf([own(), { ...next, start: '2019-12-31' }])).toBeUndefined();
    expect(labelOf([own(), { ...next, start: '2020-01-01' }])?.day).toBe('2020-01-01');
    expect(labelOf([own({ completion: null }), next])).toBeUndefined();
  });

  it('may be Phase 4', () => {
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

  it('before the completion has no effect', () => {
    expect(labelOf([own({ ...phase3, approvals: ['2019-12-31'] }), continuing])).toBeUndefined();
  });
});

describe('posted results', () => {
  it('decide on the day of posting, at the stated level or 0.05', () => {
    expect(labelOf([own({ posted: posted(p(0.05)) })])).toEqual(
      success('posted', '2020-11-01', 'posted results met the primary endpoint'),
    );
    expect(labelOf([own({ posted: posted(p(0.051)) })])?.succeeded).toBe(false);
    const strict = { stated_level: 0.025, within_stated_level: false };
    expect(labelOf([own({ posted: posted(p(0.03, strict)) })])?.succeeded).toBe(false);
    const open = { p_relation: '<' };
    expect(labelOf([own({ posted: posted(p(0.1, open)) })])).toBeUndefined();
    expect(labelOf([own({ posted: posted(p(0.001, open)) })])?.succeeded).toBe(true);
    expect(labelOf([own({ posted: posted(p(0.1, { p_relation: '>' })) })])?.succeeded).toBe(false);
  });

  it('do not decide if primary outcomes disagree or have no p-value', () => {
    expect(labelOf([own({ posted: posted(p(0.01), p(0.4)) })])).toBeUndefined();
    expect(labelOf([own({ posted: posted({ title: 'Count' }) })])).toBeUndefined();
    const doses = { title: 'Primary', analyses: [{ p_value: 0.3 }, { p_value: 0.01 }] };
    expect(labelOf([own({ posted: posted(doses, p(0.02)) })])?.succeeded).toBe(true);
  });
});

describe('an announced result', () => {
  it('of a readout decides on its day', () => {
    expect(labelOf([own({ announced: [readout('positive')] })])).toEqual(
      success('announced', '2020-02-01', 'announced: Topline results'),
    );
    expect(labelOf([own({ announced: [readout('negative')] })])?.succeeded).toBe(false);
  });

  it('that is mixed, interim or later does not decide', () => {
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
  ])('for %s is a failure on its day', (why, basis) => {
    const label = { succeeded: false, day: '2019-06-01', rule: 'stopped', basis };
    expect(labelOf([stopped(why)])).toEqual(label);
    expect(labelOf([stopped(why)], { asOf: '2019-05-31' })).toBeUndefined();
  });

  it.each(['Slow accrual', 'Business decision', 'COVID-19', null])(
    'for %s does not decide, and neither does a missing follow-on',
    (why) => {
      expect(labelOf([stopped(why), continuing])).toBeUndefined();
    },
  );
});

describe('a missing follow-on', () => {
  it.each([
    // Days after 2019-12-31: 360, 540 and 900.
    ['phase1', '2020-12-25'],
    ['phase2', '2021-06-23'],
    ['phase3', '2022-06-18'],
  ] as const)('is a failure of %s from %s', (stage, day) => {
    const over = own({ stage, approvals: [] });
    expect(labelOf([over, continuing])).toMatchObject({
      succeeded: false,
      day,
      rule: 'nothing_followed',
    });
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    expect(labelOf([over, continuing], { asOf: before })).toBeUndefined();
  });

  it('counts only if the sponsor continues, from the day that shows it', () => {
    expect(labelOf([own()])).toBeUndefined();
    expect(labelOf([own(), { ...continuing, sponsor: 'DEFQZ' }])).toBeUndefined();
    const early = { ...continuing, start: '2019-12-31' };
    expect(labelOf([own(), early])).toBeUndefined();
    const updated = { ...early, updates: ['2023-02-03'] };
    expect(labelOf([own(), updated])?.day).toBe('2023-02-03');
    // Updates of the trial itself do not count.
    expect(labelOf([own({ updates: ['2023-02-03'] })])).toBe(undefined);
  });

  it('does not count with a follow-on of any sponsor', () => {
    const followOns = [
      other({ sponsor: 'DEFQZ', ...phase3, start: '2021-06-23', seen: '2021-06-23' }),
      other({ sponsor: 'DEFQZ', ...phase3, start: '2017-01-01', seen: '2017-01-01' }),
      other({ start: '2020-01-01', seen: '2020-01-01' }),
    ];
    for (const one of followOns) expect(labelOf([own(), continuing, one])).toBeUndefined();
    const late = { ...followOns[0]!, start: '2021-06-24', seen: '2021-06-24' };
    expect(labelOf([own(), continuing, late])?.rule).toBe('nothing_followed');
    const approved = own({ approvals: ['2019-01-01'] });
    expect(labelOf([approved, continuing])).toBeUndefined();
  });

  it('does not count if the continuing trial is a late follow-on', () => {
    const history = { versions: [{ version_date: '2022-12-30' }] };
    const next = other({ ...phase3, seen: '2022-11-04', start: '2023-02-20', history });
    expect(labelOf([own(), next], { asOf: '2023-01-31' })).toBeUndefined();
    expect(labelOf([own(), next])).toMatchObject({ rule: 'advanced', day: '2023-02-20' });
    const approved = own({ approvals: ['2022-12-01'] });
    expect(labelOf([approved, { ...continuing, start: '2022-12-30' }])?.rule).toBe('approved');
  });

  it('does not count for a hospital, whose follow-ons are run by others', () => {
    expect(labelOf([own({ isCompany: false }), continuing])).toBeUndefined();
  });

  it('considers possible names of the same indication', () => {
    const continuations = ['zorbamab|ague', 'zorbamab|1 ague'];
    const next = other({ ...phase3, treatments: ['zorbamab|1 ague'], start: '2020-06-01' });
    expect(labelOf([own({ continuations }), continuing, next])).toMatchObject({ rule: 'advanced' });
    const partner = { ...next, sponsor: 'DEFQZ' };
    expect(labelOf([own({ continuations }), continuing, partner])).toBeUndefined();
    expect(labelOf([own(), continuing, partner])?.rule).toBe('nothing_followed');
  });

  it('needs a completed trial of a known drug, and in Phase 3 known approvals', () => {
    expect(labelOf([own({ isCompleted: false }), continuing])).toBeUndefined();
    expect(labelOf([own({ treatments: [] }), continuing])).toBeUndefined();
    const late = own({ ...phase3, approvals: [] });
    expect(labelOf([late, continuing], { approvalsSince: null })).toBeUndefined();
    expect(labelOf([late, continuing], { approvalsSince: '2020-01-01' })).toBeUndefined();
    expect(labelOf([late, continuing], { approvalsSince: '2019-12-31' })?.succeeded).toBe(false);
    expect(labelOf([own({ ...phase3, approvals: null }), continuing])).toBeUndefined();
  });
});

describe('several labels of a trial', () => {
  it('use the earliest, and a failure before a success of one day', () => {
    const stop = { day: '2020-02-01', why: 'Lack of efficacy' };
    const announced = [readout('positive', '2020-01-15')];
    expect(labelOf([own({ announced, posted: posted(p(0.5)) })])).toMatchObject({
      succeeded: true,
      day: '2020-01-15',
    });
    const next = other({ ...phase3, start: '2020-02-01', seen: '2020-02-01' });
    expect(labelOf([own({ stop }), next])).toMatchObject({ succeeded: false, rule: 'stopped' });
  });

  it('use an imported label from its day', () => {
    const labels = [
      { succeeded: false, source: 'list-b/1', day: '2024-01-01' },
      { succeeded: true, source: 'list-a/1', day: '2022-01-01' },
    ];
    const one = own({ labels, announced: [readout('negative')] });
    expect(labelOf([one])).toEqual(success('imported', '2022-01-01', 'labeled by list-a/1'));
    expect(labelOf([one], { asOf: '2021-12-31' })?.rule).toBe('announced');
  });

  it('do not exist for Phase 4 and unknown phases', () => {
    const labels = [{ succeeded: true, source: 'list-a/1', day: '2022-01-01' }];
    for (const stage of ['approved', null] as const) {
      expect(labelOf([own({ stage, labels })])).toBeUndefined();
    }
  });
});
