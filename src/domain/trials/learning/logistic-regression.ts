import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { logistic } from '../../logistic.ts';

/**
 * A sparse design matrix. The entries of row i are at the positions from `starts[i]` up to
 * `starts[i + 1]`, sorted by column. Column 0 is the intercept, which is 1 in every row.
 */
export interface SparseRows {
  /** Number of columns, including the intercept. */
  readonly width: number;
  /**
   * Start position of each row, plus the end of the last row. The length is the number of rows + 1.
   */
  readonly starts: Uint32Array;
  readonly columns: Uint16Array | Uint32Array;
  readonly values: Float64Array;
}

/** Maximum number of iterations. A fit that needs more iterations has no finite maximum. */
const MAX_ITERATIONS = 100;
const MAX_HALVINGS = 30;
/** Convergence limit: the fit ends when no coefficient changes by more than this, in log odds. */
const TOLERANCE = 1e-8;
/**
 * If a step is longer than the previous step ÷ this number, the information matrix is computed
 * again.
 */
const MIN_SHRINKING = 4;
/** Minimum share of a column's information that is independent of the earlier columns. */
const MIN_PIVOT = 1e-12;
/** Maximum number of columns for which the information matrix fits in memory. */
const MAX_DENSE_WIDTH = 2_000;
/**
 * Convergence limit of a fit with many columns, in log odds. A smaller limit is not needed, because
 * the stored weights of text models are rounded to steps at least ten times as large.
 */
const WIDE_TOLERANCE = 1e-3;
/** Maximum residual when conjugate gradients solve for a step, as a share of the gradient. */
const MAX_RESIDUAL = 0.1;
const MAX_CONJUGATE_STEPS = 200;

/**
 * The input of a fit: the first `count` rows and their outcomes (0 or 1). Later rows are ignored.
 */
export interface Sample {
  readonly rows: SparseRows;
  readonly outcomes: Uint8Array;
  readonly count: number;
  /**
   * Precision of a normal prior on the coefficients (1 / variance). If it is 0, the fit is a
   * maximum-likelihood fit.
   */
  readonly penalty: number;
  /** Weight of each row. Default: 1. */
  readonly weights?: Float64Array;
  /** Fixed offset of each row in log odds. Default: 0. */
  readonly offsets?: Float64Array;
  /** Whether the penalty also applies to the intercept. Default: false. */
  readonly penalizesIntercept?: boolean;
}

/**
 * Fits a logistic regression with an L2 penalty by Newton's method. It maximizes Σ log-likelihood −
 * ½ · penalty · Σ β² (le Cessie & van Houwelingen 1992, Applied Statistics 41:191). The information
 * matrix takes most of the time, so it is reused while steps shrink quickly. If there are many
 * columns, conjugate gradients compute each step (Lin, Weng & Keerthi 2008, JMLR 9:627).
 * @param start the initial coefficients, such as those fitted with a stronger penalty
 * @returns the coefficients in log odds by column, with the intercept first; null if there is no
 *   finite maximum. This is the case with no rows, only one outcome, separation, or collinear
 *   columns without a penalty.
 */
export function logisticRegression(sample: Sample, start?: Float64Array): Float64Array | null {
  const outcomes = sample.outcomes.subarray(0, sample.count);
  if (!outcomes.includes(0) || !outcomes.includes(1)) return null;
  let place = placeAt(sample, start ?? new Float64Array(sample.rows.width));
  if (sample.rows.width > MAX_DENSE_WIDTH) return wideFit(sample, place);
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

/** Fits by Newton's method. Conjugate gradients compute each step. */
function wideFit(sample: Sample, start: Place): Float64Array | null {
  let place = start;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    const step = conjugateStep(sample, place);
    place = descend(sample, place, step);
    if (step.every((change) => Math.abs(change) < WIDE_TOLERANCE)) return place.coefficients;
  }
  return null;
}

/**
 * Computes the step of Newton's method, which solves information · step = gradient. The relative
 * residual is at most `MAX_RESIDUAL`.
 */
function conjugateStep(sample: Sample, { coefficients, gradient }: Place): Float64Array {
  const weights = curvatures(sample, coefficients);
  const diagonal = diagonalOf(sample, weights);
  const scaled = (vector: Float64Array) => {
    const quotient = new Float64Array(vector.length);
    for (let at = 0; at < vector.length; at += 1) quotient[at] = vector[at]! / diagonal[at]!;
    return quotient;
  };
  const step = new Float64Array(gradient.length);
  const residual = gradient.slice();
  const direction = scaled(residual);
  let size = dot(residual, direction);
  const enough = size * MAX_RESIDUAL ** 2;
  for (let count = 0; count < MAX_CONJUGATE_STEPS && size > enough; count += 1) {
    const curved = informationTimes(sample, weights, direction);
    const length = size / dot(direction, curved);
    for (let column = 0; column < step.length; column += 1) {
      step[column]! += length * direction[column]!;
      residual[column]! -= length * curved[column]!;
    }
    const next = scaled(residual);
    const left = dot(residual, next);
    for (let column = 0; column < step.length; column += 1) {
      direction[column] = next[column]! + (left / size) * direction[column]!;
    }
    size = left;
  }
  return step;
}

