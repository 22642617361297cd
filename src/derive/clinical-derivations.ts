import { poaScores } from './approval.ts';
import { poaBaseRates } from './base-rates.ts';
import { competitiveLandscape, pipelineHealth } from './competition.ts';
import { pipeline } from './pipeline.ts';
import type { Derivation } from './refresh-context.ts';
import { trialRiskSignals } from './risk-signals.ts';
import { companyScores, programScores } from './scoring.ts';
import { clinicalTrialOutcomes, trialRisk } from './trial-intelligence.ts';
import { rnpv } from './valuations.ts';

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
