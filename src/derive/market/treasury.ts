import { mean } from 'simple-statistics';
import type { Refresh } from '../computation.ts';

/**
 * The newest three-month treasury bill rate on or before a day, as an annual fraction. Null if
 * there is none.
 */
export function riskFreeRateOn(refresh: Refresh, date: string): number | null {
  return refresh.memo(treasuryRates).findLast((known) => known.date <= date)?.rate ?? null;
}

/**
 * The mean treasury bill rate of a period, as an annual fraction. The mean includes the rate in
 * effect at the start of the period. Null if no rate is known.
 */
export function meanRiskFreeRate(refresh: Refresh, from: string, to: string): number | null {
  const known = refresh.memo(treasuryRates).filter(({ date }) => date <= to);
  const first = Math.max(
    0,
    known.findLastIndex(({ date }) => date <= from),
  );
  const rates = known.slice(first).map(({ rate }) => rate);
  return rates.length === 0 ? null : mean(rates);
}

/** Treasury rates known today, oldest first. */
function treasuryRates({ facts }: Refresh) {
  return facts
    .all('treasury_rates')
    .map(({ date, rate_pct }) => ({ date, rate: rate_pct / 100 }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}
