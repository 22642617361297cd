import { lateAnnouncements } from './approval/realised-move.ts';
import { goingConcerns } from './catalysts/catalyst-analysis.ts';
import { nextCatalysts } from './catalysts/next-catalyst.ts';
import { lastCloseList } from './market/market.ts';
import { termStructureList } from './options/chains.ts';
import { fundNames, newestSentimentList, specialistOwnershipList } from './ownership/funds.ts';
import { programs } from './programs/programs.ts';
import type { Cutoffs } from './refresh.ts';
import { clinicalHolds } from './trials/risk-signals.ts';
import { evidence, foreignTickers } from './universe.ts';

/**
 * What many records use and few changes of facts alter, by the name under which a refresh keeps its
 * digest for the next.
 */
export const cutoffs: Cutoffs = {
  'clinical holds': { compute: clinicalHolds },
  'evidence of companies': { compute: evidence, keepsResult: true },
  'foreign sponsors': { compute: foreignTickers, keepsResult: true },
  'fund names': { compute: fundNames, keepsResult: true },
  'going concerns': { compute: goingConcerns },
  'last closes': { compute: lastCloseList, keepsResult: true },
  'late announcements': { compute: lateAnnouncements },
  'newest sentiments': { compute: newestSentimentList, keepsResult: true },
  'next catalysts': { compute: nextCatalysts },
  programs: { compute: programs },
  'specialist ownership': { compute: specialistOwnershipList, keepsResult: true },
  'term structures': { compute: termStructureList, keepsResult: true },
};
