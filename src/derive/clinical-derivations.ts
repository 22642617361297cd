import { poaScores } from './approval/approval.ts';
import { poaBaseRates } from './approval/base-rates.ts';
import { competitiveLandscape, pipelineHealth } from './programs/competition.ts';
import { pipeline } from './programs/pipeline.ts';
import type { Derivation } from './refresh.ts';
import { trialRiskSignals } from './trials/risk-signals.ts';
import { clinicalTrialOutcomes, trialRisk } from './trials/trial-intelligence.ts';
import { companyScores, programScores } from './valuation/scoring.ts';
import { rnpv } from './valuation/valuations.ts';

/** Approval, pipelines, trials, values and competition: collections by name. */
export const clinicalDerivations = {
  poaScores,
  poaBaseRates,
  pipeline,
  clinicalTrialOutcomes,
  trialRisk,
  trialRiskSignals,
  companyScores,
  programScores,
  rnpv,
  competitiveLandscape,
  pipelineHealth,
} satisfies Record<string, Derivation>;
