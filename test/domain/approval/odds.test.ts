import { describe, expect, it } from 'vitest';
import {
  correlationWeight,
  effectiveSampleSize,
  oddsRatio,
  shrunkRate,
  wilsonInterval,
  withRatio,
} from '../../../src/domain/approval/odds.ts';

describe('odds', () => {
  it('have the published ratio of two rates', () => {
    // BIO/QLS/Informa 2021, Phase 2→3: biomarker 46.3 % against 28.3 %, rare 44.6 % against 28.9 %.
    expect(oddsRatio(0.463, 0.283)).toBeCloseTo(2.184, 3);
    expect(oddsRatio(0.446, 0.289)).toBeCloseTo(1.981, 3);
  });

  it('are multiplied by a ratio', () => {
    // Odds 1 × 3 = 3 is a probability of 3/4, and odds 3 ÷ 3 = 1 is 1/2.
    expect(withRatio(0.5, 3)).toBeCloseTo(0.75, 12);
    expect(withRatio(0.75, 1 / 3)).toBeCloseTo(0.5, 12);
  });

  it('have a smaller weight for each of several correlated factors', () => {
    expect([1, 2, 3].map(correlationWeight)).toEqual([1, 1 / 1.5, 0.5]);
  });
});

describe('small samples', () => {
  it('are shrunk toward the rate of all indications', () => {
    // (4 + 30 · 0.906) ÷ (4 + 30) = 31.18 ÷ 34.
    expect(shrunkRate(4, 4, 0.906)).toBeCloseTo(0.917059, 6);
  });

  it('have a Wilson interval', () => {
    // A rate of 8 of 10: the center (0.8 + 0.192073) and the spread 0.313611 over 1.384146 result
    // in 0.4902 to 0.9433, as in Agresti & Coull's worked examples of the score interval.
    const { low, high } = wilsonInterval(0.8, 10);
    expect(low).toBeCloseTo(0.4902, 4);
    expect(high).toBeCloseTo(0.9433, 4);
  });

  it('have a Wilson interval within 0 and 1 for a rate of 0', () => {
    // A rate of 0 of 10: the upper bound is z²/(n + z²) = 3.841459 ÷ 13.841459.
    const { low, high } = wilsonInterval(0, 10);
    expect(low).toBe(0);
    expect(high).toBeCloseTo(0.277533, 5);
  });

  it('have an effective size for a product of rates', () => {
    expect(effectiveSampleSize([{ rate: 0.3, weight: 80 }])).toBeCloseTo(80, 9);
    // The variance of the log is 0.01 + 0.01 = 0.02. The effective size is 0.75 ÷ (0.25 · 0.02) =
    // 150.
    const two = [
      { rate: 0.5, weight: 100 },
      { rate: 0.5, weight: 100 },
    ];
    expect(effectiveSampleSize(two)).toBeCloseTo(150, 9);
  });
});
