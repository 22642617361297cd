import type { Matrix } from 'ml-matrix';
import { logistic, logit } from '../../logistic.ts';
import {
  designOf,
  type Entry,
  encodingsOf,
  entryOf,
  type FeatureEncoding,
  widthOf,
} from './encoding.ts';
import type { LabelledTable } from './labelled-table.ts';
import type { TrialFeatureValues } from './labelled-trial.ts';
import {
  covarianceOf,
  logisticRegression,
  logOddsOf,
  type SparseRows,
} from './logistic-regression.ts';
import { type Calibration, tune } from './tuning.ts';

/** A fitted model as JSON. The keys must not change, because the store contains fitted models. */
export interface FittedModel {
  /** Number of trials that the model was fitted to. */
  readonly trials: number;
  /** Share of successes among the trials, in (0, 1). */
  readonly share: number;
  readonly penalty: number;
  readonly calibration: Calibration;
  readonly features: readonly FeatureEncoding[];
  /** Coefficients in log odds by column, with the intercept first. */
  readonly coefficients: readonly number[];
  /** Lower triangle of the coefficients' covariance, row by row. */
  readonly covariance: readonly number[];
  /**
   * The reference log odds of each feature (see `centresOf`). Each is subtracted from the log odds
   * that its feature adds to a trial. The differences add up to the trial's log odds minus the log
   * odds of `share`.
   */
  readonly centres: readonly number[];
}

/**
 * Number of significant digits of the stored covariance. Six digits are enough for intervals, which
 * have four digits.
 */
const COVARIANCE_DIGITS = 6;

/**
 * Fits a model to the trials of a table.
 * @returns null if there are no trials, or if all have the same outcome
 */
export function fitModel(table: LabelledTable): FittedModel | null {
  const { outcomes, count } = table;
  const features = encodingsOf(table);
  const rows = designOf(table, features);
  const { penalty, calibration } = tune(rows, outcomes, count);
  const sample = { rows, outcomes, count, penalty };
  const fitted = logisticRegression(sample);
  if (!fitted) return null;
  const share = outcomes.reduce((sum, one) => sum + one, 0) / count;
  const coefficients = [...fitted];
  const base = logit(share) - calibration.intercept - calibration.slope * coefficients[0]!;
  return {
    trials: count,
    share,
    penalty,
    calibration,
    features,
    coefficients,
    covariance: lowerTriangle(covarianceOf(sample, fitted)),
    centres: centresOf(rows, features, coefficients, calibration.slope, base),
  };
}

/**
 * Fits only the coefficients of a model to the trials of a table. The columns and the penalty of
 * the model stay the same.
 * @returns null if there are no trials, or if all have the same outcome
 */
export function refitted(model: FittedModel, table: LabelledTable): readonly number[] | null {
  const rows = designOf(table, model.features);
  const { outcomes, count } = table;
  const start = Float64Array.from(model.coefficients);
  const fitted = logisticRegression({ rows, outcomes, count, penalty: model.penalty }, start);
  return fitted && [...fitted];
}

/** For each trial of a table, the forecast probability that it succeeds, 0–1. */
export function probabilitiesOf(
  { features, calibration, coefficients }: Omit<FittedModel, 'covariance' | 'centres'>,
  table: LabelledTable,
): Float64Array {
  const rows = designOf(table, features);
  const { intercept, slope } = calibration;
  const columns = Float64Array.from(coefficients);
  return Float64Array.from({ length: table.count }, (_, row) =>
    logistic(intercept + slope * logOddsOf(rows, row, columns)),
  );
}

/** Forecasts a trial from its features. */
export function readTrial(model: FittedModel, values: TrialFeatureValues) {
  const { calibration, features, coefficients, centres } = model;
  const entries: Entry[] = [{ column: 0, value: 1 }];
  let logOdds = calibration.intercept + calibration.slope * coefficients[0]!;
  const contributions = features.map((encoding, index) => {
    const entry = entryOf(encoding, values[encoding.feature]);
    if (!entry) return -centres[index]!;
    entries.push(entry);
    const added = calibration.slope * coefficients[entry.column]! * entry.value;
    logOdds += added;
    return added - centres[index]!;
  });
  const error = calibration.slope * Math.sqrt(varianceOf(entries, model.covariance));
  return {
    logOdds,
    /** Standard error of the log odds, from the covariance of the coefficients. */
    error,
    /** For each feature, the log odds that it adds minus its reference log odds (see `centres`). */
    contributions,
  };
}

/**
 * The variance of a trial's log odds: the quadratic form x′ Σ x, computed from the entries of x
 * that are not 0.
 */
function varianceOf(entries: readonly Entry[], covariance: readonly number[]): number {
  let sum = 0;
  for (let a = 0; a < entries.length; a += 1) {
    const { column, value } = entries[a]!;
    const row = (column * (column + 1)) / 2;
    sum += value * value * covariance[row + column]!;
    for (let b = 0; b < a; b += 1) {
      sum += 2 * value * entries[b]!.value * covariance[row + entries[b]!.column]!;
    }
  }
  return Math.max(sum, 0);
}

/**
 * The reference log odds of each feature: the mean log odds that the feature adds, plus an
 * adjustment. Without the adjustment, the intercept and the reference log odds would sum to the
 * mean log odds of the trials. With it, they sum to the log odds of the success rate. The
 * adjustment is distributed over the features in proportion to their variances.
 * @param base the required sum of all reference log odds
 */
function centresOf(
  { starts, columns, values }: SparseRows,
  features: readonly FeatureEncoding[],
  coefficients: readonly number[],
  slope: number,
  base: number,
): readonly number[] {
  const count = starts.length - 1;
  const featureOf = ownersOf(features);
  const sums = new Float64Array(features.length);
  const squares = new Float64Array(features.length);
  for (let at = 0; at < starts[count]!; at += 1) {
    if (columns[at] === 0) continue;
    const added = slope * coefficients[columns[at]!]! * values[at]!;
    sums[featureOf[columns[at]!]!]! += added;
    squares[featureOf[columns[at]!]!]! += added * added;
  }
  const means = Array.from(sums, (sum) => sum / count);
  const variances = means.map((one, index) => Math.max(squares[index]! / count - one ** 2, 0));
  const total = variances.reduce((sum, one) => sum + one, 0);
  const gap = base - means.reduce((sum, one) => sum + one, 0);
  return means.map((one, index) => one + (total > 0 ? (gap * variances[index]!) / total : 0));
}

/** For each column, the index of its feature. */
function ownersOf(features: readonly FeatureEncoding[]): Uint16Array {
  const owners = new Uint16Array(widthOf(features));
  for (const [index, { number, categories, first, other, missing }] of features.entries()) {
    for (const column of [number?.column, other, missing]) {
      if (column !== null && column !== undefined) owners[column] = index;
    }
    owners.fill(index, first, first + categories.length);
  }
  return owners;
}

function lowerTriangle(square: Matrix): readonly number[] {
  const kept: number[] = [];
  for (let row = 0; row < square.rows; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      kept.push(Number(square.get(row, column).toPrecision(COVARIANCE_DIGITS)));
    }
  }
  return kept;
}
