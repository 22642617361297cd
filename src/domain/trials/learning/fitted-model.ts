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

/** Coefficients, and what is needed to read a trial's features with them. JSON. */
export interface FittedModel {
  /** Trials that it was fitted to. */
  readonly trials: number;
  /** Share of them that succeeded, in (0, 1). */
  readonly share: number;
  readonly penalty: number;
  readonly calibration: Calibration;
  readonly features: readonly FeatureEncoding[];
  /** Log odds, a column each; the intercept first. */
  readonly coefficients: readonly number[];
  /** Of the coefficients: the lower triangle, row by row. */
  readonly covariance: readonly number[];
  /**
   * What each feature adds to the log odds of an average trial. With `share` as their base, what a
   * trial has beyond these sums to its own log odds.
   */
  readonly centres: readonly number[];
}

/** A forecast by the model, with what each feature adds in log odds. */
export interface Reading {
  readonly logOdds: number;
  /** Standard error of the log odds, from the covariance of the coefficients. */
  readonly error: number;
  /** Beyond the centre, a feature each, in the order of `features`. */
  readonly contributions: readonly number[];
}

/** Digits of the covariance that are kept: an interval shows four. */
const COVARIANCE_DIGITS = 6;

/**
 * Fits the trials of a table.
 *
 * @returns null where all of them have the same outcome, or there are none
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
 * The coefficients that other trials give to a model: of the same columns, penalty and calibration.
 *
 * @returns null where all of them have the same outcome, or there are none
 */
export function refitted(model: FittedModel, table: LabelledTable): readonly number[] | null {
  const rows = designOf(table, model.features);
  const { outcomes, count } = table;
  const start = Float64Array.from(model.coefficients);
  const fitted = logisticRegression({ rows, outcomes, count, penalty: model.penalty }, start);
  return fitted && [...fitted];
}

/** Probabilities that a model gives to the trials of a table, 0–1. */
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

/** Reads a trial's features with a model. */
export function readTrial(model: FittedModel, values: TrialFeatureValues): Reading {
  const { calibration, features, coefficients, centres } = model;
  const entries: Entry[] = [{ column: 0, value: 1 }];
  let logOdds = calibration.intercept + calibration.slope * coefficients[0]!;
  const contributions = features.map((encoding, index) => {
    const entry = entryOf(encoding, values[encoding.feature]);
    if (!entry) return -centres[index]!;
    entries.push(entry);
    const own = calibration.slope * coefficients[entry.column]! * entry.value;
    logOdds += own;
    return own - centres[index]!;
  });
  const error = calibration.slope * Math.sqrt(varianceOf(entries, model.covariance));
  return { logOdds, error, contributions };
}

/** x′ Σ x, over the columns in which x is not 0. */
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
 * The mean of what each feature adds, moved so that the features of a trial sum from the log odds of
 * the share itself: the mean of log odds is not the log odds of the mean, and the gap comes from the
 * spread of the features, each of which takes its part of the variance of it.
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
    const own = slope * coefficients[columns[at]!]! * values[at]!;
    sums[featureOf[columns[at]!]!]! += own;
    squares[featureOf[columns[at]!]!]! += own * own;
  }
  const means = Array.from(sums, (sum) => sum / count);
  const variances = means.map((one, index) => Math.max(squares[index]! / count - one ** 2, 0));
  const whole = variances.reduce((sum, one) => sum + one, 0);
  const gap = base - means.reduce((sum, one) => sum + one, 0);
  return means.map((one, index) => one + (whole > 0 ? (gap * variances[index]!) / whole : 0));
}

/** Place of the feature to which each column belongs. */
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
