import { COMPANY_SCORE, PROGRAM_SCORE } from './methods.ts';
/**
 * Company and program scores: weighted percentile ranks within the scored universe (composite.ts).
 * There is no published standard for such a score; the components are the indicators that the
 * literature names, the weights are Our choice and stand, re-weighted over the inputs present, in
 * the components of every record.
 */

import { type CompositeScore, type Criterion, compositeScores } from '../composite.ts';
import { type Stage, stageOf } from '../programs/development-stage.ts';
import { sumOfKnown } from '../sum-of-known.ts';

export interface CompanyInputs {
  readonly ticker: string;
  readonly company_name: string;
  readonly market_cap_usd: number | null;
  /** Cash, short-term and marketable investments less debt, US dollars. */
  readonly net_cash_usd: number | null;
  /** Yearly selling, general and administrative expense, US dollars. */
  readonly overhead_usd: number | null;
  /** One a program in development or on the market, null where it has no value. */
  readonly program_rNPVs: readonly (number | null)[];
  /** Why the programs without a value have none. */
  readonly unvalued_reasons: readonly string[];
  readonly expected_approvals: number | null;
  readonly runway_months: number | null;
  readonly catalysts_12m: number | null;
  /** −100 … 100. */
  readonly sentiment_score: number | null;
  /** 0–100, 50 neutral. */
  readonly insider_score: number | null;
  /** Date of the newest fact that went in. */
  readonly as_of: string;
}

export type Valuation = 'undervalued' | 'fair' | 'overvalued';

export interface CompanyScore extends CompositeScore {
  readonly ticker: string;
  readonly company_name: string;
  /** Sum over the programs that have a value. */
  readonly rNPV: number | null;
  readonly market_cap_usd: number | null;
  /** Equity by rNPV (see `equityByRnpv`) over market capitalisation. */
  readonly rnpv_to_market_cap: number | null;
  readonly valuation: Valuation | null;
  readonly method: string;
  readonly as_of: string;
}

export interface ProgramInputs {
  readonly ticker: string;
  readonly drug_name: string;
  readonly indication: string;
  readonly phase: string;
  readonly rNPV: number | null;
  /** Why there is no value. */
  readonly unvalued_reasons: readonly string[];
  /** Probability of reaching the market, 0–1. */
  readonly cumulative_pos: number | null;
  readonly peak_sales_usd: number | null;
  readonly launch_year: number | null;
  /** Days from `as_of` to the next dated catalyst, null when none is known. */
  readonly days_to_catalyst: number | null;
  /** The company's label, so that programs can be filtered by it. */
  readonly valuation: Valuation | null;
  readonly as_of: string;
}

export interface ProgramScore extends CompositeScore {
  readonly ticker: string;
  readonly drug_name: string;
  readonly indication: string;
  readonly phase: string;
  readonly rNPV: number | null;
  /** Percent. */
  readonly poa: number | null;
  readonly peak_sales_usd: number | null;
  readonly launch_year: number | null;
  readonly valuation: Valuation | null;
  readonly method: string;
  readonly as_of: string;
}

export const COMPANY_CRITERIA: readonly Criterion[] = [
  { name: 'rnpv_to_market_cap', weight: 0.25, basis: 'rank' },
  { name: 'expected_approvals', weight: 0.2, basis: 'rank' },
  { name: 'runway_months', weight: 0.2, basis: 'rank' },
  { name: 'sentiment_score', weight: 0.15, basis: 'rank' },
  { name: 'insider_score', weight: 0.1, basis: 'rank' },
  { name: 'catalysts_12m', weight: 0.1, basis: 'rank' },
];

export const PROGRAM_CRITERIA: readonly Criterion[] = [
  { name: 'rNPV', weight: 0.35, basis: 'rank' },
  { name: 'cumulative_pos', weight: 0.35, basis: 'rank' },
  { name: 'stage', weight: 0.15, basis: 'points' },
  { name: 'days_to_catalyst', weight: 0.15, basis: 'rank_low' },
];

const STAGE_POINTS: Readonly<Record<Stage, number>> = {
  preclinical: 0,
  phase1: 20,
  phase2: 40,
  phase3: 70,
  filing: 90,
  approved: 100,
};

/** Our choice: overhead is charged for five years at the clinical companies' 12 %. */
const OVERHEAD_YEARS = 5;
const OVERHEAD_RATE = 0.12;

/**
 * Scores all companies against each other; the result has their order.
 *
 * Flags: `no_programs`; where no program has a value, why (`no_sales_assumption`, `not_in_clinic` …);
 * `partial_sales_assumptions` (some have none); `no_filing` (net cash unknown: no label), `no_overhead` (nothing deducted for it),
 * `no_market_cap`, `low_coverage`.
 */
