/**
 * The title of a registered trial. If the title lacks the trial's acronym, the acronym is put
 * before it: `STRIVE-EU: Gene Therapy in Ague`. Null if both are unknown.
 */
export function trialTitleOf(
  title: string | null | undefined,
  acronym: string | null | undefined,
): string | null {
  const short = acronym && !title?.includes(acronym) ? acronym : undefined;
  return [short, title].filter(Boolean).join(': ') || null;
}
