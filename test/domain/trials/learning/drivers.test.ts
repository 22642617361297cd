import { describe, expect, it } from 'vitest';
import { driversOf } from '../../../../src/domain/trials/learning/drivers.ts';
import type { FittedModel } from '../../../../src/domain/trials/learning/fitted-model.ts';

const featureOf = (feature: string) =>
  ({ feature, number: null, categories: [], first: 1, other: null, missing: null }) as const;
const fit: FittedModel = {
  trials: 100,
  share: 0.5,
  penalty: 1,
  calibration: { intercept: 0, slope: 1 },
  features: [featureOf('a'), featureOf('b'), featureOf('c')],
  coefficients: [],
  covariance: [],
  centres: [],
};

describe('the drivers of a forecast', () => {
  it('divide the difference between base rate and probability by their log odds', () => {
    // From 0.5 to 0.75 the log odds rise by ln 3: 25 points, with the parts −1 of a, 3 of b and −1
    // of c; the largest effect is first.
    const part = Math.log(3);
    expect(driversOf(fit, [-part, 3 * part, -part], Math.log(3))).toEqual([
      { feature: 'b', effect: 75 },
      { feature: 'a', effect: -25 },
      { feature: 'c', effect: -25 },
    ]);
  });

  it('have effects even if they cancel out', () => {
    // Without a difference, one unit of log odds is 0.5 · 0.5, 25 percentage points.
    expect(driversOf(fit, [0.4, -0.4, 0], 0)).toEqual([
      { feature: 'a', effect: 10 },
      { feature: 'b', effect: -10 },
    ]);
  });

  it('have rounded effects that sum to the rounded difference', () => {
    // Three effects of 1.04 points sum to 3.12, which is 1.0 + 1.1 + 1.0 after rounding.
    const logOdds = Math.log(0.5312 / 0.4688);
    const third = logOdds / 3;
    expect(driversOf(fit, [third, third, third], logOdds).map(({ effect }) => effect)).toEqual([
      1, 1.1, 1,
    ]);
  });

  it('are the eight largest and one for the others', () => {
    const many = { ...fit, features: [...'abcdefghijk'].map(featureOf) };
    // With 25 points per unit, the effects are 10 to 3 points, then 2, 1 and −0.5, together 2.5.
    const parts = [0.4, -0.36, 0.32, -0.28, 0.24, -0.2, 0.16, -0.12, 0.08, 0.04, -0.02];
    const drivers = driversOf(many, parts, 0);
    expect(drivers).toHaveLength(9);
    expect(drivers.slice(7)).toEqual([
      { feature: 'h', effect: -3 },
      { feature: 'Other features', effect: 2.5 },
    ]);
  });

  it('sum to a probability of 1', () => {
    const drivers = driversOf(fit, [60, 0, 0], 60);
    expect(drivers).toEqual([{ feature: 'a', effect: 50 }]);
  });
});
