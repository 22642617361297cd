/**
 * The newest of some days, `YYYY-MM-DD`, absent ones left out: `as_of` of a computed record is the
 * newest day of the facts that went into it. Null without any.
 */
export function newestDay(...days: readonly (string | null | undefined)[]): string | null {
  return days.reduce<string | null>(
    (newest, day) => (day && (newest === null || day > newest) ? day : newest),
    null,
  );
}
