import { decidedEvents } from './approval/base-rates.ts';
import { fdaDecisions } from './approval/decisions.ts';
import { crls } from './approval/evidence.ts';
import { learnedEvidenceList } from './approval/learned-evidence.ts';
import { programApprovals } from './approval/program-approvals.ts';
import { decisionHeadlines, lateAnnouncements } from './approval/realised-move.ts';
import type { Cutoffs } from './begin-refresh.ts';
import { doubtedBalances, goingConcerns } from './catalysts/catalyst-analysis.ts';
import { nextCatalysts } from './catalysts/next-catalyst.ts';
import { recentReadouts } from './deals/acquisitions.ts';
import { companyFigureList } from './finance/financials.ts';
import { lastCloseList } from './market/market.ts';
import { recentAlerts } from './market/market-signals.ts';
import { chainDays, termStructureList } from './options/chains.ts';
import { chainEvents } from './options/predicted-volatility.ts';
import { fundNames, newestSentimentList, specialistOwnershipList } from './ownership/funds.ts';
import { insiderScoreList, insiderTradeRates } from './ownership/insiders.ts';
import { catalystsAhead } from './programs/pipeline.ts';
import { programs } from './programs/programs.ts';
import { conditionHeadings, trialSightings } from './programs/trial-programs.ts';
import { outcomeModel } from './trials/learned-outcomes.ts';
import { clinicalHolds, tellingSignals } from './trials/risk-signals.ts';
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
import { catalystDaysOfYear } from './valuation/scoring.ts';

/** The name under which the model of trial outcomes goes from refresh to refresh, over days. */
export const OUTCOME_MODEL = 'outcome model';

/**
 * What many records use and few changes of facts alter, by the name under which a refresh keeps its
 * digest for the next.
 */
export const cutoffs: Cutoffs = {
  'announced results': { compute: announcedResults },
  'balances of doubted companies': { compute: doubtedBalances, keepsResult: true },
  'catalyst days of a year': { compute: catalystDaysOfYear },
  'catalysts ahead': { compute: catalystsAhead },
  'clinical holds': { compute: clinicalHolds },
  'companies of the universe': { compute: members },
  'days of chains': { compute: chainDays, keepsResult: true },
  'decided events': { compute: decidedEvents },
  'decision headlines': { compute: decisionHeadlines, keepsResult: true },
  'drugs seen in trials': { compute: trialSightings, keepsResult: true },
  'events of chains': { compute: chainEvents },
  'FDA decisions': { compute: fdaDecisions, keepsResult: true },
  'filed figures': { compute: companyFigureList, keepsResult: true },
  'foreign sponsors': { compute: foreignTickers, keepsResult: true },
  'fund names': { compute: fundNames, keepsResult: true },
  'going concerns': { compute: goingConcerns },
  'headings of conditions': { compute: conditionHeadings, keepsResult: true },
  'insider scores': { compute: insiderScoreList, keepsResult: true },
  'insider trades a month': { compute: insiderTradeRates, keepsResult: true },
  'last closes': { compute: lastCloseList, keepsResult: true },
  'late announcements': { compute: lateAnnouncements, keepsResult: true },
  'learned evidence': { compute: learnedEvidenceList, keepsResult: true },
  'names of companies': { compute: listedNames, keepsResult: true },
  'newest sentiments': { compute: newestSentimentList, keepsResult: true },
  'next catalysts': { compute: nextCatalysts },
  [OUTCOME_MODEL]: { compute: outcomeModel, keepsResult: true },
  'PDUFA dates': { compute: pdufaTickers, keepsResult: true },
  'program approvals': { compute: programApprovals },
  programs: { compute: programs },
  'recent readouts': { compute: recentReadouts },
  'recorded companies': { compute: recordedTickers, keepsResult: true },
  refusals: { compute: crls, keepsResult: true },
  'specialist ownership': { compute: specialistOwnershipList, keepsResult: true },
  'sponsors of drug trials': { compute: drugTrialTickers, keepsResult: true },
  'telling signals': { compute: tellingSignals, keepsResult: true },
  'term structures': { compute: termStructureList, keepsResult: true },
  'tickers of the universe': { compute: memberTickers },
  'volume alerts': { compute: recentAlerts, keepsResult: true },
};
