import { expect, it } from 'vitest';
import { shiftDays } from '../../../../src/domain/dates.ts';
import { trialFeatureReader } from '../../../../src/domain/trials/learning/trial-features.ts';
import { trialLabels } from '../../../../src/domain/trials/learning/trial-labels.ts';
import type { TrialRecord } from '../../../../src/domain/trials/learning/trial-record.ts';
import fc from '../../../support/properties.ts';
import { recordOf } from './trial-record-of.ts';

const DAY = '2020-06-30';

const before = fc.integer({ min: -1_500, max: 0 }).map((days) => shiftDays(DAY, days));
const after = fc.integer({ min: 1, max: 1_500 }).map((days) => shiftDays(DAY, days));
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

/** Returns the data of a trial that became known by a day, or after the day. */
const dataFrom = (day: fc.Arbitrary<string>) =>
  fc.record({
    version: maybe(
      fc.record({
        version_date: day,
        enrollment: fc.integer({ min: 1, max: 500 }),
        countries: fc.integer({ min: 1, max: 30 }),
        status: fc.constantFrom('RECRUITING', 'SUSPENDED', 'COMPLETED', 'TERMINATED'),
        primary_completion_date: day,
        primary_outcomes: fc.constantFrom('Survival', 'Response'),
      }),
    ),
    readout: maybe(fc.record({ day, outcome: fc.constantFrom('positive', 'negative', 'mixed') })),
    stop: maybe(fc.record({ day, why: fc.constantFrom('Lack of efficacy', 'Slow accrual') })),
    label: maybe(fc.record({ day, succeeded: fc.boolean(), source: fc.constant('list/1') })),
    posted: maybe(fc.record({ day, p_value: fc.constantFrom(0.01, 0.4) })),
    approval: maybe(day),
    designation: maybe(fc.record({ day, kind: fc.constantFrom('Orphan', 'Breakthrough') })),
  });

type Data = typeof dataFrom extends (day: never) => fc.Arbitrary<infer One> ? One : never;

const trial = fc.record({
  sponsor: fc.constantFrom('ABCQZ', 'DEFQZ'),
  treatment: fc.constantFrom('zorbamab|ague', 'otherumab|ague', 'zorbamab|gout'),
  stage: fc.constantFrom('phase1' as const, 'phase2' as const, 'phase3' as const),
  completion: fc.integer({ min: -1_500, max: 1_500 }).map((days) => shiftDays(DAY, days)),
  known: dataFrom(before),
});

type Trial = typeof trial extends fc.Arbitrary<infer One> ? One : never;

function trialRecord(nctId: string, one: Trial, later?: Data): TrialRecord {
  const of = <Key extends keyof Data>(key: Key) =>
    [one.known[key], later?.[key]].filter((found) => found !== undefined);
  const approvals = of('approval') as string[];
  const [posted] = of('posted') as { day: string; p_value: number }[];
  return recordOf(nctId, {
    sponsor: one.sponsor,
    treatments: [one.treatment],
    stage: one.stage,
    completion: one.completion,
    isCompleted: one.completion <= DAY,
    stop: (of('stop')[0] as TrialRecord['stop'] | undefined) ?? null,
    announced: (of('readout') as { day: string; outcome: string }[]).map((readout) => ({
      ...readout,
      title: 'Topline',
    })),
    labels: of('label') as TrialRecord['labels'],
    posted: posted ? { day: posted.day, isMet: posted.p_value < 0.05 } : null,
    approvals,
    drugApprovals: approvals,
    history: { versions: of('version') as TrialRecord['history']['versions'] },
    design: {
      conditions: [one.treatment.split('|')[1]!],
      designations: of('designation') as { day: string; kind: string }[],
    },
  });
}

/** Returns the labels and features as known on the day of the first trials. */
function labelsAndFeatures(records: readonly TrialRecord[], count: number) {
  const labels = trialLabels(records, '2010-01-01', '2030-01-01');
  const onTheDay = trialLabels(records, '2010-01-01', DAY);
  const read = trialFeatureReader(records, labels);
  return records.slice(0, count).map((record) => ({
    labels: onTheDay.get(record.nctId),
    features: read(record, DAY),
  }));
}

it('data after a day do not change the labels and features of the day', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(trial, dataFrom(after)), { minLength: 1, maxLength: 12 }),
      fc.array(fc.tuple(trial, after), { maxLength: 6 }),
      (known, coming) => {
        const ids = known.map((_, at) => `NCT9000000${at}`);
        const withoutLater = known.map(([one], at) => trialRecord(ids[at]!, one));
        const withLater = known.map(([one, later], at) => trialRecord(ids[at]!, one, later));
        const added = coming.map(([one, day], at) => ({
          ...trialRecord(`NCT9100000${at}`, { ...one, known: {} as Data }),
          start: day,
          seen: day,
          completion: shiftDays(day, 300),
        }));
        expect(labelsAndFeatures([...withLater, ...added], ids.length)).toEqual(
          labelsAndFeatures(withoutLater, ids.length),
        );
      },
    ),
    { numRuns: 300 },
  );
});
