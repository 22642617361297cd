import { learnedEvidence } from './approval/learned-evidence.ts';
import { decisionHeadlines, lateAnnouncements } from './approval/realised-move.ts';
import { doubtedBalances, goingConcerns } from './catalysts/catalyst-analysis.ts';
import { nextCatalysts } from './catalysts/next-catalyst.ts';
import { companyFigureList } from './finance/financials.ts';
import { lastCloseList } from './market/market.ts';
import { recentAlerts } from './market/market-signals.ts';
import { termStructureList } from './options/chains.ts';
import { fundNames, newestSentimentList, specialistOwnershipList } from './ownership/funds.ts';
import { programs } from './programs/programs.ts';
import type { Cutoffs } from './refresh.ts';
import { outcomeModel } from './trials/learned-outcomes.ts';
import { clinicalHolds, riskSignals } from './trials/risk-signals.ts';
import { announcedResults } from './trials/trial-files.ts';
import {
  drugTrialTickers,
  foreignTickers,
  listedNames,
  members,
  memberTickers,
  pdufaTickers,
  recordedTickers,
} from './universe.ts';

/** The name under which the model of trial outcomes goes from refresh to refresh, over days. */
export const OUTCOME_MODEL = 'outcome model';

/**
 * What many records use and few changes of facts alter, by the name under which a refresh keeps its
 * digest for the next.
 */
export const cutoffs: Cutoffs = {
  'announced results': { compute: announcedResults },
  'balances of doubted companies': { compute: doubtedBalances, keepsResult: true },
  'clinical holds': { compute: clinicalHolds },
  'companies of the universe': { compute: members },
  'decision headlines': { compute: decisionHeadlines, keepsResult: true },
  'filed figures': { compute: companyFigureList, keepsResult: true },
  'foreign sponsors': { compute: foreignTickers, keepsResult: true },
  'fund names': { compute: fundNames, keepsResult: true },
  'going concerns': { compute: goingConcerns },
  'last closes': { compute: lastCloseList, keepsResult: true },
  'late announcements': { compute: lateAnnouncements, keepsResult: true },
  'learned evidence': { compute: learnedEvidence },
  'names of companies': { compute: listedNames, keepsResult: true },
  'newest sentiments': { compute: newestSentimentList, keepsResult: true },
  'next catalysts': { compute: nextCatalysts },
  [OUTCOME_MODEL]: { compute: outcomeModel, keepsResult: true },
  'PDUFA dates': { compute: pdufaTickers, keepsResult: true },
  programs: { compute: programs },
  'recorded companies': { compute: recordedTickers, keepsResult: true },
  'risk signals': { compute: riskSignals, keepsResult: true },
  'specialist ownership': { compute: specialistOwnershipList, keepsResult: true },
  'sponsors of drug trials': { compute: drugTrialTickers, keepsResult: true },
  'term structures': { compute: termStructureList, keepsResult: true },
  'tickers of the universe': { compute: memberTickers },
  'volume alerts': { compute: recentAlerts, keepsResult: true },
};
