import { sum } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { riskAdjustedNpv } from '../../../src/domain/valuation/cash-flows.ts';
import { developmentPlan } from '../../../src/domain/valuation/development-plan.ts';
import { rampShare } from '../../../src/domain/valuation/sales-curve.ts';
import { type ValuedProgram, valueProgram } from '../../../src/domain/valuation/valuation.ts';

const TODAY = '2026-01-01';

/** BIO/QLS/Informa 2021, Figure 1, all indications. */
const ALL_INDICATIONS = { phase1: 0.52, phase2: 0.289, phase3: 0.578, filing: 0.906 };

const PROGRAM: ValuedProgram = {
  phase: 'Phase 2',
  therapeuticArea: 'Oncology',
  modality: 'small_molecule',
  transition_probabilities: ALL_INDICATIONS,
  sales: { peak_sales_usd: 1e9, years_to_peak: 6, loss_of_exclusivity: '2045-01-01' },
  shares_outstanding: 50e6,
};

describe('riskAdjustedNpv on published examples', () => {
  it('discounts as Microsoft documents NPV and XNPV', () => {
    // NPV has the first flow after one year; XNPV counts days ÷ 365.
    const npv = [-10000, 3000, 4200, 6800].map((amount, index) => ({
      amount,
      probability: 1,
      years: index + 1,
    }));
    expect(riskAdjustedNpv(npv, 0.1)).toBeCloseTo(1188.44, 2);
    // The flows are 0, 60, 303, 411 and 456 days after 2008-01-01.
    const days = [0, 60, 303, 411, 456];
    const xnpv = [-10000, 2750, 4250, 3250, 2750].map((amount, index) => ({
      amount,
      probability: 1,
      years: days[index]! / 365,
    }));
    expect(Math.abs(riskAdjustedNpv(xnpv, 0.09) - 2086.65)).toBeLessThan(0.01);
  });

  it('is that of the Phase 2 tree of Brealey, Myers & Allen', () => {
    // Phase 3 costs 130, succeeds with 80 %, and has a value after 3 years, at a rate of 9.6 %. The
    // three branches are +295, +52 and a stop.
    const nodes = [700, 300, 100].map((value) =>
      riskAdjustedNpv(
        [
          { amount: -130, probability: 1, years: 0 },
          { amount: value, probability: 0.8, years: 3 },
        ],
        0.096,
      ),
    );
    expect(nodes[0]).toBeCloseTo(295.3597, 4);
    expect(nodes[1]).toBeCloseTo(52.297, 3);
    expect(nodes[2]).toBeLessThan(0);
    // First, 18 are spent. 44 % of programs reach Phase 3 after 2 years, and the third branch ends
    // there.
    const flows = [
      { amount: -18, probability: 1, years: 0 },
      ...[
        { value: 700, chance: 0.25 },
        { value: 300, chance: 0.5 },
      ].flatMap(({ value, chance }) => [
        { amount: -130, probability: 0.44 * chance, years: 2 },
        { amount: value, probability: 0.44 * chance * 0.8, years: 5 },
      ]),
    ];
    expect(riskAdjustedNpv(flows, 0.096)).toBeCloseTo(18.6253, 4);
  });

  it('is that of the undiscounted leaves of Merck: Davanrik (HBS)', () => {
    const value = (leaves: readonly (readonly [number, number])[]) =>
      riskAdjustedNpv(
        leaves.map(([amount, probability]) => ({ amount, probability, years: 0 })),
        0,
      );
    const shared = [
      [-30, 0.4],
      [-70, 0.42],
      [-270, 0.009],
      [-220, 0.0225],
      [-570, 0.003],
    ] as const;
    const development = [
      [680, 0.051],
      [25, 0.0675],
      [380, 0.0045],
      [-325, 0.0015],
      [1280, 0.021],
    ] as const;
    const royalty = [
      [620, 0.051],
      [7.75, 0.0675],
      [320, 0.0045],
      [-342.25, 0.0015],
      [1167.5, 0.021],
    ] as const;
    expect(Math.abs(value([...shared, ...development]) - 13.98)).toBeLessThan(0.005);
    expect(value([...shared, ...royalty])).toBeCloseTo(7.09725, 4);
  });
});

it('sales curve follows Robey & David and stretches to the years to peak', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((year) => rampShare(year, 6))).toEqual([
    0.11, 0.31, 0.58, 0.76, 0.89, 1, 1,
  ]);
  // With a peak in 3 years, year 1 is at the second point and year 2 at the fourth.
  expect([1, 2, 3].map((year) => rampShare(year, 3))).toEqual([0.31, 0.76, 1]);
  // With a peak in 12 years, year 3 is in the middle of 0.11 and 0.31.
  expect(rampShare(3, 12)).toBeCloseTo(0.21, 12);
  // The first year is half of the first point.
  expect(rampShare(1, 12)).toBeCloseTo(0.055, 12);
});

