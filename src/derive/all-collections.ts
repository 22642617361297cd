import { baseRateCollections } from './approval/base-rates.ts';
import { decisionCollections } from './approval/decision-records.ts';
import { fdaDecisions } from './approval/decisions.ts';
import { learnedEvidence } from './approval/learned-evidence.ts';
import { approvalCollections } from './approval/program-approvals.ts';
import { announcementHours } from './approval/realized-move.ts';
import { regulatoryCollections } from './approval/regulatory.ts';
import { calendarCollections } from './catalysts/calendar.ts';
import { calendarChangeCollections } from './catalysts/calendar-changes.ts';
import { eventStudyCollections, studyMarket } from './catalysts/event-study.ts';
import { currentLines, impliedMoves, realizedMoves } from './catalysts/frozen-lines.ts';
import { trackRecordCollections } from './catalysts/track-record.ts';
import type { CollectionGroup, Collections } from './collection.ts';
import { dealCollections } from './deals/acquisitions.ts';
import { financialHealthCollections } from './finance/financial-health.ts';
import { companyFigures } from './finance/financials.ts';
import { analystCollections } from './market/analysts.ts';
import { companyCollections } from './market/companies.ts';
import { lastCloses } from './market/market.ts';
import { marketSignalCollections } from './market/market-signals.ts';
import { priceRecordCollections } from './market/price-records.ts';
import { termStructures } from './options/chains.ts';
import { optionCollections } from './options/options.ts';
import {
  fundCollections,
  fundNames,
  newestSentiments,
  specialistOwnership,
} from './ownership/funds.ts';
import { insiderCollections, insiderScores, insiderTradesPerMonth } from './ownership/insiders.ts';
import { portfolioCollections } from './portfolio/portfolios.ts';
import { competitionCollections } from './programs/competition.ts';
import { pipelineCollections } from './programs/pipeline.ts';
import { programs, programTrials } from './programs/programs.ts';
import { indicationKeys } from './programs/trial-programs.ts';
import { fundEvents, insiderEvents } from './timeline/ownership-events.ts';
import { timelineCollections } from './timeline/timeline.ts';
import { outcomeModel } from './trials/learned-outcomes.ts';
import { riskSignalCollections, tellingSignals } from './trials/risk-signals.ts';
import { trialBacktest } from './trials/trial-backtest.ts';
import { ownFiles } from './trials/trial-files.ts';
import { reportedDrugs, trialIntelligenceCollections } from './trials/trial-intelligence.ts';
import { recordedTrials } from './trials/trial-records.ts';
import { trialCollections } from './trials/trials.ts';
import { companyNames, members, memberTickers } from './universe.ts';
import { scoreCollections } from './valuation/scoring.ts';
import { valuationCollections } from './valuation/valuations.ts';

/**
 * All collections by name, in the order in which a refresh computes them. Endpoints refer to these
 * names.
 */
export const collectionGroups: readonly CollectionGroup[] = [
  {
    collections: { ...regulatoryCollections, ...analystCollections },
    keeps: [companyNames, members, memberTickers, fdaDecisions, programs, indicationKeys],
  },
  { collections: optionCollections, keeps: [termStructures, impliedMoves] },
  { collections: marketSignalCollections, keeps: [announcementHours, lastCloses, companyFigures] },
  {
    collections: {
      ...insiderCollections,
      ...fundCollections,
      ...portfolioCollections,
      ...priceRecordCollections,
    },
    keeps: [
      ...[insiderScores, insiderTradesPerMonth, fundNames, newestSentiments],
      ...[specialistOwnership, studyMarket],
      ...[insiderEvents, fundEvents],
    ],
  },
  { collections: { ...financialHealthCollections, ...companyCollections } },
  { collections: trialCollections, keeps: [programTrials, ownFiles, recordedTrials] },
  {
    collections: {
      ...trialIntelligenceCollections,
      ...baseRateCollections,
      ...eventStudyCollections,
    },
    keeps: [learnedEvidence, outcomeModel, reportedDrugs, trialBacktest, realizedMoves],
    drops: [studyMarket, recordedTrials],
  },
  { collections: riskSignalCollections, keeps: [tellingSignals], drops: [reportedDrugs] },
  {
    collections: {
      ...calendarCollections,
      ...calendarChangeCollections,
      ...trackRecordCollections,
      ...decisionCollections,
      ...approvalCollections,
      ...pipelineCollections,
      ...competitionCollections,
      ...valuationCollections,
      ...scoreCollections,
      ...dealCollections,
    },
    keeps: [currentLines],
    drops: [
      ...[indicationKeys, termStructures, impliedMoves, realizedMoves, announcementHours],
      ...[lastCloses, companyFigures, insiderScores, insiderTradesPerMonth, newestSentiments],
      ...[specialistOwnership, learnedEvidence, trialBacktest, tellingSignals],
    ],
  },
  { collections: timelineCollections },
];

export const collections: Collections = Object.assign(
  {},
  ...collectionGroups.map((group) => group.collections),
);
