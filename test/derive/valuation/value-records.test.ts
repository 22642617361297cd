import { describe, expect, it } from 'vitest';
import { salesAssumptions, salesKey } from '../../../src/derive/valuation/sales-assumptions.ts';
import {
  catalystDays12m,
  companyScores,
  netCash,
  programScores,
  roundedScore,
  scoreShown,
} from '../../../src/derive/valuation/scoring.ts';
import { isListed, programValuations, rnpv } from '../../../src/derive/valuation/valuations.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { balanceSheet, developer, TODAY as LATER, shareCount } from '../developer.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const TODAY = '2026-01-01';
const program = (more: Partial<Fact<'programs'>> = {}): Fact<'programs'> => ({
  ticker: 'DEVT',
  drug_name: 'DEV-101',
  indication: 'Melanoma',
  phase: 'Phase 2',
  drugType: 'Small molecule',
  therapeuticArea: 'Oncology',
  updated_date: '2025-06-01',
  ...more,
});
const sales = (more: Partial<Fact<'sales_assumptions'>> = {}): Fact<'sales_assumptions'> => ({
  ticker: 'DEVT',
  drug_name: 'Dev-101',
  indication: ' melanoma',
  peak_sales_usd: 500e6,
  assumed_date: '2025-12-01',
  loss_of_exclusivity: 2040,
  years_to_peak: 6,
  ...more,
});
const shares = shareCount('DEVT', 10e6, '2025-11-01', '2025-11-05');
const designation = (designation_type: string, indication: string) => ({
  ticker: 'DEVT',
  drug_name: 'DEV-101',
  designation_type,
  indication,
});
const facts: FactsByKind = {
  programs: [program()],
  sales_assumptions: [sales()],
  financial_facts: [shares],
};
const valued = async (...more: FactsByKind[]) => rnpv(await refreshOf(TODAY, facts, ...more));

