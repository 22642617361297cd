import { forecastsOf, logLoss, losesLess } from '../../forecast-quality.ts';
import { logistic } from '../../logistic.ts';
import { logisticRegression, logOddsOf, type SparseRows } from './logistic-regression.ts';

/** Calibrated log odds = intercept + slope · log odds. */
export interface Calibration {
  readonly intercept: number;
  readonly slope: number;
}

/**
 * Our choice: the penalties to try, strongest first. Each penalty is the precision of a normal
 * prior on the coefficients. The standard deviations of the priors range from 0.03 to 0.7 log odds.
 */
const PENALTIES = [1_000, 200, 40, 8, 2] as const;
/**
 * Our choice: the rows are cut at these fractions. A model fitted to all rows before one cut
 * forecasts the rows between that cut and the next.
 */
const CUTS = [0.4, 0.6, 0.8, 1] as const;
/**
 * Our choice: the penalty of a calibration, which is the precision of a normal prior. At the mean
 * of the prior, forecasts stay unchanged. The standard deviation of the prior is 0.1.
 */
const CALIBRATION_PENALTY = 100;
const UNCALIBRATED: Calibration = { intercept: 0, slope: 1 };

/**
 * Chooses the penalty and the calibration. Each candidate is fitted to earlier trials and judged by
 * its forecasts of later trials. A weaker penalty is chosen only if its log loss is significantly
 * lower, because the simpler of two equally good fits is preferred (Breiman et al. 1984,
 * Classification and Regression Trees).
 * @param rows the rows in order of time
 * @param count the number of rows to use; later rows are ignored
 */
export function tune(rows: SparseRows, outcomes: Uint8Array, count: number) {
  const folds = CUTS.slice(1).map((to, index) => ({
    from: Math.floor(CUTS[index]! * count),
    to: Math.floor(to * count),
    coefficients: null as Float64Array | null,
  }));
  const later = outcomes.subarray(folds[0]!.from, count);
  let best: { penalty: number; logOdds: Float64Array } | undefined;
  for (const penalty of PENALTIES) {
    const logOdds = new Float64Array(count - folds[0]!.from);
    for (const fold of folds) {
      const sample = { rows, outcomes, count: fold.from, penalty };
      const coefficients = logisticRegression(sample, fold.coefficients ?? undefined);
      fold.coefficients = coefficients;
      if (!coefficients) continue;
      for (let row = fold.from; row < fold.to; row += 1) {
        logOdds[row - folds[0]!.from] = logOddsOf(rows, row, coefficients);
      }
    }
    const forecasts = (of: Float64Array) => forecastsOf(of.map(logistic), later);
    if (best && !losesLess(forecasts(logOdds), forecasts(best.logOdds), logLoss)) break;
    best = { penalty, logOdds };
  }
  return { penalty: best!.penalty, calibration: calibrationOf(best!.logOdds, later) };
}

/**
 * Platt's calibration (1999), which corrects for a success rate that changes over time. It is used
 * only if a calibration fitted to the first half of the forecasts lowers the log loss of the second
 * half.
 */
function calibrationOf(logOdds: Float64Array, outcomes: Uint8Array): Calibration {
  const half = logOdds.length >> 1;
  const [first, second] = [logOdds.subarray(0, half), logOdds.subarray(half)];
  const trial = plattOf(first, outcomes);
  const calibrated = second.map((one) => trial.intercept + trial.slope * one);
  const outcomesOfSecond = outcomes.subarray(half);
  const isBetter = meanLoss(calibrated, outcomesOfSecond) < meanLoss(second, outcomesOfSecond);
  return isBetter ? plattOf(logOdds, outcomes) : UNCALIBRATED;
}

/** Fits a calibration. Its penalty limits the effect of a few forecasts. */
function plattOf(logOdds: Float64Array, outcomes: Uint8Array): Calibration {
  const count = logOdds.length;
  const rows: SparseRows = {
    width: 2,
    starts: Uint32Array.from({ length: count + 1 }, (_, row) => 2 * row),
    columns: Uint16Array.from({ length: 2 * count }, (_, at) => at % 2),
    values: Float64Array.from({ length: 2 * count }, (_, at) => (at % 2 ? logOdds[at >> 1]! : 1)),
  };
  const coefficients = logisticRegression({
    rows,
    outcomes,
    count,
    offsets: logOdds,
    penalty: CALIBRATION_PENALTY,
    penalizesIntercept: true,
  });
  // A calibration with a slope of 0 or less is not used, because it would reverse the order of the
  // forecasts.
  if (!coefficients || coefficients[1]! <= -1) return UNCALIBRATED;
  return { intercept: coefficients[0]!, slope: 1 + coefficients[1]! };
}

function meanLoss(logOdds: Float64Array, outcomes: Uint8Array): number {
  const losses = forecastsOf(logOdds.map(logistic), outcomes).map(logLoss);
  return losses.reduce((sum, one) => sum + one, 0) / losses.length;
}
