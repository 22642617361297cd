import { mean } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import {
  type Criteria,
  combine,
  compositeScores,
  gradeOf,
  percentileRanks,
  winsorize,
} from '../../src/domain/composite.ts';
import { TIER_FLOORS } from '../../src/domain/constants.ts';
import { bandOf } from '../../src/domain/risk-level.ts';
import fc from '../support/properties.ts';

const CRITERIA = {
  growth: { weight: 0.5, basis: 'rank' },
  debt: { weight: 0.3, basis: 'rank_low' },
  stage: { weight: 0.2, basis: 'points' },
} as const satisfies Criteria;

describe('percentileRanks', () => {
  it('returns mid-ranks, and null for null', () => {
    // Mid-rank percentiles of four values: 1 is at (0 + ½)/4, both 2s are at (1 + 1)/4, and 3 is at
    // (3 + ½)/4.
    expect(percentileRanks([2, 1, null, 2, 3])).toEqual([50, 12.5, null, 50, 87.5]);
    expect(percentileRanks([7])).toEqual([50]);
    expect(percentileRanks([null])).toEqual([null]);
  });

  it('spaces distinct values evenly and keeps the mean at 50 with ties', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1 }), (values) => {
        expect(mean(percentileRanks(values).map(Number))).toBeCloseTo(50, 9);
      }),
    );
    const ranks = percentileRanks(Array.from({ length: 20 }, (_, index) => index ** 3));
    ranks.forEach((rank, index) => {
      expect(rank).toBeCloseTo(5 * index + 2.5, 9);
    });
  });
});

it('winsorize limits extreme values to the quantiles', () => {
  // The values are 0 to 99 and 1,000, so the 1 % quantile is 1 and the 99 % quantile is 99.
  const values = [...Array.from({ length: 100 }, (_, index) => index), 1000];
  const result = winsorize(values);
  expect(result[0]).toBeCloseTo(1, 9);
  expect(result.at(-1)).toBeCloseTo(99, 9);
  expect(result[50]).toBe(50);
  expect(winsorize([null])).toEqual([null]);
});

describe('combine', () => {
  it('distributes the weight of a missing input to the other inputs', () => {
    // Only the weights 0.5 and 0.2 have inputs, so the score is 5/7 × 80 + 2/7 × 10 = 60.
    const result = combine([
      { name: 'a', weight: 0.5, value: 3, score: 80 },
      { name: 'b', weight: 0.3, value: null, score: null },
      { name: 'c', weight: 0.2, value: 9, score: 10 },
    ]);
    expect(result.score).toBeCloseTo(60, 9);
    expect(result.coverage_pct).toBeCloseTo(70, 9);
    expect(result.components.b).toEqual({ value: null, score: null, weight: 0 });
    expect(result.components.a!.weight + result.components.c!.weight).toBeCloseTo(1, 12);
    expect(result.flags).toEqual([]);
  });

  it('returns null if the inputs have less than half of the weight', () => {
    const result = combine([
      { name: 'a', weight: 0.6, value: null, score: null },
      { name: 'b', weight: 0.4, value: 1, score: 90 },
    ]);
    expect(result.score).toBeNull();
    expect(result.flags).toEqual(['low_coverage']);
    expect(combine([{ name: 'a', weight: 1, value: null, score: null }]).score).toBeNull();
  });
});

describe('compositeScores', () => {
  it('is the weighted mean of ranks and points', () => {
    // Growth ranks 25 and 75. Debt ranks 25 and 75, and low is good, so it scores 75 and 25.
    // Peer 1: 0.5×25 + 0.3×75 + 0.2×40 = 43. Peer 2: 0.5×75 + 0.3×25 + 0.2×90 = 63.
    const [first, second] = compositeScores(
      [
        { growth: 1, debt: 10, stage: 40 },
        { growth: 2, debt: 20, stage: 90 },
      ],
      CRITERIA,
    );
    expect(first!.score).toBeCloseTo(43, 9);
    expect(second!.score).toBeCloseTo(63, 9);
    expect([first!.percentile, first!.grade, first!.tier]).toEqual([25, 'D', 'low']);
    expect([second!.percentile, second!.grade, second!.tier]).toEqual([75, 'B', 'high']);
  });

  it('rejects weights that do not sum to 1', () => {
    const { growth, debt } = CRITERIA;
    expect(() => compositeScores([], { growth, debt })).toThrow(RangeError);
  });
});

it('grades and tiers change at their lowest percentile', () => {
  const tierOf = (percentile: number | null) => bandOf(TIER_FLOORS, percentile);
  expect([80, 79.9, 60, 59.9, 40, 39.9, 20, 19.9].map(gradeOf).join('')).toBe('ABBCCDDF');
  expect([90, 89.9, 70, 69.9, 40, 39.9].map(tierOf)).toEqual([
    'top',
    'high',
    'high',
    'mid',
    'mid',
    'low',
  ]);
  expect(gradeOf(null)).toBeNull();
  expect(tierOf(null)).toBeNull();
});