/** The diagonal of the information matrix. It is the preconditioner of the conjugate gradients. */
function diagonalOf(
  { rows, count, penalty, penalizesIntercept }: Sample,
  curvature: Float64Array,
): Float64Array {
  const { width, starts, columns, values } = rows;
  const diagonal = new Float64Array(width).fill(penalty);
  if (!penalizesIntercept) diagonal[0] = 0;
  for (let row = 0; row < count; row += 1) {
    for (let at = starts[row]!; at < starts[row + 1]!; at += 1) {
      diagonal[columns[at]!]! += curvature[row]! * values[at]! ** 2;
    }
  }
  return diagonal;
}

/** Weights of the information matrix: row weight · p · (1 − p). */
function curvatures({ rows, count, offsets, weights }: Sample, coefficients: Float64Array) {
  return Float64Array.from({ length: count }, (_, row) => {
    const probability = logistic((offsets?.[row] ?? 0) + logOddsOf(rows, row, coefficients));
    return (weights?.[row] ?? 1) * probability * (1 - probability);
  });
}

/** Computes X′WX · direction + penalty · direction. */
function informationTimes(
  { rows, count, penalty, penalizesIntercept }: Sample,
  curvature: Float64Array,
  direction: Float64Array,
): Float64Array {
  const { starts, columns, values } = rows;
  const product = new Float64Array(direction.length);
  for (let column = 0; column < product.length; column += 1) {
    product[column] = penalty * direction[column]!;
  }
  if (!penalizesIntercept) product[0] = 0;
  for (let row = 0; row < count; row += 1) {
    const end = starts[row + 1]!;
    let along = 0;
    for (let at = starts[row]!; at < end; at += 1) along += direction[columns[at]!]! * values[at]!;
    along *= curvature[row]!;
    for (let at = starts[row]!; at < end; at += 1) product[columns[at]!]! += along * values[at]!;
  }
  return product;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += a[index]! * b[index]!;
  return sum;
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

/** Negative log-likelihood of an outcome, computed without overflow. */
function lossAt(logOdds: number, outcome: number): number {
  const away = outcome === 1 ? -logOdds : logOdds;
  return away > 0 ? away + Math.log1p(Math.exp(-away)) : Math.log1p(Math.exp(away));
}

/**
 * A point of the search: coefficients, the penalized loss, and the negative gradient of the loss.
 */
interface Place {
  readonly coefficients: Float64Array;
  readonly loss: number;
  readonly gradient: Float64Array;
}

function placeAt(sample: Sample, coefficients: Float64Array): Place {
  const { rows, outcomes, count, penalty, offsets, weights } = sample;
  const { width, starts, columns, values } = rows;
  const gradient = new Float64Array(width);
  let loss = 0;
  for (let row = 0; row < count; row += 1) {
    const logOdds = logOddsOf(rows, row, coefficients) + (offsets ? offsets[row]! : 0);
    const weight = weights ? weights[row]! : 1;
    const residual = weight * (outcomes[row]! - logistic(logOdds));
    loss += weight * lossAt(logOdds, outcomes[row]!);
    const end = starts[row + 1]!;
    for (let at = starts[row]!; at < end; at += 1) {
      gradient[columns[at]!]! += values[at]! * residual;
    }
  }
  for (let column = sample.penalizesIntercept ? 0 : 1; column < width; column += 1) {
    loss += (penalty * coefficients[column]! ** 2) / 2;
    gradient[column]! -= penalty * coefficients[column]!;
  }
  return { coefficients, loss, gradient };
}

/** The second derivatives of the loss: X′WX plus the penalty. */
function informationAt(sample: Sample, coefficients: Float64Array): Matrix {
  const { rows, count, penalty } = sample;
  const { width, starts, columns, values } = rows;
  const curvature = curvatures(sample, coefficients);
  // Only the lower triangle is computed, row by row, so that it fits in the processor's cache.
  const triangle = new Float64Array((width * (width + 1)) / 2);
  for (let row = 0; row < count; row += 1) {
    const weight = curvature[row]!;
    const end = starts[row + 1]!;
    for (let a = starts[row]!; a < end; a += 1) {
      const base = (columns[a]! * (columns[a]! + 1)) / 2;
      const weighted = values[a]! * weight;
      for (let b = starts[row]!; b <= a; b += 1) {
        triangle[base + columns[b]!]! += weighted * values[b]!;
      }
    }
  }
  for (let column = sample.penalizesIntercept ? 0 : 1; column < width; column += 1) {
    triangle[(column * (column + 3)) / 2]! += penalty;
  }
  return symmetric(triangle, width);
}

/** Returns null if a column is a linear combination of earlier columns, up to rounding errors. */
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

/** Takes a step. A full step may overshoot, so it is halved until the loss does not increase. */
function descend(sample: Sample, from: Place, step: ArrayLike<number>): Place {
  let scale = 1;
  for (let halving = 0; halving < MAX_HALVINGS; halving += 1, scale /= 2) {
    const next = placeAt(
      sample,
      from.coefficients.map((value, column) => value + scale * step[column]!),
    );
    // Near the maximum, losses differ only by rounding errors, so a small increase is accepted.
    if (next.loss <= from.loss + 1e-9 * Math.abs(from.loss)) return next;
  }
  return from;
}
