import { priceSentence, signalSentences } from './catalysts/catalyst-analysis.ts';
import { closesAround, recalledMove } from './catalysts/calendar.ts';
import { everydayVolatility, moveOn } from './options/predicted-volatility.ts';
import type { Recalled } from './recall.ts';

/** What is made unit by unit, by the name under which a refresh keeps it (see recall.ts). */
export const recalled: Recalled = {
  'closes around catalysts': closesAround,
  'everyday volatilities': everydayVolatility,
  'market moves': recalledMove,
  'moves on event days': moveOn,
  'price sentences': priceSentence,
  'signal sentences': signalSentences,
};
