import normalCdf from '@stdlib/stats-base-dists-normal-cdf';
import { factorial, sum } from 'simple-statistics';

/**
 * Maximum number of ranks for the exact test. With more ranks, the normal distribution gives the
 * same p-value in all digits that are shown.
 */
const MOST_EXACT = 12;

/**
 * Two-sided p-value of ranks (Corrado 1989, J Fin Econ 23:385). Ranks are uniform on 0–1 if events
 * have no effect. For up to 12 events, the p-value is exact and uses the distribution of the sum of
 * uniforms (Irwin 1927; Hall 1927).
 */
export function rankTest(ranks: readonly number[]): number {
  const n = ranks.length;
  const total = sum([...ranks]);
  if (n <= MOST_EXACT) return Math.min(1, 2 * irwinHall(Math.min(total, n - total), n));
  const z = (total / n - 0.5) * Math.sqrt(12 * n);
  return 2 * normalCdf(-Math.abs(z), 0, 1);
}

/** P(sum of n uniforms ≤ x) = Σ (−1)ᵏ C(n, k) (x − k)ⁿ ÷ n!, over k ≤ x. */
function irwinHall(x: number, n: number): number {
  let [total, term] = [0, 1];
  for (let k = 0; k <= x; k += 1) {
    total += term * (x - k) ** n;
    term *= -(n - k) / (k + 1);
  }
  return total / factorial(n);
}

/**
 * Two outcomes are treated as equally likely if the ratio of their likelihoods is at most this
 * factor, as in R's binom.test.
 */
const AS_LIKELY = 1 + 1e-7;

/**
 * Exact two-sided binomial p-value of a number of positive returns (Cowan 1992, Rev Quant Finance
 * Acc 2:343): the total probability of all numbers that are at most as likely as the observed
 * number.
 * @param usual the share of positive returns without an event, 0–1
 */
export function signTest(positive: number, n: number, usual: number): number {
  if (usual > 0.5) return signTest(n - positive, n, 1 - usual);
  let logarithm = n * Math.log1p(-usual);
  const likelihoods = Array.from({ length: n + 1 }, (_, k) => {
    if (k > 0) logarithm += Math.log(((n - k + 1) * usual) / (k * (1 - usual)));
    return Math.exp(logarithm);
  });
  const limit = likelihoods[positive]! * AS_LIKELY;
  return Math.min(1, sum(likelihoods.filter((likelihood) => likelihood <= limit)));
}

/**
 * False discovery rates (Benjamini & Hochberg 1995, J R Stat Soc B 57:289). A null stays null and
 * is not counted as a test.
 */
export function falseDiscoveryRates(pValues: readonly (number | null)[]): (number | null)[] {
  const sorted = pValues.filter((p) => p !== null).sort((a, b) => b - a);
  let lowest = 1;
  const adjusted = new Map<number | null, number>();
  sorted.forEach((p, at) => {
    lowest = Math.min(lowest, (p * sorted.length) / (sorted.length - at));
    adjusted.set(p, lowest);
  });
  return pValues.map((p) => adjusted.get(p) ?? null);
}
