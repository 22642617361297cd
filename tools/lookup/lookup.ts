import type { DossierPart, Lookup } from '../../src/catalogue/lookup.ts';
import { fdaAdverseEvents } from '../clinical-intelligence/fda-adverse-events.ts';
import { fdaApprovals } from '../clinical-intelligence/fda-approvals.ts';
import { fdaDesignations } from '../clinical-intelligence/fda-designations.ts';
import { trialRisk } from '../clinical-intelligence/trial-risk.ts';
import { trialRiskSignals } from '../clinical-intelligence/trial-risk-signals.ts';
import { catalystSync } from '../clinical-pipeline/catalyst-sync.ts';
import { clinicalTrialOutcomes } from '../clinical-pipeline/clinical-trial-outcomes.ts';
import { clinicalTrialResults } from '../clinical-pipeline/clinical-trial-results.ts';
import { pipeline } from '../clinical-pipeline/pipeline.ts';
import { companies } from '../company-data/companies.ts';
import { fdaDecisions } from '../fda-intelligence/fda-decisions.ts';
import { poaScores } from '../fda-intelligence/poa-scores.ts';
import { dilution } from '../financial-health/dilution.ts';
import { news } from '../market-signals/news.ts';
import { timeline } from '../market-signals/timeline.ts';
import { hedgeFundPositions } from '../smart-money/hedge-fund-positions.ts';
import { hedgeFunds } from '../smart-money/hedge-funds.ts';
import { companyDossier } from './company-dossier.ts';
import { todayDossier } from './today-dossier.ts';

const ofDrug = { drug: '{pattern}' };
const ofTrial = { nctId: '{key}' };

const drugDossier: readonly DossierPart[] = [
  {
    title: 'Programs',
    endpoint: pipeline,
    arguments: ofDrug,
    fields: [
      'ticker',
      'company_name',
      'drug_name',
      'indication',
      'phase',
      'status',
      'mechanism',
      'next_catalyst',
      'next_catalyst_date',
    ],
    most: 8,
  },
  {
    title: 'Upcoming catalysts with probability of approval, nearest first',
    endpoint: poaScores,
    arguments: ofDrug,
    fields: [
      'formattedDate',
      'ticker',
      'catalyst',
      'stage',
      'poa',
      'base_rate',
      'confidence',
      'votes_yes',
      'votes_no',
      'vote_date',
      'as_of',
    ],
    most: 5,
  },
  {
    title: 'FDA decisions, newest first',
    endpoint: fdaDecisions,
    arguments: ofDrug,
    fields: [
      'decision_date',
      'goal_date',
      'ticker',
      'indication',
      'outcome',
      'refusal_reasons',
      'votes_yes',
      'votes_no',
      'applicant',
    ],
    most: 4,
  },
  {
    title: 'Announced results, newest first',
    endpoint: clinicalTrialResults,
    arguments: {},
    key: 'drug_name',
    fields: ['published_date', 'ticker', 'phase', 'indications', 'results_summary'],
    prose: 'results_summary',
    most: 2,
  },
  {
    title: 'Trials by completion',
    endpoint: catalystSync,
    arguments: { interventionName: '{pattern}' },
    fields: ['nctId', 'acronym', 'Phase', 'Condition', 'CompletionDate', 'BriefTitle'],
    most: 6,
    fromEnd: true,
  },
  {
    title: 'Status and risk of trials, riskiest first',
    endpoint: trialRisk,
    arguments: ofDrug,
    fields: [
      'nctId',
      'title',
      'phase',
      'status',
      'enrollment',
      'why_stopped',
      'risk_level',
      'as_of',
    ],
    most: 8,
  },
  {
    title: 'FDA designations',
    endpoint: fdaDesignations,
    arguments: ofDrug,
    fields: ['designation_date', 'designation_type', 'indication', 'status', 'exclusivity_ends'],
    most: 4,
  },
  {
    title: 'FDA approvals',
    endpoint: fdaApprovals,
    arguments: ofDrug,
    fields: [
      'approval_date',
      'application_type',
      'indication',
      'products',
      'reference_product',
      'exclusive_until',
      'exclusivities',
    ],
    most: 3,
  },
  {
    title: 'Label',
    endpoint: fdaApprovals,
    arguments: ofDrug,
    fields: ['label_date', 'label_indication', 'boxed_warning', 'dosage', 'label_url'],
    prose: 'label_text',
    most: 1,
  },
  {
    title: 'Events and statements, newest first',
    endpoint: timeline,
    arguments: ofDrug,
    fields: ['date', 'ticker', 'type', 'what', 'status'],
    most: 5,
  },
  {
    title: 'Adverse-event reports, newest first',
    endpoint: fdaAdverseEvents,
    arguments: ofDrug,
    fields: ['event_date', 'adverse_event', 'severity', 'outcome'],
    most: 4,
  },
];

