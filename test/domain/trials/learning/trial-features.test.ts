import { describe, expect, it } from 'vitest';
import { trialFeatureReader } from '../../../../src/domain/trials/learning/trial-features.ts';
import type { TrialLabel } from '../../../../src/domain/trials/learning/trial-labels.ts';
import type { TrialRecord } from '../../../../src/domain/trials/learning/trial-record.ts';
import { recordOf } from './trial-record-of.ts';

const label = (day: string, succeeded: boolean): TrialLabel => ({
  day,
  succeeded,
  rule: 'announced',
  basis: '',
});

function featuresOf(
  records: readonly TrialRecord[],
  asOf: string,
  labels: Readonly<Record<string, TrialLabel | readonly TrialLabel[]>> = {},
) {
  const byTrial = Object.entries(labels).map(([nctId, one]) => [nctId, [one].flat()] as const);
  return trialFeatureReader(records, new Map(byTrial))(records[0]!, asOf);
}

const versioned = (versions: TrialRecord['history']['versions']) =>
  recordOf('A', { history: { versions, start_date: '2018-01-01' } });

describe('features of the design', () => {
  const designed = recordOf('A', {
    design: {
      words: 'Zorbamab in BRAF-mutant ague',
      armRoles: ['EXPERIMENTAL', 'PLACEBO_COMPARATOR'],
      masking: 'DOUBLE',
      allocation: 'RANDOMIZED',
      purpose: 'TREATMENT',
      primaryOutcomes: 'Overall survival',
      modality: 'Vaccine',
      isRare: true,
    },
  });

  it('are known from the first posting', () => {
    const known = {
      Phase: 'Phase 2',
      'Therapeutic area': 'Neurology',
      Modality: 'Vaccine',
      'Rare disease': true,
      'Patients selected by biomarker': true,
      Arms: 2,
      Masking: 'DOUBLE',
      Randomised: true,
      Comparator: 'placebo',
      'Primary endpoint': 'survival',
      Purpose: 'TREATMENT',
      'Kind of sponsor': 'INDUSTRY',
    };
    expect(featuresOf([designed], '2017-12-01')).toMatchObject(known);
    const none = Object.fromEntries(Object.keys(known).map((name) => [name, null]));
    expect(featuresOf([designed], '2017-11-30')).toMatchObject(none);
  });

  it('are null if the registration does not have them', () => {
    expect(featuresOf([recordOf('A')], '2019-01-01')).toMatchObject({
      Arms: null,
      Masking: null,
      Randomised: null,
      Comparator: null,
      'Primary endpoint': null,
      'Rare disease': null,
      Designations: null,
      'Drug is approved': null,
    });
    const single = recordOf('A', { design: { allocation: 'NA' } });
    expect(featuresOf([single], '2019-01-01')).toMatchObject({ Randomised: false });
  });
});

describe('features of the course', () => {
  const moved = versioned([
    { version_date: '2018-02-01', enrollment: 100, primary_completion_date: '2019-06-30' },
    {
      version_date: '2018-06-01',
      enrollment: 80,
      countries: 4,
      // The date is 184 days later.
      primary_completion_date: '2019-12-31',
    },
    { version_date: '2018-09-01', status: 'RECRUITING', primary_outcomes: 'A' },
    { version_date: '2018-10-01', status: 'SUSPENDED', primary_outcomes: 'B' },
  ]);

  it('come from versions up to the day', () => {
    expect(featuresOf([moved], '2018-05-31')).toMatchObject({
      'Delay so far': null,
      'Enrollment was cut': null,
      Countries: null,
    });
    const { 'Delay so far': delay, ...rest } = featuresOf([moved], '2018-06-01');
    expect(delay).toBeCloseTo(184 / 365.25, 10);
    expect(rest).toMatchObject({
      'Enrollment was cut': true,
      Countries: Math.log(4),
      'Primary endpoint was changed': false,
      'Was suspended': false,
    });
    expect(featuresOf([moved], '2018-10-01')).toMatchObject({
      'Primary endpoint was changed': true,
      'Was suspended': true,
    });
  });

  it('compare the enrollment with at least five trials of the phase and area', () => {
    const peer = (nctId: string, enrollment: number, version_date: string, more = {}) =>
      recordOf(nctId, { history: { versions: [{ version_date, enrollment }] }, ...more });
    const own = peer('A', 80, '2018-02-01');
    const peers = [10, 20, 40, 80].map((count, at) => peer(`P${at}`, count, '2018-01-01'));
    const name = 'Enrollment compared with trials of the same phase and area';
    expect(featuresOf([own, ...peers.slice(1)], '2018-03-01')[name]).toBeNull();
    // The logarithms of 80, 10, 20, 40, 80 have the mean ln 80 − (3 + 2 + 1) / 5 · ln 2.
    const value = featuresOf([own, ...peers], '2018-03-01')[name];
    expect(value).toBeCloseTo(1.2 * Math.log(2), 10);
    // Trials of another phase, of another area or of a later day do not count.
    const others = [
      peer('X', 1, '2018-01-01', { stage: 'phase3' }),
      peer('Y', 1, '2018-01-01', { design: { area: 'Oncology' } }),
      peer('Z', 1, '2018-03-02'),
    ];
    expect(featuresOf([own, ...peers, ...others], '2018-03-01')[name]).toBe(value);
    // A later version replaces the enrollment.
    const restated = { version_date: '2018-02-15', enrollment: 20 };
    const [first, ...rest] = peers;
    const updated = { ...first!, history: { versions: [...first!.history.versions, restated] } };
    expect(featuresOf([own, updated, ...rest], '2018-03-01')[name]).toBeCloseTo(Math.log(2), 10);
  });
});

