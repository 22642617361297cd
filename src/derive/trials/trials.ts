import type { Collections } from '../collection.ts';
import type { Refresh } from '../refresh.ts';
import { present } from '../rows.ts';

export const trialCollections = {
  trials: { rows: trials },
  trialResults: { rows: trialResults },
} satisfies Collections;

/** Registered trials under their sponsor's ticker; collaborators are not sponsors. */
function trials({ facts, universe }: Refresh) {
  return facts
    .all('trials')
    .map((trial) =>
      present({ ...trial, ticker: universe.ticker(trial.ticker, trial.LeadSponsorName) }),
    );
}

function trialResults({ facts }: Refresh) {
  return facts.all('trial_results').map((result) => present(result));
}
