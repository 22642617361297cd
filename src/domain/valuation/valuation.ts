/**
 * Risk-adjusted net present value (rNPV) of a development program. rNPV = Σ C_n · (R0/R_n) /
 * (1+r)^t_n, where R0/R_n is the probability of reaching cash flow C_n, t_n is its time in years,
 * and r is the cost of capital without attrition risk (Svennebring & Wikberg, SpringerPlus
 * 2013;2:140, eq. 1; Stewart, Nat Biotechnol 2001). Amounts are in nominal dollars, and no
 * inflation is added. The model ignores price negotiation under the Inflation Reduction Act, tax
 * loss carryforwards, and the option to stop a program with a negative value.
 */
import { sum } from 'simple-statistics';
import {
  CLINICAL_STAGES,
  type ClinicalStage,
  type Stage,
  stageOf,
} from '../programs/development-stage.ts';
import {
  type CashFlow,
  cashFlows,
  cumulativeProbability,
  margins,
  type Probabilities,
} from './cash-flows.ts';
import {
  DISCOUNT_RATES,
  ODDS_FACTOR,
  SALES_CHANGE,
  TAX_RATE,
  UNVALUED_REASONS,
} from './constants.ts';
import { developmentPlan, type PlanInputs, type PlannedStage } from './development-plan.ts';
import {
  lastSalesYear,
  type SalesAssumption,
  type SalesCurve,
  salesCurve,
  yearFraction,
} from './sales-curve.ts';

export interface ValuedProgram extends PlanInputs {
  readonly phase: string;
  /** Probability of success in each stage, 0–1. */
  readonly transition_probabilities: Readonly<Partial<Record<ClinicalStage, number>>>;
  readonly sales: SalesAssumption | null;
  readonly shares_outstanding?: number | null;
}

type ValuedStage = ClinicalStage | 'approved';
const BASE = { sales_factor: 1, odds_factor: 1 };
/**
 * If costs exceed sales, the bear case can have a higher value than the base case, because its
 * lower odds of success also reduce the expected costs.
 */
const BEAR = { sales_factor: 1 - SALES_CHANGE, odds_factor: 1 / ODDS_FACTOR };
const BULL = { sales_factor: 1 + SALES_CHANGE, odds_factor: ODDS_FACTOR };

/** Values a program as of `today` (`YYYY-MM-DD`), US dollars. Flags: see `RNPV`. */
export function valueProgram(program: ValuedProgram, today: string) {
  const stage = stageOf(program.phase);
  const probabilities = remainingProbabilities(stage, program);
  const cumulative_pos = probabilities && cumulativeProbability(probabilities);
  const missing = missingInputs(stage, probabilities, program);
  if (missing.length > 0) return unvalued(program, cumulative_pos, missing);

  const valued = stage as ValuedStage;
  const sales = program.sales!;
  const rate = DISCOUNT_RATES[valued];
  const { plan, launch_year, flags } = schedule(valued, program, sales, today);
  const curve = salesCurve(sales, program.modality, launch_year);
  if (lastSalesYear(curve) < Math.max(launch_year, Number(today.slice(0, 4)))) {
    return unvalued(program, cumulative_pos, ['exclusivity_ended']);
  }
  const value = (scenario: typeof BASE) =>
    cashFlows(
      plan,
      { ...curve, peak_sales_usd: curve.peak_sales_usd * scenario.sales_factor },
      shiftOdds(probabilities!, scenario.odds_factor),
      { modality: program.modality, sales, rate, today },
    );
  const cash_flows = value(BASE);
  const rNPV = total(cash_flows);
  const shares = program.shares_outstanding;
  return {
    rNPV,
    rnpv_bear: total(value(BEAR)),
    rnpv_bull: total(value(BULL)),
    /** Probability that the program reaches the market, as of today, 0–1. */
    cumulative_pos,
    discount_rate: rate,
    peak_sales_usd: sales.peak_sales_usd,
    years_to_peak: curve.years_to_peak,
    launch_year,
    loss_of_exclusivity: curve.loss_of_exclusivity,
    rnpv_per_share: shares ? rNPV / shares : null,
    cash_flows,
    assumptions: statedAssumptions(program, sales, plan, curve),
    flags: [
      ...flags,
      ...(sales.years_to_peak ? [] : ['assumed_ramp']),
      ...(sales.loss_of_exclusivity ? [] : ['assumed_exclusivity']),
      ...(shares ? [] : ['no_shares']),
    ],
  };
}

export type ProgramValuation = ReturnType<typeof valueProgram>;

