import type { Criteria } from '../composite.ts';
import type { ClinicalStage, Stage } from '../programs/development-stage.ts';
import type { Modality } from './development-plan.ts';

/** Constants of the formulas. The formula texts in `methods.ts` quote them. */

/**
 * Discount rates by stage. Our choice: rates within the published range for rNPV, which is 8–15%.
 * DiMasi 2016 and Wouters 2020 use a real rate of 10.5%. ASPE/ERG uses 15%. Usual rates in practice
 * are 8–9% for large companies, 10–12% for commercial companies and 12–15% for clinical companies.
 */
export const DISCOUNT_RATES: Readonly<Record<ClinicalStage | 'approved', number>> = {
  phase1: 0.14,
  phase2: 0.13,
  phase3: 0.12,
  filing: 0.11,
  approved: 0.1,
};

/**
 * Our choice: peak sales are reduced by this share in the bear case and raised by the same share in
 * the bull case.
 */
export const SALES_CHANGE = 0.3;
/**
 * Our choice: the odds of each transition are divided by this factor in the bear case, and
 * multiplied by it in the bull case.
 */
export const ODDS_FACTOR = 1.5;

/** US federal tax rate on corporate profit. */
export const TAX_RATE = 0.21;

/**
 * Share of peak sales that is reached in years 0–6 on the market. Source: Robey & David, Nat Rev
 * Drug Discov 2017, 61 US drugs.
 */
export const RAMP = [0, 0.11, 0.31, 0.58, 0.76, 0.89, 1] as const;

/**
 * Years from launch to the end of exclusivity. Source: Grabowski et al. 2021, products with sales
 * above $250 million.
 */
export const EXCLUSIVITY_YEARS = 13;

/** Our choice: number of years after the end of exclusivity for which sales are modeled. */
export const YEARS_AFTER_EXCLUSIVITY = 5;

/**
 * Share of the previous year's sales that a brand keeps in each year after competitors enter. Small
 * molecules keep 23% (Grabowski et al. 2021). Biologics lose 20–40% a year to biosimilars. Our
 * choice: they lose 30%.
 */
export const YEARLY_RETENTION: Readonly<Record<Modality, number>> = {
  small_molecule: 0.23,
  biologic: 0.7,
  cell_or_gene_therapy: 0.7,
};

/**
 * Cost of goods, percent of sales. Our choice: the middle of the published ranges (10–20 for small
 * molecules, 15–25 for biologics, 25–40 for cell and gene therapy).
 */
export const COGS_PCT: Readonly<Record<Modality, number>> = {
  small_molecule: 15,
  biologic: 20,
  cell_or_gene_therapy: 32.5,
};
/** Operating costs, percent of sales. Our choice: the middle of the published range of 30–50. */
export const OPEX_PCT = 40;

/** The flags of a program that has no value, each with the reason. */
export const UNVALUED_REASONS = {
  no_stage: 'The phase of the program is missing or in an unknown form.',
  not_in_clinic:
    'The value cannot be computed because no success rate is published for the preclinical stage.',
  no_transition_probability:
    'The success rates of the remaining stages are not known, so the value cannot be computed.',
  no_sales_assumption: 'The program has no sales assumption, so the value cannot be computed.',
  exclusivity_ended:
    'The last year of sales in the model has passed, so the value cannot be computed.',
} as const;

/** Our choice: the weights of the components of a company's score. */
export const COMPANY_CRITERIA = {
  rnpv_to_market_cap: { weight: 0.25, basis: 'rank' },
  expected_approvals: { weight: 0.2, basis: 'rank' },
  runway_months: { weight: 0.2, basis: 'rank' },
  sentiment_score: { weight: 0.15, basis: 'rank' },
  insider_score: { weight: 0.1, basis: 'rank' },
  catalysts_12m: { weight: 0.1, basis: 'rank' },
} as const satisfies Criteria;

/** Our choice: the weights of the components of a program's score. */
export const PROGRAM_CRITERIA = {
  rNPV: { weight: 0.35, basis: 'rank' },
  cumulative_pos: { weight: 0.35, basis: 'rank' },
  stage: { weight: 0.15, basis: 'points' },
  days_to_catalyst: { weight: 0.15, basis: 'rank_low' },
} as const satisfies Criteria;

/** Our choice: points of the component `stage` in a program's score. */
export const STAGE_POINTS: Readonly<Record<Stage, number>> = {
  preclinical: 0,
  phase1: 20,
  phase2: 40,
  phase3: 70,
  filing: 90,
  approved: 100,
};

/** Our choice: overhead is deducted for this number of years. */
export const OVERHEAD_YEARS = 5;
/**
 * Our choice: discount rate of the overhead. It is the lowest rate that is usual for clinical
 * companies.
 */
export const OVERHEAD_RATE = 0.12;
/**
 * Present value of one dollar per year for `OVERHEAD_YEARS` years, paid at the end of each year.
 */
export const OVERHEAD_ANNUITY = (1 - (1 + OVERHEAD_RATE) ** -OVERHEAD_YEARS) / OVERHEAD_RATE;

/** Our choice: a company is valued fairly if the ratio of rNPV to market value is in this range. */
export const FAIR_RATIO = { from: 0.67, to: 1.5 } as const;
