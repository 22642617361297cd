import { ratio } from '../risk-level.ts';
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
 * Altman's Z'' of a company on the day of a balance sheet, EBIT being the operating income of the
 * twelve months to that day. Null with `no_altman_inputs` where a part is not reported; without
 * revenue it carries `altman_not_calibrated_for_pre_revenue`.
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
 * Altman's Z (1968, listed manufacturers): `1.2·X1 + 1.4·X2 + 3.3·X3 + 0.6·X4 + c5·X5` over total
 * assets (working capital, retained earnings, EBIT, sales) and market equity over liabilities
 * (X4); `c5` is 0.999 in the paper, 1.0 in most uses. Above 2.99 safe, below 1.81 distress.
 */
export function altmanZ(
  x: readonly [number, number, number, number, number],
  c5: 0.999 | 1 = 0.999,
): number {
  return 1.2 * x[0] + 1.4 * x[1] + 3.3 * x[2] + 0.6 * x[3] + c5 * x[4];
}

/**
 * Altman's Z'' (1995, non-manufacturers): `6.56·X1 + 3.26·X2 + 6.72·X3 + 1.05·X4`, X1–X3 as in Z,
 * X4 = book equity / total liabilities. Above 2.6 safe, below 1.1 distress.
 */
export function altmanZ2(x: readonly [number, number, number, number]): number {
  return 6.56 * x[0] + 3.26 * x[1] + 6.72 * x[2] + 1.05 * x[3];
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
