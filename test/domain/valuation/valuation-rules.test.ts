import { sum } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { cashFlows } from '../../../src/domain/valuation/cash-flows.ts';
import {
  developmentPlan,
  type Modality,
  modalityOf,
  type PlanInputs,
} from '../../../src/domain/valuation/development-plan.ts';
import {
  lastSalesYear,
  rampShare,
  salesCurve,
  salesInYear,
  yearFraction,
} from '../../../src/domain/valuation/sales-curve.ts';
import {
  sharesOfTotalPct,
  unvaluedReasons,
  type ValuedProgram,
  valueProgram,
} from '../../../src/domain/valuation/valuation.ts';

const TODAY = '2026-01-01';
/** Transition rates of all indications in BIO/QLS/Informa 2021. */
const TRANSITIONS = { phase1: 0.52, phase2: 0.289, phase3: 0.578, filing: 0.906 };
const PROGRAM: ValuedProgram = {
  phase: 'Phase 2',
  therapeuticArea: 'Oncology',
  modality: 'small_molecule',
  transition_probabilities: TRANSITIONS,
  sales: { peak_sales_usd: 1e9, years_to_peak: 6, loss_of_exclusivity: '2045-01-01' },
  shares_outstanding: 50e6,
};
const valued = (more: Partial<ValuedProgram>) => valueProgram({ ...PROGRAM, ...more }, TODAY);