it('development plan uses patients × cost per patient for a known enrollment, without a fee for orphan drugs', () => {
  const plan = developmentPlan(
    'phase3',
    {
      therapeuticArea: 'Oncology',
      modality: 'biologic',
      enrollment: { phase3: 200 },
      is_orphan: true,
      stage_end_date: '2029-01-01',
    },
    TODAY,
  );
  // The readout is in 1,096 days, 3.0007 of 3.1 years; Sertkaya 2024: 93,145 per patient.
  expect(plan[0]!.end_years).toBeCloseTo(1096 / 365.25, 9);
  expect(plan[0]!.cost_usd).toBeCloseTo((200 * 93145 * (1096 / 365.25)) / 3.1, 3);
  expect(plan[0]!.cost_price_year).toBe(2018);
  expect(plan[1]).toMatchObject({
    cost_usd: 0,
    cost_source: 'orphan designation: exempt from the fee',
    cost_price_year: null,
  });
});

describe('valueProgram', () => {
  it('is computed by hand for a marketed product', () => {
    // The product is approved and launched in 2025, with sales of 100 and exclusivity to 2027-01-01.
    // Sales 100 in 2026, then 23 × 0.23^k for 2027–2032. Margin before tax 45 %, after 21 % tax
    // 35.55 %. The rate is 10 %, from the middle of each year: t = 0.5, 1.5 …
    const value = valueProgram(
      {
        ...PROGRAM,
        phase: 'Approved',
        sales: {
          peak_sales_usd: 100,
          years_to_peak: 1,
          launch_year: 2025,
          loss_of_exclusivity: '2027-01-01',
        },
      },
      TODAY,
    );
    const sales = [100, 23, 5.29, 1.2167, 0.279841, 0.06436343, 0.0148035889];
    const byHand = sum(sales.map((each, index) => (each * 0.3555) / 1.1 ** (index + 0.5)));
    expect(value.rNPV).toBeCloseTo(byHand, 9);
    expect(value.cash_flows[0]).toMatchObject({ year: 2026, revenue: 100, probability: 1 });
    expect(value.cash_flows[0]!.cost).toBeCloseTo(64.45, 9);
    expect(value.cumulative_pos).toBe(1);
  });

  it('is computed by hand for a filed product', () => {
    // The decision is 365 days after 2026-01-01.
    // The fee is already paid, the launch is in 2027, and the probability is 90.6 %.
    const value = valueProgram(
      {
        ...PROGRAM,
        phase: 'BLA filed',
        stage_end_date: '2027-01-01',
        sales: { peak_sales_usd: 1e9, years_to_peak: 1, loss_of_exclusivity: '2028-01-01' },
      },
      TODAY,
    );
    const [review, launch] = value.cash_flows;
    expect(value.launch_year).toBe(2027);
    expect(review).toMatchObject({ year: 2026, revenue: 0, cost: 0 });
    expect(review!.discounted).toBeCloseTo(0, 9);
    expect(value.assumptions).toMatchObject({
      stages: [{ stage: 'filing', cost_usd: 0, cost_price_year: null }],
    });
    expect(value.assumptions).not.toHaveProperty('cost_price_year');
    expect(launch).toMatchObject({ year: 2027, revenue: 1e9, probability: 0.906 });
    expect(launch!.discounted).toBeCloseTo((0.906 * 0.3555e9) / 1.11 ** 1.5, 3);
  });

  it('has the published likelihood of approval from the published transitions', () => {
    // BIO 2021: 7.9 % from phase 1, 15.1 % from phase 2, 52.4 % from phase 3.
    const pos = (phase: string) => valueProgram({ ...PROGRAM, phase }, TODAY).cumulative_pos;
    expect(Math.abs(pos('Phase 1')! - 0.079)).toBeLessThan(0.0006);
    expect(Math.abs(pos('Phase 2')! - 0.151)).toBeLessThan(0.0006);
    expect(Math.abs(pos('Phase 3')! - 0.524)).toBeLessThan(0.0006);
  });

  it('includes each stage cost once, and discounts each row by its formula', () => {
    const value = valueProgram(PROGRAM, '2026-04-10');
    const spent = sum(value.cash_flows.filter((row) => row.revenue === 0).map((row) => row.cost));
    expect(spent).toBeCloseTo(3.05e6 + 34.5e6 + 4_682_003, 3);
    const yearGone = 99 / 365;
    for (const row of value.cash_flows) {
      const start = Math.max(0, row.year - 2026 - yearGone);
      const middle = (start + row.year + 1 - 2026 - yearGone) / 2;
      const expected = ((row.revenue - row.cost) * row.probability) / 1.13 ** middle;
      expect(row.discounted).toBeCloseTo(expected, 3);
    }
    expect(value.rNPV).toBe(sum(value.cash_flows.map((row) => row.discounted)));
    expect(value.rnpv_per_share).toBe(value.rNPV! / 50e6);
    expect(value.rnpv_bear!).toBeLessThan(value.rNPV!);
    expect(value.rnpv_bull!).toBeGreaterThan(value.rNPV!);
  });

  it.each([
    ['Preclinical', 'not_in_clinic'],
    ['unknown', 'no_stage'],
  ])('in %s is null with the flag %s', (phase, flag) => {
    const value = valueProgram({ ...PROGRAM, phase }, TODAY);
    expect(value).toMatchObject({ rNPV: null, cash_flows: [], flags: [flag] });
  });
});