describe('a value, whole', () => {
  it('with what it assumes, as it is shown', async () => {
    const [row] = await valued();
    expect(row).toMatchObject({
      ticker: 'DEVT',
      drug_name: 'DEV-101',
      indication: 'Melanoma',
      phase: 'Phase 2',
      discount_rate: 0.13,
      peak_sales_usd: 500e6,
      years_to_peak: 6,
      flags: [],
      loss_of_exclusivity: '2040-12-31',
      share_of_total_pct: 100,
      as_of: '2025-12-01',
      method: expect.stringMatching(/^rnpv/),
    });
    const { cash_flows, rNPV, rnpv_bear, rnpv_bull, rnpv_per_share, assumptions } = row!;
    expect(rNPV).toBe(cash_flows.reduce((sum, { discounted }) => sum + discounted, 0));
    const flows = cash_flows.flatMap(({ revenue, cost, discounted }) => [
      revenue,
      cost,
      discounted,
    ]);
    const whole = [rnpv_bear!, rnpv_bull!, ...flows];
    expect(whole.filter((value) => !Number.isInteger(value))).toEqual([]);
    // Rounds to four digits, for the share price too.
    const four = (value: number) => Math.round(value * 1e4) / 1e4;
    const chances = cash_flows.map(({ probability }) => probability);
    const rounded = [row!.cumulative_pos!, rnpv_per_share!, ...chances];
    expect(rounded.map(four)).toEqual(rounded);
    expect(rnpv_per_share).toBeCloseTo(rNPV! / 10e6, 2);
    expect(assumptions).toMatchObject({
      cogs_pct: 15,
      opex_pct: 40,
      tax_pct: 21,
      share_of_economics_pct: 100,
      bear: { sales_factor: 0.7, odds_factor: 0.6667 },
      bull: { sales_factor: 1.3, odds_factor: 1.5 },
      // The program has passed the earlier stages.
      transition_probabilities: { phase1: 1, phase2: expect.any(Number) },
    });
    const { stages = [] } = assumptions as { stages?: readonly Record<string, number>[] };
    expect(stages.map(({ stage }) => stage)).toEqual(['phase2', 'phase3', 'filing']);
    const two = (value: number) => Math.round(value * 100) / 100;
    for (const { start_years, end_years, cost_usd } of stages) {
      const shown = [two(start_years!), two(end_years!), Math.round(cost_usd!)];
      expect(shown).toEqual([start_years, end_years, cost_usd]);
    }
  });

  it('by the terms that were assumed, each', async () => {
    const years = { years_to_peak: 3, launch_year: 2036 };
    const terms = { ...years, cogs_pct: 5, operating_cost_pct: 20, ownership_pct: 60 };
    const [row] = rnpv(await refreshOf(TODAY, { ...facts, sales_assumptions: [sales(terms)] }));
    const assumptions = { cogs_pct: 5, opex_pct: 20, share_of_economics_pct: 60 };
    expect(row).toMatchObject({ ...years, assumptions });
    const { loss_of_exclusivity: _, years_to_peak: __, ...bare } = sales();
    const [other] = await refreshOf(TODAY, { ...facts, sales_assumptions: [bare] }).then(rnpv);
    expect(other!.flags).toEqual(['assumed_ramp', 'assumed_exclusivity']);
  });

  it('costs what its largest trial costs, and no fee for an orphan drug', async () => {
    const trial = (nctId: string, Phase: string, enrollment: number | null): Fact<'trials'> => ({
      nctId,
      ticker: 'DEVT',
      Phase,
      study_type: 'INTERVENTIONAL',
      updatedAt: '2025-12-20',
      conditions: ['Melanoma'],
      InterventionName: 'DEV-101',
      ...(enrollment ? { enrollment } : {}),
    });
    const trials = [
      ...[100, 300, 200].map((enrollment, at) => trial(`${at}`, 'Phase 3', enrollment)),
      trial('4', 'Phase 2', null),
    ];
    const designations = [designation('orphan drug', 'Melanoma')];
    const costs = async (more: FactsByKind) => {
      const [row] = await valued(more);
      const { stages = [] } = row!.assumptions as { stages?: readonly { cost_usd: number }[] };
      return [row!.as_of, ...stages.slice(1).map(({ cost_usd }) => cost_usd)];
    };
    // A Phase 3 oncology trial costs 93,145 per patient (Sertkaya 2024). The fee is that of 2026.
    expect(await costs({ trials })).toEqual(['2025-12-20', 300 * 93_145, 4_682_003]);
    expect(await costs({ designations })).toEqual(['2025-12-01', 34_500_000, 0]);
  });

  it('ends its stage with the next catalyst that decides one', async () => {
    const ahead = (catalyst: string, formattedDate: string): Fact<'catalysts'> => ({
      _id: catalyst,
      ticker: 'DEVT',
      drugname: 'DEV-101',
      treatment: 'Melanoma',
      catalyst,
      formattedDate,
      createdDate: '2025/12/15',
      stage: 'Phase 2',
    });
    const endOf = async (...catalysts: Fact<'catalysts'>[]) => {
      const [row] = await valued({ catalysts });
      const { stages } = row!.assumptions as { stages?: readonly { end_years: number }[] };
      return stages![0]!.end_years;
    };
    // Of 3.7 years from June 2025, 214 days have passed: 3.11 years remain.
    expect(await endOf()).toBeCloseTo(3.11, 2);
    // A year counts 365.25 days.
    const readout = ahead('Phase 2 Readout', '2027-01-01');
    expect(await endOf(readout)).toBeCloseTo(1, 2);
    const committee = ahead('AdComm Meeting', '2026-06-01');
    expect(await endOf(ahead('Conference', '2026-03-01'), committee, readout)).toBeCloseTo(1, 2);
  });

  it('is shared, and dated by the newest of what went into it', async () => {
    const other = program({ drug_name: 'DEV-202', updated_date: '2025-12-30' });
    const rows = await valued({
      programs: [other],
      sales_assumptions: [sales({ drug_name: 'DEV-202' })],
    });
    const [one, two] = rows.map(({ share_of_total_pct }) => share_of_total_pct!);
    expect(one! + two!).toBeCloseTo(100, 9);
    const days = rows.map(({ drug_name, as_of }) => [drug_name, as_of]);
    expect(Object.fromEntries(days)).toEqual({ 'DEV-101': '2025-12-01', 'DEV-202': '2025-12-30' });
    const bare = await refreshOf(TODAY, {
      programs: [program({ phase: null, updated_date: null })],
    });
    expect(rnpv(bare)).toMatchObject([{ phase: null, as_of: null, flags: ['no_stage'] }]);
    // Share counts are valid from their filing date.
    const { assumed_date: _, ...undated } = sales();
    const filed = await refreshOf(TODAY, { ...facts, sales_assumptions: [undated] });
    expect(rnpv(filed)[0]!.as_of).toBe('2025-11-05');
  });

  it('states that no area is known, or that evidence has no date', async () => {
    const odd = program({ therapeuticArea: 'unheard of', indication: 'Oddity' });
    const refresh = await refreshOf(TODAY, {
      programs: [odd],
      sales_assumptions: [sales({ indication: 'oddity' })],
      designations: [designation('Fast Track', 'Oddity')],
      financial_facts: [shares],
    });
    expect(programValuations(refresh)[0]!.valuation.flags).toEqual(['no_area', 'undated_evidence']);
  });
});

