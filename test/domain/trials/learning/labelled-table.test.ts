import { describe, expect, it } from 'vitest';
import { shiftDays } from '../../../../src/domain/dates.ts';
import {
  type FittedModel,
  probabilitiesOf,
  readTrial,
} from '../../../../src/domain/trials/learning/fitted-model.ts';
import {
  rowsOf,
  tableBuilder,
  valueAt,
} from '../../../../src/domain/trials/learning/labelled-table.ts';
import type { LabelledTrial } from '../../../../src/domain/trials/learning/labelled-trial.ts';
import {
  couldLearnFrom,
  phaseModelOf,
} from '../../../../src/domain/trials/learning/phase-model.ts';

const trial = (nctId: string, more: Partial<LabelledTrial>): LabelledTrial => ({
  nctId,
  phase: 'phase2',
  sponsor: 'S',
  asOf: '2020-01-01',
  ended: '2021-01-01',
  succeeded: true,
  features: {},
  published: 0.5,
  ...more,
});

function tableOf(trials: readonly LabelledTrial[]) {
  const builder = tableBuilder();
  for (const one of trials) builder.add(one);
  return builder.build();
}

describe('a table of labeled trials', () => {
  const table = tableOf([
    trial('B', { sponsor: 'S2', asOf: '2020-01-02', published: 0.5, features: { b: 'x', a: 1 } }),
    trial('A', {
      sponsor: 'S1',
      asOf: '2020-01-02',
      ended: '2022-01-01',
      succeeded: false,
      published: 0.25,
      features: { a: null, b: true, c: 2 },
    }),
    trial('C', { sponsor: 'S2', published: 0.125, features: { a: 'n/a', b: 'x', c: Infinity } }),
  ]);
  const { NaN: none } = Number;

  it('has columns sorted by day and identifier', () => {
    expect(table).toEqual({
      count: 3,
      asOf: ['2020-01-01', '2020-01-02', '2020-01-02'],
      ended: ['2021-01-01', '2022-01-01', '2021-01-01'],
      sponsors: Uint32Array.of(0, 1, 0),
      outcomes: Uint8Array.of(1, 0, 1),
      published: Float64Array.of(0.125, 0.25, 0.5),
      features: [
        {
          feature: 'a',
          categories: ['n/a'],
          codes: Int32Array.of(0, -1, -1),
          numbers: Float64Array.of(none, none, 1),
        },
        { feature: 'b', categories: ['x', 'true'], codes: Int32Array.of(0, 1, 0), numbers: null },
        { feature: 'c', categories: [], codes: null, numbers: Float64Array.of(none, 2, none) },
      ],
    });
  });

  it('returns each value', () => {
    const valuesOf = (row: number) => table.features.map((columns) => valueAt(columns, row));
    expect([0, 1, 2].map(valuesOf)).toEqual([
      ['n/a', 'x', null],
      [null, 'true', 2],
      [1, 'x', null],
    ]);
  });

  it('can be reduced to some rows', () => {
    const some = rowsOf(table, [2, 0]);
    expect(some).toMatchObject({
      count: 2,
      asOf: ['2020-01-02', '2020-01-01'],
      ended: ['2021-01-01', '2021-01-01'],
      sponsors: Uint32Array.of(0, 0),
      outcomes: Uint8Array.of(1, 1),
      published: Float64Array.of(0.5, 0.125),
    });
    expect(some.features.map((columns) => [0, 1].map((row) => valueAt(columns, row)))).toEqual([
      [1, 'n/a'],
      ['x', 'x'],
      [null, null],
    ]);
    expect(tableOf([]).count).toBe(0);
  });
});

