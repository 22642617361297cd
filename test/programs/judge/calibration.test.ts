import { describe, expect, it } from 'vitest';
import { qualityOf, unweighted } from '../../../src/domain/forecast-quality.ts';
import { reweighted } from './calibration.ts';

const forecasts = [
  { forecast: 0.9, outcome: 1 },
  { forecast: 0.6, outcome: 1 },
  { forecast: 0.8, outcome: 0 },
  { forecast: 0.5, outcome: 0 },
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
});
