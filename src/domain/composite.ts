/**
 * Composite scores: criteria are brought to a 0–100 scale, weighted and added, and the sum is
 * ranked within its peers. Every score publishes its components, so that a reader can redo it:
 * score = Σ weight × score over the components that have one, with its coverage. Distress alone can
 * lie above that sum, on a floor that it names.
 *
 * Method: OECD/JRC, Handbook on Constructing Composite Indicators (2008): normalisation by
 * percentile rank, linear aggregation.
 */
import { quantile, quantileRankSorted, sum } from 'simple-statistics';

export interface Criterion {
  readonly name: string;
  /** Share of the full score; the weights of one list sum to 1. */
  readonly weight: number;
  /**
   * `rank` and `rank_low` are percentile ranks within the peers (high or low values score high);
   * `points` are on the 0–100 scale already.
   */
  readonly basis: 'rank' | 'rank_low' | 'points';
}

export interface Component {
  /** The quantity as it came in, in its own unit. */
  readonly value: number | null;
  /** 0–100, null when the quantity is missing. */
  readonly score: number | null;
  /** Weight after re-weighting over the components present; they sum to 1. 0 when missing. */
  readonly weight: number;
}

export type Grade = 'A' | 'B' | 'C' | 'D' | 'F';
export type Tier = 'top' | 'high' | 'mid' | 'low';

export interface CompositeScore {
  /** 0–100. Null when less than half of the weight has an input (flag `low_coverage`). */
  readonly score: number | null;
  /** Mid-rank percentile of the score within the peers, 0–100. */
  readonly percentile: number | null;
  readonly grade: Grade | null;
  readonly tier: Tier | null;
  /** Share of the criteria's weight that had an input. */
  readonly coverage_pct: number;
  readonly components: Readonly<Record<string, Component>>;
  readonly flags: readonly string[];
}

export type Values = Readonly<Record<string, number | null>>;

/** Our choice: a score that rests on less than half of its weight is not a score. */
const MINIMUM_COVERAGE = 0.5;

/**
 * Scores each peer on the criteria and ranks the peers.
 *
 * @param peers one record of values a peer, keyed by the criteria's names, in any unit for the
 *   ranked criteria and 0–100 for `points`
 * @returns one score a peer, in the same order
 * @throws RangeError when the weights do not sum to 1
 */
export function compositeScores(
  peers: readonly Values[],
  criteria: readonly Criterion[],
): CompositeScore[] {
  const total = sum(criteria.map((criterion) => criterion.weight));
  if (Math.abs(total - 1) > 1e-9) throw new RangeError(`Weights sum to ${total}, not to 1`);
  const columns = criteria.map((criterion) => scoredColumn(peers, criterion));
  const combined = peers.map((peer, row) =>
    combine(
      criteria.map((criterion, column) => ({
        name: criterion.name,
        weight: criterion.weight,
        value: peer[criterion.name] ?? null,
        score: columns[column]![row]!,
      })),
    ),
  );
  const percentiles = percentileRanks(combined.map((peer) => peer.score));
  return combined.map((peer, row) => {
    const percentile = percentiles[row]!;
    return { ...peer, percentile, grade: gradeOf(percentile), tier: tierOf(percentile) };
  });
}

/**
 * Weighted mean over the inputs present: a missing score gives its weight to the others in
 * proportion (re-weighting), and `coverage_pct` tells how much was there.
 */
export function combine(
  inputs: readonly {
    readonly name: string;
    readonly weight: number;
    readonly value: number | null;
    readonly score: number | null;
  }[],
): Pick<CompositeScore, 'score' | 'coverage_pct' | 'components' | 'flags'> {
  const coverage = sum(inputs.map((input) => (input.score === null ? 0 : input.weight)));
  const components = Object.fromEntries(
    inputs.map(({ name, weight, value, score }) => [
      name,
      { value, score, weight: score === null ? 0 : weight / coverage },
    ]),
  );
  const enough = coverage >= MINIMUM_COVERAGE - 1e-9;
  const score = sum(Object.values(components).map((part) => part.weight * (part.score ?? 0)));
  return {
    score: enough ? score : null,
    coverage_pct: 100 * coverage,
    components,
    flags: enough ? [] : ['low_coverage'],
  };
}

/**
 * Mid-rank percentiles: 100 × (values below + half of the values equal, itself included) / n.
 * Distinct values spread evenly over 0–100 with mean 50. Nulls stay null and do not count.
 */
export function percentileRanks(values: readonly (number | null)[]): (number | null)[] {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  // The library gives the mean 1-based rank of equal values over n: half a step above mid-rank.
  return values.map((value) =>
    value === null ? null : 100 * (quantileRankSorted(sorted, value) - 0.5 / sorted.length),
  );
}

/** Pulls values beyond the two quantiles in to them, 1 % and 99 % by default. Nulls stay null. */
export function winsorise(
  values: readonly (number | null)[],
  lower = 0.01,
  upper = 0.99,
): (number | null)[] {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return [...values];
  const low = quantile(known, lower);
  const high = quantile(known, upper);
  return values.map((value) => (value === null ? null : Math.min(high, Math.max(low, value))));
}

/** Our choice: fifths of the peers, A the best. */
export function gradeOf(percentile: number | null): Grade | null {
  if (percentile === null) return null;
  if (percentile >= 80) return 'A';
  if (percentile >= 60) return 'B';
  if (percentile >= 40) return 'C';
  return percentile >= 20 ? 'D' : 'F';
}

/** Our choice: the top tenth, the next fifth, the next three tenths, the rest. */
export function tierOf(percentile: number | null): Tier | null {
  if (percentile === null) return null;
  if (percentile >= 90) return 'top';
  if (percentile >= 70) return 'high';
  return percentile >= 40 ? 'mid' : 'low';
}

function scoredColumn(peers: readonly Values[], criterion: Criterion): (number | null)[] {
  const values = peers.map((peer) => peer[criterion.name] ?? null);
  if (criterion.basis === 'points') return values;
  const ranks = percentileRanks(winsorise(values));
  if (criterion.basis === 'rank') return ranks;
  return ranks.map((rank) => (rank === null ? null : 100 - rank));
}
