import { learnedEvidence } from './approval/learned-evidence.ts';
import { lateAnnouncements } from './approval/realised-move.ts';
import { goingConcerns } from './catalysts/catalyst-analysis.ts';
import { nextCatalysts } from './catalysts/next-catalyst.ts';
import { lastCloseList } from './market/market.ts';
import { programs } from './programs/programs.ts';
import type { Cutoffs } from './refresh.ts';
import { outcomeModel } from './trials/learned-outcomes.ts';
import { clinicalHolds } from './trials/risk-signals.ts';
import { evidence, foreignTickers } from './universe.ts';

/** The name under which the model of trial outcomes goes from refresh to refresh, over days. */
export const OUTCOME_MODEL = 'outcome model';

/**
 * What many records use and few changes of facts alter, by the name under which a refresh keeps its
 * digest for the next.
 */
export const cutoffs: Cutoffs = {
  'clinical holds': { compute: clinicalHolds },
  'evidence of companies': { compute: evidence, keepsResult: true },
  'foreign sponsors': { compute: foreignTickers, keepsResult: true },
  'going concerns': { compute: goingConcerns },
  'last closes': { compute: lastCloseList, keepsResult: true },
  'late announcements': { compute: lateAnnouncements },
  'learned evidence': { compute: learnedEvidence },
  'next catalysts': { compute: nextCatalysts },
  [OUTCOME_MODEL]: { compute: outcomeModel, keepsResult: true },
  programs: { compute: programs },
};
