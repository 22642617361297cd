import { ratio } from '../risk-level.ts';
import { ALTMAN_WEIGHTS } from './constants.ts';
import {
  type Concept,
  type FactTable,
  instantAt,
  periodValues,
  trailingTwelveMonths,
} from './financial-facts.ts';

/**
 * Altman's Z'' (1995, non-manufacturers) on the day of a balance sheet: Σ weight · X. X1, X2 and X3
 * are working capital, retained earnings and EBIT, each ÷ total assets. X4 is book equity ÷ total
 * liabilities. EBIT is the operating income of the twelve months that end on this day. If an input
 * is missing, the result is null with the flag `no_altman_inputs`. A company without revenue has
 * the flag `altman_not_calibrated_for_pre_revenue`.
 */
export function altmanOf(table: FactTable, date: string | null) {
  const z2 = date === null ? null : altmanZ2(table, date);
  if (z2 === null) return { altman_z2: null, flags: ['no_altman_inputs'] };
  const revenue = trailingTwelveMonths(periodValues(table, 'revenue')) ?? 0;
  return {
    altman_z2: z2,
    flags: revenue > 0 ? [] : ['altman_not_calibrated_for_pre_revenue'],
  };
}

function altmanZ2(table: FactTable, date: string): number | null {
  const at = (concept: Concept) => instantAt(table, concept, date)?.value ?? null;
  const [assets, current, owed] = [at('assets'), at('current_assets'), at('current_liabilities')];
  const income = periodValues(table, 'operating_income');
  const ebit = income[0]?.end === date ? trailingTwelveMonths(income) : null;
  const inputs = [
    ratio(current === null || owed === null ? null : current - owed, assets),
    ratio(at('retained_earnings'), assets),
    ratio(ebit, assets),
    ratio(at('equity'), at('liabilities')),
  ].filter((input) => input !== null);
  if (inputs.length < ALTMAN_WEIGHTS.length) return null;
  return ALTMAN_WEIGHTS.reduce((total, weight, index) => total + weight * inputs[index]!, 0);
}