describe('sales', () => {
  it.each<[Modality, number, number, number]>([
    // After a year, 23 % of the sales of a small molecule remain (Grabowski 2021), else 70 %.
    ['small_molecule', 0.23, 15, 40],
    ['biologic', 0.7, 20, 40],
    ['cell_or_gene_therapy', 0.7, 32.5, 40],
  ])(
    'of a %s retain %d per year and have %d %% cost of goods',
    (modality, yearly_retention, cogs, opex) => {
      expect(salesCurve({ peak_sales_usd: 5 }, modality, 2028)).toEqual({
        peak_sales_usd: 5,
        years_to_peak: 6,
        launch_year: 2028,
        loss_of_exclusivity: '2041-01-01',
        yearly_retention,
      });
      const { assumptions } = valued({ modality });
      expect(assumptions).toMatchObject({ cogs_pct: cogs, opex_pct: opex });
      expect(assumptions!.yearly_retention_after_exclusivity).toBe(yearly_retention);
    },
  );

  it('follow Robey & David and stretch to the years to peak', () => {
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

  it('increase to the peak and end five years after exclusivity', () => {
    const sales = { peak_sales_usd: 1000, loss_of_exclusivity: '2032-03-01' };
    const curve = salesCurve(sales, 'small_molecule', 2028);
    expect([2027, 2028, 2029, 2030, 2031].map((year) => salesInYear(curve, year))).toEqual([
      0, 110, 310, 580, 760,
    ]);
    expect(lastSalesYear(curve)).toBe(2037);
  });

  it('in a year after exclusivity are weighted by the days of two retention rates', () => {
    const sales = { peak_sales_usd: 365, years_to_peak: 1, loss_of_exclusivity: '2030-07-02' };
    const curve = salesCurve(sales, 'biologic', 2027);
    // Exclusivity ends after 182 of 365 days, and a year later 0.49 remain.
    expect(salesInYear(curve, 2030)).toBeCloseTo(182 + 183 * 0.7, 9);
    expect(salesInYear(curve, 2031)).toBeCloseTo(182 * 0.7 + 183 * 0.49, 9);
    expect(salesInYear(curve, 2029)).toBe(365);
  });

  it('yearFraction is the elapsed share of a year or leap year', () => {
    expect(yearFraction('2026-01-01')).toBe(0);
    expect(yearFraction('2026-12-31')).toBeCloseTo(364 / 365, 12);
    expect(yearFraction('2028-12-31')).toBeCloseTo(365 / 366, 12);
  });
});

describe('a development plan', () => {
  const plan = (
    stage: Parameters<typeof developmentPlan>[0],
    more: Partial<PlanInputs> = {},
    today = TODAY,
  ) =>
    developmentPlan(stage, { therapeuticArea: 'Oncology', modality: 'biologic', ...more }, today);

  it('has the times and costs of the remaining stages, with their sources', () => {
    // In oncology the stages take 2.7, 3.7, 3.1 and 0.8 years; half of the first remains.
    const [first, second, third, filing] = plan('phase1');
    const p2i = expect.stringContaining('Portfolio-to-Impact');
    const from = (years: number) => expect.closeTo(years, 9);
    const stage = (name: string, start: number, end: number, cost_usd: number) => ({
      stage: name,
      start_years: from(start),
      end_years: from(end),
      cost_usd,
      cost_source: p2i,
      cost_price_year: null,
    });
    expect([first, second, third]).toEqual([
      stage('phase1', 0, 1.35, 3.8e6),
      stage('phase2', 1.35, 5.05, 8.3e6),
      stage('phase3', 5.05, 8.15, 59.5e6),
    ]);
    expect(filing).toEqual({
      ...stage('filing', 8.15, 8.95, 4_682_003),
      cost_source: expect.stringContaining('user fee'),
      cost_price_year: 2026,
    });
    expect(plan('approved')).toEqual([]);
  });

  it('of a filed application has no cost', () => {
    expect(plan('filing')).toEqual([
      {
        stage: 'filing',
        start_years: 0,
        end_years: 0.4,
        cost_usd: 0,
        cost_source: 'fee paid when the application was filed',
        cost_price_year: null,
      },
    ]);
    expect(plan('filing', { is_orphan: true })[0]!.cost_source).toBe(
      'fee paid when the application was filed',
    );
  });

  it.each([
    // Of 3.7 years, half remain without a start date, else the rest, at least half a year.
    [{}, 1.85, 0.5],
    [{ stage_start_date: '2025-01-01' }, 3.7 - 365 / 365.25, (3.7 - 365 / 365.25) / 3.7],
    [{ stage_start_date: '2026-06-01' }, 3.7, 1],
    [{ stage_start_date: '2010-01-01' }, 0.5, 0.5 / 3.7],
    // A known end date in the future is used.
    [{ stage_end_date: '2026-07-02' }, 182 / 365.25, 182 / 365.25 / 3.7],
    [{ stage_end_date: '2036-01-01' }, 3652 / 365.25, 1],
    [{ stage_end_date: TODAY }, 1.85, 0.5],
    [
      { stage_end_date: '2026-01-02', stage_start_date: '2020-01-01' },
      1 / 365.25,
      1 / 365.25 / 3.7,
    ],
  ])('with %j has %d years left in its stage', (more, years, share) => {
    const [current] = plan('phase2', more);
    expect(current!.end_years).toBeCloseTo(years, 9);
    expect(current!.cost_usd).toBeCloseTo(8.3e6 * share, 3);
  });

  it.each([
    [' oncology', 3.1],
    ['Cardiovascular', 4.2],
    // Areas without a value use all indications.
    ['Urology', 3.3],
    ['Nowhere', 3.3],
  ])('in %s takes %d years for Phase 3', (therapeuticArea, years) => {
    const [, second] = plan('phase2', { therapeuticArea });
    expect(second!.end_years - second!.start_years).toBeCloseTo(years, 9);
  });

  it('has the cost of the rest of a stage, and no fee for orphan drugs', () => {
    const enrolled = { enrollment: { phase3: 200 }, stage_end_date: '2029-01-01' };
    const [current, filing] = plan('phase3', { ...enrolled, is_orphan: true });
    // The readout is in 1,096 days, 3.0007 of 3.1 years; Sertkaya 2024: 93,145 per patient.
    expect(current!.end_years).toBeCloseTo(1096 / 365.25, 9);
    expect(current!.cost_usd).toBeCloseTo((200 * 93145 * (1096 / 365.25)) / 3.1, 3);
    expect(filing).toMatchObject({
      cost_usd: 0,
      cost_source: 'orphan designation: exempt from the fee',
      cost_price_year: null,
    });
  });

  it('uses the cost per patient if the enrollment is known', () => {
    const of = (patients: number, modality: Modality = 'cell_or_gene_therapy') =>
      plan('phase2', { modality, enrollment: { phase3: patients } })[1]!;
    // Sertkaya 2024: 93,145 per patient in oncology.
    expect(of(100)).toMatchObject({
      cost_usd: 9_314_500,
      cost_source: expect.stringContaining('Sertkaya'),
      cost_price_year: 2018,
    });
    // Without patients, the cost is that of the phase, for cell therapies as for biologics.
    expect(of(0)).toMatchObject({ cost_usd: 59.5e6, cost_price_year: null });
    expect(of(0, 'small_molecule').cost_usd).toBe(34.5e6);
  });
});

it.each<[string, Modality]>([
  ['CAR-T', 'cell_or_gene_therapy'],
  ['cart therapy', 'cell_or_gene_therapy'],
  ['Stem cell', 'cell_or_gene_therapy'],
  ['Gene Therapy', 'cell_or_gene_therapy'],
  ['gene editing', 'cell_or_gene_therapy'],
  ['CRISPR', 'cell_or_gene_therapy'],
  ['AAV vector', 'cell_or_gene_therapy'],
  ['Bispecific antibody', 'biologic'],
  ['a mab', 'biologic'],
  ['ADC', 'biologic'],
  ['Fusion', 'biologic'],
  ['protein', 'biologic'],
  ['Biologic', 'biologic'],
  ['Vaccine', 'biologic'],
  ['enzyme replacement', 'biologic'],
  ['siRNA', 'small_molecule'],
  ['', 'small_molecule'],
])('modalityOf(%j) is %s', (drugType, modality) => {
  expect(modalityOf(drugType)).toBe(modality);
});

describe('the cash flow of a year', () => {
  const curve = salesCurve(
    { peak_sales_usd: 1000, years_to_peak: 1, loss_of_exclusivity: '2030-01-01' },
    'biologic',
    2027,
  );
  const sure = { phase1: 1, phase2: 1, phase3: 1, filing: 0.5 };
  const terms = (sales: object, today = TODAY) => ({
    modality: 'biologic' as const,
    rate: 0.1,
    today,
    sales: { peak_sales_usd: 1000, ...sales },
  });

  it('has costs and tax on the company’s share', () => {
    const [, first] = cashFlows([], curve, sure, terms({ cogs_pct: 10, operating_cost_pct: 30 }));
    // Costs are 40 % of 1,000, and tax is 21 % of the other 600: 526.
    expect(first).toEqual({
      year: 2027,
      revenue: 1000,
      cost: expect.closeTo(526, 9),
      probability: 0.5,
      discounted: expect.closeTo((0.5 * 474) / 1.1 ** 1.5, 9),
    });
    const [, half] = cashFlows([], curve, sure, terms({ ownership_pct: 50 }));
    // Costs are 20 % and 40 % of 500, and tax is 21 % of the other 200: 342.
    expect(half).toMatchObject({ revenue: 500, cost: expect.closeTo(342, 9) });
    // There is no tax on a loss.
    const [, loss] = cashFlows([], curve, sure, terms({ cogs_pct: 80, operating_cost_pct: 30 }));
    expect(loss).toMatchObject({ revenue: 1000, cost: expect.closeTo(1100, 9) });
  });

  it('starts today and ends with the last year of sales', () => {
    const rows = cashFlows([], { ...curve, launch_year: 2026 }, sure, terms({}, '2026-07-02'));
    expect(rows.map(({ year }) => year)).toEqual(Array.from({ length: 10 }, (_, at) => 2026 + at));
    expect(rows[0]!.revenue).toBeCloseTo((1000 * 183) / 365, 9);
    expect(rows[1]!.revenue).toBeCloseTo(1000, 9);
  });

  it('weights the cost of each stage by the probability of reaching it', () => {
    const stage = (name: 'phase3' | 'filing', start_years: number, end_years: number) => ({
      stage: name,
      start_years,
      end_years,
      cost_usd: 100,
      cost_source: '',
      cost_price_year: null,
    });
    const odds = { ...sure, phase3: 0.6 };
    const plan = [stage('phase3', 0, 0.5), stage('filing', 0.5, 1.5)];
    const [first, second] = cashFlows(plan, { ...curve, launch_year: 2028 }, odds, terms({}));
    // The first stage and half of the second, reached with 0.6: (100 + 30) / 150.
    expect(first).toMatchObject({ revenue: 0, cost: 150, probability: 130 / 150 });
    expect(second).toMatchObject({ cost: 50, probability: expect.closeTo(0.6, 12) });
    // A year without costs and sales has the probability of approval.
    const later = cashFlows([], { ...curve, launch_year: 2028 }, odds, terms({}))[0];
    expect(later).toMatchObject({ revenue: 0, cost: 0, probability: expect.closeTo(0.3, 12) });
  });
});

describe('the value of a program', () => {
  it('is computed by hand for a marketed product', () => {
    // The product is approved and launched in 2025, with sales of 100 and exclusivity to 2027-01-01.
    // Sales 100 in 2026, then 23 × 0.23^k for 2027–2032. Margin before tax 45 %, after 21 % tax
    // 35.55 %. The rate is 10 %, from the middle of each year: t = 0.5, 1.5 …
    const marketed = { peak_sales_usd: 100, years_to_peak: 1, launch_year: 2025 };
    const sales = { ...marketed, loss_of_exclusivity: '2027-01-01' };
    const value = valued({ phase: 'Approved', sales });
    const yearly = [100, 23, 5.29, 1.2167, 0.279841, 0.06436343, 0.0148035889];
    const byHand = sum(yearly.map((each, index) => (each * 0.3555) / 1.1 ** (index + 0.5)));
    expect(value.rNPV).toBeCloseTo(byHand, 9);
    expect(value.cash_flows[0]).toMatchObject({ year: 2026, revenue: 100, probability: 1 });
    expect(value.cash_flows[0]!.cost).toBeCloseTo(64.45, 9);
    expect(value.cumulative_pos).toBe(1);
  });

  it('is computed by hand for a filed product', () => {
    // The decision is 365 days after 2026-01-01.
    // The fee is already paid, the launch is in 2027, and the probability is 90.6 %.
    const sales = { peak_sales_usd: 1e9, years_to_peak: 1, loss_of_exclusivity: '2028-01-01' };
    const value = valued({ phase: 'BLA filed', stage_end_date: '2027-01-01', sales });
    const [review, launch] = value.cash_flows;
    expect(value.launch_year).toBe(2027);
    expect(review).toMatchObject({ year: 2026, revenue: 0, cost: 0 });
    expect(review!.discounted).toBeCloseTo(0, 9);
    expect(value.assumptions).toMatchObject({
      stages: [{ stage: 'filing', cost_usd: 0, cost_price_year: null }],
    });
    expect(launch).toMatchObject({ year: 2027, revenue: 1e9, probability: 0.906 });
    expect(launch!.discounted).toBeCloseTo((0.906 * 0.3555e9) / 1.11 ** 1.5, 3);
  });

  it.each([
    // BIO/QLS/Informa 2021.
    ['Phase 1', 0.079],
    ['Phase 2', 0.151],
    ['Phase 3', 0.524],
  ])('in %s has the published likelihood of approval of %d', (phase, likelihood) => {
    expect(Math.abs(valued({ phase }).cumulative_pos! - likelihood)).toBeLessThan(0.0006);
  });

  it('includes each stage cost once, and discounts each row by its formula', () => {
    const value = valueProgram(PROGRAM, '2026-04-10');
    const spent = sum(value.cash_flows.filter((row) => row.revenue === 0).map((row) => row.cost));
    // P2I, innovative small molecule: half of 6.1 million, 34.5 million, and the FDA fee of 2026.
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
  });

  it.each([
    ['Preclinical', 'not_in_clinic'],
    ['unknown', 'no_stage'],
  ])('in %s is null with the flag %s', (phase, flag) => {
    expect(valued({ phase })).toMatchObject({ rNPV: null, cash_flows: [], flags: [flag] });
  });

  it.each([
    ['Phase 1', 0.14],
    ['Phase 2', 0.13],
    ['Phase 3', 0.12],
    ['NDA', 0.11],
    ['Approved', 0.1],
  ])('in %s is discounted at %d', (phase, rate) => {
    expect(valued({ phase }).discount_rate).toBe(rate);
  });

  it('states its assumptions', () => {
    const { assumptions, ...value } = valued({ phase: 'NDA' });
    expect(assumptions).toEqual({
      transition_probabilities: TRANSITIONS,
      stages: [expect.objectContaining({ stage: 'filing' })],
      cogs_pct: 15,
      opex_pct: 40,
      tax_pct: 21,
      share_of_economics_pct: 100,
      yearly_retention_after_exclusivity: 0.23,
      bear: { sales_factor: 0.7, odds_factor: 1 / 1.5 },
      bull: { sales_factor: 1.3, odds_factor: 1.5 },
    });
    expect(value).toMatchObject({
      cumulative_pos: 0.906,
      peak_sales_usd: 1e9,
      years_to_peak: 6,
      launch_year: 2027,
      loss_of_exclusivity: '2045-01-01',
      flags: [],
    });
    expect(valued({ sales: { ...PROGRAM.sales!, ownership_pct: 50 } }).assumptions).toMatchObject({
      share_of_economics_pct: 50,
    });
  });

  it('changes sales by 30 % and the odds by 1.5 in the bear and bull cases', () => {
    // The bear and bull cases of a marketed product change only its sales.
    const sales = { peak_sales_usd: 100, years_to_peak: 1, launch_year: 2020 };
    const one = { phase: 'Approved', sales: { ...sales, loss_of_exclusivity: '2022-01-01' } };
    const { rNPV, rnpv_bear, rnpv_bull } = valued(one);
    expect(rnpv_bear).toBeCloseTo(0.7 * rNPV!, 9);
    expect(rnpv_bull).toBeCloseTo(1.3 * rNPV!, 9);
    // A filed product without costs: odds of 1 become 1.5 (0.6) and 1 ÷ 1.5 (0.4).
    const filed = valued({
      phase: 'NDA',
      transition_probabilities: { ...TRANSITIONS, filing: 0.5 },
    });
    expect(filed.rnpv_bear! / filed.rNPV!).toBeCloseTo((0.7 * 0.4) / 0.5, 9);
    expect(filed.rnpv_bull! / filed.rNPV!).toBeCloseTo((1.3 * 0.6) / 0.5, 9);
  });

  it.each<[Partial<ValuedProgram>, number | null, readonly string[]]>([
    [{ phase: 'Approved' }, 2026, ['no_launch_year']],
    [{ phase: 'Approved', sales: { ...PROGRAM.sales!, launch_year: 2024 } }, 2024, []],
    [{ sales: { ...PROGRAM.sales!, launch_year: 2026 } }, 2032, ['launch_year_passed']],
    [{ sales: { ...PROGRAM.sales!, launch_year: 2027 } }, 2027, []],
    [{ sales: { ...PROGRAM.sales!, launch_year: 2040 } }, 2040, []],
    [{ sales: { peak_sales_usd: 1 } }, 2032, ['assumed_ramp', 'assumed_exclusivity']],
    [{ shares_outstanding: null }, 2032, ['no_shares']],
    [{ shares_outstanding: 0 }, 2032, ['no_shares']],
  ])('with %j has the launch year %d and the flags %j', (more, launch_year, flags) => {
    const value = valued(more);
    expect(value).toMatchObject({ launch_year, flags });
    expect(value.rnpv_per_share === null).toBe(flags.includes('no_shares'));
  });

  it('compresses the plan for an early launch but does not stretch it for a late one', () => {
    const stages = (launch_year: number) =>
      valued({ sales: { ...PROGRAM.sales!, launch_year } }).assumptions!.stages;
    expect(stages(2040).at(-1)!.end_years).toBeCloseTo(5.75, 9);
    // One year replaces 5.75 years, and Phase 2, half of 3.7 years, has its share of it.
    const compressed = stages(2027);
    expect(compressed.at(-1)!.end_years).toBeCloseTo(1, 9);
    expect(compressed[0]!.end_years).toBeCloseTo(1.85 / 5.75, 9);
  });

  it('is null after the last year of sales', () => {
    const valueWith = (loss_of_exclusivity: string) =>
      valued({
        phase: 'Approved',
        sales: { peak_sales_usd: 1, launch_year: 2010, loss_of_exclusivity },
      });
    expect(valueWith('2021-01-01').cash_flows).toHaveLength(1);
    expect(valueWith('2020-12-31').flags).toEqual(['exclusivity_ended']);
  });

  it('keeps the stated assumptions if it is null', () => {
    const sales = { ...PROGRAM.sales!, launch_year: 2030 };
    const none = valued({ sales, transition_probabilities: { phase2: 0.3, phase3: 0.5 } });
    expect(none).toEqual({
      rNPV: null,
      rnpv_bear: null,
      rnpv_bull: null,
      cumulative_pos: null,
      discount_rate: null,
      peak_sales_usd: 1e9,
      years_to_peak: 6,
      launch_year: 2030,
      loss_of_exclusivity: '2045-01-01',
      rnpv_per_share: null,
      cash_flows: [],
      assumptions: null,
      flags: ['no_transition_probability'],
    });
    expect(valued({ sales: null })).toMatchObject({
      cumulative_pos: expect.closeTo(0.289 * 0.578 * 0.906, 12),
      peak_sales_usd: null,
      years_to_peak: null,
      launch_year: null,
      loss_of_exclusivity: null,
      flags: ['no_sales_assumption'],
    });
    expect(valued({ sales: null, transition_probabilities: {} }).flags).toEqual([
      'no_transition_probability',
      'no_sales_assumption',
    ]);
  });

  it.each([
    'no_stage',
    'not_in_clinic',
    'no_transition_probability',
    'no_sales_assumption',
    'exclusivity_ended',
  ])('can be null with the reason %s', (reason) => {
    const flags = [reason, 'assumed_ramp'];
    expect(unvaluedReasons({ rNPV: null, flags })).toEqual([reason]);
    expect(unvaluedReasons({ rNPV: 1, flags })).toEqual([]);
  });

  it('is a share of the sum of positive values', () => {
    expect(sharesOfTotalPct([1, 3, null, 0, -9])).toEqual([25, 75, null, 0, 0]);
    expect(sharesOfTotalPct([0, null])).toEqual([null, null]);
    expect(sharesOfTotalPct([])).toEqual([]);
  });
});
