import { sum } from 'simple-statistics';
import { CLINICAL_STAGES, type ClinicalStage } from '../programs/development-stage.ts';
import { COGS_PCT, OPEX_PCT, TAX_RATE } from './constants.ts';
import type { Modality, PlannedStage } from './development-plan.ts';
import {
  lastSalesYear,
  type SalesAssumption,
  type SalesCurve,
  salesInYear,
  yearFraction,
} from './sales-curve.ts';

interface Flow {
  readonly amount: number;
  readonly probability: number;
  readonly years: number;
}

interface CashFlowTerms {
  readonly modality: Modality;
  readonly sales: SalesAssumption;
  readonly rate: number;
  readonly today: string;
}

/** Probability of success in each stage, 0–1. It is 1 for a completed stage. */
export type Probabilities = Readonly<Record<ClinicalStage, number>>;

/** The cash flows by calendar year. For the current year, only the rest of the year is included. */
export function cashFlows(
  plan: readonly PlannedStage[],
  curve: SalesCurve,
  probabilities: Probabilities,
  { modality, sales, rate, today }: CashFlowTerms,
) {
  const thisYear = Number(today.slice(0, 4));
  const now = thisYear + yearFraction(today);
  const last = lastSalesYear(curve);
  const reach = reachProbabilities(plan, probabilities);
  const pos = cumulativeProbability(probabilities);
  const share = (sales.ownership_pct ?? 100) / 100;
  return Array.from({ length: last - thisYear + 1 }, (_, index) => {
    const year = thisYear + index;
    const start = Math.max(0, year - now);
    const end = year + 1 - now;
    const revenue = share * salesInYear(curve, year) * (end - start);
    const spends = plan.map((step) => share * step.cost_usd * overlapShare(step, start, end));
    const spend = sum(spends);
    const expected = sum(spends.map((amount, step) => amount * reach[step]!));
    // Sales start after the year of approval, so no year has both development costs and sales.
    const probability = revenue > 0 || spend === 0 ? pos : expected / spend;
    const cost = spend + commercialCost(revenue, sales, modality);
    const flow = { amount: revenue - cost, probability, years: (start + end) / 2 };
    return {
      year,
      /** The company's share of the year's sales if the product is approved, US dollars. */
      revenue,
      /**
       * The company's cost of development, goods, operations and tax, US dollars. It assumes that
       * the stages of the year are reached.
       */
      cost,
      /**
       * Probability that the year's cash flow occurs. If several stages fall in the year, this is
       * the mean of their probabilities, weighted by cost.
       */
      probability,
      /** (revenue − cost) × probability, discounted from the middle of the year to today. */
      discounted: riskAdjustedNpv([flow], rate),
    };
  });
}

export type CashFlow = ReturnType<typeof cashFlows>[number];

/**
 * Cost of goods, operations and tax on profit. Our choice: development costs do not reduce the tax.
 */
function commercialCost(revenue: number, sales: SalesAssumption, modality: Modality): number {
  const { cogs_pct, opex_pct } = margins(sales, modality);
  const before_tax = revenue * (1 - (cogs_pct + opex_pct) / 100);
  return revenue - before_tax + TAX_RATE * Math.max(0, before_tax);
}

/** Cost of goods and operating costs, percent of sales. */
export function margins(sales: SalesAssumption, modality: Modality) {
  return {
    cogs_pct: sales.cogs_pct ?? COGS_PCT[modality],
    opex_pct: sales.operating_cost_pct ?? OPEX_PCT,
  };
}

function reachProbabilities(plan: readonly PlannedStage[], probabilities: Probabilities): number[] {
  return plan.map((_, index) =>
    plan.slice(0, index).reduce((product, step) => product * probabilities[step.stage], 1),
  );
}

function overlapShare(step: PlannedStage, start: number, end: number): number {
  const overlap = Math.min(end, step.end_years) - Math.max(start, step.start_years);
  return Math.max(0, overlap) / (step.end_years - step.start_years);
}

/**
 * Risk-adjusted net present value of cash flows: Σ amount × probability / (1 + rate)^years
 * (Svennebring & Wikberg, SpringerPlus 2013;2:140, eq. 1). `probability` is the probability that
 * the cash flow is reached. `years` is the time from today.
 */
export function riskAdjustedNpv(flows: readonly Flow[], rate: number): number {
  return sum(
    flows.map(({ amount, probability, years }) => (amount * probability) / (1 + rate) ** years),
  );
}

/** Probability that the program reaches the market, as of today. */
export function cumulativeProbability(probabilities: Probabilities): number {
  return CLINICAL_STAGES.reduce((product, stage) => product * probabilities[stage], 1);
}
