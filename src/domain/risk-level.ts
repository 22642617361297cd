/** Our choice: quarters of the 0–100 scale, higher is worse. */
export type RiskLevel = 'low' | 'moderate' | 'high' | 'severe';

export function levelOf(score: number | null): RiskLevel | null {
  if (score === null) return null;
  if (score >= 75) return 'severe';
  if (score >= 50) return 'high';
  return score >= 25 ? 'moderate' : 'low';
}

/** Linear points: 0 at `none` and 100 at `full` (either may be the larger), clamped. */
export function pointsBetween(value: number | null, none: number, full: number): number | null {
  if (value === null) return null;
  return Math.min(100, Math.max(0, (100 * (value - none)) / (full - none)));
}

/** `part / whole`; null where either is missing or the whole is not positive. */
export function ratio(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole <= 0 ? null : part / whole;
}