describe('the log odds of a trial', () => {
  const covariance = Array.from({ length: 21 }, () => 9);
  // The entries of rows 0, 1 and 3 are the intercept, the number and the first category.
  covariance[0] = 0.04;
  [covariance[1], covariance[2]] = [0.01, 0.09];
  [covariance[6], covariance[7], covariance[9]] = [0.002, 0.003, 0.16];
  const model: FittedModel = {
    trials: 100,
    share: 0.5,
    penalty: 1,
    calibration: { intercept: 0.1, slope: 2 },
    features: [
      {
        feature: 'a',
        categories: [],
        first: 2,
        other: null,
        missing: 2,
        number: { low: 0, high: 10, mean: 4, deviation: 2, column: 1 },
      },
      { feature: 'b', number: null, categories: ['x', 'y'], first: 3, other: 5, missing: null },
    ],
    coefficients: [0.5, 1, -0.4, 0.2, 0.3, -0.6],
    covariance,
    centres: [0.05, -0.02],
  };
  // Every trial has 0.1 + 2 · 0.5.
  const cases: readonly [LabelledTrial['features'], logOdds: number, parts: number[]][] = [
    // (8 − 4) / 2 deviations × 1, and 0.2 for the category, both doubled.
    [{ a: 8, b: 'x' }, 1.1 + 4 + 0.4, [3.95, 0.42]],
    [{ a: 99, b: 'y' }, 1.1 + 6 + 0.6, [5.95, 0.62]],
    // Unknown values and rare categories have columns.
    [{ a: null, b: 'z' }, 1.1 - 0.8 - 1.2, [-0.85, -1.18]],
    [{ b: null }, 1.1 - 0.8, [-0.85, 0.02]],
    [{ a: 'word', b: 'x' }, 1.1 + 0.4, [-0.05, 0.42]],
  ];

  it.each(cases)('with %j are %d, with the contributions %j', (features, logOdds, parts) => {
    const forecast = readTrial(model, features);
    expect(forecast.logOdds).toBeCloseTo(logOdds, 10);
    expect(forecast.contributions).toEqual(parts.map((one) => expect.closeTo(one, 10)));
  });

  it('have the standard error of their columns', () => {
    // 0.04 + 2² · 0.09 + 0.16 + 2 · (2 · 0.01 + 0.002 + 2 · 0.003) = 0.616; the root is doubled.
    expect(readTrial(model, { a: 8, b: 'x' }).error).toBeCloseTo(2 * Math.sqrt(0.616), 10);
    const negative = { ...model, covariance: covariance.map(() => -1) };
    expect(readTrial(negative, { a: 8, b: 'x' }).error).toBe(0);
  });

  it('have the same probability in a table', () => {
    const some = cases.slice(0, 3).map(([features], at) => trial(`N${at}`, { features }));
    const probabilities = probabilitiesOf(model, tableOf(some));
    expect([...probabilities]).toEqual(
      cases.slice(0, 3).map(([, logOdds]) => expect.closeTo(1 / (1 + Math.exp(-logOdds)), 10)),
    );
  });
});

describe('the model of a phase', () => {
  /** A model of successful trials, one per day from 2015, whose outcomes are known the next day. */
  const daily = (count: number, dayOf = (at: number) => at, endedOf = (at: number) => at + 1) =>
    phaseModelOf(
      tableOf(
        Array.from({ length: count }, (_, at) =>
          trial(`N${String(at).padStart(5, '0')}`, {
            asOf: shiftDays('2015-01-01', dayOf(at)),
            ended: shiftDays('2015-01-01', endedOf(at)),
          }),
        ),
      ),
      'phase2',
    );
  const none = { learned: null, published: null, judged: null, final: null };

  it('needs 300 later trials and 100 earlier trials with a known outcome', () => {
    expect(daily(299)).toEqual({
      trials: 299,
      successes: 299,
      not_served: 'too_few_later_trials',
      split_day: null,
      later_trials: 0,
      ...none,
    });
    expect(daily(399)).toMatchObject({ not_served: 'too_few_earlier_trials', later_trials: 0 });
    expect(daily(400)).toEqual({
      trials: 400,
      successes: 400,
      not_served: 'one_outcome_only',
      // The split day is 540 days after the first of the later trials.
      split_day: shiftDays('2015-01-01', 100 + 540),
      later_trials: 300,
      ...none,
    });
    // One earlier outcome becomes known on the day of the fit.
    const late = (day: number) => daily(400, undefined, (at) => (at === 5 ? day : at + 1));
    expect(late(639).not_served).toBe('one_outcome_only');
    expect(late(640).not_served).toBe('too_few_earlier_trials');
    // Trials of one day are not split.
    expect(daily(400, (at) => (at === 99 ? 100 : at)).not_served).toBe('too_few_earlier_trials');
  });

  it('is judged on a quarter of its trials if that is more than 300', () => {
    expect([1_200, 1_201].map((count) => daily(count).later_trials)).toEqual([300, 301]);
  });

  it.each([
    // The outcome, and 540 days after the features, must be before the day.
    ['2020-01-01', '2021-01-01', '2021-06-25', true],
    ['2020-01-01', '2021-01-01', '2021-06-24', false],
    ['2020-01-01', '2022-01-01', '2022-01-01', false],
    ['2020-01-01', '2022-01-01', '2022-01-02', true],
  ])('learns from features of %s and an outcome of %s on %s: %s', (asOf, ended, day, expected) => {
    expect(couldLearnFrom({ asOf, ended }, 'phase2', day)).toBe(expected);
  });
});
