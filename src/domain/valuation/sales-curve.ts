/** Yearly sales of a product from its launch until after its exclusivity, and what it costs. */
import { daysBetween } from '../dates.ts';
import type { Modality } from './development-plan.ts';

/** A fact: imported by the user. Everything but the peak has a published default. */
export interface SalesAssumption {
  /** Highest yearly sales, US dollars. */
  readonly peak_sales_usd: number;
  readonly years_to_peak?: number | null;
  /** First calendar year of sales. */
  readonly launch_year?: number | null;
  /** Date (YYYY-MM-DD) on which exclusivity ends. */
  readonly loss_of_exclusivity?: string | null;
  readonly cogs_pct?: number | null;
  readonly opex_pct?: number | null;
  /** The company's share of sales, commercial and development costs. 100 when not stated. */
  readonly share_of_economics_pct?: number | null;
}

export interface SalesCurve {
  readonly peak_sales_usd: number;
  readonly years_to_peak: number;
  readonly launch_year: number;
  readonly loss_of_exclusivity: string;
  /** Share of sales kept from each year to the next once exclusivity has ended. */
  readonly yearly_retention: number;
}

/** Share of peak sales in years 1–6: Robey & David, Nat Rev Drug Discov 2017, 61 US drugs. */
const RAMP = [0, 0.11, 0.31, 0.58, 0.76, 0.89, 1] as const;
/** The ramp's own length; first-in-class products of that study took 5.65 years on average. */
const DEFAULT_YEARS_TO_PEAK = RAMP.length - 1;
/** Realised exclusivity of products above $250 million: Grabowski et al. 2021. */
const DEFAULT_EXCLUSIVITY_YEARS = 13;
/** Our choice: sales are not counted beyond five years without exclusivity. */
const YEARS_COUNTED_AFTER_EXCLUSIVITY = 5;

/**
 * Share of a brand's sales that is left a year after competitors enter. Small molecules: 23 %
 * (Grabowski et al. 2021). Biologics lose 20–40 % a year to biosimilars; Our choice: 30 %.
 */
const YEARLY_RETENTION: Readonly<Record<Modality, number>> = {
  small_molecule: 0.23,
  biologic: 0.7,
  cell_or_gene_therapy: 0.7,
};

/**
 * Shares of sales in percent. Our choice: the middle of the published ranges (cost of goods
 * 10–20 small molecule, 15–25 biologic, 25–40 cell and gene therapy; operating costs 30–50).
 */
export const DEFAULT_COGS_PCT: Readonly<Record<Modality, number>> = {
  small_molecule: 15,
  biologic: 20,
  cell_or_gene_therapy: 32.5,
};
export const DEFAULT_OPEX_PCT = 40;

/** Completes an assumption with the published defaults. */
export function salesCurve(
  assumption: SalesAssumption,
  modality: Modality,
  launch_year: number,
): SalesCurve {
  return {
    peak_sales_usd: assumption.peak_sales_usd,
    years_to_peak: assumption.years_to_peak ?? DEFAULT_YEARS_TO_PEAK,
    launch_year,
    loss_of_exclusivity:
      assumption.loss_of_exclusivity ?? `${launch_year + DEFAULT_EXCLUSIVITY_YEARS}-01-01`,
    yearly_retention: YEARLY_RETENTION[modality],
  };
}

/** Sales of a whole calendar year, US dollars, before any probability. */
export function salesInYear(curve: SalesCurve, year: number): number {
  const yearOnMarket = year - curve.launch_year + 1;
  if (yearOnMarket < 1) return 0;
  const ramped = curve.peak_sales_usd * rampShare(yearOnMarket, curve.years_to_peak);
  return ramped * retainedShare(curve, year);
}

/** The last calendar year whose sales count. */
export function lastSalesYear(curve: SalesCurve): number {
  return Number(curve.loss_of_exclusivity.slice(0, 4)) + YEARS_COUNTED_AFTER_EXCLUSIVITY;
}

/**
 * Share of peak sales in the nth year on the market: the published six-year ramp stretched to
 * `years_to_peak`, straight lines between its points.
 */
export function rampShare(yearOnMarket: number, years_to_peak: number): number {
  const position = Math.min(
    RAMP.length - 1,
    (yearOnMarket * DEFAULT_YEARS_TO_PEAK) / years_to_peak,
  );
  const below = Math.floor(position);
  const lower = RAMP[below]!;
  return lower + (position - below) * ((RAMP[below + 1] ?? lower) - lower);
}

/** Day of the year as a share of the year: 0 on 1 January. */
export function shareOfYearGone(date: string): number {
  const year = Number(date.slice(0, 4));
  return daysBetween(`${year}-01-01`, date) / daysBetween(`${year}-01-01`, `${year + 1}-01-01`);
}

/**
 * Our choice: the twelve months that begin k years after exclusivity keep retention^(k+1). The
 * calendar year mixes two such spans.
 */
function retainedShare(curve: SalesCurve, year: number): number {
  const yearsAfter = year - Number(curve.loss_of_exclusivity.slice(0, 4));
  if (yearsAfter < 0) return 1;
  const before = shareOfYearGone(curve.loss_of_exclusivity);
  return (
    before * curve.yearly_retention ** yearsAfter +
    (1 - before) * curve.yearly_retention ** (yearsAfter + 1)
  );
}
