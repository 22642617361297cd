/**
 * The latest of the given days, or null if none is given. The `as_of` of a computed record is the
 * latest day of its facts.
 */
export function newestDay(...days: readonly (string | null | undefined)[]): string | null {
  return days.reduce<string | null>(
    (newest, day) => (day && (newest === null || day > newest) ? day : newest),
    null,
  );
}
