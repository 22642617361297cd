import { describe, expect, it } from 'vitest';
import { altmanOf } from '../../../src/domain/finance/altman.ts';
import { type FinancialFact, factsKnownAt } from '../../../src/domain/finance/financial-facts.ts';
import { balance, flow, yearOf2025 } from '../fact-builders.ts';

const FILED = '2026-03-01';
const at = (tag: string, value: number) => balance(tag, '2025-12-31', value, FILED);
const tableOf = (...more: readonly FinancialFact[]) =>
  factsKnownAt([...yearOf2025(50, [-30, -60, -90, -120]), ...more], '2026-04-01');

describe("Altman's Z''", () => {
  const sheet = [
    at('AssetsCurrent', 60),
    at('LiabilitiesCurrent', 40),
    at('RetainedEarningsAccumulatedDeficit', 30),
    at('StockholdersEquity', 50),
    at('Liabilities', 40),
    ...['03-31', '06-30', '09-30', '12-31'].map((end, index) =>
      flow('OperatingIncomeLoss', '2025-01-01', `2025-${end}`, 5 * (index + 1), FILED),
    ),
  ];

  it('is computed from the balance sheet and the twelve months before it', () => {
    // Altman's Z'': 6.56 × 0.2 + 3.26 × 0.3 + 6.72 × 0.2 + 1.05 × 1.25 = 1.312 + 0.978 + 1.344 +
    // 1.3125.
    expect(altmanOf(tableOf(...sheet), '2025-12-31')).toEqual({
      altman_z2: expect.closeTo(4.9465, 9),
      flags: ['altman_not_calibrated_for_pre_revenue'],
    });
    const selling = flow('Revenues', '2025-01-01', '2025-12-31', 1, FILED);
    expect(altmanOf(tableOf(...sheet, selling), '2025-12-31').flags).toEqual([]);
  });

  it.each(sheet.slice(0, 5).map(({ tag }) => tag))('is null without %s', (tag) => {
    const lacking = tableOf(...sheet.filter((fact) => fact.tag !== tag));
    expect(altmanOf(lacking, '2025-12-31')).toEqual({
      altman_z2: null,
      flags: ['no_altman_inputs'],
    });
  });

  it('is null without a balance sheet or the twelve months up to its day', () => {
    const of = (facts: readonly FinancialFact[], date: string | null) =>
      altmanOf(tableOf(...facts), date).altman_z2;
    expect(of(sheet.slice(0, -1), '2025-12-31')).toBeNull();
    expect(of(sheet.slice(0, 5), '2025-12-31')).toBeNull();
    expect(of(sheet, '2025-09-30')).toBeNull();
    expect(of(sheet, null)).toBeNull();
  });
});
