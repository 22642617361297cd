/** Whether a company is delisted on a day, `YYYY-MM-DD`. False for an unknown company. */
export function isDelisted(
  company: { readonly delisted_date?: string | null | undefined } | undefined,
  day: string,
): boolean {
  const delisted = company?.delisted_date;
  return Boolean(delisted && delisted <= day);
}
