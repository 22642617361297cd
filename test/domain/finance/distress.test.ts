import { describe, expect, it } from 'vitest';
import { type DistressSignals, distress } from '../../../src/domain/finance/distress.ts';
import { type FinancialFact, factsKnownAt } from '../../../src/domain/finance/financial-facts.ts';
import { type Runway, runway } from '../../../src/domain/finance/runway.ts';
import { levelOf, pointsBetween, ratio } from '../../../src/domain/risk-level.ts';
import { balance, yearOf2025 } from '../fact-builders.ts';

const TODAY = '2026-04-01';
const FILED = '2026-03-01';
const at = (tag: string, value: number) => balance(tag, '2025-12-31', value, FILED);
const tableOf = (...more: readonly FinancialFact[]) =>
  factsKnownAt([...yearOf2025(100, [-30, -60, -90, -120]), ...more], TODAY);

const table = tableOf();
/** Liquid assets of 100 without debt, for 30 months, which end 18 months after the catalyst. */
const funds: Runway = {
  ...runway(table, TODAY, '2027-01-01'),
  runway_months: 30,
  months_after_catalyst: 18,
  cash_out_date: '2028-06-01',
  covers_next_catalyst: true,
};
const calm: DistressSignals = {
  going_concern: false,
  exchange_deficiency: false,
  reverse_split_pending: false,
  price_usd: 12,
  market_cap_usd: 500,
  share_growth_12m_pct: 0,
};
const distressOf = (
  money: Partial<Runway>,
  signals: Partial<DistressSignals> = {},
  facts = table,
) => distress(facts, { ...funds, ...money }, { ...calm, ...signals }, TODAY);

