import {
  mean,
  sampleCovariance,
  sampleStandardDeviation,
  sampleVariance,
  sum,
} from 'simple-statistics';

/** Returns between successive values, as fractions. */
export function periodReturns(values: readonly number[]): readonly number[] {
  return values.slice(1).map((value, index) => value / values[index]! - 1);
}

/**
 * Compound annual growth rate, a fraction: growth^(1/years) − 1. Null if `years` or `growth` is not
 * positive.
 * @param growth the end value ÷ start value
 */
export function compoundAnnualGrowthRate(growth: number, years: number): number | null {
  return years > 0 && growth > 0 ? growth ** (1 / years) - 1 : null;
}

/**
 * Annualized volatility, a fraction: sample standard deviation (n − 1) × √periods per year. Null if
 * there are fewer than two returns.
 */
export function annualizedVolatility(
  returns: readonly number[],
  periods_per_year: number,
): number | null {
  if (returns.length < 2) return null;
  return sampleStandardDeviation([...returns]) * Math.sqrt(periods_per_year);
}

/**
 * Annualized Sharpe ratio (Sharpe 1994): mean excess return ÷ sample standard deviation of the
 * returns × √periods per year. Null if the returns do not vary.
 * @param risk_free the risk-free rate of one period, a fraction
 */
export function sharpeRatio(
  returns: readonly number[],
  risk_free: number,
  periods_per_year: number,
): number | null {
  const deviation = annualizedVolatility(returns, periods_per_year);
  if (deviation === null || isNegligible(deviation)) return null;
  return ((mean([...returns]) - risk_free) * periods_per_year) / deviation;
}

/**
 * Downside deviation: the root mean square of the shortfalls below `acceptable`, over all returns
 * (Sortino & Price 1994; Bacon 2008). A return without a shortfall counts as 0. `returns` must not
 * be empty.
 */
export function downsideDeviation(returns: readonly number[], acceptable: number): number {
  const shortfalls = returns.map((value) => Math.min(value - acceptable, 0) ** 2);
  return Math.sqrt(sum(shortfalls) / returns.length);
}

/**
 * Annualized Sortino ratio: mean return above `acceptable` ÷ downside deviation × √periods per
 * year. Null if there is no shortfall.
 * @param acceptable the minimum acceptable return of one period, a fraction
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

/**
 * The drawdown at each value. It is the value ÷ the highest value up to this point − 1, which is 0
 * or a negative fraction.
 */
export function drawdowns(values: readonly number[]): readonly number[] {
  let peak = Number.NEGATIVE_INFINITY;
  return values.map((value) => {
    peak = Math.max(peak, value);
    return value / peak - 1;
  });
}

/** The deepest drawdown, 0 or a negative fraction. Null if there are no values. */
export function maximumDrawdown(values: readonly number[]): number | null {
  return drawdowns(values).reduce<number | null>((least, next) => Math.min(least ?? 0, next), null);
}

/**
 * Calmar ratio (Young 1991): annual growth rate ÷ depth of the deepest drawdown. Null if there is
 * no drawdown.
 */
export function calmarRatio(
  growth_rate: number | null,
  maximum_drawdown: number | null,
): number | null {
  if (growth_rate === null || maximum_drawdown === null) return null;
  return maximum_drawdown < 0 ? growth_rate / Math.abs(maximum_drawdown) : null;
}

/**
 * Beta: the slope in a regression of the returns on the benchmark's returns of the same periods. It
 * is the sample covariance ÷ the sample variance. Null if there are fewer than two periods, or if
 * the benchmark is constant.
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

/** Share of returns above 0. Null if there are no returns. */
export function winRate(returns: readonly number[]): number | null {
  if (returns.length === 0) return null;
  return returns.filter((value) => value > 0).length / returns.length;
}

/** Whether a standard deviation is only a rounding error, because all returns are equal. */
function isNegligible(deviation: number): boolean {
  return deviation < 1e-12;
}
