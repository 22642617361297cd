import { CholeskyDecomposition, Matrix } from 'ml-matrix';

/**
 * A design matrix of which most is 0: row i has the entries `starts[i]` to `starts[i + 1]`, columns
 * ascending. Column 0 is the intercept, 1 in every row.
 */
export interface SparseRows {
  /** Number of columns, the intercept included. */
  readonly width: number;
  /** Rows + 1 places. */
  readonly starts: Uint32Array;
  readonly columns: Uint16Array;
  readonly values: Float64Array;
}

export interface LogisticFit {
  /** Log odds: the intercept, then one a column. */
  readonly coefficients: Float64Array;
  /** Inverse of the penalised information, width × width, row by row. */
  readonly covariance: Float64Array;
}

/** Newton's method doubles its digits each time: a fit that needs more has no maximum. */
const MAX_ITERATIONS = 50;
const MAX_HALVINGS = 30;
/** A step as small as this, in log odds, leaves an error of about its square. */
const TOLERANCE = 1e-6;

/**
 * Logistic regression with an L2 penalty by Newton's method (iteratively reweighted least squares)
 * over the first `count` rows: maximises Σ log-likelihood − ½ · penalty · Σ β², the intercept free
 * (le Cessie & van Houwelingen 1992, Applied Statistics 41:191). A penalty is the precision of a
 * normal prior of the coefficients, in 1 / log odds²; 0 is maximum likelihood, and the covariance
 * then the inverse of Fisher's information.
 *
 * @param outcomes 0 or 1 a row
 * @param start coefficients to begin at, for instance those of a stronger penalty
 * @returns null where there is no finite maximum: no rows, one outcome only, separation or
 *   collinear columns without a penalty
 */
export function logisticRegression(
  rows: SparseRows,
  outcomes: Uint8Array,
  count: number,
  penalty: number,
  start?: Float64Array,
): LogisticFit | null {
  if (!hasBoth(outcomes, count)) return null;
  let coefficients = start ?? new Float64Array(rows.width);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    const { gradient, information, loss } = derivatives(
      rows,
      outcomes,
      count,
      penalty,
      coefficients,
    );
    const cholesky = new CholeskyDecomposition(information);
    if (!cholesky.isPositiveDefinite()) return null;
    const step = cholesky.solve(Matrix.columnVector(gradient)).to1DArray();
    coefficients = descend(rows, outcomes, count, penalty, coefficients, step, loss);
    if (step.every((one) => Math.abs(one) < TOLERANCE)) {
      return { coefficients, covariance: inverseOf(cholesky, rows.width) };
    }
  }
  return null;
}

/** Log odds of a row under the coefficients. */
export function logOddsOf(rows: SparseRows, row: number, coefficients: Float64Array): number {
  let sum = 0;
  const end = rows.starts[row + 1]!;
  for (let at = rows.starts[row]!; at < end; at += 1) {
    sum += coefficients[rows.columns[at]!]! * rows.values[at]!;
  }
  return sum;
}

/** Probability of log odds. */
export function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** Log odds of a probability in (0, 1). */
export function logit(probability: number): number {
  return Math.log(probability / (1 - probability));
}

function hasBoth(outcomes: Uint8Array, count: number): boolean {
  const part = outcomes.subarray(0, count);
  return part.includes(0) && part.includes(1);
}

/** −log-likelihood of an outcome at its log odds, without overflow. */
function lossAt(logOdds: number, outcome: number): number {
  const away = outcome === 1 ? -logOdds : logOdds;
  return away > 0 ? away + Math.log1p(Math.exp(-away)) : Math.log1p(Math.exp(away));
}

/** The penalised loss, its negative gradient and its second derivatives. */
function derivatives(
  rows: SparseRows,
  outcomes: Uint8Array,
  count: number,
  penalty: number,
  coefficients: Float64Array,
) {
  const { width, starts, columns, values } = rows;
  const gradient = new Float64Array(width);
  const lower = new Float64Array(width * width);
  let loss = penaltyOf(coefficients, penalty);
  for (let row = 0; row < count; row += 1) {
    const logOdds = logOddsOf(rows, row, coefficients);
    const probability = logistic(logOdds);
    const residual = outcomes[row]! - probability;
    const weight = probability * (1 - probability);
    loss += lossAt(logOdds, outcomes[row]!);
    const end = starts[row + 1]!;
    for (let a = starts[row]!; a < end; a += 1) {
      const value = values[a]!;
      const base = columns[a]! * width;
      gradient[columns[a]!]! += value * residual;
      const weighted = value * weight;
      for (let b = starts[row]!; b <= a; b += 1) {
        lower[base + columns[b]!]! += weighted * values[b]!;
      }
    }
  }
  for (let column = 1; column < width; column += 1) {
    gradient[column]! -= penalty * coefficients[column]!;
    lower[column * width + column]! += penalty;
  }
  return { gradient, information: symmetric(lower, width), loss };
}

function symmetric(lower: Float64Array, width: number): Matrix {
  const matrix = new Matrix(width, width);
  for (let row = 0; row < width; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      const value = lower[row * width + column]!;
      matrix.set(row, column, value);
      matrix.set(column, row, value);
    }
  }
  return matrix;
}

function penaltyOf(coefficients: Float64Array, penalty: number): number {
  let sum = 0;
  for (let column = 1; column < coefficients.length; column += 1) sum += coefficients[column]! ** 2;
  return (penalty * sum) / 2;
}

/** A step, halved until it does not climb: far from the maximum a whole one may overshoot. */
function descend(
  rows: SparseRows,
  outcomes: Uint8Array,
  count: number,
  penalty: number,
  from: Float64Array,
  step: readonly number[],
  loss: number,
): Float64Array {
  let scale = 1;
  for (let halving = 0; halving < MAX_HALVINGS; halving += 1, scale /= 2) {
    const candidate = from.map((value, column) => value + scale * step[column]!);
    let there = penaltyOf(candidate, penalty);
    for (let row = 0; row < count; row += 1) {
      there += lossAt(logOddsOf(rows, row, candidate), outcomes[row]!);
    }
    if (there <= loss + 1e-9 * Math.abs(loss)) return candidate;
  }
  return from;
}

function inverseOf(cholesky: CholeskyDecomposition, width: number): Float64Array {
  return Float64Array.from(cholesky.solve(Matrix.eye(width)).to1DArray());
}
