import { logLoss } from '../../forecast-quality.ts';
import { logistic, logisticRegression, logOddsOf, type SparseRows } from './logistic-regression.ts';

/** Log odds become intercept + slope · log odds; 0 and 1 leave them as they are. */
export interface Calibration {
  readonly intercept: number;
  readonly slope: number;
}

export interface Tuning {
  readonly penalty: number;
  readonly calibration: Calibration;
}

/**
 * Our choice: precisions of the prior that are tried, strongest first: effects of a standard
 * deviation from 0.03 to 0.7 in log odds.
 */
const PENALTIES = [1_000, 200, 40, 8, 2] as const;
/** Our choice: each part between two cuts is forecast by a fit of what lies before it. */
const CUTS = [0.4, 0.6, 0.8, 1] as const;
/** Our choice: precision of the prior of the slope around 1, a standard deviation of 0.1. */
const SLOPE_PENALTY = 100;
const UNCALIBRATED: Calibration = { intercept: 0, slope: 1 };

/**
 * Chooses the strength of the penalty, and whether to calibrate, by forecasts of later trials by
 * fits of earlier ones: rows stand in the order of time, and nothing beyond `count` is looked at.
 * The penalty is weakened for as long as the log loss falls.
 */
export function tune(rows: SparseRows, outcomes: Uint8Array, count: number): Tuning {
  const folds = CUTS.slice(1).map((to, index) => ({
    from: Math.floor(CUTS[index]! * count),
    to: Math.floor(to * count),
    coefficients: null as Float64Array | null,
  }));
  let best: { penalty: number; loss: number; logOdds: Float64Array } | undefined;
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
    const loss = meanLoss(logOdds, outcomes.subarray(folds[0]!.from, count));
    if (best && loss >= best.loss) break;
    best = { penalty, loss, logOdds };
  }
  const later = outcomes.subarray(folds[0]!.from, count);
  return { penalty: best!.penalty, calibration: calibrationOf(best!.logOdds, later) };
}

/**
 * Platt's calibration (1999), taken only where, fitted to the first half of the forecasts, it lowers
 * the log loss of the second. It brings a level that moves with the years up to date.
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

/** The slope is drawn towards 1, so that few forecasts move the level more than the order. */
function plattOf(logOdds: Float64Array, outcomes: Uint8Array): Calibration {
  const count = logOdds.length;
  const rows: SparseRows = {
    width: 2,
    starts: Uint32Array.from({ length: count + 1 }, (_, row) => 2 * row),
    columns: Uint16Array.from({ length: 2 * count }, (_, at) => at % 2),
    values: Float64Array.from({ length: 2 * count }, (_, at) => (at % 2 ? logOdds[at >> 1]! : 1)),
  };
  const sample = { rows, outcomes, count, penalty: SLOPE_PENALTY, offsets: logOdds };
  const coefficients = logisticRegression(sample);
  // A slope of 0 or less would turn the order of the forecasts round.
  if (!coefficients || coefficients[1]! <= -1) return UNCALIBRATED;
  return { intercept: coefficients[0]!, slope: 1 + coefficients[1]! };
}

function meanLoss(logOdds: Float64Array, outcomes: Uint8Array): number {
  return (
    logOdds.reduce(
      (sum, one, index) =>
        sum + logLoss({ forecast: logistic(one), outcome: outcomes[index] === 1 ? 1 : 0 }),
      0,
    ) / logOdds.length
  );
}
