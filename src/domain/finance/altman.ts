import { ratio } from '../risk-level.ts';
import { ALTMAN_WEIGHTS } from './constants.ts';
import {
  type Concept,
  type FactTable,
  instantAt,
  periodValues,
  trailingTwelveMonths,
} from './financial-facts.ts';

export type AltmanZone = 'safe' | 'grey' | 'distress';

export interface Altman {
  readonly altman_z2: number | null;
  readonly altman_z2_zone: AltmanZone | null;
  readonly flags: readonly string[];
}

/**
 * Altman's Z'' of a company on the day of a balance sheet. EBIT is the operating income of the
 * twelve months to that day. Null with the flag `no_altman_inputs` if an input is missing. A
 * company without revenue has the flag `altman_not_calibrated_for_pre_revenue`.
 */
export function altmanOf(table: FactTable, date: string | null): Altman {
  const z2 = date === null ? null : altmanZ2At(table, date);
  if (z2 === null) return { altman_z2: null, altman_z2_zone: null, flags: ['no_altman_inputs'] };
  const revenue = trailingTwelveMonths(periodValues(table, 'revenue')) ?? 0;
  return {
    altman_z2: z2,
    altman_z2_zone: altmanZ2Zone(z2),
    flags: revenue > 0 ? [] : ['altman_not_calibrated_for_pre_revenue'],
  };
}

/**
 * Altman's Z'' (1995, non-manufacturers): Σ weight · X. X1–X3 are working capital, retained
 * earnings and EBIT ÷ total assets, and X4 is book equity ÷ total liabilities. Above 2.6 is safe,
 * and below 1.1 is distress.
 */
function altmanZ2(x: readonly [number, number, number, number]): number {
  return ALTMAN_WEIGHTS.reduce((total, weight, index) => total + weight * x[index]!, 0);
}

export function altmanZ2Zone(z2: number): AltmanZone {
  if (z2 > 2.6) return 'safe';
  return z2 < 1.1 ? 'distress' : 'grey';
}

function altmanZ2At(table: FactTable, date: string): number | null {
  const at = (concept: Concept) => instantAt(table, concept, date)?.value ?? null;
  const [assets, current, owed] = [at('assets'), at('current_assets'), at('current_liabilities')];
  const income = periodValues(table, 'operating_income');
  const ebit = income[0]?.end === date ? trailingTwelveMonths(income) : null;
  const x1 = ratio(current === null || owed === null ? null : current - owed, assets);
  const x2 = ratio(at('retained_earnings'), assets);
  const x3 = ratio(ebit, assets);
  const x4 = ratio(at('equity'), at('liabilities'));
  if (x1 === null || x2 === null || x3 === null || x4 === null) return null;
  return altmanZ2([x1, x2, x3, x4]);
}
