/**
 * The title of a registered trial. If the title does not contain the acronym, the acronym is put
 * before the title: `STRIVE-EU: Gene Therapy in Ague`. Null if title and acronym are unknown.
 */
export function trialTitleOf(
  title: string | null | undefined,
  acronym: string | null | undefined,
): string | null {
  const short = acronym && !title?.includes(acronym) ? acronym : undefined;
  return [short, title].filter(Boolean).join(': ') || null;
}
