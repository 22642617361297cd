import type { Fact } from '../facts/fact-kinds.ts';
import { dayNumber, isoOf } from './days.ts';
import type { World } from './model.ts';
import { randomOf } from './random.ts';

/** Days after the last update of a trial until somebody labels it. */
const labelledAfter = 90;

/** Labels of some university trials, which announce nothing, as a user's own list would have them. */
export function trialLabelsOf(
  world: World,
  trials: readonly Fact<'trials'>[],
): readonly Fact<'trial_labels'>[] {
  return trials.flatMap((trial) => {
    const random = randomOf(world.seed, 'label', trial.nctId);
    const isOfUniversity = trial.lead_sponsor_class === 'OTHER' && trial.status === 'COMPLETED';
    const day = dayNumber(trial.updatedAt!) + labelledAfter;
    if (!isOfUniversity || !trial.Phase || day >= world.today || random.chance(0.3)) return [];
    const label = random.chance(0.4) ? ('success' as const) : ('failure' as const);
    return [{ nctId: trial.nctId, label, source: 'demo-labels/1', date: isoOf(day) }];
  });
}
