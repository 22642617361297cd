import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';

type SponsoredTrial = Pick<Sourced<'trials'>, 'ticker' | 'LeadSponsorName'>;

/** Ticker of the trial's lead sponsor. Collaborators are not sponsors. */
export function trialTicker({ universe }: Refresh, trial: SponsoredTrial): string | undefined {
  return universe.ticker(trial.ticker, trial.LeadSponsorName);
}