const trialDossier: readonly DossierPart[] = [
  {
    title: 'Trial as registered',
    endpoint: catalystSync,
    arguments: {},
    key: 'nctId',
    fields: [
      'nctId',
      'ticker',
      'LeadSponsorName',
      'BriefTitle',
      'acronym',
      'Phase',
      'Condition',
      'InterventionName',
      'interventions',
      'arms',
      'CompletionDate',
      'study_completion_date',
      'primaryOutcomes',
      'updatedAt',
    ],
    prose: 'arms',
    most: 1,
  },
  {
    title: 'Risk',
    endpoint: trialRisk,
    arguments: ofTrial,
    fields: [
      'collaborators',
      'status',
      'enrollment',
      'enrollment_type',
      'primary_completion_date',
      'primary_completion_type',
      'why_stopped',
      'risk_score',
      'risk_level',
      'delay_risk',
      'enrollment_risk',
      'endpoint_risk',
      'safety_risk',
      'as_of',
    ],
    most: 1,
  },
  {
    title: 'Signals, newest first',
    endpoint: trialRiskSignals,
    arguments: { days: '3650' },
    key: 'nctId',
    fields: ['signal_date', 'signal_type', 'severity', 'description'],
    most: 4,
  },
  {
    title: 'Results',
    endpoint: clinicalTrialResults,
    arguments: {},
    key: 'nctId',
    fields: ['published_date', 'drug_name', 'results_summary'],
    prose: 'results_summary',
    most: 2,
  },
  {
    title: 'Odds of advancing to the next phase',
    endpoint: clinicalTrialOutcomes,
    arguments: ofTrial,
    fields: [
      'success_probability',
      'base_rate',
      'predicted_outcome',
      'actual_outcome',
      'outcome_basis',
      'as_of',
    ],
    most: 1,
  },
];

const fundDossier: readonly DossierPart[] = [
  {
    title: 'Fund (13F)',
    endpoint: hedgeFunds,
    arguments: {},
    key: 'cik',
    fields: [
      'fund_name',
      'report_date',
      'filing_date',
      'total_value_usd',
      'biotech_pct',
      'is_specialist',
      'holdings_count',
      'top_holding',
      'turnover_pct',
    ],
    most: 1,
  },
  {
    title: 'Positions, largest first',
    endpoint: hedgeFundPositions,
    arguments: { fund: '{pattern}' },
    fields: [
      'ticker',
      'company_name',
      'value_usd',
      'portfolio_pct',
      'change_pct',
      'action',
      'as_of',
    ],
    most: 15,
  },
];

const textDossier: readonly DossierPart[] = [
  {
    title: 'Text',
    endpoint: news,
    arguments: {},
    key: 'id',
    fields: ['published_at', 'title', 'tickers', 'company_name', 'drugs', 'summary', 'source_url'],
    prose: 'summary',
    most: 1,
  },
];

/** The endpoints that `search` reads, and the dossiers that `fetch` returns. */
export const lookup: Lookup = {
  names: { ticker: companies, drug: pipeline, trial: catalystSync, fund: hedgeFunds, text: news },
  dossiers: {
    ticker: companyDossier,
    drug: drugDossier,
    trial: trialDossier,
    fund: fundDossier,
    text: textDossier,
  },
  today: todayDossier,
  filings: [dilution],
};
