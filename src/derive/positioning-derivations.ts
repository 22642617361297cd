import { maAcquirers, maDeals, maTargets } from './acquisitions.ts';
import { analystRatings, priceTargets } from './analysts.ts';
import {
  hedgeFundFlows,
  hedgeFundPositions,
  hedgeFundSentiment,
  hedgeFunds,
  holders,
} from './funds.ts';
import { insiderSummary, insiderTransactions } from './insiders.ts';
import { optionsChain, optionsFlow, optionsPutCall } from './options.ts';
import { modelPortfolioHoldings, modelPortfolioReturns, modelPortfolios } from './portfolios.ts';
import type { Derivation } from './refresh-context.ts';

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
