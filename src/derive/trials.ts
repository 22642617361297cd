import type { Facts } from '../store/facts-store.ts';
import type { Row } from '../store/served-store.ts';
import { present } from './rows.ts';
import type { Universe } from './universe.ts';

/** Registered trials under their sponsor's ticker; collaborators are not sponsors. */
export function trials(facts: Facts, universe: Universe): Row[] {
  return facts
    .all('trials')
    .map((trial) =>
      present({ ...trial, ticker: universe.ticker(trial.ticker, trial.LeadSponsorName) }),
    );
}

export function trialResults(facts: Facts): Row[] {
  return facts.all('trial_results').map((result) => present(result));
}