it('a company is listed until the day on which it left', async () => {
  const companies = [
    { ticker: 'GONQZ', name: 'Gone', delisted_date: TODAY },
    { ticker: 'STAQZ', name: 'Stays', delisted_date: '2026-01-02' },
    { ticker: 'ISQZ', name: 'Is' },
  ];
  const refresh = await refreshOf(TODAY, { companies });
  const listed = ['GONQZ', 'STAQZ', 'ISQZ', 'UNKQZ'].map((ticker) => isListed(refresh, ticker));
  expect(listed).toEqual([false, true, true, true]);
});

it('sales are assumed of a drug in an indication, in whatever case', async () => {
  const refresh = await refreshOf(TODAY, { sales_assumptions: [sales()] });
  expect([...salesAssumptions(refresh).keys()]).toEqual(['DEVT dev-101 melanoma']);
  expect(salesKey(program({ indication: 'MELANOMA ' }))).toBe('DEVT dev-101 melanoma');
});

describe('the sales of a program without assumptions', () => {
  const estimate = (period_end: string, revenue_usd: number | null) => ({
    ticker: 'DEVT',
    period_end,
    revenue_usd,
    seen_date: '2026-11-16',
  });
  const sales_estimates = [
    estimate('2028-12-31', 2e8),
    estimate('2030-12-31', 5e8),
    estimate('2031-12-31', null),
  ] as Fact<'sales_estimates'>[];
  const valued = async (facts: FactsByKind) => {
    const rows = rnpv(await refreshOf(LATER, { sales_estimates, ...facts }));
    return rows.map((row) => [row.peak_sales_usd, row.flags.includes('consensus_sales')]);
  };

  it('are the consensus of a vendor, where the company has no other program', async () => {
    expect(await valued({ programs: [program()] })).toEqual([[5e8, true]]);
    const own = sales({ peak_sales_usd: 9e8 });
    expect(await valued({ programs: [program()], sales_assumptions: [own] })).toEqual([
      [9e8, false],
    ]);
    const several = [program(), program({ drug_name: 'Otherumab' })];
    const unknown = [null, false];
    expect(await valued({ programs: several })).toEqual([unknown, unknown]);
  });
});

describe('a score as it is shown', () => {
  const part = (value: number | null, score: number | null, weight: number) => {
    return { value, score, weight };
  };

  it('is the sum of its parts as they are shown, and names what is missing', () => {
    const shown = roundedScore({
      score: 60.123,
      percentile: 33.333,
      coverage_pct: 66.666,
      components: {
        a: part(1.234567, 50.555, 2 / 3),
        b: part(2, 80, 1 / 3),
        No_C: part(null, null, 0),
      },
      flags: ['low', 'low'],
    });
    expect(shown).toEqual({
      // 0.6667 × 50.56 (or 50.55) + 0.3333 × 80 = 60.37.
      score: expect.closeTo(60.37, 1),
      percentile: 33.33,
      coverage_pct: 66.67,
      components: {
        a: { value: 1.2346, score: expect.closeTo(50.56, 1), weight: 0.6667 },
        b: part(2, 80, 0.3333),
        No_C: part(null, null, 0),
      },
      flags: ['low', 'no_no_c'],
    });
    const unknown = { score: null, percentile: null };
    expect(roundedScore({ ...shown, ...unknown })).toMatchObject(unknown);
  });

  it('is at most 100', () => {
    expect(scoreShown({ a: part(1, 100, 0.6667), b: part(1, 100, 0.3334) })).toBe(100);
    expect(scoreShown({ a: part(1, 50, 0.5), b: part(null, null, 0.5) })).toBe(25);
  });
});