export function companyScores(companies: readonly CompanyInputs[]): CompanyScore[] {
  const ratios = companies.map((company) => {
    const equity = equityByRnpv(company);
    return equity === null || !company.market_cap_usd ? null : equity / company.market_cap_usd;
  });
  const scores = compositeScores(
    companies.map((company, row) => ({
      rnpv_to_market_cap: ratios[row]!,
      expected_approvals: company.expected_approvals,
      runway_months: company.runway_months,
      sentiment_score: company.sentiment_score,
      insider_score: company.insider_score,
      catalysts_12m: company.catalysts_12m,
    })),
    COMPANY_CRITERIA,
  );
  return companies.map((company, row) => ({
    ...scores[row]!,
    ticker: company.ticker,
    company_name: company.company_name,
    rNPV: sumOfKnown(company.program_rNPVs),
    market_cap_usd: company.market_cap_usd,
    rnpv_to_market_cap: ratios[row]!,
    valuation: valuationLabel(ratios[row]!),
    method: COMPANY_SCORE.id,
    as_of: company.as_of,
    flags: [...scores[row]!.flags, ...companyFlags(company)],
  }));
}

/**
 * Scores all programs against each other; the result has their order. Flags: `no_rnpv` or, where it
 * is known, its reason; `no_valuation` (its company has no label); `low_coverage`.
 */
export function programScores(programs: readonly ProgramInputs[]): ProgramScore[] {
  const scores = compositeScores(
    programs.map((program) => {
      const stage = stageOf(program.phase);
      return {
        rNPV: program.rNPV,
        cumulative_pos: program.cumulative_pos,
        stage: stage && STAGE_POINTS[stage],
        days_to_catalyst: program.days_to_catalyst,
      };
    }),
    PROGRAM_CRITERIA,
  );
  return programs.map((program, row) => ({
    ...scores[row]!,
    ticker: program.ticker,
    drug_name: program.drug_name,
    indication: program.indication,
    phase: program.phase,
    rNPV: program.rNPV,
    poa: program.cumulative_pos === null ? null : 100 * program.cumulative_pos,
    peak_sales_usd: program.peak_sales_usd,
    launch_year: program.launch_year,
    valuation: program.valuation,
    method: PROGRAM_SCORE.id,
    as_of: program.as_of,
    flags: [...scores[row]!.flags, ...programFlags(program)],
  }));
}

/**
 * Equity = Σ rNPV + net cash − present value of overhead (yearly, in arrears). Null without a
 * valued program or without net cash. Programs without a value add nothing, so it is a floor.
 */
export function equityByRnpv(company: CompanyInputs): number | null {
  const programs = sumOfKnown(company.program_rNPVs);
  if (programs === null || company.net_cash_usd === null) return null;
  const annuity = (1 - (1 + OVERHEAD_RATE) ** -OVERHEAD_YEARS) / OVERHEAD_RATE;
  return programs + company.net_cash_usd - annuity * (company.overhead_usd ?? 0);
}

/** Our choice: above 1.5 undervalued, 0.67 to 1.5 fair, below overvalued. */
export function valuationLabel(rnpv_to_market_cap: number | null): Valuation | null {
  if (rnpv_to_market_cap === null) return null;
  if (rnpv_to_market_cap > 1.5) return 'undervalued';
  return rnpv_to_market_cap >= 0.67 ? 'fair' : 'overvalued';
}

function programFlags({ rNPV, unvalued_reasons, valuation }: ProgramInputs): string[] {
  const reasons = unvalued_reasons.length > 0 ? unvalued_reasons : ['no_rnpv'];
  return [...(rNPV === null ? reasons : []), ...(valuation === null ? ['no_valuation'] : [])];
}

function companyFlags(company: CompanyInputs): string[] {
  const valued = company.program_rNPVs.filter((rNPV) => rNPV !== null).length;
  const partial = valued > 0 && valued < company.program_rNPVs.length;
  return [
    ...(company.program_rNPVs.length === 0 ? ['no_programs'] : []),
    ...(valued === 0 ? new Set(company.unvalued_reasons) : []),
    ...(partial ? ['partial_sales_assumptions'] : []),
    ...(company.net_cash_usd === null ? ['no_filing'] : []),
    ...(company.overhead_usd === null ? ['no_overhead'] : []),
    ...(company.market_cap_usd ? [] : ['no_market_cap']),
  ];
}
