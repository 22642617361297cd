import type { Sourced } from '../../store/facts-store.ts';
import type { Universe } from '../computation.ts';

/**
 * The tickers of a deal's parties. If a subsidiary is the buyer, the acquirer is its owner. The
 * target is the company with exactly the stated name.
 */
export function partiesOf(deal: Sourced<'deals'>, universe: Universe) {
  const acquirerTicker = universe.ticker(deal.acquirerTicker, deal.acquirer) ?? null;
  const target = universe.issuer(deal.targetTicker, deal.target) ?? null;
  return { acquirerTicker, targetTicker: target === acquirerTicker ? null : target };
}