describe('what companies are scored by', () => {
  it('is told whole, each figure from where it is served', async () => {
    const refresh = await refreshOf(LATER, developer, {
      programs: [program({ drug_name: 'devtinib', updated_date: '2026-02-01' })],
    });
    const row = companyScores(refresh).find(({ ticker }) => ticker === 'DEVT')!;
    expect(row).toMatchObject({
      company_name: 'Developer Therapeutics',
      market_cap_usd: 200e6,
      rNPV: null,
      rnpv_to_market_cap: null,
      valuation: null,
      as_of: '2026-11-20',
      components: {
        // 100 + 30 minus 10 due within twelve months, over (100 − 82 + 90) / 12 a month.
        runway_months: { value: 13.3333 },
        catalysts_12m: { value: 1 },
        expected_approvals: { value: expect.any(Number) },
        sentiment_score: { value: null },
        insider_score: { value: null },
      },
    });
    expect(row.flags).toEqual(
      expect.arrayContaining(['no_sales_assumption', 'no_overhead', 'no_sentiment_score']),
    );
  });

  it.each([
    ['2027-11-21', 1],
    ['2027-11-22', 0],
    [LATER, 1],
    ['2026-11-20', 0],
  ])('counts a catalyst on %s as ahead within a year: %i', async (formattedDate, count) => {
    const catalysts = [{ ticker: 'DEVT', catalyst: 'Phase 2 Readout', formattedDate }];
    const refresh = await refreshOf(LATER, { catalysts });
    expect(catalystDays12m(refresh).get('DEVT') ?? []).toHaveLength(count);
    expect(catalystDays12m(refresh).has('QUIT')).toBe(false);
  });

  it('has net cash of a fresh balance sheet, less all debt', async () => {
    const of = async (day: string, ...more: FactsByKind[]) =>
      netCash(await refreshOf(day, developer, ...more), 'DEVT');
    // Net cash: 100 and 30 less debt of 10 due in twelve months.
    expect(await of(LATER)).toBe(120e6);
    const debts = balanceSheet('2026-09-30', '2026-11-05', { LongTermDebtNoncurrent: 25 });
    expect(await of(LATER, { financial_facts: debts })).toBe(95e6);
    expect(await of('2027-07-01')).toBeNull();
    const refresh = await refreshOf(LATER, developer);
    expect([netCash(refresh, 'QUIT'), netCash(refresh, 'NONE')]).toEqual([null, null]);
  });

  it('gives programs the probability of their scorecard, and the days to their catalyst', async () => {
    const readout: Fact<'catalysts'> = {
      ticker: 'DEVT',
      drugname: 'DEV-101',
      treatment: 'Melanoma',
      catalyst: 'Phase 2 Readout',
      formattedDate: '2026-02-10',
      createdDate: '2025/12/01',
    };
    const refresh = await refreshOf(TODAY, {
      programs: [program(), program({ drug_name: 'DEV-202', phase: null })],
      catalysts: [readout],
    });
    const of = (name: string) => programScores(refresh).find((row) => row.drug_name === name)!;
    const own = programValuations(refresh).find((each) => each.program.drug_name === 'DEV-101')!;
    expect(of('DEV-101')).toMatchObject({
      phase: 'Phase 2',
      rNPV: null,
      valuation: null,
      as_of: '2025-12-01',
      poa: own.approval.score.poa,
      components: { days_to_catalyst: { value: 40 }, stage: { value: 40 } },
    });
    const two = of('DEV-202');
    expect(two).toMatchObject({
      phase: null,
      poa: null,
      components: { days_to_catalyst: { value: null } },
    });
    expect(two.flags).toEqual(expect.arrayContaining(['no_stage', 'no_valuation']));
    expect(two.flags).not.toContain('no_rnpv');
  });
});
