import {
  cashBurn,
  cashRunway,
  dilution,
  distress,
  financialHealth,
} from './finance/financial-health.ts';
import { companies } from './market/companies.ts';
import { movers, news, priceSnapshot, unusualVolume } from './market/market-signals.ts';
import type { Derivation } from './refresh.ts';

/** The collections of financial health, of prices and news, and of company data. */
export const financialDerivations = {
  financialHealth,
  cashRunway,
  cashBurn,
  dilution,
  distress,
  unusualVolume,
  priceSnapshot,
  news,
  companies,
  movers,
} satisfies Record<string, Derivation>;