describe('features of the sponsor', () => {
  const own = recordOf('A');
  const others = ['2018-05-01', '2018-06-01'].map((seen, at) => recordOf(`B${at}`, { seen }));
  const foreign = recordOf('C', { sponsor: 'DEFQZ', seen: '2018-01-01' });

  it('count its other trials known on the day', () => {
    const trialsOn = (day: string) =>
      Math.expm1(featuresOf([own, ...others, foreign], day)['Trials of the sponsor'] as number);
    expect(trialsOn('2018-04-30')).toBeCloseTo(0, 10);
    expect(trialsOn('2018-05-01')).toBeCloseTo(1, 10);
    expect(trialsOn('2018-06-01')).toBeCloseTo(2, 10);
  });

  it('shrink its record toward the record of all sponsors', () => {
    const labels = {
      B0: label('2018-09-01', true),
      B1: label('2018-10-01', true),
      C: label('2018-08-01', false),
    };
    const recordOn = (day: string) =>
      featuresOf([own, ...others, foreign], day, labels)['Record of the sponsor'];
    expect(recordOn('2018-08-31')).toBeNull();
    // The sponsor succeeded in 1 of 1 trials and all sponsors in 1 of 2: (1 + 5 · 1/2) / (1 + 5).
    expect(recordOn('2018-09-01')).toBeCloseTo(3.5 / 6, 10);
    // The sponsor succeeded in 2 of 2 trials and all sponsors in 2 of 3: (2 + 5 · 2/3) / (2 + 5).
    expect(recordOn('2018-10-01')).toBeCloseTo((2 + 10 / 3) / 7, 10);
  });

  it('use the label known on the day', () => {
    const labels = { B0: [label('2018-09-01', true), label('2018-11-01', false)] };
    const recordOn = (day: string) =>
      featuresOf([own, ...others], day, labels)['Record of the sponsor'];
    expect(recordOn('2018-10-31')).toBe(1);
    expect(recordOn('2018-11-01')).toBe(0);
  });

  it('count the other open trials of the condition', () => {
    const rival = (start: string, completion: string | null, more = {}) =>
      recordOf(`R${start}`, { sponsor: 'DEFQZ', start, completion, ...more });
    const rivals = [
      rival('2017-01-01', '2018-06-30'),
      rival('2018-03-01', null),
      rival('2018-04-01', '2020-01-01', { stop: { day: '2018-05-01', why: null } }),
      rival('2018-03-02', null, { design: { conditions: ['gout'] } }),
    ];
    const openOn = (day: string) =>
      Math.expm1(featuresOf([own, ...rivals], day)['Open trials of the condition'] as number);
    expect(openOn('2018-02-28')).toBeCloseTo(1, 10);
    expect(openOn('2018-04-01')).toBeCloseTo(3, 10);
    expect(openOn('2018-05-01')).toBeCloseTo(2, 10);
    expect(openOn('2018-06-30')).toBeCloseTo(1, 10);
  });
});

describe('features of the drug', () => {
  it('include the known outcome of the phase before', () => {
    const own = recordOf('A', { stage: 'phase3' });
    const [second, first] = [recordOf('B'), recordOf('C', { stage: 'phase1' })];
    const labels = { B: label('2018-09-01', true), C: label('2018-05-01', false) };
    const phaseBefore = (day: string, one: TrialRecord) =>
      featuresOf([own, one, first], day, labels)['Phase before'];
    expect(phaseBefore('2018-04-30', second)).toBeNull();
    expect(phaseBefore('2018-05-01', second)).toBe('failed');
    expect(phaseBefore('2018-09-01', second)).toBe('succeeded');
    expect(phaseBefore('2018-09-01', { ...second, treatments: ['zorbamab|gout'] })).toBe('failed');
    expect(phaseBefore('2018-09-01', { ...second, sponsor: 'DEFQZ' })).toBe('failed');
  });

  it('include approvals and designations', () => {
    const own = recordOf('A', {
      drugApprovals: ['2018-03-01'],
      design: {
        designations: [
          { kind: 'Orphan', day: '2018-02-01' },
          { kind: 'Breakthrough Therapy', day: '2018-04-01' },
        ],
      },
    });
    const on = (day: string) => featuresOf([own], day);
    expect(on('2018-01-31')).toMatchObject({ 'Drug is approved': false, Designations: 'none' });
    expect(on('2018-03-01')).toMatchObject({ 'Drug is approved': true, Designations: 'others' });
    expect(on('2018-04-01')).toMatchObject({ Designations: 'breakthrough' });
  });
});
