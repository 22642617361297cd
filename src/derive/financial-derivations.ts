import { companies } from './companies.ts';
import { cashBurn, cashRunway, dilution, distress, financialHealth } from './financial-health.ts';
import { movers, news, priceSnapshot, unusualVolume } from './market-signals.ts';
import type { Derivation } from './refresh-context.ts';

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
