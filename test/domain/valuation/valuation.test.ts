import { sum } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { riskAdjustedNpv } from '../../../src/domain/valuation/cash-flows.ts';
import { developmentPlan, modalityOf } from '../../../src/domain/valuation/development-plan.ts';
import { rampShare, salesCurve, salesInYear } from '../../../src/domain/valuation/sales-curve.ts';
import {
  sharesOfTotalPct,
  type ValuedProgram,
  valueProgram,
} from '../../../src/domain/valuation/valuation.ts';
import fc from '../../support/properties.ts';

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
    // NPV counts the first flow one year away; XNPV counts days over 365.
    const npv = [-10000, 3000, 4200, 6800].map((amount, index) => ({
      amount,
      probability: 1,
      years: index + 1,
    }));
    expect(riskAdjustedNpv(npv, 0.1)).toBeCloseTo(1188.44, 2);
    // Days after 2008-01-01: 60, 303, 411, 456.
    const days = [0, 60, 303, 411, 456];
    const xnpv = [-10000, 2750, 4250, 3250, 2750].map((amount, index) => ({
      amount,
      probability: 1,
      years: days[index]! / 365,
    }));
    expect(Math.abs(riskAdjustedNpv(xnpv, 0.09) - 2086.65)).toBeLessThan(0.01);
  });

  it('values the phase 2 tree of Brealey, Myers & Allen', () => {
    // Invest 130 in phase 3, 80 % success, value 3 years on, at 9.6 %: nodes +295, +52, stop.
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
    // From the start: 18 spent, 44 % reach phase 3 in 2 years, the third branch stops.
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

  it('weighs the leaves of Merck: Davanrik (HBS), undiscounted', () => {
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
    const own = [
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
    expect(Math.abs(value([...shared, ...own]) - 13.98)).toBeLessThan(0.005);
    expect(value([...shared, ...royalty])).toBeCloseTo(7.09725, 4);
  });
});

describe('sales curve', () => {
  it('follows Robey & David and stretches to the years to peak', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((year) => rampShare(year, 6))).toEqual([
      0.11, 0.31, 0.58, 0.76, 0.89, 1, 1,
    ]);
    // Peak in 3 years: year 1 stands at the second point, year 2 at the fourth.
    expect([1, 2, 3].map((year) => rampShare(year, 3))).toEqual([0.31, 0.76, 1]);
    // Peak in 12 years: year 3 lies half-way between 0.11 and 0.31.
    expect(rampShare(3, 12)).toBeCloseTo(0.21, 12);
  });

  it('erodes after exclusivity', () => {
    const curve = salesCurve(
      { peak_sales_usd: 100, years_to_peak: 1, loss_of_exclusivity: '2030-01-01' },
      'small_molecule',
      2027,
    );
    // 23 % a year later (Grabowski 2021): 100, 23, 5.29.
    expect([2026, 2029, 2030, 2031].map((year) => salesInYear(curve, year))).toEqual([
      0,
      100,
      23,
      expect.closeTo(5.29, 10),
    ]);
    // Lost on 2 July of 2030 (day 183 of 365, 182 gone): 182/365 × 1 + 183/365 × 0.7.
    const biologic = salesCurve(
      { peak_sales_usd: 365, years_to_peak: 1, loss_of_exclusivity: '2030-07-02' },
      'biologic',
      2027,
    );
    expect(salesInYear(biologic, 2030)).toBeCloseTo(182 + 183 * 0.7, 9);
  });
});

describe('development plan', () => {
  it('lays out what remains, from published lengths and costs', () => {
    // Oncology (BIO 2021): phase 2 3.7 years, half of it left; phase 3 3.1; review 0.8.
    const plan = developmentPlan('phase2', PROGRAM, TODAY);
    expect(plan.map((step) => [step.stage, step.start_years, step.end_years])).toEqual([
      ['phase2', 0, 1.85],
      ['phase3', 1.85, expect.closeTo(4.95, 12)],
      ['filing', expect.closeTo(4.95, 12), expect.closeTo(5.75, 12)],
    ]);
    // P2I innovative small molecule: half of 6.1, all of 34.5 million; FDA fee of 2026.
    expect(plan.map((step) => step.cost_usd)).toEqual([3.05e6, 34.5e6, 4_682_003]);
    // The model's table gives no price year; the fee is that of fiscal year 2026.
    expect(plan.map((step) => step.cost_price_year)).toEqual([null, null, 2026]);
  });

  it('takes patients × cost per patient where the enrolment is known, and no orphan fee', () => {
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
    // 1,096 days to the readout = 3.0007 years of 3.1; Sertkaya 2024: 93,145 a patient.
    expect(plan[0]!.end_years).toBeCloseTo(1096 / 365.25, 9);
    expect(plan[0]!.cost_usd).toBeCloseTo((200 * 93145 * (1096 / 365.25)) / 3.1, 3);
    expect(plan[0]!.cost_price_year).toBe(2018);
    expect(plan[1]).toMatchObject({
      cost_usd: 0,
      cost_source: 'orphan designation: exempt from the fee',
      cost_price_year: null,
    });
  });

  it('reads the modality', () => {
    expect(
      ['Monoclonal antibody', 'CAR-T', 'Gene therapy', 'Small molecule', null].map(modalityOf),
    ).toEqual([
      'biologic',
      'cell_or_gene_therapy',
      'cell_or_gene_therapy',
      'small_molecule',
      'small_molecule',
    ]);
  });
});

