import {
  mean,
  sampleCovariance,
  sampleStandardDeviation,
  sampleVariance,
  sum,
} from 'simple-statistics';

/** Returns of successive values, plain fractions, one fewer than the values. */
export function periodReturns(values: readonly number[]): readonly number[] {
  return values.slice(1).map((value, index) => value / values[index]! - 1);
}

/**
 * Compound annual growth rate, a fraction: growth^(1/years) − 1, where `growth` is the end value ÷
 * the start value, above 0. Null without a positive length of time.
 */
export function compoundAnnualGrowthRate(growth: number, years: number): number | null {
  return years > 0 && growth > 0 ? growth ** (1 / years) - 1 : null;
}

/** Sample standard deviation (n − 1) × √periods a year, a fraction; null below two returns. */
export function annualisedVolatility(
  returns: readonly number[],
  periods_per_year: number,
): number | null {
  if (returns.length < 2) return null;
  return sampleStandardDeviation([...returns]) * Math.sqrt(periods_per_year);
}

/**
 * Sharpe ratio, annualised: mean excess return ÷ its sample standard deviation × √periods a year;
 * `risk_free` is the rate of one period. Null where nothing varies. Source: Sharpe 1994.
 */
export function sharpeRatio(
  returns: readonly number[],
  risk_free: number,
  periods_per_year: number,
): number | null {
  const deviation = annualisedVolatility(returns, periods_per_year);
  if (deviation === null || isNegligible(deviation)) return null;
  return ((mean([...returns]) - risk_free) * periods_per_year) / deviation;
}

/**
 * Root mean square of the shortfalls below `acceptable`, per period, divided by all n returns and
 * not only by those that fall short (Sortino & Price 1994; Bacon 2008). `returns` not empty.
 */
export function downsideDeviation(returns: readonly number[], acceptable: number): number {
  const shortfalls = returns.map((value) => Math.min(value - acceptable, 0) ** 2);
  return Math.sqrt(sum(shortfalls) / returns.length);
}

/**
 * Sortino ratio, annualised: mean return above `acceptable` (of one period) ÷ downside deviation ×
 * √periods a year. Null where nothing falls short.
 */
export function sortinoRatio(
  returns: readonly number[],
  acceptable: number,
  periods_per_year: number,
): number | null {
  if (returns.length === 0) return null;
  const deviation = downsideDeviation(returns, acceptable);
  if (isNegligible(deviation)) return null;
  return ((mean([...returns]) - acceptable) / deviation) * Math.sqrt(periods_per_year);
}

/** Each value ÷ the highest so far − 1, the start value included: 0 or negative fractions. */
export function drawdowns(values: readonly number[]): readonly number[] {
  let peak = Number.NEGATIVE_INFINITY;
  return values.map((value) => {
    peak = Math.max(peak, value);
    return value / peak - 1;
  });
}

/** The deepest drawdown, 0 or a negative fraction; null without values. */
export function maximumDrawdown(values: readonly number[]): number | null {
  return drawdowns(values).reduce<number | null>((least, next) => Math.min(least ?? 0, next), null);
}

/** Growth rate ÷ depth of the deepest drawdown; null without a drawdown. Source: Young 1991. */
export function calmarRatio(
  growth_rate: number | null,
  maximum_drawdown: number | null,
): number | null {
  if (growth_rate === null || maximum_drawdown === null) return null;
  return maximum_drawdown < 0 ? growth_rate / Math.abs(maximum_drawdown) : null;
}

/**
 * Slope of the returns on the benchmark's returns of the same periods: sample covariance ÷ sample
 * variance. Null below two periods or where the benchmark does not vary.
 */
export function beta(
  returns: readonly number[],
  benchmark_returns: readonly number[],
): number | null {
  if (returns.length < 2 || returns.length !== benchmark_returns.length) return null;
  const variance = sampleVariance([...benchmark_returns]);
  if (isNegligible(Math.sqrt(variance))) return null;
  return sampleCovariance([...returns], [...benchmark_returns]) / variance;
}

/** Share of the returns above 0, a fraction; null without returns. */
export function winRate(returns: readonly number[]): number | null {
  if (returns.length === 0) return null;
  return returns.filter((value) => value > 0).length / returns.length;
}

/** Rounding alone leaves deviations of this size in returns that are all equal. */
function isNegligible(deviation: number): boolean {
  return deviation < 1e-12;
}
