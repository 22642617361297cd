import { baseRateCollections } from './approval/base-rates.ts';
import { decisionCollections } from './approval/decision-records.ts';
import { approvalCollections } from './approval/program-approvals.ts';
import { regulatoryCollections } from './approval/regulatory.ts';
import { calendarCollections } from './catalysts/calendar.ts';
import { calendarChangeCollections } from './catalysts/calendar-changes.ts';
import type { Collections } from './collection.ts';
import { dealCollections } from './deals/acquisitions.ts';
import { financialHealthCollections } from './finance/financial-health.ts';
import { analystCollections } from './market/analysts.ts';
import { companyCollections } from './market/companies.ts';
import { marketSignalCollections } from './market/market-signals.ts';
import { optionCollections } from './options/options.ts';
import { fundCollections } from './ownership/funds.ts';
import { insiderCollections } from './ownership/insiders.ts';
import { portfolioCollections } from './portfolio/portfolios.ts';
import { competitionCollections } from './programs/competition.ts';
import { pipelineCollections } from './programs/pipeline.ts';
import { riskSignalCollections } from './trials/risk-signals.ts';
import { trialIntelligenceCollections } from './trials/trial-intelligence.ts';
import { trialCollections } from './trials/trials.ts';
import { scoreCollections } from './valuation/scoring.ts';
import { valuationCollections } from './valuation/valuations.ts';

/**
 * Every collection that an endpoint may serve, by the name that the endpoint gives, in the order in
 * which a refresh makes them: those that share large computations one after the other, so that few of
 * these are held at a time. Positions of funds are the largest, and come while little else is held.
 */
export const collections: Collections = {
  ...regulatoryCollections,
  ...analystCollections,
  ...optionCollections,
  ...marketSignalCollections,
  ...insiderCollections,
  ...fundCollections,
  ...portfolioCollections,
  ...financialHealthCollections,
  ...companyCollections,
  ...trialCollections,
  ...trialIntelligenceCollections,
  ...baseRateCollections,
  ...riskSignalCollections,
  ...calendarCollections,
  ...calendarChangeCollections,
  ...decisionCollections,
  ...approvalCollections,
  ...pipelineCollections,
  ...competitionCollections,
  ...valuationCollections,
  ...scoreCollections,
  ...dealCollections,
};
