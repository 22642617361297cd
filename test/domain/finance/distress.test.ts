import { describe, expect, it } from 'vitest';
import {
  type DistressSignals,
  distress as distressOn,
} from '../../../src/domain/finance/distress.ts';
import { type FactTable, factsKnownAt } from '../../../src/domain/finance/financial-facts.ts';
import { type Runway, runway } from '../../../src/domain/finance/runway.ts';
import { balance, yearOf2025 } from '../fact-builders.ts';

const AS_OF = '2026-04-01';
const table = factsKnownAt(
  [
    ...yearOf2025(100, [-30, -60, -90, -120]),
    balance('AssetsCurrent', '2025-12-31', 105, '2026-03-01'),
    balance('LiabilitiesCurrent', '2025-12-31', 140, '2026-03-01'),
    balance('DebtCurrent', '2025-12-31', 20, '2026-03-01'),
  ],
  AS_OF,
);
/** Liquid assets of 100 − 20 = 80, with round numbers of months. */
const funds: Runway = {
  ...runway(table, AS_OF, '2026-06-30'),
  runway_months: 9,
  months_after_catalyst: 6,
};
const calm: DistressSignals = {
  going_concern: false,
  exchange_deficiency: false,
  reverse_split_pending: false,
  price_usd: 12,
  market_cap_usd: 500,
  share_growth_12m_pct: 0,
};

const distress = (facts: FactTable, money: Runway, signals: DistressSignals) =>
  distressOn(facts, money, signals, AS_OF);

describe('distress', () => {
  it('is the weighted sum of its components', () => {
    // Runway 9: halfway from 75 points at 6 to 40 at 12, 57.5 · 0.4 = 23. Six months
    // after the catalyst: 50 · 0.15 = 7.5. Going concern 100 · 0.15 = 15. Debt 20 of 100:
    // 20 · 0.1 = 2. Price under 1: 50 · 0.1 = 5. Growth 60 %: 60 · 0.05 = 3. Market cap 60 below
    // liquid 80: 100 · 0.05 = 5. Sum 60.5, health 39.5: D.
    const result = distress(table, funds, {
      ...calm,
      going_concern: true,
      price_usd: 0.8,
      market_cap_usd: 60,
      share_growth_12m_pct: 60,
    });
    expect(result.distress_score).toBeCloseTo(60.5, 9);
    // The floor of 50 for a going concern doubt is below the score.
    expect(result.floor).toBeNull();
    expect(result.flags.filter((flag) => flag.startsWith('floor'))).toEqual([]);
    expect(result.coverage_pct).toBeCloseTo(100, 9);
    // The current ratio is 105 / 140 = 0.75.
    expect(result.current_ratio).toBeCloseTo(0.75, 12);
    expect(result.below_cash_value).toBe(true);
    expect(result.debt_due_12m_usd).toBe(20);
    expect(result.triggers).toEqual([
      'runway_under_12_months',
      'going_concern_doubt',
      'current_ratio_under_1',
      'price_under_1_usd',
      'shares_grew_over_50_pct',
      'market_value_below_net_cash',
    ]);
  });

  it('is re-weighted over the known components', () => {
    // Without catalyst and going concern: 23 + 2 + 0 + 0 + 0 = 25 on 0.7 of the weight.
    const result = distress(
      table,
      { ...funds, months_after_catalyst: null },
      { ...calm, going_concern: null },
    );
    expect(result.distress_score).toBeCloseTo(25 / 0.7, 9);
    expect(result.coverage_pct).toBeCloseTo(70, 9);
  });

  it('is null without a runway', () => {
    const unknown = runway(factsKnownAt([], AS_OF), AS_OF);
    const result = distress(factsKnownAt([], AS_OF), unknown, { ...calm, going_concern: true });
    expect(result).toMatchObject({
      distress_score: null,
      current_ratio: null,
      below_cash_value: null,
    });
    expect(result.flags).toEqual([
      'no_filing',
      'no_altman_inputs',
      'no_catalyst',
      'no_current_ratio',
      'low_coverage',
    ]);
    expect(result.triggers).toEqual(['going_concern_doubt']);
  });

  it('has no points for the runway of a company without burn', () => {
    const earning = factsKnownAt(yearOf2025(100, [5, 10, 15, 20]), AS_OF);
    const result = distress(earning, runway(earning, AS_OF), calm);
    expect(result.components.runway_months).toMatchObject({ value: null, score: 0 });
    expect(result.distress_score).toBe(0);
  });

  it('has the score of the highest floor', () => {
    const far = { months_after_catalyst: 30, cash_out_date: '2028-01-01' };
    const of = (runway_months: number, going_concern: boolean) =>
      distress(table, { ...funds, ...far, runway_months }, { ...calm, going_concern });
    // Debt: 20 of 100 · 0.1 = 2. Runway 36: 0 points; 11: 75 − 35 · 5 / 6 = 45.83, · 0.4 =
    // 18.33; 5: 100 − 25 · 5 / 6 = 79.17, · 0.4 = 31.67. Doubt: 100 · 0.15 = 15.
    expect(of(36, true)).toMatchObject({ distress_score: 50, floor: 50 });
    expect(of(36, true).flags).toContain('floor_going_concern_doubt');
    expect(of(36, false)).toMatchObject({ distress_score: 2, floor: null });
    // The components sum to 20.33, below the floor of 25.
    expect(of(11, false)).toMatchObject({ distress_score: 25, floor: 25 });
    expect(of(11, true)).toMatchObject({ distress_score: 50, floor: 50 });
    // The components sum to 33.67 and 48.67, below the floor of 75.
    for (const doubt of [false, true]) {
      const result = of(5, doubt);
      expect(result).toMatchObject({ distress_score: 75, floor: 75 });
      expect(result.flags).toContain('floor_runway_under_6_months');
    }
  });
});
