import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../refresh.ts';

type Trial = Sourced<'trials'>;

/** The company that runs a trial: collaborators are not sponsors. */
export function trialTicker(refresh: Refresh, trial: Trial): string | undefined {
  return refresh.memo(trialTickers).get(trial);
}

function trialTickers(refresh: Refresh): ReadonlyMap<Trial, string | undefined> {
  const { universe } = refresh;
  return new Map(
    refresh.facts
      .all('trials')
      .map((trial) => [trial, universe.ticker(trial.ticker, trial.LeadSponsorName)]),
  );
}
