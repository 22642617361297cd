/** Whether a company is delisted on a day, `YYYY-MM-DD`. An unknown company counts as listed. */
export function isDelisted(
  company: { readonly delisted_date?: string | null | undefined } | undefined,
  day: string,
): boolean {
  const delisted = company?.delisted_date;
  return Boolean(delisted && delisted <= day);
}
