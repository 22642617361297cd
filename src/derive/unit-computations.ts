import { companyOutlook } from './catalysts/company-outlooks.ts';
import { everydayVolatility, moveOn } from './options/predicted-volatility.ts';
import type { UnitComputations } from './recall.ts';

/** What is made unit by unit, by the name under which a refresh keeps it (see recall.ts). */
export const unitComputations: UnitComputations = {
  'company outlooks': companyOutlook,
  'everyday volatilities': everydayVolatility,
  'moves on event days': moveOn,
};
