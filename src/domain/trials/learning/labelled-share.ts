import { percent, wilsonInterval } from '../../approval/odds.ts';
import { ALL_INDICATIONS } from '../../approval/success-rates.ts';
import type { TrialLabel } from './trial-labels.ts';
import type { TrialCourse } from './trial-record.ts';

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
  records: Iterable<TrialCourse>,
  labels: ReadonlyMap<string, TrialLabel>,
): ReadonlyMap<string, LabelledShare> {
  const groups = new Map<string, { labelled: number; succeeded: number }>();
  for (const { nctId, stage, design } of records) {
    const label = labels.get(nctId);
    if (!label || !stage) continue;
    for (const area of new Set([ALL_INDICATIONS, design.area ?? ALL_INDICATIONS])) {
      const key = labelledKey(area, stage);
      const own = groups.get(key) ?? { labelled: 0, succeeded: 0 };
      own.labelled += 1;
      own.succeeded += Number(label.succeeded);
      groups.set(key, own);
    }
  }
  return new Map(
    [...groups].map(([key, { labelled, succeeded }]) => [key, shareOf(succeeded, labelled)]),
  );
}

export function labelledKey(area: string, stage: string): string {
  return `${area} ${stage}`;
}

function shareOf(succeeded: number, labelled_trials: number): LabelledShare {
  const share = succeeded / labelled_trials;
  const { low, high } = wilsonInterval(share, labelled_trials);
  return {
    labelled_trials,
    labelled_rate: percent(share),
    labelled_interval_low: percent(low),
    labelled_interval_high: percent(high),
  };
}
