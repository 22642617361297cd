import type { FactName } from '../facts/fact-kinds.ts';
import { GRADE_FLOORS, MINIMUM_COVERAGE, TIER_FLOORS, WINSOR_QUANTILE } from './constants.ts';

/** Texts and inputs that several methods share. */

/** A template tag that joins the lines of a text with single spaces. */
export function text(strings: TemplateStringsArray, ...values: readonly (string | number)[]) {
  return String.raw({ raw: strings }, ...values)
    .replace(/\s+/g, ' ')
    .trim();
}

/** A share as a percentage, without rounding errors: 0.14 becomes 14. */
export function pct(share: number): number {
  return Number((100 * share).toFixed(6));
}

/**
 * Formats an amount in whole dollars: `$25,000`. `Intl` is not used, because method texts are built
 * when the program starts, and loading `Intl` takes several milliseconds.
 */
export function usd(amount: number): string {
  return `$${String(amount).replace(/\B(?=(\d{3})+$)/g, ',')}`;
}

/** Formats names with their values: `preclinical 20, phase1 40`. */
export function listed(
  values: Readonly<Record<string, number>>,
  format: (value: number) => number | string = String,
): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${format(value)}`)
    .join(', ');
}

export const LOW_COVERAGE = text`
  The known components have less than ${pct(MINIMUM_COVERAGE)}% of the weight, so the score cannot
  be computed.
`;

export const REWEIGHTED = text`
  Unknown components are left out of the sum, and the other weights are rescaled. If the known
  components have less than ${pct(MINIMUM_COVERAGE)}% of the weight, the sum is null.
`;

export const RANK = text`
  The rank of a value among n values is 100 · (L + E / 2) / n. L is the number of lower values. E is
  the number of equal values, including the value itself. Before ranking, a value below the
  ${pct(WINSOR_QUANTILE)}% quantile or above the ${pct(1 - WINSOR_QUANTILE)}% quantile is replaced
  with that quantile.
`;

export const GRADES = text`
  percentile is the rank of the score. percentile determines the grade and the tier. The lowest
  percentile of each grade is: ${listed(GRADE_FLOORS)}. The lowest percentile of each tier is:
  ${listed(TIER_FLOORS)}
`;

/** Facts about programs and their stages. */
export const PROGRAM_INPUTS = [
  'companies',
  'trials',
  'programs',
  'catalysts',
  'decisions',
  'complete_response_letters',
  'letter_deficiencies',
  'approvals',
  'drug_labels',
] as const satisfies readonly FactName[];

/** Facts from which the labels and features of trials are computed. */
export const OUTCOME_INPUTS = [
  ...PROGRAM_INPUTS,
  'trial_versions',
  'trial_labels',
  'posted_results',
  'trial_results',
  'designations',
] as const;

/** Facts from which a program's probability of approval is computed. */
export const APPROVAL_INPUTS = [...OUTCOME_INPUTS, 'catalyst_changes', 'adcomm_votes'] as const;

export const RNPV_INPUTS = [
  ...APPROVAL_INPUTS,
  'financial_facts',
  'sales_assumptions',
  'sales_estimates',
  'exclusivities',
] as const;

export const COMPANY_INPUTS = [
  ...RNPV_INPUTS,
  'prices',
  'splits',
  'fund_filings',
  'insider_transactions',
] as const;
