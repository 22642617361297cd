import { companyOutlook } from './catalysts/company-outlooks.ts';
import { everydayVolatility, moveOn } from './options/predicted-volatility.ts';
import type { Recalled } from './recall.ts';

/** What is made unit by unit, by the name under which a refresh keeps it (see recall.ts). */
export const recalled: Recalled = {
  'company outlooks': companyOutlook,
  'everyday volatilities': everydayVolatility,
  'moves on event days': moveOn,
};
