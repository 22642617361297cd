import { compositeScores } from '../composite.ts';
import { stageOf } from '../programs/development-stage.ts';
import { sumOfKnown } from '../sum-of-known.ts';
import {
  COMPANY_CRITERIA,
  FAIR_RATIO,
  OVERHEAD_ANNUITY,
  PROGRAM_CRITERIA,
  STAGE_POINTS,
} from './constants.ts';
import { COMPANY_SCORE, PROGRAM_SCORE } from './methods.ts';

export interface CompanyInputs {
  readonly ticker: string;
  readonly company_name: string;
  readonly market_cap_usd: number | null;
  /** Net cash, US dollars: cash, short-term investments and marketable securities, minus debt. */
  readonly net_cash_usd: number | null;
  /** Selling, general and administrative expense per year, US dollars. */
  readonly overhead_usd: number | null;
  /**
   * rNPV of each program in development or on the market, US dollars. Null for a program without a
   * value.
   */
  readonly program_rNPVs: readonly (number | null)[];
  /** Flags that say why programs have no value. */
  readonly unvalued_reasons: readonly string[];
  readonly expected_approvals: number | null;
  readonly runway_months: number | null;
  readonly catalysts_12m: number | null;
  /** Sentiment score, −100 … 100. */
  readonly sentiment_score: number | null;
  /** Insider score, 0–100. 50 is neutral. */
  readonly insider_score: number | null;
  /** Day of the newest fact that the score uses. */
  readonly as_of: string;
}

export type Valuation = 'undervalued' | 'fair' | 'overvalued';

export interface ProgramInputs {
  readonly ticker: string;
  readonly drug_name: string;
  readonly indication: string;
  readonly phase: string;
  readonly rNPV: number | null;
  /** Flags that say why the program has no value. */
  readonly unvalued_reasons: readonly string[];
  /** Probability of reaching the market, 0–1. */
  readonly cumulative_pos: number | null;
  readonly peak_sales_usd: number | null;
  readonly launch_year: number | null;
  /** Days from `as_of` to the next dated catalyst, or null if none is known. */
  readonly days_to_catalyst: number | null;
  /** Whether the company is undervalued, fairly valued or overvalued; null if unknown. */
  readonly valuation: Valuation | null;
  readonly as_of: string;
}

/**
 * Scores each company relative to all companies. Returns the scores in the order of `companies`.
 * Flags: see `COMPANY_SCORE`.
 */
export function companyScores(companies: readonly CompanyInputs[]) {
  const ratios = companies.map((company) => {
    const equity = equityByRnpv(company);
    return equity === null || !company.market_cap_usd ? null : equity / company.market_cap_usd;
  });
  const scores = compositeScores(
    companies.map((company, row) => ({ ...company, rnpv_to_market_cap: ratios[row]! })),
    COMPANY_CRITERIA,
  );
  return companies.map((company, row) => ({
    ...scores[row]!,
    ticker: company.ticker,
    company_name: company.company_name,
    /** Sum of the rNPV of the programs that have a value. */
    rNPV: sumOfKnown(company.program_rNPVs),
    market_cap_usd: company.market_cap_usd,
    /** Ratio of `equityByRnpv` to the market capitalization. */
    rnpv_to_market_cap: ratios[row]!,
    valuation: valuationLabel(ratios[row]!),
    method: COMPANY_SCORE.id,
    as_of: company.as_of,
    flags: [...scores[row]!.flags, ...companyFlags(company)],
  }));
}

export type CompanyScore = ReturnType<typeof companyScores>[number];

/**
 * Scores each program relative to all programs. Returns the scores in the order of `programs`.
 * Flags: see `PROGRAM_SCORE`.
 */
export function programScores(programs: readonly ProgramInputs[]) {
  const scores = compositeScores(
    programs.map((program) => {
      const stage = stageOf(program.phase);
      return { ...program, stage: stage && STAGE_POINTS[stage] };
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
    /** Probability of approval in percent. */
    poa: program.cumulative_pos === null ? null : 100 * program.cumulative_pos,
    peak_sales_usd: program.peak_sales_usd,
    launch_year: program.launch_year,
    valuation: program.valuation,
    method: PROGRAM_SCORE.id,
    as_of: program.as_of,
    flags: [...scores[row]!.flags, ...programFlags(program)],
  }));
}

export type ProgramScore = ReturnType<typeof programScores>[number];

/**
 * The value of the equity, US dollars: Σ rNPV + net cash − present value of the overhead, which is
 * paid at the end of each year. Null if no program has a value or net cash is unknown. If some
 * programs have no value, the result is a lower bound.
 */
function equityByRnpv(company: CompanyInputs): number | null {
  const programs = sumOfKnown(company.program_rNPVs);
  if (programs === null || company.net_cash_usd === null) return null;
  return programs + company.net_cash_usd - OVERHEAD_ANNUITY * (company.overhead_usd ?? 0);
}

export function valuationLabel(rnpv_to_market_cap: number | null): Valuation | null {
  if (rnpv_to_market_cap === null) return null;
  if (rnpv_to_market_cap > FAIR_RATIO.to) return 'undervalued';
  return rnpv_to_market_cap >= FAIR_RATIO.from ? 'fair' : 'overvalued';
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
