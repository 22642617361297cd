import { percent, wilsonInterval } from '../../approval/odds.ts';
import { ALL_INDICATIONS } from '../../approval/success-rates.ts';
import type { TrialLabel } from './trial-labels.ts';
import type { TrialCourse } from './trial-record.ts';

/**
 * Success rates of labeled trials by area and stage (see `labelledKey`). `ALL_INDICATIONS` is one
 * of the areas. Trials without a known outcome are excluded.
 */
export function labelledShares(
  records: Iterable<TrialCourse>,
  labels: ReadonlyMap<string, TrialLabel>,
): ReadonlyMap<string, LabelledShare> {
  const groups = new Map<string, { labeled: number; succeeded: number }>();
  for (const { nctId, stage, design } of records) {
    const label = labels.get(nctId);
    if (!label || !stage) continue;
    for (const area of new Set([ALL_INDICATIONS, design.area ?? ALL_INDICATIONS])) {
      const key = labelledKey(area, stage);
      const group = groups.get(key) ?? { labeled: 0, succeeded: 0 };
      group.labeled += 1;
      group.succeeded += Number(label.succeeded);
      groups.set(key, group);
    }
  }
  return new Map(
    [...groups].map(([key, { labeled, succeeded }]) => [key, shareOf(succeeded, labeled)]),
  );
}

export function labelledKey(area: string, stage: string): string {
  return `${area} ${stage}`;
}

function shareOf(succeeded: number, labelled_trials: number) {
  const share = succeeded / labelled_trials;
  const { low, high } = wilsonInterval(share, labelled_trials);
  return {
    labelled_trials,
    /** Share of successes in percent. */
    labelled_rate: percent(share),
    /** Wilson interval of the share in percent. */
    labelled_interval_low: percent(low),
    labelled_interval_high: percent(high),
  };
}

/** The success rate of labeled trials. */
export type LabelledShare = ReturnType<typeof shareOf>;
