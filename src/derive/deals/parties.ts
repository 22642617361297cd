import type { Sourced } from '../../store/facts-store.ts';
import type { Universe } from '../computation.ts';

/**
 * The tickers of a deal's parties. A subsidiary buys for its owner; a target is the company that
 * bears the name itself, not who owns it today, and never the buyer.
 */
export function partiesOf(deal: Sourced<'deals'>, universe: Universe) {
  const acquirerTicker = universe.ticker(deal.acquirerTicker, deal.acquirer) ?? null;
  const target = universe.issuer(deal.targetTicker, deal.target) ?? null;
  return { acquirerTicker, targetTicker: target === acquirerTicker ? null : target };
}
