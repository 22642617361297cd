import { describe, expect, it } from 'vitest';
import {
  type Forecast,
  logLoss,
  losesLess,
  qualityOf,
  squaredError,
  unweighted,
} from '../../src/domain/forecast-quality.ts';

describe('the quality of forecasts', () => {
  it('counts a tie between a success and a failure as half of an ordered pair', () => {
    const forecasts = [
      { forecast: 0.4, outcome: 1 },
      { forecast: 0.4, outcome: 0 },
      { forecast: 0.2, outcome: 0 },
      { forecast: 0.4, outcome: 1 },
      { forecast: 0.9, outcome: 0 },
    ] as const;
    // Each success ties with 0.4 (½), is above 0.2 (1) and below 0.9 (0): 3 of 6 pairs.
    expect(qualityOf(unweighted(forecasts), 0.5).auc).toBe(0.5);
  });

  it('has no area under the curve if all outcomes are equal', () => {
    expect(qualityOf(unweighted([{ forecast: 0.4, outcome: 1 }]), 0.5).auc).toBeNull();
  });

  it('assigns a finite loss to a failed forecast of 1', () => {
    expect(logLoss({ forecast: 1, outcome: 0 })).toBeCloseTo(15 * Math.LN10, 10);
    expect(logLoss({ forecast: 0, outcome: 0 })).toBeCloseTo(0, 12);
  });

  it('calls forecasts better only if the difference is larger than chance', () => {
    // Paired differences of the squared errors: 0.25 − 0.16 = 0.09 and 0.25 − 0.36 = −0.11.
    const constant = (count: number): Forecast[] =>
      Array.from({ length: count }, () => ({ forecast: 0.5, outcome: 1 }));
    const mixed = (good: number, bad: number): Forecast[] => [
      ...Array.from({ length: good }, () => ({ forecast: 0.6, outcome: 1 }) as const),
      ...Array.from({ length: bad }, () => ({ forecast: 0.4, outcome: 1 }) as const),
    ];
    // 60 of 100 forecasts are better: mean 0.01, deviation 0.0985, standard error 0.00985, so the
    // difference is 1.02 standard errors.
    expect(losesLess(mixed(60, 40), constant(100), squaredError)).toBe(false);
    // 65 of 100 forecasts are better: mean 0.02, deviation 0.0959, standard error 0.00959, so the
    // difference is 2.09 standard errors.
    expect(losesLess(mixed(65, 35), constant(100), squaredError)).toBe(true);
    expect(losesLess(constant(100), mixed(65, 35), squaredError)).toBe(false);
    expect(losesLess(constant(9), constant(9), squaredError)).toBe(false);
    expect(losesLess(mixed(1, 0), constant(1), squaredError)).toBe(false);
    expect(losesLess([], [], squaredError)).toBe(false);
  });
});
