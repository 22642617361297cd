import type { Row } from '../../store/served-store.ts';
import type { Refresh } from '../refresh.ts';
import { present } from '../rows.ts';

/** Registered trials under their sponsor's ticker; collaborators are not sponsors. */
export function trials({ facts, universe }: Refresh): Row[] {
  return facts
    .all('trials')
    .map((trial) =>
      present({ ...trial, ticker: universe.ticker(trial.ticker, trial.LeadSponsorName) }),
    );
}

export function trialResults({ facts }: Refresh): Row[] {
  return facts.all('trial_results').map((result) => present(result));
}
