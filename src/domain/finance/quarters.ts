const LAST_DAYS = ['03-31', '06-30', '09-30', '12-31'] as const;

/** The quarter of a day `YYYY-MM-DD`, such as `2026Q3`. */
export function quarterLabel(date: string): string {
  return `${date.slice(0, 4)}Q${quarterNumber(date)}`;
}

/**
 * The last day of the quarter before the quarter that contains a day. Both days are `YYYY-MM-DD`.
 */
export function previousQuarterEnd(date: string): string {
  const year = Number(date.slice(0, 4));
  const quarter = quarterNumber(date);
  return quarter === 1 ? `${year - 1}-12-31` : `${year}-${LAST_DAYS[quarter - 2]}`;
}

/**
 * The last day of an earlier quarter.
 * @param date the last day of a quarter
 * @param quarters the number of quarters to go back
 */
export function quarterEndsBefore(date: string, quarters: number): string {
  return quarters === 0 ? date : quarterEndsBefore(previousQuarterEnd(date), quarters - 1);
}

function quarterNumber(date: string): number {
  return Math.ceil(Number(date.slice(5, 7)) / 3);
}
