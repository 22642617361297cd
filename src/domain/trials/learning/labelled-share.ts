import { percent, wilsonInterval } from '../../approval/odds.ts';
import { ALL_INDICATIONS } from '../../approval/success-rates.ts';
import { groupBy } from '../../group-by.ts';
import type { TrialLabel } from './trial-labels.ts';
import type { TrialRecord } from './trial-record.ts';

/** How many of the trials with a known outcome succeeded. */
export interface LabelledShare {
  readonly labelled_trials: number;
  /** Percent. */
  readonly labelled_rate: number;
  /** Wilson interval, percents. */
  readonly labelled_interval_low: number;
  readonly labelled_interval_high: number;
}

/**
 * The share of labelled trials that succeeded, by `labelledKey` of area and stage, and once more
 * over all indications. It says what the record holds: outcomes that nobody tells are not in it.
 */
export function labelledShares(
  records: readonly TrialRecord[],
  labels: ReadonlyMap<string, TrialLabel>,
): ReadonlyMap<string, LabelledShare> {
  const placed = records.flatMap(({ nctId, stage, design }) => {
    const label = labels.get(nctId);
    if (!label || !stage) return [];
    return [...new Set([ALL_INDICATIONS, design.area ?? ALL_INDICATIONS])].map((area) => ({
      key: labelledKey(area, stage),
      succeeded: label.succeeded,
    }));
  });
  const groups = groupBy(placed, ({ key }) => key);
  return new Map([...groups].map(([key, own]) => [key, shareOf(own)]));
}

export function labelledKey(area: string, stage: string): string {
  return `${area} ${stage}`;
}

function shareOf(own: readonly { readonly succeeded: boolean }[]): LabelledShare {
  const share = own.filter(({ succeeded }) => succeeded).length / own.length;
  const { low, high } = wilsonInterval(share, own.length);
  return {
    labelled_trials: own.length,
    labelled_rate: percent(share),
    labelled_interval_low: percent(low),
    labelled_interval_high: percent(high),
  };
}
