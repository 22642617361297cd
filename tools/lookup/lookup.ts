import type { DossierPart, Lookup, Subject } from '../../src/lookup.ts';
import { fdaAdverseEvents } from '../clinical-intelligence/fda-adverse-events.ts';
import { fdaApprovals } from '../clinical-intelligence/fda-approvals.ts';
import { fdaDesignations } from '../clinical-intelligence/fda-designations.ts';
import { trialRisk } from '../clinical-intelligence/trial-risk.ts';
import { catalystSync } from '../clinical-pipeline/catalyst-sync.ts';
import { clinicalTrialOutcomes } from '../clinical-pipeline/clinical-trial-outcomes.ts';
import { pipeline } from '../clinical-pipeline/pipeline.ts';
import { companies } from '../company-data/companies.ts';
import { fdaDecisions } from '../fda-intelligence/fda-decisions.ts';
import { poaScores } from '../fda-intelligence/poa-scores.ts';
import { hedgeFundPositions } from '../smart-money/hedge-fund-positions.ts';
import { hedgeFunds } from '../smart-money/hedge-funds.ts';
import { companyDossier } from './company-dossier.ts';

const byDrug = ({ pattern }: Subject) => ({ drug: pattern });
const byTrial = ({ key }: Subject) => ({ nctId: key });

const drugDossier: readonly DossierPart[] = [
  {
    title: 'Programs',
    endpoint: pipeline,
    ask: byDrug,
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
    title: 'Coming catalysts with probability of approval, nearest first',
    endpoint: poaScores,
    ask: byDrug,
    fields: [
      'formattedDate',
      'ticker',
      'catalyst',
      'stage',
      'poa',
      'base_rate',
      'confidence',
      'as_of',
    ],
    most: 5,
  },
  {
    title: 'FDA decisions, latest first',
    endpoint: fdaDecisions,
    ask: byDrug,
    fields: [
      'decision_date',
      'goal_date',
      'ticker',
      'indication',
      'outcome',
      'refusal_reasons',
      'votes_yes',
      'votes_no',
    ],
    most: 4,
  },
  {
    title: 'Trials by completion',
    endpoint: catalystSync,
    ask: ({ pattern }) => ({ interventionName: pattern }),
    fields: ['nctId', 'Phase', 'Condition', 'CompletionDate', 'BriefTitle'],
    most: 6,
    fromEnd: true,
  },
  {
    title: 'FDA designations',
    endpoint: fdaDesignations,
    ask: byDrug,
    fields: ['designation_date', 'designation_type', 'indication', 'status'],
    most: 4,
  },
  {
    title: 'FDA approvals',
    endpoint: fdaApprovals,
    ask: byDrug,
    fields: ['approval_date', 'application_type', 'indication', 'review_designation'],
    most: 3,
  },
  {
    title: 'Adverse-event reports, latest first',
    endpoint: fdaAdverseEvents,
    ask: byDrug,
    fields: ['event_date', 'adverse_event', 'severity', 'outcome'],
    most: 4,
  },
];

const trialDossier: readonly DossierPart[] = [
  {
    title: 'Trial as registered',
    endpoint: catalystSync,
    ask: () => ({}),
    key: 'nctId',
    fields: [
      'nctId',
      'ticker',
      'LeadSponsorName',
      'BriefTitle',
      'Phase',
      'Condition',
      'InterventionName',
      'CompletionDate',
      'primaryOutcomes',
      'updatedAt',
    ],
    most: 1,
  },
  {
    title: 'Risk',
    endpoint: trialRisk,
    ask: byTrial,
    fields: [
      'status',
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
    title: 'Odds of the next phase',
    endpoint: clinicalTrialOutcomes,
    ask: byTrial,
    fields: ['success_probability', 'base_rate', 'predicted_outcome', 'actual_outcome', 'as_of'],
    most: 1,
  },
];

const fundDossier: readonly DossierPart[] = [
  {
    title: 'Fund (13F)',
    endpoint: hedgeFunds,
    ask: () => ({}),
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
    ask: ({ pattern }) => ({ fund: pattern }),
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

/** What search and fetch are made of. */
export const lookup: Lookup = {
  names: { ticker: companies, drug: pipeline, trial: catalystSync, fund: hedgeFunds },
  dossiers: {
    ticker: companyDossier,
    drug: drugDossier,
    trial: trialDossier,
    fund: fundDossier,
  },
};
