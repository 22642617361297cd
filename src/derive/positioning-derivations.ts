import { maAcquirers, maDeals, maTargets } from './deals/acquisitions.ts';
import { analystRatings, priceTargets } from './market/analysts.ts';
import { optionsChain, optionsFlow, optionsPutCall } from './options/options.ts';
import {
  hedgeFundFlows,
  hedgeFundPositions,
  hedgeFundSentiment,
  hedgeFunds,
  holders,
} from './ownership/funds.ts';
import { insiderSummary, insiderTransactions } from './ownership/insiders.ts';
import {
  modelPortfolioHoldings,
  modelPortfolioReturns,
  modelPortfolios,
} from './portfolio/portfolios.ts';
import type { Derivation } from './refresh.ts';

/** Who holds, trades, buys and rates a stock, and what its options say. */
export const positioningDerivations = {
  hedgeFunds,
  hedgeFundPositions,
  hedgeFundFlows,
  hedgeFundSentiment,
  insiderTransactions,
  insiderSummary,
  holders,
  analystRatings,
  priceTargets,
  optionsChain,
  optionsFlow,
  optionsPutCall,
  maTargets,
  maDeals,
  maAcquirers,
  modelPortfolios,
  modelPortfolioHoldings,
  modelPortfolioReturns,
} satisfies Record<string, Derivation>;
