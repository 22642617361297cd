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

/** A fit that needs more steps has no maximum. */
const MAX_ITERATIONS = 100;
const MAX_HALVINGS = 30;
/** Largest change of a coefficient that counts as none, in log odds. */
const TOLERANCE = 1e-8;
/** The information is taken anew where a step is not this much shorter than the one before. */
const MIN_SHRINKING = 4;
/** Share of a column's information that those before it must leave. */
const MIN_PIVOT = 1e-12;

/** What a fit is asked of: the first `count` rows, their outcomes (0 or 1) and the penalty. */
export interface Sample {
  readonly rows: SparseRows;
  readonly outcomes: Uint8Array;
  readonly count: number;
  /** Precision of a normal prior of the coefficients, 1 / log odds²; 0 is maximum likelihood. */
  readonly penalty: number;
  /** Log odds a row that are given; 0 where not named. */
  readonly offsets?: Float64Array;
}

/**
 * Logistic regression with an L2 penalty by Newton's method: maximises Σ log-likelihood −
 * ½ · penalty · Σ β², the intercept free (le Cessie & van Houwelingen 1992, Applied Statistics
 * 41:191). The information, which costs most, is kept from step to step while steps shrink fast.
 *
 * @param start coefficients to begin at, for instance those of a stronger penalty
 * @returns log odds, the intercept first, then one a column; null where there is no finite maximum:
 *   no rows, one outcome only, separation or collinear columns without a penalty
 */
export function logisticRegression(sample: Sample, start?: Float64Array): Float64Array | null {
  const seen = sample.outcomes.subarray(0, sample.count);
  if (!seen.includes(0) || !seen.includes(1)) return null;
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

/**
 * Covariance of fitted coefficients: the inverse of the penalised information, which without a
 * penalty is Fisher's. width × width.
 */
export function covarianceOf(sample: Sample, coefficients: Float64Array): Matrix {
  const cholesky = new CholeskyDecomposition(informationAt(sample, coefficients));
  return cholesky.solve(Matrix.eye(sample.rows.width));
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

/** −log-likelihood of an outcome at its log odds, without overflow. */
function lossAt(logOdds: number, outcome: number): number {
  const away = outcome === 1 ? -logOdds : logOdds;
  return away > 0 ? away + Math.log1p(Math.exp(-away)) : Math.log1p(Math.exp(away));
}

/** Coefficients, their penalised loss and its negative gradient. */
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
  for (let column = 1; column < width; column += 1) {
    loss += (penalty * coefficients[column]! ** 2) / 2;
    gradient[column]! -= penalty * coefficients[column]!;
  }
  return { coefficients, loss, gradient };
}

/** The second derivatives of the loss: X′WX and the penalty. */
function informationAt(sample: Sample, coefficients: Float64Array): Matrix {
  const { rows, count, penalty, offsets } = sample;
  const { width, starts, columns, values } = rows;
  // The lower triangle alone, row by row, which the processor's nearest memory holds.
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
  for (let column = 1; column < width; column += 1) {
    triangle[(column * (column + 3)) / 2]! += penalty;
  }
  return symmetric(triangle, width);
}

/** null where a column is, but for rounding, a sum of those before it. */
function decompose(information: Matrix): CholeskyDecomposition | null {
  const cholesky = new CholeskyDecomposition(information);
  const left = cholesky.lowerTriangularMatrix.diagonal().map((pivot) => pivot ** 2);
  const whole = information.diagonal();
  return left.every((one, at) => one > MIN_PIVOT * whole[at]!) ? cholesky : null;
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

/** A step, halved until it does not climb: far from the maximum a whole one may overshoot. */
function descend(sample: Sample, from: Place, step: readonly number[]): Place {
  let scale = 1;
  for (let halving = 0; halving < MAX_HALVINGS; halving += 1, scale /= 2) {
    const there = placeAt(
      sample,
      from.coefficients.map((value, column) => value + scale * step[column]!),
    );
    // Near the maximum the loss is flat, and sums of it differ by their rounding.
    if (there.loss <= from.loss + 1e-9 * Math.abs(from.loss)) return there;
  }
  return from;
}