describe('distress', () => {
  const owing = tableOf(
    at('AssetsCurrent', 105),
    at('LiabilitiesCurrent', 140),
    at('DebtCurrent', 20),
  );
  /** Liquid assets of 100 − 20 = 80, with round numbers of months. */
  const short: Runway = {
    ...runway(owing, TODAY, '2026-06-30'),
    runway_months: 9,
    months_after_catalyst: 6,
  };

  it('is the weighted sum of its components', () => {
    // Runway 9: halfway from 75 points at 6 to 40 at 12, 57.5 · 0.4 = 23. Six months
    // after the catalyst: 50 · 0.15 = 7.5. Going concern 100 · 0.15 = 15. Debt 20 of 100:
    // 20 · 0.1 = 2. Price under 1: 50 · 0.1 = 5. Growth 60 %: 60 · 0.05 = 3. Market cap 60 below
    // liquid 80: 100 · 0.05 = 5. Sum 60.5, health 39.5: D.
    const result = distressOf(
      short,
      {
        going_concern: true,
        price_usd: 0.8,
        market_cap_usd: 60,
        share_growth_12m_pct: 60,
      },
      owing,
    );
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
    const result = distressOf(
      { ...short, months_after_catalyst: null },
      { going_concern: null },
      owing,
    );
    expect(result.distress_score).toBeCloseTo(25 / 0.7, 9);
    expect(result.coverage_pct).toBeCloseTo(70, 9);
  });

  it('is null without a runway', () => {
    const unknown = runway(factsKnownAt([], TODAY), TODAY);
    const result = distressOf(unknown, { going_concern: true }, factsKnownAt([], TODAY));
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
    const earning = factsKnownAt(yearOf2025(100, [5, 10, 15, 20]), TODAY);
    const result = distressOf(runway(earning, TODAY), {}, earning);
    expect(result.components.runway_months).toMatchObject({ value: null, score: 0 });
    expect(result.distress_score).toBe(0);
  });

  it('has the score of the highest floor', () => {
    const far = { months_after_catalyst: 30, cash_out_date: '2028-01-01' };
    const of = (runway_months: number, going_concern: boolean) =>
      distressOf({ ...short, ...far, runway_months }, { going_concern }, owing);
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

it('is 0 in every component for a company without a warning sign', () => {
  expect(distressOf({})).toEqual({
    distress_score: 0,
    floor: null,
    altman_z2: null,
    runway_months: 30,
    debt_due_12m_usd: null,
    current_ratio: null,
    below_cash_value: false,
    triggers: [],
    coverage_pct: expect.closeTo(100, 9),
    components: {
      runway_months: { value: 30, score: 0, weight: expect.closeTo(0.4, 9) },
      months_after_catalyst: { value: 18, score: 0, weight: expect.closeTo(0.15, 9) },
      going_concern: { value: 0, score: 0, weight: expect.closeTo(0.15, 9) },
      debt_to_liquid: { value: 0, score: 0, weight: expect.closeTo(0.1, 9) },
      listing: { value: 12, score: 0, weight: expect.closeTo(0.1, 9) },
      share_growth_12m_pct: { value: 0, score: 0, weight: expect.closeTo(0.05, 9) },
      below_cash_value: { value: 0, score: 0, weight: expect.closeTo(0.05, 9) },
    },
    flags: [
      'no_short_term_investments_reported',
      'no_debt_due_reported',
      'no_capex',
      'no_altman_inputs',
      'no_current_ratio',
    ],
  });
});

it('has a flag for each unknown signal', () => {
  const unknown: DistressSignals = {
    going_concern: null,
    exchange_deficiency: null,
    reverse_split_pending: null,
    price_usd: null,
    market_cap_usd: null,
    share_growth_12m_pct: null,
  };
  const result = distressOf({ next_catalyst_date: null, months_after_catalyst: null }, unknown);
  expect(result).toMatchObject({ below_cash_value: null, triggers: [] });
  // The runway (0.4) and the debt (0.1) have half of the weight, which is enough for a score.
  expect(result.coverage_pct).toBeCloseTo(50, 9);
  expect(result.distress_score).toBe(0);
  expect(result.flags.slice(-9)).toEqual([
    'no_altman_inputs',
    'no_catalyst',
    'no_share_growth',
    'no_current_ratio',
    'no_price',
    'no_market_cap',
    'going_concern_unknown',
    'listing_notices_unknown',
    'reverse_splits_unknown',
  ]);
  const scores = Object.entries(result.components).map(([name, { score }]) => [name, score]);
  expect(Object.fromEntries(scores)).toEqual({
    runway_months: 0,
    months_after_catalyst: null,
    going_concern: null,
    debt_to_liquid: 0,
    listing: null,
    share_growth_12m_pct: null,
    below_cash_value: null,
  });
});

describe('the points', () => {
  it.each([
    [0, 100],
    [3, 87.5],
    [6, 75],
    [9, 57.5],
    [12, 40],
    [18, 20],
    [24, 0],
    [240, 0],
    [null, null],
  ])('for a runway of %s months are %s', (runway_months, points) => {
    expect(distressOf({ runway_months }).components.runway_months?.score).toBe(points);
  });

  it.each([
    [-5, 100],
    [0, 100],
    [6, 50],
    [12, 0],
    [13, 0],
  ])('for %d months after the catalyst are %d', (months_after_catalyst, points) => {
    const { components } = distressOf({ months_after_catalyst });
    expect(components.months_after_catalyst?.score).toBe(points);
  });

  it.each([
    [0, 0],
    [-10, 0],
    [50, 50],
    [100, 100],
    [150, 100],
  ])('for %d %% share growth are %d', (share_growth_12m_pct, points) => {
    const { components } = distressOf({}, { share_growth_12m_pct });
    expect(components.share_growth_12m_pct?.score).toBe(points);
  });

  it.each([
    [100, null, 0, 0],
    [100, 0, 0, 0],
    [0, 0, 0, 0],
    [100, 25, 0.25, 25],
    [100, 200, 2, 100],
    [0, 1, 1, 100],
    [null, 1, null, null],
  ])(
    'for liquid assets of %s and debt of %s have the ratio %s and are %s',
    (gross_liquid_usd, debt_due_12m_usd, value, score) => {
      const { components } = distressOf({ gross_liquid_usd, debt_due_12m_usd });
      expect(components.debt_to_liquid).toMatchObject({ value, score });
    },
  );

  it.each([
    [{ price_usd: 1 }, 1, 0],
    [{ price_usd: 0.99 }, 0.99, 50],
    [{ price_usd: null }, null, null],
    [{ price_usd: null, exchange_deficiency: true }, null, 100],
    [{ exchange_deficiency: true }, 12, 100],
    [{ reverse_split_pending: true }, 12, 100],
  ])('for a listing with %j are the stated value and score', (signals, value, score) => {
    expect(distressOf({}, signals).components.listing).toMatchObject({ value, score });
  });

  it('for true signals are 100', () => {
    const { components } = distressOf({}, { going_concern: true, market_cap_usd: 1 });
    expect(components.going_concern).toMatchObject({ value: 1, score: 100 });
    expect(components.below_cash_value).toMatchObject({ value: 1, score: 100 });
  });
});

describe('triggers', () => {
  it.each<[Partial<Runway>, Partial<DistressSignals>, readonly string[]]>([
    [{ runway_months: 5.99 }, {}, ['runway_under_6_months']],
    [{ runway_months: 6 }, {}, ['runway_under_12_months']],
    [{ runway_months: 11.99 }, {}, ['runway_under_12_months']],
    [{ runway_months: 12 }, {}, []],
    [{ runway_months: null }, {}, []],
    [{ cash_out_date: TODAY }, {}, ['cash_out_passed']],
    [{ cash_out_date: '2026-04-02' }, {}, []],
    [{ cash_out_date: null }, {}, []],
    [{ covers_next_catalyst: false }, {}, ['cash_out_before_catalyst']],
    [{ covers_next_catalyst: null }, {}, []],
    [{}, { going_concern: true }, ['going_concern_doubt']],
    [{ debt_due_12m_usd: 50 }, {}, []],
    [{ debt_due_12m_usd: 51 }, {}, ['debt_due_over_half_of_liquid']],
    [{}, { exchange_deficiency: true }, ['exchange_deficiency']],
    [{}, { price_usd: 0.99 }, ['price_under_1_usd']],
    [{}, { price_usd: 1 }, []],
    [{}, { reverse_split_pending: true }, ['reverse_split_pending']],
    [{}, { share_growth_12m_pct: 50 }, []],
    [{}, { share_growth_12m_pct: 50.1 }, ['shares_grew_over_50_pct']],
    [{}, { market_cap_usd: 100 }, []],
    [{}, { market_cap_usd: 99 }, ['market_value_below_net_cash']],
    [{ liquid_usd: null }, { market_cap_usd: 1 }, []],
  ])('of %j and %j are %j', (money, signals, triggers) => {
    expect(distressOf(money, signals).triggers).toEqual(triggers);
  });

  it('compare the market cap with net cash, and current assets with current liabilities', () => {
    const owing = tableOf(at('LongTermDebtNoncurrent', 30));
    expect(distressOf({}, { market_cap_usd: 70 }, owing).below_cash_value).toBe(false);
    expect(distressOf({}, { market_cap_usd: 69 }, owing).below_cash_value).toBe(true);
    const current = (assets: number) =>
      distressOf({}, {}, tableOf(at('AssetsCurrent', assets), at('LiabilitiesCurrent', 100)));
    expect(current(100)).toMatchObject({ current_ratio: 1, triggers: [] });
    expect(current(99)).toMatchObject({ current_ratio: 0.99, triggers: ['current_ratio_under_1'] });
    // There is no current ratio without a balance sheet.
    expect(distressOf({ period_end: null }, {}, owing).current_ratio).toBeNull();
  });
});

it('floors do not apply to a null score or to a score as high as the floor', () => {
  const unknown = { runway_months: null, gross_liquid_usd: null, months_after_catalyst: null };
  const unscored = distressOf(unknown, { going_concern: true, price_usd: null });
  expect(unscored).toMatchObject({ distress_score: null, floor: null });
  // The score is 40 points at 12 months × 0.4, two components of 100 × 0.15, and 40 × 0.1, which
  // sum to 50.
  const fifty = distressOf(
    { runway_months: 12, months_after_catalyst: 0, debt_due_12m_usd: 40 },
    { going_concern: true, share_growth_12m_pct: 0 },
  );
  expect(fifty.distress_score).toBeCloseTo(50, 9);
});

it.each([
  [null, null],
  [0, 'low'],
  [24.9, 'low'],
  [25, 'moderate'],
  [49.9, 'moderate'],
  [50, 'high'],
  [74.9, 'high'],
  [75, 'severe'],
  [100, 'severe'],
])('levelOf(%s) is %s', (score, level) => {
  expect(levelOf(score)).toBe(level);
});

it('pointsBetween increases from 0 to 100 in either direction, and ratio needs a positive divisor', () => {
  expect([5, 10, 15, 20, 25].map((value) => pointsBetween(value, 10, 20))).toEqual([
    0, 0, 50, 100, 100,
  ]);
  expect([5, 10, 17.5, 20, 25].map((value) => pointsBetween(value, 20, 10))).toEqual([
    100, 100, 25, 0, 0,
  ]);
  expect(pointsBetween(null, 0, 1)).toBeNull();
  expect([ratio(1, 4), ratio(1, 0), ratio(1, -4), ratio(null, 4), ratio(1, null)]).toEqual([
    0.25,
    null,
    null,
    null,
    null,
  ]);
});
