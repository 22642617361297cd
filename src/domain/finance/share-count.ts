import { daysBetween, shiftYears } from '../dates.ts';

/** A share count as reported, not adjusted for later splits. */
export interface ShareCount {
  readonly end: string;
  readonly value: number;
}

/** A split takes effect on `date`; `ratio` is new shares for one old, 0.1 for a 1:10 reverse. */
export interface ShareSplit {
  readonly date: string;
  readonly ratio: number;
}

/** Our choice: the counts compared lie twelve months apart, give or take half a quarter. */
const YEAR_TOLERANCE_DAYS = 46;
/** A cover-page count older than this is not today's. */
const STALE_SHARES_DAYS = 274;

/** Shares outstanding on `asOf`, split-adjusted; null without a count newer than nine months. */
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
 * What the splits after a day made of one share of that day: 0.1 after a 1-for-10 reverse split. A
 * price of the day divided by it, or a count multiplied by it, compares with those after the splits.
 *
 * @param upTo the last day whose splits count; all of them where absent
 */
export function splitFactor(splits: readonly ShareSplit[], after: string, upTo?: string): number {
  return splits
    .filter(({ date }) => date > after && (upTo === undefined || date <= upTo))
    .reduce((factor, { ratio }) => factor * ratio, 1);
}

/**
 * Split-adjusted growth of the share count over the last twelve months, in percent:
 * `shares now / shares a year before − 1`. Null without two counts 12 months apart (± 46 days) or
 * where the newest is older than nine months.
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

/** `new / (old + new)`: the part of the company that new shares own (0–1), not `new / old`. */
export function ownershipDilution(
  oldShares: number | null,
  newShares: number | null,
): number | null {
  if (oldShares === null || newShares === null || oldShares + newShares <= 0) return null;
  return newShares / (oldShares + newShares);
}

/** Shares that must be sold to raise an amount at a price less a discount (0–1). */
export function sharesForRaise(raiseUsd: number, priceUsd: number, discount = 0): number | null {
  return priceUsd > 0 ? raiseUsd / (priceUsd * (1 - discount)) : null;
}

/** Treasury-stock method (ASC 260-10-45-23): net new shares `N·(1 − K/P)` where in the money. */
export function treasuryStockShares(
  count: number,
  strikeUsd: number,
  priceUsd: number | null,
): number | null {
  if (priceUsd === null || priceUsd <= 0) return null;
  return priceUsd > strikeUsd ? count * (1 - strikeUsd / priceUsd) : 0;
}

function newestCount(history: readonly ShareCount[], asOf: string): ShareCount | null {
  const newest = history.filter((count) => count.end <= asOf).at(-1);
  return newest === undefined || daysBetween(newest.end, asOf) > STALE_SHARES_DAYS ? null : newest;
}
