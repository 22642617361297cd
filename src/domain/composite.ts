/**
 * Composite scores. Each criterion is scaled to 0–100. The score is the weighted sum of the scaled
 * criteria, and the peers are ranked by their scores. Each score is returned with its components,
 * so that a reader can recompute it. Percentile ranks and weighted sums follow OECD/JRC, Handbook
 * on Constructing Composite Indicators (2008).
 */
import { quantile, quantileRankSorted, sum } from 'simple-statistics';
import { GRADE_FLOORS, MINIMUM_COVERAGE, TIER_FLOORS, WINSOR_QUANTILE } from './constants.ts';
import { bandOf } from './risk-level.ts';

interface Criterion {
  /** Weight of the criterion, 0–1. The weights of all criteria sum to 1. */
  readonly weight: number;
  /**
   * How values become scores. `rank`: the percentile rank among the peers, where high values have
   * high ranks. `rank_low`: the percentile rank, where low values have high ranks. `points`: the
   * value itself, from 0 to 100.
   */
  readonly basis: 'rank' | 'rank_low' | 'points';
}

/** Criteria of a composite score by name. */
export type Criteria = Readonly<Record<string, Criterion>>;

export interface Component {
  /** The input value of the criterion in its original unit. */
  readonly value: number | null;
  /** Score of the criterion, 0–100, or null if the input is missing. */
  readonly score: number | null;
  /**
   * The rescaled weight. It is 0 if the input is missing. The rescaled weights of a score sum to 1.
   */
  readonly weight: number;
}

/**
 * Scores each peer on the criteria and ranks the peers.
 *
 * @param peers one record per peer with the values of the criteria; values of ranked criteria may
 *   have any unit, and `points` must be from 0 to 100
 * @returns one score per peer, in the same order
 * @throws RangeError if the weights do not sum to 1
 */
export function compositeScores<Name extends string>(
  peers: readonly Readonly<Record<NoInfer<Name>, number | null>>[],
  criteria: Readonly<Record<Name, Criterion>>,
) {
  const entries = Object.entries(criteria) as [Name, Criterion][];
  const total = sum(entries.map(([, { weight }]) => weight));
  if (Math.abs(total - 1) > 1e-9) throw new RangeError(`Weights sum to ${total}, not to 1`);
  const columns = entries.map(([name, { weight, basis }]) => {
    const values = peers.map((peer) => peer[name]);
    const scores = scoresOf(values, basis);
    return values.map((value, row) => ({ name, weight, value, score: scores[row]! }));
  });
  const combined = peers.map((_, row) => combine(columns.map((column) => column[row]!)));
  const percentiles = percentileRanks(combined.map((peer) => peer.score));
  return combined.map((peer, row) => {
    const percentile = percentiles[row] ?? null;
    return {
      ...peer,
      /** Percentile rank of the score among the peers, 0–100. */
      percentile,
      grade: gradeOf(percentile),
      tier: bandOf(TIER_FLOORS, percentile),
    };
  });
}

export type CompositeScore = ReturnType<typeof compositeScores>[number];

/**
 * Weighted mean of the scores that are not null. The weight of a missing score is distributed over
 * the other criteria in proportion to their weights.
 */
export function combine(
  inputs: readonly {
    readonly name: string;
    readonly weight: number;
    readonly value: number | null;
    readonly score: number | null;
  }[],
) {
  const coverage = sum(inputs.map((input) => (input.score === null ? 0 : input.weight)));
  const components: Readonly<Record<string, Component>> = Object.fromEntries(
    inputs.map(({ name, weight, value, score }) => [
      name,
      { value, score, weight: score === null ? 0 : weight / coverage },
    ]),
  );
  const enough = coverage >= MINIMUM_COVERAGE - 1e-9;
  const score = sum(Object.values(components).map((part) => part.weight * (part.score ?? 0)));
  return {
    /** The composite score, 0–100, or null if coverage is below `MINIMUM_COVERAGE`. */
    score: enough ? score : null,
    /** Weight of the criteria that have an input, as a percentage of the total weight. */
    coverage_pct: 100 * coverage,
    components,
    flags: enough ? [] : ['low_coverage'],
  };
}

/**
 * Percentile ranks: 100 × (number of lower values + half the number of equal values) / n, where n
 * is the number of values that are not null. A value counts as equal to itself. Distinct values are
 * spread evenly over 0–100 with mean 50. Nulls stay null.
 */
export function percentileRanks(values: readonly (number | null)[]): (number | null)[] {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  // The library returns ranks from 1/n to 1. Half a rank is subtracted, so that the mean percentile
  // is 50.
  return values.map((value) =>
    value === null ? null : 100 * (quantileRankSorted(sorted, value) - 0.5 / sorted.length),
  );
}

/** Limits values to the range between a low and a high quantile. Nulls stay null. */
export function winsorize(values: readonly (number | null)[]): (number | null)[] {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return [...values];
  const low = quantile(known, WINSOR_QUANTILE);
  const high = quantile(known, 1 - WINSOR_QUANTILE);
  return values.map((value) => (value === null ? null : Math.min(high, Math.max(low, value))));
}

export function gradeOf(percentile: number | null) {
  return bandOf(GRADE_FLOORS, percentile);
}

function scoresOf(
  values: readonly (number | null)[],
  basis: Criterion['basis'],
): readonly (number | null)[] {
  if (basis === 'points') return values;
  const ranks = percentileRanks(winsorize(values));
  if (basis === 'rank') return ranks;
  return ranks.map((rank) => (rank === null ? null : 100 - rank));
}
