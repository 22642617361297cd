/** Whether a company no longer trades on a day (`YYYY-MM-DD`). An unknown company counts as trading. */
export function isDelisted(
  company: { readonly delisted_date?: string | null | undefined } | undefined,
  day: string,
): boolean {
  const left = company?.delisted_date;
  return Boolean(left && left <= day);
}
