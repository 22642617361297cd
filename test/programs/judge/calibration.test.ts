import { describe, expect, it } from 'vitest';
import { qualityOf, unweighted } from '../../../src/domain/forecast-quality.ts';
import { byDecile, calibrationOf, reweighted } from './calibration.ts';

const forecasts = [
  { forecast: 0.9, outcome: 1, group: 'a' },
  { forecast: 0.6, outcome: 1, group: 'a' },
  { forecast: 0.8, outcome: 0, group: 'b' },
  { forecast: 0.5, outcome: 0, group: 'b' },
] as const;

describe('the judge of forecasts', () => {
  it('scores them beside a constant', () => {
    const quality = qualityOf(unweighted(forecasts), 0.5);
    // Brier score: (0.01 + 0.16 + 0.64 + 0.25) / 4.
    expect(quality.brier).toBeCloseTo(0.265, 10);
    expect(quality.constantBrier).toBeCloseTo(0.25, 10);
    expect(quality.constantLogLoss).toBeCloseTo(Math.LN2, 10);
    // Log loss: -ln(0.9 · 0.6 · 0.2 · 0.5) / 4.
    expect(quality.logLoss).toBeCloseTo(-Math.log(0.054) / 4, 10);
    // Three of the four pairs are ranked correctly.
    expect(quality.auc).toBe(0.75);
  });

  it('counts the failures that a sample drew too often less', () => {
    const quality = qualityOf(reweighted(forecasts, 0.9), 0.9);
    expect(quality.share).toBeCloseTo(0.9, 10);
    // Weighted Brier score: 0.9 · (0.01 + 0.16) / 2 + 0.1 · (0.64 + 0.25) / 2.
    expect(quality.brier).toBeCloseTo(0.121, 10);
    expect(quality.constantBrier).toBeCloseTo(0.09, 10);
  });

  it('sets the mean forecast of a group beside what came true', () => {
    const [a, b] = calibrationOf(unweighted(forecasts));
    expect(a).toMatchObject({ group: 'a', count: 2, share: 1 });
    expect(a?.forecast).toBeCloseTo(0.75, 10);
    expect(b).toMatchObject({ group: 'b', count: 2, share: 0 });
    expect(b?.forecast).toBeCloseTo(0.65, 10);
  });

  it('parts them into tenths by their height', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => {
      // Every second case succeeds, and the highest forecasts come first.
      return { forecast: (20 - index) / 20, outcome: index % 2 === 0 ? 1 : 0 } as const;
    });
    const tenths = calibrationOf(unweighted(byDecile(twenty)));
    expect(tenths.map(({ count, share }) => [count, share])).toEqual(
      Array.from({ length: 10 }, () => [2, 0.5]),
    );
    expect(tenths[0]).toMatchObject({ group: 'decile  1' });
    expect(tenths[0]?.forecast).toBeCloseTo(0.075, 10);
    expect(tenths[9]?.forecast).toBeCloseTo(0.975, 10);
  });
});
