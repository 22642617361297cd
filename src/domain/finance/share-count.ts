import { daysBetween, shiftYears } from '../dates.ts';
import { STALE_SHARES_DAYS } from './constants.ts';

/** A reported share count, not adjusted for later splits. */
export interface ShareCount {
  readonly end: string;
  readonly value: number;
}

export interface ShareSplit {
  /** The day on which the split takes effect. */
  readonly date: string;
  /** Number of new shares for one old share: 0.1 for a 1:10 reverse split. */
  readonly ratio: number;
}

/**
 * Our choice: the growth over twelve months is computed from two share counts whose dates are a
 * year apart, plus or minus this number of days (half a quarter).
 */
const YEAR_TOLERANCE_DAYS = 46;

/** Shares outstanding on `asOf`, adjusted for splits. Null if every count is too old. */
export function currentShares(
  history: readonly ShareCount[],
  splits: readonly ShareSplit[],
  asOf: string,
): number | null {
  const newest = newestCount(history, asOf);
  if (newest === null) return null;
  return newest.value * splitFactor(splits, newest.end, asOf);
}

/**
 * Returns the number of shares that one share of a past day has become through splits, such as 0.1
 * after a 1-for-10 reverse split. To adjust a past share count, multiply it by this number. To
 * adjust a past price, divide it by this number.
 * @param after the past day; splits on this day do not count
 * @param upTo the last day whose splits count; if it is absent, all later splits count
 */
export function splitFactor(splits: readonly ShareSplit[], after: string, upTo?: string): number {
  return splits
    .filter(({ date }) => date > after && (upTo === undefined || date <= upTo))
    .reduce((factor, { ratio }) => factor * ratio, 1);
}

/**
 * Growth of the share count over twelve months, percent, adjusted for splits. Null if the newest
 * count is too old, or if there is no count from about a year earlier.
 */
export function shareGrowth12m(
  history: readonly ShareCount[],
  splits: readonly ShareSplit[],
  asOf: string,
): number | null {
  const newest = newestCount(history, asOf);
  if (newest === null) return null;
  const target = shiftYears(newest.end, -1);
  const distance = (count: ShareCount) => Math.abs(daysBetween(count.end, target));
  const before = history
    .filter((count) => count.value > 0 && distance(count) <= YEAR_TOLERANCE_DAYS)
    .reduce<ShareCount | null>(
      (best, count) => (best === null || distance(count) < distance(best) ? count : best),
      null,
    );
  if (before === null) return null;
  const factor = splitFactor(splits, before.end, newest.end);
  return (newest.value / (before.value * factor) - 1) * 100;
}

/** The fraction of the company that new shares represent, 0–1: `new / (old + new)`. */
export function ownershipDilution(
  oldShares: number | null,
  newShares: number | null,
): number | null {
  if (oldShares === null || newShares === null || oldShares + newShares <= 0) return null;
  return newShares / (oldShares + newShares);
}

/**
 * Returns the number of shares that a company must sell to raise an amount. The shares are sold at
 * a discount of 0–1.
 */
export function sharesForRaise(raiseUsd: number, priceUsd: number, discount = 0): number | null {
  return priceUsd > 0 ? raiseUsd / (priceUsd * (1 - discount)) : null;
}

function newestCount(history: readonly ShareCount[], asOf: string): ShareCount | null {
  const newest = history.filter((count) => count.end <= asOf).at(-1);
  return newest === undefined || daysBetween(newest.end, asOf) > STALE_SHARES_DAYS ? null : newest;
}
