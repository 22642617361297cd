import type { Endpoint } from '../src/catalogue/endpoint.ts';
import { fdaAdverseEvents } from './clinical-intelligence/fda-adverse-events.ts';
import { fdaApprovals } from './clinical-intelligence/fda-approvals.ts';
import { fdaDesignations } from './clinical-intelligence/fda-designations.ts';
import { trialRisk } from './clinical-intelligence/trial-risk.ts';
import { trialRiskSignals } from './clinical-intelligence/trial-risk-signals.ts';
import { catalystSync } from './clinical-pipeline/catalyst-sync.ts';
import { clinicalTrialOutcomes } from './clinical-pipeline/clinical-trial-outcomes.ts';
import { clinicalTrialResults } from './clinical-pipeline/clinical-trial-results.ts';
import { pipeline } from './clinical-pipeline/pipeline.ts';
import { analystRatings } from './company-data/analyst-ratings.ts';
import { companies } from './company-data/companies.ts';
import { company } from './company-data/company.ts';
import { holders } from './company-data/holders.ts';
import { movers } from './company-data/movers.ts';
import { priceTargets } from './company-data/price-targets.ts';
import { screen } from './company-data/screen.ts';
import { competitiveLandscape } from './competitive-intelligence/competitive-landscape.ts';
import { pipelineHealth } from './competitive-intelligence/pipeline-health.ts';
import { calendarChanges } from './fda-intelligence/calendar-changes.ts';
import { eventStudy } from './fda-intelligence/event-study.ts';
import { fdaCalendar } from './fda-intelligence/fda-calendar.ts';
import { fdaCalendarHistorical } from './fda-intelligence/fda-calendar-historical.ts';
import { fdaDecisions } from './fda-intelligence/fda-decisions.ts';
import { pdufaHistorical } from './fda-intelligence/pdufa-historical.ts';
import { pdufaUpcoming } from './fda-intelligence/pdufa-upcoming.ts';
import { poaBaseRates } from './fda-intelligence/poa-base-rates.ts';
import { poaScores } from './fda-intelligence/poa-scores.ts';
import { trackRecord } from './fda-intelligence/track-record.ts';
import { cashBurn } from './financial-health/cash-burn.ts';
import { cashRunway } from './financial-health/cash-runway.ts';
import { dilution } from './financial-health/dilution.ts';
import { distress } from './financial-health/distress.ts';
import { financialHealth } from './financial-health/financial-health.ts';
import { maAcquirers } from './ma-tracker/ma-acquirers.ts';
import { maDeals } from './ma-tracker/ma-deals.ts';
import { maTargets } from './ma-tracker/ma-targets.ts';
import { news } from './market-signals/news.ts';
import { optionsChain } from './market-signals/options-chain.ts';
import { optionsFlow } from './market-signals/options-flow.ts';
import { optionsPutCall } from './market-signals/options-put-call.ts';
import { priceHistory } from './market-signals/price-history.ts';
import { priceSnapshot } from './market-signals/price-snapshot.ts';
import { timeline } from './market-signals/timeline.ts';
import { unusualVolume } from './market-signals/unusual-volume.ts';
import { modelPortfolioHoldings } from './model-portfolio/model-portfolio-holdings.ts';
import { modelPortfolioReturns } from './model-portfolio/model-portfolio-returns.ts';
import { modelPortfolios } from './model-portfolio/model-portfolios.ts';
import { companyScores } from './scoring-and-valuation/company-scores.ts';
import { programScores } from './scoring-and-valuation/program-scores.ts';
import { rnpv } from './scoring-and-valuation/rnpv.ts';
import { hedgeFundFlows } from './smart-money/hedge-fund-flows.ts';
import { hedgeFundPositions } from './smart-money/hedge-fund-positions.ts';
import { hedgeFundSentiment } from './smart-money/hedge-fund-sentiment.ts';
import { hedgeFunds } from './smart-money/hedge-funds.ts';
import { insiderSummary } from './smart-money/insider-summary.ts';
import { insiderTransactions } from './smart-money/insider-transactions.ts';

/** All endpoints, sorted by group. */
export const endpoints: readonly Endpoint[] = [
  pdufaHistorical,
  pdufaUpcoming,
  fdaCalendar,
  fdaCalendarHistorical,
  calendarChanges,
  fdaDecisions,
  poaScores,
  poaBaseRates,
  eventStudy,
  trackRecord,
  catalystSync,
  clinicalTrialResults,
  pipeline,
  clinicalTrialOutcomes,
  financialHealth,
  cashRunway,
  cashBurn,
  dilution,
  distress,
  hedgeFunds,
  hedgeFundPositions,
  hedgeFundFlows,
  insiderTransactions,
  insiderSummary,
  hedgeFundSentiment,
  unusualVolume,
  priceSnapshot,
  priceHistory,
  news,
  timeline,
  optionsFlow,
  optionsChain,
  optionsPutCall,
  companies,
  company,
  screen,
  holders,
  movers,
  analystRatings,
  priceTargets,
  companyScores,
  programScores,
  rnpv,
  fdaDesignations,
  fdaApprovals,
  fdaAdverseEvents,
  trialRisk,
  trialRiskSignals,
  competitiveLandscape,
  pipelineHealth,
  maTargets,
  maDeals,
  maAcquirers,
  modelPortfolios,
  modelPortfolioHoldings,
  modelPortfolioReturns,
];

/**
 * Endpoints whose records come from sources. If an answer is empty, a hint names the endpoints in
 * this list that have records of the requested company or drug.
 */
export const recordEndpoints: readonly Endpoint[] = [
  timeline,
  catalystSync,
  clinicalTrialResults,
  fdaCalendar,
  fdaCalendarHistorical,
  fdaDecisions,
  fdaApprovals,
  fdaDesignations,
  fdaAdverseEvents,
  maDeals,
  holders,
  insiderTransactions,
  cashRunway,
  priceSnapshot,
];

export { lookup } from './lookup/lookup.ts';
