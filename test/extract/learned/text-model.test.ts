import { describe, expect, it } from 'vitest';
import { packed, textModelOf } from '../../../src/extract/learned/text-model.ts';

const model = textModelOf([
  // A position with a gap of three bytes, and weights of both signs.
  {
    type: 'crl',
    intercept: -1,
    scale: 0.5,
    weights: packed([
      [70_000, -128],
      [5, 4],
      [300, 127],
    ]),
  },
  { type: 'approval', intercept: 0, scale: 0.1, weights: packed([[5, 10]]) },
]);
const logistic = (logOdds: number) => 1 / (1 + Math.exp(-logOdds));

describe('a text model', () => {
  it('adds the weights of the features and divides by the fourth root of their number', () => {
    // The fourth root of four features is √2: -1 + 0.5 · (4 + 127) / √2 and 0.1 · 10 / √2.
    const [crl, approval] = model.probabilities([5, 300, 9, 11]);
    expect(crl).toBeCloseTo(logistic(-1 + (0.5 * 131) / Math.SQRT2), 12);
    expect(approval).toBeCloseTo(logistic(1 / Math.SQRT2), 12);
  });

  it('counts a repeated feature once, but in the length each time', () => {
    const [crl] = model.probabilities([70_000, 70_000, 70_000, 70_000]);
    expect(crl).toBeCloseTo(logistic(-1 - (0.5 * 128) / Math.SQRT2), 12);
  });

  it('returns the intercept without known features', () => {
    expect(model.probabilities([1, 2])).toEqual([logistic(-1), 0.5]);
    expect(model.probabilities([])).toEqual([logistic(-1), 0.5]);
  });
});
