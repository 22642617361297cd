import { daysBetween } from '../dates.ts';
import { EXCLUSIVITY_YEARS, RAMP, YEARLY_RETENTION, YEARS_AFTER_EXCLUSIVITY } from './constants.ts';
import type { Modality } from './development-plan.ts';

/**
 * An imported assumption about the sales of a program. Every field except `peak_sales_usd` has a
 * published default.
 */
export interface SalesAssumption {
  /** Highest yearly sales, US dollars. */
  readonly peak_sales_usd: number;
  readonly years_to_peak?: number | null | undefined;
  /** First calendar year of sales. */
  readonly launch_year?: number | null | undefined;
  /** Date (YYYY-MM-DD) on which exclusivity ends. */
  readonly loss_of_exclusivity?: string | null | undefined;
  readonly cogs_pct?: number | null | undefined;
  readonly operating_cost_pct?: number | null | undefined;
  /**
   * The company's share of sales, commercial costs and development costs, percent. 100 if not
   * stated.
   */
  readonly ownership_pct?: number | null | undefined;
}

/**
 * Default number of years from launch to peak sales, which is the length of the published ramp. In
 * the same study, first-in-class products reached peak sales after 5.65 years on average.
 */
const DEFAULT_YEARS_TO_PEAK = RAMP.length - 1;

/** Builds the sales curve of an assumption. Missing fields get the published defaults. */
export function salesCurve(assumption: SalesAssumption, modality: Modality, launch_year: number) {
  return {
    peak_sales_usd: assumption.peak_sales_usd,
    years_to_peak: assumption.years_to_peak ?? DEFAULT_YEARS_TO_PEAK,
    launch_year,
    loss_of_exclusivity:
      assumption.loss_of_exclusivity ?? `${launch_year + EXCLUSIVITY_YEARS}-01-01`,
    /**
     * Share of the previous year's sales that remains in each year after exclusivity has ended,
     * 0–1.
     */
    yearly_retention: YEARLY_RETENTION[modality],
  };
}

export type SalesCurve = ReturnType<typeof salesCurve>;

/** Sales of a full calendar year if the product is approved, US dollars. */
export function salesInYear(curve: SalesCurve, year: number): number {
  const yearOnMarket = year - curve.launch_year + 1;
  if (yearOnMarket < 1) return 0;
  const ramped = curve.peak_sales_usd * rampShare(yearOnMarket, curve.years_to_peak);
  return ramped * retainedShare(curve, year);
}

/** The last calendar year for which sales are modeled. */
export function lastSalesYear(curve: SalesCurve): number {
  return Number(curve.loss_of_exclusivity.slice(0, 4)) + YEARS_AFTER_EXCLUSIVITY;
}

/**
 * Share of peak sales in the nth year on the market. The published ramp is stretched to
 * `years_to_peak` and interpolated linearly.
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

/** The share of a year that has passed on a date. It is 0 on January 1. */
export function yearFraction(date: string): number {
  const year = Number(date.slice(0, 4));
  return daysBetween(`${year}-01-01`, date) / daysBetween(`${year}-01-01`, `${year + 1}-01-01`);
}

/**
 * Share of sales that remains in a calendar year. Our choice: in the twelve months that start k
 * years after the end of exclusivity, the share is retention^(k+1). A calendar year covers parts of
 * two such periods, so the shares of the two are averaged, weighted by time.
 */
function retainedShare(curve: SalesCurve, year: number): number {
  const yearsAfter = year - Number(curve.loss_of_exclusivity.slice(0, 4));
  if (yearsAfter < 0) return 1;
  const before = yearFraction(curve.loss_of_exclusivity);
  return (
    before * curve.yearly_retention ** yearsAfter +
    (1 - before) * curve.yearly_retention ** (yearsAfter + 1)
  );
}
