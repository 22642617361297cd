import { describe, expect, it } from 'vitest';
import { randomOf } from '../../../../src/demo/random.ts';
import { tune } from '../../../../src/domain/trials/learning/tuning.ts';

/**
 * Rows of an intercept and one of two features, which changes the log odds by ± `effect`. In the
 * later half, `drift` is added to all log odds.
 */
function tuned(count: number, effect: number, { drift = 0, beyond = 0 } = {}) {
  const random = randomOf(7);
  const rows = count + beyond;
  const columns = Array.from({ length: rows }, () => [0, random.integer(1, 2)]);
  const outcomes = Uint8Array.from(columns, ([, feature], row) => {
    const logOdds = (feature === 1 ? effect : -effect) + (row > count / 2 ? drift : 0);
    return Number(random.chance(1 / (1 + Math.exp(-logOdds))));
  });
  const sparse = {
    width: 3,
    starts: Uint32Array.from({ length: rows + 1 }, (_, row) => 2 * row),
    columns: Uint16Array.from(columns.flat()),
    values: new Float64Array(2 * rows).fill(1),
  };
  return { sparse, outcomes, tuning: tune(sparse, outcomes, count) };
}

describe('the penalty', () => {
  it('is weaker for larger effects', () => {
    const penalties = Array.from({ length: 21 }, (_, at) => tuned(300, at / 10).tuning.penalty);
    expect([penalties[0], penalties.at(-1)]).toEqual([1_000, 2]);
    // For each candidate, there is an effect for which this candidate is selected.
    expect([...new Set(penalties)].sort((a, b) => b - a)).toEqual([1_000, 200, 40, 8, 2]);
  });

  it('ignores rows after the count', () => {
    const { sparse, outcomes, tuning } = tuned(300, 0.6, { beyond: 50 });
    const others = outcomes.map((outcome, row) => (row < 300 ? outcome : 1 - outcome));
    expect(tune(sparse, others, 300)).toEqual(tuning);
    expect(tune(sparse, others, 350)).not.toEqual(tuning);
  });
});

describe('the calibration', () => {
  it('is the identity if it does not improve later forecasts', () => {
    expect(tuned(300, 0).tuning.calibration).toEqual({ intercept: 0, slope: 1 });
  });

  it('adjusts for a trend and keeps the order of forecasts', () => {
    const [risen, fallen] = [2, -2].map((drift) => tuned(2_000, 1, { drift }).tuning.calibration);
    expect(risen!.intercept).toBeGreaterThan(0.4);
    expect(fallen!.intercept).toBeLessThan(-0.4);
    for (const { slope } of [risen!, fallen!]) {
      expect(slope).toBeGreaterThan(0.5);
      expect(slope).toBeLessThan(2);
    }
  });
});