/** The flags that explain why a program has no value. Empty if it has one. */
export function unvaluedReasons({
  rNPV,
  flags,
}: {
  readonly rNPV: number | null;
  readonly flags: readonly string[];
}): readonly string[] {
  return rNPV === null ? flags.filter((flag) => Object.hasOwn(UNVALUED_REASONS, flag)) : [];
}

/**
 * For each program, the percentage that it contributes to the sum of the company's positive rNPVs.
 * It is 0 for a negative rNPV and null for a null rNPV. If no rNPV is positive, all percentages are
 * null.
 */
export function sharesOfTotalPct(rNPVs: readonly (number | null)[]): (number | null)[] {
  const positive = sum(rNPVs.map((rNPV) => Math.max(0, rNPV ?? 0)));
  return rNPVs.map((rNPV) =>
    rNPV === null || positive === 0 ? null : (100 * Math.max(0, rNPV)) / positive,
  );
}

function missingInputs(
  stage: Stage | null,
  probabilities: Probabilities | null,
  program: ValuedProgram,
): string[] {
  if (stage === null) return ['no_stage'];
  if (stage === 'preclinical') return ['not_in_clinic'];
  return [
    ...(probabilities ? [] : ['no_transition_probability']),
    ...(program.sales ? [] : ['no_sales_assumption']),
  ];
}

/** Probabilities of the remaining stages, and 1 for completed stages. */
function remainingProbabilities(stage: Stage | null, program: ValuedProgram): Probabilities | null {
  if (stage === null || stage === 'preclinical') return null;
  const first = stage === 'approved' ? CLINICAL_STAGES.length : CLINICAL_STAGES.indexOf(stage);
  const entries = CLINICAL_STAGES.map(
    (each, index) => [each, index < first ? 1 : program.transition_probabilities[each]] as const,
  );
  if (entries.some(([, probability]) => probability === undefined)) return null;
  return Object.fromEntries(entries) as Probabilities;
}

/**
 * Plans the remaining stages and the launch. Our choice: if no launch year is stated, sales begin
 * in the first full calendar year after approval.
 */
function schedule(
  stage: ValuedStage,
  program: ValuedProgram,
  sales: SalesAssumption,
  today: string,
) {
  const plan = developmentPlan(stage, program, today);
  const stated = sales.launch_year ?? null;
  const thisYear = Number(today.slice(0, 4));
  if (stage === 'approved') {
    return { plan, launch_year: stated ?? thisYear, flags: stated ? [] : ['no_launch_year'] };
  }
  const approval = plan.at(-1)!.end_years;
  const planned = Math.floor(thisYear + yearFraction(today) + approval) + 1;
  if (stated === null) return { plan, launch_year: planned, flags: [] };
  if (stated <= thisYear) return { plan, launch_year: planned, flags: ['launch_year_passed'] };
  // If the stated launch is before the planned approval, the remaining stages are shortened to
  // match the stated launch.
  const scale = Math.min(1, (stated - thisYear - yearFraction(today)) / approval);
  const shortened = plan.map((step) => ({
    ...step,
    start_years: step.start_years * scale,
    end_years: step.end_years * scale,
  }));
  return { plan: shortened, launch_year: stated, flags: [] };
}

function shiftOdds(probabilities: Probabilities, factor: number): Probabilities {
  const shift = (p: number) => (factor * p) / (1 - p + factor * p);
  return Object.fromEntries(
    CLINICAL_STAGES.map((stage) => [stage, shift(probabilities[stage])]),
  ) as Record<ClinicalStage, number>;
}

function total(flows: readonly CashFlow[]): number {
  return sum(flows.map((flow) => flow.discounted));
}

function statedAssumptions(
  program: ValuedProgram,
  sales: SalesAssumption,
  plan: readonly PlannedStage[],
  curve: SalesCurve,
) {
  return {
    transition_probabilities: program.transition_probabilities,
    stages: plan,
    ...margins(sales, program.modality),
    tax_pct: 100 * TAX_RATE,
    share_of_economics_pct: sales.ownership_pct ?? 100,
    yearly_retention_after_exclusivity: curve.yearly_retention,
    bear: BEAR,
    bull: BULL,
  };
}

function unvalued(program: ValuedProgram, cumulative_pos: number | null, flags: readonly string[]) {
  return {
    rNPV: null,
    rnpv_bear: null,
    rnpv_bull: null,
    cumulative_pos,
    discount_rate: null,
    peak_sales_usd: program.sales?.peak_sales_usd ?? null,
    years_to_peak: program.sales?.years_to_peak ?? null,
    launch_year: program.sales?.launch_year ?? null,
    loss_of_exclusivity: program.sales?.loss_of_exclusivity ?? null,
    rnpv_per_share: null,
    cash_flows: [] as readonly CashFlow[],
    assumptions: null,
    flags,
  };
}
