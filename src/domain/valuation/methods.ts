import type { Method } from '../method.ts';

const LOW_COVERAGE = {
  low_coverage: 'The known components hold less than half of the weight: no score.',
} as const;

/** Why a program has no value. */
const UNVALUED = {
  no_stage: 'The phase cannot be read.',
  not_in_clinic: 'No published rate leads out of preclinical work: no value.',
  no_transition_probability: 'The success rates of the remaining stages are not known: no value.',
  no_sales_assumption: 'Nobody has assumed sales of the program: no value.',
  exclusivity_ended: 'The last year of counted sales is over: no value.',
} as const;

/** What a program's probability of approval rests on. */
const APPROVAL_INPUTS = [
  'companies',
  'trials',
  'programs',
  'catalysts',
  'catalyst_changes',
  'decisions',
  'designations',
  'adcomm_votes',
  'posted_results',
  'trial_labels',
  'trial_results',
  'trial_versions',
  'complete_response_letters',
  'approvals',
  'drug_labels',
] as const;

const RNPV_INPUTS = [...APPROVAL_INPUTS, 'financial_facts', 'sales_assumptions'] as const;

const COMPANY_INPUTS = [
  ...RNPV_INPUTS,
  'prices',
  'splits',
  'fund_filings',
  'insider_transactions',
] as const;

export const COMPANY_SCORE: Method = {
  id: 'company-score/4',
  formula:
    'score = Σ weight · percentile rank among the listed companies, re-weighted over the components ' +
    'that are known and null below half of the weight: rnpv_to_market_cap 0.25, expected_approvals ' +
    '0.2, runway_months 0.2, sentiment_score 0.15, insider_score 0.1, catalysts_12m 0.1. A rank is ' +
    '100 · (values below + half of the equal ones, itself included) / n, of values pulled in to the ' +
    '1st and 99th percentile; percentile, grade (fifths) and tier (10, 20, 30, 40 %) rank the score. ' +
    'rnpv_to_market_cap = (Σ rNPV of the valued programs + net cash − 3.6048 · yearly overhead) / ' +
    'market value, an annuity of five years at 12 %. valuation is undervalued above 1.5, fair from ' +
    '0.67, else overvalued.',
  inputs: COMPANY_INPUTS,
  source:
    'OECD/JRC 2008, Handbook on Constructing Composite Indicators (ranks, linear sum). Our choice of ' +
    'components and weights',
  flags: {
    ...LOW_COVERAGE,
    ...UNVALUED,
    no_programs: 'The company has no program in development or on the market.',
    partial_sales_assumptions: 'Some programs have no value: the sum is a floor.',
    no_filing: 'Net cash is not known: no ratio and no label.',
    no_overhead: 'Overhead is not known: none is deducted.',
    no_market_cap: 'Price or share count is missing: no market value.',
    no_rnpv_to_market_cap: 'The component is not known.',
    no_expected_approvals: 'No program has a probability of reaching the market.',
    no_runway_months: 'The runway is not known, or the company does not burn.',
    no_sentiment_score: 'No score of fund sentiment for the newest quarter.',
    no_insider_score: 'No open-market trade of the last year with a price and a holding.',
  },
};

export const PROGRAM_SCORE: Method = {
  id: 'program-score/4',
  formula:
    'score = Σ weight · points among the programs of listed companies, re-weighted over the ' +
    'components that are known and null below half of the weight: percentile rank of rNPV 0.35, of ' +
    'cumulative_pos 0.35, stage 0.15 (preclinical 0, phase 1 20, phase 2 40, phase 3 70, filing 90, ' +
    'approved 100), days_to_catalyst 0.15 (fewer rank higher). Ranks, percentile, grade and tier are ' +
    'those of company-score/4. poa is the probability of approval in percent; valuation is the ' +
    'company’s label.',
  inputs: COMPANY_INPUTS,
  source:
    'OECD/JRC 2008, Handbook on Constructing Composite Indicators (ranks, linear sum). Our choice of ' +
    'components and weights',
  flags: {
    ...LOW_COVERAGE,
    ...UNVALUED,
    no_valuation: 'The company has no label.',
    no_cumulative_pos: 'The probability of reaching the market is not known.',
    no_days_to_catalyst: 'No catalyst of the program lies ahead.',
  },
};

export const RNPV: Method = {
  id: 'rnpv/4',
  formula:
    'rNPV = Σ (revenue − cost) · probability / (1 + r)^t over calendar years, t in years from today to ' +
    'the middle of the year, r by stage: 14 % phase 1, 13 % phase 2, 12 % phase 3, 11 % filing, 10 % ' +
    'on the market. Revenue = share of economics · peak sales · ramp (0.11, 0.31, 0.58, 0.76, 0.89, 1 ' +
    'in years 1 to 6, stretched to years_to_peak) · yearly retention once exclusivity has ended (0.23 ' +
    'small molecules, 0.7 biologics), for five years; cost = cost of goods (15, 20 or 32.5 % of sales) ' +
    '+ operating costs (40 %) + 21 % tax on what remains, or the development cost of the stage ' +
    '(patients · cost a patient, else the published cost of the phase; the FDA fee). probability is ' +
    'that of reaching the stage or the market, from poa/5; stages take their published length. ' +
    'Bear and bull: peak sales ∓ 30 % and the odds of each transition / and · 1.5.',
  inputs: RNPV_INPUTS,
  source:
    'Svennebring & Wikberg, SpringerPlus 2013;2:140, eq. 1; Stewart 2001, Nat Biotechnol; Robey & ' +
    'David 2017 (ramp); Grabowski 2021 (exclusivity, erosion); BIO/QLS/Informa 2021 (lengths); ' +
    'Sertkaya 2024 and PMC6139376 (costs). Our choice: the discount rates within published ranges',
  flags: {
    ...UNVALUED,
    no_shares: 'No share count of the last nine months: no value a share.',
    launch_year_passed: 'The assumed launch has not happened: the plan’s own year is used.',
    no_launch_year: 'A marketed product without a launch year is taken to be launched this year.',
    assumed_exclusivity: 'No end of exclusivity is stated: 13 years from launch.',
    assumed_ramp: 'No years to peak are stated: six.',
    no_area: 'The therapeutic area is unknown; the success rates are those of all indications.',
    undated_evidence: 'Some evidence on approval bears no date and was left out.',
  },
};
