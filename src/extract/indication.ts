const named: readonly RegExp[] = [
  /\b(?:for|in) (?:the )?(?:treatment|prevention|management|reduction|prophylaxis) of (?:adults?|adult patients|patients|people|children|pediatric patients)?(?: (?:with|living with|who have))? ?([^.;,()]{3,90})/i,
  /\b(?:for|in) (?:adults?|adult patients|patients|people|children|pediatric patients)(?: and [a-z]+)? (?:with|living with|who have) ([^.;,()]{3,90})/i,
  /\bto treat (?:adults?|patients|people|children)?(?: with)? ?([^.;,()]{3,90})/i,
  /\bas a treatment (?:for|of) (?:patients with )?([^.;,()]{3,90})/i,
];
/** Where an indication ends although the clause goes on. */
const end =
  /\s(?:in (?:combination|the|an?|January|February|March|April|May|June|July|August|September|October|November|December|20\d\d)|with (?:a|an|the|Priority|PDUFA)|and (?:assigned|set|granted|has|is|was|a)|to (?:the )?FDA|who|whose|was|is|has|based|by|at|from|on|under|as|that|after|following|expected|met|accepted)\b/i;

/** "for the treatment of adults with example disease": a short gloss, or undefined. */
export function indicationIn(text: string, from: number): string | undefined {
  for (const piece of [text.slice(from), text.slice(0, from)]) {
    for (const pattern of named) {
      const found = pattern.exec(piece)?.[1]?.split(end)[0]?.trim();
      if (found && found.length >= 3) return found.slice(0, 80);
    }
  }
  return undefined;
}
