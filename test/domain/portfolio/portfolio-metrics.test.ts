import { describe, expect, it } from 'vitest';
import {
  annualizedVolatility,
  beta,
  calmarRatio,
  compoundAnnualGrowthRate,
  downsideDeviation,
  drawdowns,
  maximumDrawdown,
  periodReturns,
  sharpeRatio,
  sortinoRatio,
  winRate,
} from '../../../src/domain/portfolio/portfolio-metrics.ts';

/** Values of a portfolio: the start value 1 and the value after each return. */
function valuesOf(returns: readonly number[]): readonly number[] {
  const values = [1];
  for (const r of returns) values.push(values.at(-1)! * (1 + r));
  return values;
}

function growthOf(returns: readonly number[]): number {
  return valuesOf(returns).at(-1)!;
}

// From the tests of empyrical (test_stats.py).
const monthly = [0, 0.01, 0.1, -0.04, 0.02, 0.03, 0.02, 0.01, -0.1];
const daily = [0.01, 0.1, -0.04, 0.02, 0.03, 0.02, 0.01, -0.1];

const annual = compoundAnnualGrowthRate(growthOf(monthly), 9 / 12);
const depth = maximumDrawdown(valuesOf(monthly));

it.each([
  ['annual return of monthly data', annual, 0.052242061386048144],
  [
    'annual return of weekly data',
    compoundAnnualGrowthRate(growthOf(monthly), 9 / 52),
    0.24690830513998208,
  ],
  ['annual volatility', annualizedVolatility(monthly, 12), 0.18663690238892558],
  ['maximum drawdown', depth, -0.1],
  ['Calmar ratio', calmarRatio(annual, depth), 0.5224206138604814],
  ['downside risk', downsideDeviation(monthly, 0) * Math.sqrt(12), 0.1243650540411842],
  ['Sortino ratio', sortinoRatio(monthly, 0, 12), 0.5360562674188976],
  ['daily Sharpe ratio', sharpeRatio(daily, 0, 252), 1.7238613961706866],
  ['daily Sortino ratio', sortinoRatio(daily, 0, 252), 2.605531251673693],
])('the %s is that of empyrical', (_, value, published) => {
  expect(value).toBeCloseTo(published, 12);
});

// Bacon, Practical Portfolio Performance Measurement and Attribution (2008), as the data set
// portfolio_bacon of R's PerformanceAnalytics; 24 months of portfolio and benchmark.
const bacon = [
  0.003, 0.026, 0.011, -0.01, 0.015, 0.025, 0.016, 0.067, -0.014, 0.04, -0.005, 0.081, 0.04, -0.037,
  -0.061, 0.017, -0.049, -0.022, 0.07, 0.058, -0.065, 0.024, -0.005, -0.009,
];
const baconBenchmark = [
  0.002, 0.025, 0.018, -0.011, 0.014, 0.018, 0.014, 0.065, -0.015, 0.042, -0.006, 0.083, 0.039,
  -0.038, -0.062, 0.015, -0.048, 0.021, 0.06, 0.056, -0.067, 0.019, -0.003, 0,
];

it('the ratios of Bacon are the published ones', () => {
  // The minimum return is 0.5 % per month.
  expect(downsideDeviation(bacon, 0.005)).toBeCloseTo(0.0255, 4);
  expect(sortinoRatio(bacon, 0.005, 1)).toBeCloseTo(0.157, 3);
  const growth = compoundAnnualGrowthRate(growthOf(bacon), 2);
  const depth = maximumDrawdown(valuesOf(bacon));
  expect(growth).toBeCloseTo(0.10367829, 8);
  expect(depth).toBeCloseTo(-0.14467296, 8);
  expect(calmarRatio(growth, depth)).toBeCloseTo(0.71663905, 7);
  // The Fama beta is the volatility ÷ the volatility of the benchmark.
  const ratio = annualizedVolatility(bacon, 12)! / annualizedVolatility(baconBenchmark, 12)!;
  expect(ratio).toBeCloseTo(1.03, 2);
});

describe('values computed by hand', () => {
  it('for drawdowns, from the start value', () => {
    // 100, 90, 99, 110, 88: −10 %, −1 %, 0, 88/110 − 1 = −20 %.
    const depths = drawdowns([100, 90, 99, 110, 88]);
    const expected = [0, -0.1, -0.01, 0, -0.2];
    expected.forEach((depth, i) => {
      expect(depths[i]).toBeCloseTo(depth, 12);
    });
    expect(maximumDrawdown([100, 90])).toBeCloseTo(-0.1, 12);
    expect(maximumDrawdown([100, 110])).toBe(0);
    expect(maximumDrawdown([])).toBeNull();
  });

  it('for beta, the slope on the benchmark', () => {
    // The means are .02 and .01, the covariance sum is −.01·−.02 + 0 + .01·.02 = .0004 and the
    // variance sum .0001 + 0 + .0001 = .0002, so beta is 2.
    expect(beta([0, 0.02, 0.04], [0, 0.01, 0.02])).toBeCloseTo(2, 12);
    expect(beta([0, 0.02], [0.01, 0.01])).toBeNull();
    expect(beta([0.01], [0.01])).toBeNull();
  });

  it('for the Sharpe ratio, over the risk-free rate', () => {
    // The excess returns 0, .01 and .02 have a mean of .01 and a deviation of .01: 1·√12.
    expect(sharpeRatio([0.01, 0.02, 0.03], 0.01, 12)).toBeCloseTo(Math.sqrt(12), 10);
    expect(sharpeRatio([0.01, 0.01, 0.01], 0, 12)).toBeNull();
  });

  it('are null if they cannot be computed', () => {
    expect(sortinoRatio([0.01, 0.02], 0, 252)).toBeNull();
    expect(calmarRatio(0.1, 0)).toBeNull();
    expect(calmarRatio(null, -0.1)).toBeNull();
    expect(compoundAnnualGrowthRate(1.1, 0)).toBeNull();
    expect(annualizedVolatility([0.1], 252)).toBeNull();
    expect(winRate([])).toBeNull();
  });

  it('for the win rate and for returns between values', () => {
    expect(winRate([0.1, 0, -0.1, 0.2])).toBe(0.5);
    expect(periodReturns([100, 110, 99]).map((r) => Math.round(r * 1e6) / 1e6)).toEqual([
      0.1, -0.1,
    ]);
  });
});
