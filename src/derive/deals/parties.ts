import type { Sourced } from '../../store/facts-store.ts';
import type { Universe } from '../computation.ts';

/**
 * The tickers of a deal's parties. If the buyer is a subsidiary, the acquirer is its owner. If the
 * deal states no ticker for the target, the target must be stated by its exact name.
 */
export function partiesOf(deal: Sourced<'deals'>, universe: Universe) {
  const acquirerTicker = universe.ticker(deal.acquirerTicker, deal.acquirer) ?? null;
  const target = universe.issuer(deal.targetTicker, deal.target) ?? null;
  return { acquirerTicker, targetTicker: target === acquirerTicker ? null : target };
}
