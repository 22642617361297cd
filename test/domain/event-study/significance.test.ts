import { describe, expect, it } from 'vitest';
import {
  falseDiscoveryRates,
  rankTest,
  signTest,
} from '../../../src/domain/event-study/significance.ts';

describe('the rank test', () => {
  it('is exact up to twelve events', () => {
    // Ranks 1, 2, 4 of 101: the mean is .02288, z −2.863, and P(sum ≤ 7/102) = (7/102)³ ÷ 3!.
    const ranks = [1, 2, 4].map((rank) => rank / 102);
    expect(rankTest(ranks)).toBeCloseTo((2 * (7 / 102) ** 3) / 6, 12);
    expect(rankTest(ranks)).toBeCloseTo(0.00011, 5);
    expect(rankTest(ranks.map((rank) => 1 - rank))).toBeCloseTo((2 * (7 / 102) ** 3) / 6, 12);
    expect(rankTest([0.02])).toBeCloseTo(0.04, 12);
    // P(sum of two ≤ 0.8) = 0.8² ÷ 2; of three ≤ 1.2: (1.2³ − 3 · 0.2³) ÷ 6.
    expect(rankTest([0.3, 0.5])).toBeCloseTo(0.64, 12);
    expect(rankTest([0.4, 0.4, 0.4])).toBeCloseTo((2 * (1.728 - 0.024)) / 6, 12);
    expect(rankTest(Array.from({ length: 12 }, () => 0.5))).toBeCloseTo(1, 9);
  });

  it('is normal beyond', () => {
    // z = −0.2 · √(12 · 13) = −2.498: two-sided 0.01249.
    expect(rankTest(Array.from({ length: 13 }, () => 0.3))).toBeCloseTo(0.01249, 5);
  });
});

it('the sign test is the exact binomial test', () => {
  // The example in the manual of R for `binom.test`: 682 successes in 925 trials, compared with a
  // probability of 0.75.
  expect(signTest(682, 925, 0.75)).toBeCloseTo(0.3825, 4);
  // Two of ten at 0.5: 2 · (1 + 10 + 45) ÷ 1024. With two trials at 0.3, the probabilities of 2, 0
  // and 1 successes are 0.3 · 0.3, 0.7 · 0.7 and 2 · 0.21.
  expect(signTest(2, 10, 0.5)).toBeCloseTo(112 / 1024, 12);
  expect(signTest(2, 2, 0.3)).toBeCloseTo(0.09, 12);
  expect(signTest(1, 2, 0.3)).toBeCloseTo(0.51, 12);
  expect(signTest(0, 5, 0)).toBe(1);
  expect(signTest(3000, 6000, 0.5)).toBe(1);
});

it('false discovery rates are those of Benjamini and Hochberg', () => {
  const rates = falseDiscoveryRates([0.01, null, 0.04, 0.03, 0.005, 0.03]);
  // With five p-values, the q-values are 0.005 · 5/1, 0.01 · 5/2, twice 0.03 · 5/4, and 0.04 · 5/5.
  expect(rates.map((rate) => rate && Math.round(rate * 1e9) / 1e9)).toEqual([
    0.025,
    null,
    0.04,
    0.0375,
    0.025,
    0.0375,
  ]);
});
