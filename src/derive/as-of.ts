/**
 * The latest of the given days, `YYYY-MM-DD`; null if all are absent. A computed record's `as_of`
 * is the latest day of the facts that it was computed from.
 */
export function newestDay(...days: readonly (string | null | undefined)[]): string | null {
  return days.reduce<string | null>(
    (newest, day) => (day && (newest === null || day > newest) ? day : newest),
    null,
  );
}
