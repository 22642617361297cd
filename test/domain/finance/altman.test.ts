import { describe, expect, it } from 'vitest';
import { altmanOf, altmanZ, altmanZ2, altmanZ2Zone } from '../../../src/domain/finance/altman.ts';
import { factsKnownAt } from '../../../src/domain/finance/financial-facts.ts';
import { balance, flow } from '../fact-builders.ts';

describe('altmanZ', () => {
  it('gives the published examples', () => {
    // wizedu: 0.408 + 0.21 + 0 + 0.48 + 1.6 = 2.698, printed as 2.70.
    expect(Math.abs(altmanZ([0.34, 0.15, 0, 0.8, 1.6], 1) - 2.7)).toBeLessThan(0.005);
    // formiax, in millions: assets 3.5, working capital 4.2, retained earnings 0.8, EBIT 6.5,
    // market equity 7, liabilities 5, sales 8.3: 11.097.
    const ratios = [4.2 / 3.5, 0.8 / 3.5, 6.5 / 3.5, 7 / 5, 8.3 / 3.5] as const;
    expect(Math.abs(altmanZ(ratios) - 11.097)).toBeLessThan(0.002);
  });
});

describe("altmanZ2 (Z'')", () => {
  it('weighs its four ratios', () => {
    // 3.28 − 3.26 − 2.016 + 2.1 = 0.104.
    expect(altmanZ2([0.5, -1, -0.3, 2])).toBeCloseTo(0.104, 12);
  });

  it('has its zones at 1.1 and 2.6', () => {
    expect([1.09, 1.1, 2.6, 2.61].map(altmanZ2Zone)).toEqual(['distress', 'grey', 'grey', 'safe']);
  });
});

describe('altmanOf', () => {
  const END = '2025-12-31';
  const FILED = '2026-03-01';
  const facts = [
    balance('Assets', END, 200, FILED),
    balance('AssetsCurrent', END, 150, FILED),
    balance('LiabilitiesCurrent', END, 50, FILED),
    balance('RetainedEarningsAccumulatedDeficit', END, -200, FILED),
    balance('StockholdersEquity', END, 120, FILED),
    balance('Liabilities', END, 60, FILED),
    flow('OperatingIncomeLoss', '2025-01-01', END, -60, FILED),
  ];

  it('takes the ratios from the balance sheet and the year before it', () => {
    // X1 (150 − 50) / 200, X2 −200 / 200, X3 −60 / 200, X4 120 / 60: the 0.104 above.
    const altman = altmanOf(factsKnownAt(facts, '2026-04-01'), END);
    expect(altman.altman_z2).toBeCloseTo(0.104, 12);
    expect(altman.altman_z2_zone).toBe('distress');
    expect(altman.flags).toEqual(['altman_not_calibrated_for_pre_revenue']);
  });

  it('drops the warning for a company with revenue', () => {
    const revenue = flow('Revenues', '2025-01-01', END, 40, FILED);
    expect(altmanOf(factsKnownAt([...facts, revenue], '2026-04-01'), END).flags).toEqual([]);
  });

  it('is null as soon as one part is missing', () => {
    for (const missing of facts) {
      const rest = facts.filter((fact) => fact !== missing);
      const altman = altmanOf(factsKnownAt(rest, '2026-04-01'), END);
      expect(altman.altman_z2).toBeNull();
      expect(altman.flags).toEqual(['no_altman_inputs']);
    }
  });
});