describe('valueProgram', () => {
  it('values a marketed product by hand', () => {
    // Approved, probability 1, launched 2025, peak 100 at once, exclusivity until 2027-01-01.
    // Sales 100 in 2026, then 23 × 0.23^k for 2027–2032. Margin before tax 45 %, after 21 % tax
    // 35.55 %. At 10 %, from the middle of each year: t = 0.5, 1.5 …
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

  it('values a filed product by hand', () => {
    // Decision in exactly a year of 365.25 days, seen from 2026-01-01: 2027-01-01 is 365 days.
    // The fee was paid with the application; launch 2027; 90.6 % approval.
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

  it('multiplies the published transitions to the published likelihood of approval', () => {
    // BIO 2021: 7.9 % from phase 1, 15.1 % from phase 2, 52.4 % from phase 3.
    const pos = (phase: string) => valueProgram({ ...PROGRAM, phase }, TODAY).cumulative_pos;
    expect(Math.abs(pos('Phase 1')! - 0.079)).toBeLessThan(0.0006);
    expect(Math.abs(pos('Phase 2')! - 0.151)).toBeLessThan(0.0006);
    expect(Math.abs(pos('Phase 3')! - 0.524)).toBeLessThan(0.0006);
  });

  it('spends each stage once, and counts each row as it says', () => {
    const value = valueProgram(PROGRAM, '2026-04-10');
    const spent = sum(value.cash_flows.filter((row) => row.revenue === 0).map((row) => row.cost));
    expect(spent).toBeCloseTo(3.05e6 + 34.5e6 + 4_682_003, 3);
    const yearGone = 99 / 365;
    for (const row of value.cash_flows) {
      const start = Math.max(0, row.year - 2026 - yearGone);
      const middle = (start + row.year + 1 - 2026 - yearGone) / 2;
      const again = ((row.revenue - row.cost) * row.probability) / 1.13 ** middle;
      expect(row.discounted).toBeCloseTo(again, 3);
    }
    expect(value.rNPV).toBe(sum(value.cash_flows.map((row) => row.discounted)));
    expect(value.rnpv_per_share).toBe(value.rNPV! / 50e6);
    expect(value.rnpv_bear!).toBeLessThan(value.rNPV!);
    expect(value.rnpv_bull!).toBeGreaterThan(value.rNPV!);
  });

  it('rises with the probability of the last step and with peak sales', () => {
    const worth = (filing: number, peak_sales_usd: number) =>
      valueProgram(
        {
          ...PROGRAM,
          transition_probabilities: { ...ALL_INDICATIONS, filing },
          sales: { ...PROGRAM.sales!, peak_sales_usd },
        },
        TODAY,
      ).rNPV!;
    const chance = fc.double({ min: 0.01, max: 0.98, noNaN: true });
    fc.assert(
      fc.property(chance, fc.integer({ min: 1, max: 5000 }), (filing, millions) => {
        expect(worth(filing + 0.01, millions * 1e6)).toBeGreaterThan(worth(filing, millions * 1e6));
        expect(worth(filing, millions * 1e6 + 1e6)).toBeGreaterThan(worth(filing, millions * 1e6));
      }),
    );
  });

  it('presses the plan into a stated launch, and passes over one that is gone', () => {
    const launched = (launch_year: number) =>
      valueProgram({ ...PROGRAM, sales: { ...PROGRAM.sales!, launch_year } }, TODAY);
    // The plan itself: 5.75 years, approval in 2031, launch in 2032.
    expect(valueProgram(PROGRAM, TODAY).launch_year).toBe(2032);
    const pressed = launched(2029);
    expect(pressed.launch_year).toBe(2029);
    expect(pressed.cash_flows.find((row) => row.revenue > 0)).toMatchObject({
      year: 2029,
      probability: expect.closeTo(0.289 * 0.578 * 0.906, 12),
    });
    expect(launched(2025).launch_year).toBe(2032);
    expect(launched(2025).flags).toContain('launch_year_passed');
  });

  it('is null with its reason where something is missing', () => {
    const flagsOf = (changes: Partial<ValuedProgram>) => {
      const value = valueProgram({ ...PROGRAM, ...changes }, TODAY);
      expect(value.rNPV).toBeNull();
      expect(value.cash_flows).toEqual([]);
      return value.flags;
    };
    expect(flagsOf({ sales: null })).toEqual(['no_sales_assumption']);
    expect(flagsOf({ phase: 'Preclinical' })).toEqual(['not_in_clinic']);
    expect(flagsOf({ phase: 'unknown' })).toEqual(['no_stage']);
    expect(flagsOf({ transition_probabilities: { phase2: 0.3 } })).toEqual([
      'no_transition_probability',
    ]);
    expect(flagsOf({ sales: { peak_sales_usd: 1, loss_of_exclusivity: '2019-01-01' } })).toEqual([
      'exclusivity_ended',
    ]);
  });

  it('flags the defaults that stand in', () => {
    const value = valueProgram({ ...PROGRAM, sales: { peak_sales_usd: 1e9 } }, TODAY);
    expect(value.flags).toEqual(['assumed_ramp', 'assumed_exclusivity']);
    expect(value.loss_of_exclusivity).toBe('2045-01-01');
  });
});

it('shares the positive value', () => {
  expect(sharesOfTotalPct([30, 10, -5, null])).toEqual([75, 25, 0, null]);
  expect(sharesOfTotalPct([-5])).toEqual([null]);
});
