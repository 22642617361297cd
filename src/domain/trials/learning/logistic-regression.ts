import { CholeskyDecomposition, Matrix } from 'ml-matrix';

/**
 * A sparse design matrix: row i has the entries from `starts[i]` to `starts[i + 1]`, with ascending
 * columns. Column 0 is the intercept, which is 1 in every row.
 */
export interface SparseRows {
  /** Number of columns, including the intercept. */
  readonly width: number;
  /** Length: number of rows + 1. */
  readonly starts: Uint32Array;
  readonly columns: Uint16Array;
  readonly values: Float64Array;
}

/** A fit that needs more iterations has no maximum. */
const MAX_ITERATIONS = 100;
const MAX_HALVINGS = 30;
/** The fit ends when no coefficient changes by more, in log odds. */
const TOLERANCE = 1e-8;
/** The information is recomputed if a step is not shorter than the one before by this factor. */
const MIN_SHRINKING = 4;
/** Smallest share of a column's information that the columns before it do not explain. */
const MIN_PIVOT = 1e-12;

/** The input of a fit: the first `count` rows and their outcomes (0 or 1). */
export interface Sample {
  readonly rows: SparseRows;
  readonly outcomes: Uint8Array;
  readonly count: number;
  /** Precision of a normal prior of the coefficients, 1 / log odds²; 0 is maximum likelihood. */
  readonly penalty: number;
  /** Fixed log odds of each row. Default: 0. */
  readonly offsets?: Float64Array;
  /** Whether the penalty applies to the intercept too. Default: false. */
  readonly holdsIntercept?: boolean;
}

/**
 * Logistic regression with an L2 penalty by Newton's method: maximizes Σ log-likelihood − ½ ·
 * penalty · Σ β² (le Cessie & van Houwelingen 1992, Applied Statistics 41:191). The information
 * matrix is the most expensive part and is reused while steps become shorter quickly.
 *
 * @param start initial coefficients, such as those of a stronger penalty
 * @returns log odds, the intercept first, then one per column; null if there is no finite maximum:
 *   no rows, only one outcome, separation, or collinear columns without a penalty
 */
export function logisticRegression(sample: Sample, start?: Float64Array): Float64Array | null {
  const outcomes = sample.outcomes.subarray(0, sample.count);
  if (!outcomes.includes(0) || !outcomes.includes(1)) return null;
  let place = placeAt(sample, start ?? new Float64Array(sample.rows.width));
  let cholesky: CholeskyDecomposition | null = null;
  let last = Number.POSITIVE_INFINITY;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    cholesky ??= decompose(informationAt(sample, place.coefficients));
    if (!cholesky) return null;
    const step = cholesky.solve(Matrix.columnVector(place.gradient)).to1DArray();
    place = descend(sample, place, step);
    const length = Math.max(...step.map(Math.abs));
    if (length < TOLERANCE) return place.coefficients;
    if (length > last / MIN_SHRINKING) cholesky = null;
    last = length;
  }
  return null;
}

/** Covariance of fitted coefficients (width × width): the inverse of the penalized information. */
export function covarianceOf(sample: Sample, coefficients: Float64Array): Matrix {
  const cholesky = new CholeskyDecomposition(informationAt(sample, coefficients));
  return cholesky.solve(Matrix.eye(sample.rows.width));
}

export function logOddsOf(rows: SparseRows, row: number, coefficients: Float64Array): number {
  let sum = 0;
  const end = rows.starts[row + 1]!;
  for (let at = rows.starts[row]!; at < end; at += 1) {
    sum += coefficients[rows.columns[at]!]! * rows.values[at]!;
  }
  return sum;
}

export function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** Log odds of a probability in (0, 1). */
export function logit(probability: number): number {
  return Math.log(probability / (1 - probability));
}

/** Negative log-likelihood of an outcome, computed without overflow. */
function lossAt(logOdds: number, outcome: number): number {
  const away = outcome === 1 ? -logOdds : logOdds;
  return away > 0 ? away + Math.log1p(Math.exp(-away)) : Math.log1p(Math.exp(away));
}

/** Coefficients with their penalized loss and its negative gradient. */
interface Place {
  readonly coefficients: Float64Array;
  readonly loss: number;
  readonly gradient: Float64Array;
}

function placeAt(sample: Sample, coefficients: Float64Array): Place {
  const { rows, outcomes, count, penalty, offsets } = sample;
  const { width, starts, columns, values } = rows;
  const gradient = new Float64Array(width);
  let loss = 0;
  for (let row = 0; row < count; row += 1) {
    const logOdds = logOddsOf(rows, row, coefficients) + (offsets ? offsets[row]! : 0);
    const residual = outcomes[row]! - logistic(logOdds);
    loss += lossAt(logOdds, outcomes[row]!);
    const end = starts[row + 1]!;
    for (let at = starts[row]!; at < end; at += 1) {
      gradient[columns[at]!]! += values[at]! * residual;
    }
  }
  for (let column = sample.holdsIntercept ? 0 : 1; column < width; column += 1) {
    loss += (penalty * coefficients[column]! ** 2) / 2;
    gradient[column]! -= penalty * coefficients[column]!;
  }
  return { coefficients, loss, gradient };
}

/** The second derivatives of the loss: X′WX and the penalty. */
function informationAt(sample: Sample, coefficients: Float64Array): Matrix {
  const { rows, count, penalty, offsets } = sample;
  const { width, starts, columns, values } = rows;
  // Only the lower triangle, row by row, which fits in the processor's cache.
  const triangle = new Float64Array((width * (width + 1)) / 2);
  for (let row = 0; row < count; row += 1) {
    const offset = offsets ? offsets[row]! : 0;
    const probability = logistic(offset + logOddsOf(rows, row, coefficients));
    const weight = probability * (1 - probability);
    const end = starts[row + 1]!;
    for (let a = starts[row]!; a < end; a += 1) {
      const base = (columns[a]! * (columns[a]! + 1)) / 2;
      const weighted = values[a]! * weight;
      for (let b = starts[row]!; b <= a; b += 1) {
        triangle[base + columns[b]!]! += weighted * values[b]!;
      }
    }
  }
  for (let column = sample.holdsIntercept ? 0 : 1; column < width; column += 1) {
    triangle[(column * (column + 3)) / 2]! += penalty;
  }
  return symmetric(triangle, width);
}

/** Null if a column is a linear combination of those before it, within rounding. */
function decompose(information: Matrix): CholeskyDecomposition | null {
  const cholesky = new CholeskyDecomposition(information);
  const pivots = cholesky.lowerTriangularMatrix.diagonal().map((pivot) => pivot ** 2);
  const diagonal = information.diagonal();
  return pivots.every((one, at) => one > MIN_PIVOT * diagonal[at]!) ? cholesky : null;
}

function symmetric(triangle: Float64Array, width: number): Matrix {
  const matrix = new Matrix(width, width);
  let at = 0;
  for (let row = 0; row < width; row += 1) {
    for (let column = 0; column <= row; column += 1, at += 1) {
      matrix.set(row, column, triangle[at]!);
      matrix.set(column, row, triangle[at]!);
    }
  }
  return matrix;
}

/** Takes a step, halved until the loss does not increase, since a full step may overshoot. */
function descend(sample: Sample, from: Place, step: readonly number[]): Place {
  let scale = 1;
  for (let halving = 0; halving < MAX_HALVINGS; halving += 1, scale /= 2) {
    const next = placeAt(
      sample,
      from.coefficients.map((value, column) => value + scale * step[column]!),
    );
    // Near the maximum, losses differ only by rounding errors.
    if (next.loss <= from.loss + 1e-9 * Math.abs(from.loss)) return next;
  }
  return from;
}
