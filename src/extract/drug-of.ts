import type { FoundDrug } from './drug-names.ts';
import type { MentionType } from './mention.ts';
import type { Reading, Spot } from './reading.ts';

/** Characters between a statement and the name of its drug in the same sentence. */
const MAX_AFTER = 110;

/** Before a name: it is what the drug is compared or combined with. */
const beside =
  /(?:\b(?:versus|vs\.?|compared (?:to|with)|than|over|plus|combination with|followed by|added to|biosimilar to|biosimilar of|equivalent (?:of|to)|similar to|reference|challenge|rival|competes? with|taking|receiving|such as|resistant to|refractory to|treated with|treatment with|failed|after|prior|background|low-dose|including|formulation of|version of|form of|salt of|prodrug of)|\+) (?:[a-z-]+[ -]){0,2}$/i;

/** Types whose drug follows: "approval of X"; of the others the nearest before stands first. */
const namesBehind: ReadonlySet<MentionType> = new Set([
  'approval',
  'designation',
  'crl',
  'clinical_hold',
  'hold_lifted',
  'nda_bla_accepted',
  'nda_bla_submitted',
  'withdrawn',
  'adcomm_date',
  'licence',
  'filing_expected',
  'readout_expected',
  'pdufa_extended',
]);

/** The drug of a statement among those that its sentence names. */
export function drugOf(reading: Reading, spot: Spot, type: MentionType): FoundDrug | undefined {
  const named = reading.drugs.filter(
    ({ start }) => !beside.test(reading.text.slice(Math.max(0, start - 40), start)),
  );
  const drugs = named.length > 0 ? named : reading.drugs;
  if (drugs.length < 2) return drugs[0];
  const inside = drugs.findLast(({ start, end }) => start >= spot.start && end <= spot.end);
  const behind = drugs.find(({ start }) => start >= spot.end);
  const ahead = drugs.findLast(({ end }) => end <= spot.start);
  const next = behind && reaches(reading.text.slice(spot.end, behind.start)) ? behind : undefined;
  if (type === 'pdufa_date') {
    const dateEnd = reading.dates.find(({ start }) => start >= spot.end)?.end ?? spot.end;
    const directly =
      behind &&
      /^,? ?(?:for|in respect of) (?:the |its |our )?(?:[a-z]+ ){0,2}$/i.test(
        reading.text.slice(Math.min(dateEnd, behind.start), behind.start),
      );
    return inside ?? (directly ? behind : (ahead ?? behind));
  }
  if (namesBehind.has(type)) return inside ?? next ?? ahead ?? behind;
  return inside ?? ahead ?? next ?? behind;
}

/** "data expected in Q3 2026 Zelvora NDA accepted": right behind the date the next item begins. */
export function isNextItem({ text, dates }: Reading, spot: Spot, drug: FoundDrug): boolean {
  if (drug.start < spot.end) return false;
  return dates.some(({ start, end }) => start >= spot.end && text.slice(end, drug.start) === ' ');
}

function reaches(between: string): boolean {
  return between.length <= MAX_AFTER && !/[;]|\.\s[A-Z]|\b(?:which|while|whereas)\b/.test(between);
}

/** Words that stand where a drug's name stands and are none. */
const notNames =
  /^(?:The|This|That|These|Its|Our|New|First|Second|Third|Oral|Novel|Treatment|Treatments|Adult|Adults|Pediatric|Patients|Children|People|Use|Expanded|Extended|Additional|Application|Applications|Drug|Drugs|Therapy|Gene|Cell|Company|Lead|Phase|Study|Trial|Trials|FDA|NDA|BLA|sNDA|sBLA|IND|ANDA|MAA|PDUFA|CRL|AdComm|Review|Priority|Fast|Orphan|Breakthrough|Rare|Accelerated|Supplemental|Investigational|Candidate|Injection|Tablets?|Capsules?|Vaccine|Vaccines|Cancer|Lung|Breast|Prostate|Kidney|Disease|Syndrome|Disorder|Type|Stage|Advanced|Metastatic|Acute|Chronic|Severe|Moderate|Designation|Designations|Approval|Approvals|Clinical|Hold|Positive|Topline|Results|Data|Pivotal|Registrational|Global|European|Health|Inc|Corp|Therapeutics|Pharmaceuticals?|Pharma|Biosciences?|Biopharma|Biotech|Bio|Stock|Shares|Second-Generation|Once-Daily|Marketing|Regulatory|Japanese|Brazil|Canada|China|Europe|Japan|Duchenne|Alzheimer|Parkinson|Huntington|Crohn|Friedreich|Rett|Fabry|Pompe|Gaucher|Hunter|Hodgkin|Cushing|COVID|NASH|MASH|ADHD|COPD|January|February|March|April|May|June|July|August|September|October|November|December|Mr|Dr|Announces|Receives|Grants|Accepts)$/i;

const NAME =
  '([A-Z][A-Za-z]{3,}(?:[A-Z0-9₀-₉][A-Za-z0-9₀-₉]*)?|[a-z][A-Z][a-zA-Z]{3,}|[A-Z]{1,5}-[A-Z]{2,6}[\\d₀-₉]{0,4}|\\(Z\\)-[a-z]+)';
/** Places in a sentence that a drug's name fills, where nothing marks the name itself. */
const slots: readonly RegExp[] = [
  new RegExp(
    `\\b(?:approv(?:es|ed|al of)|approval for|NDA for|BLA for|designation (?:to|for)|application for|CRL (?:for|to)|Study of|study of|trial of|Phase \\d\\w? (?:Trial|trial|Study|study|Data|data) (?:of|for|in)|review of|launch of|withdrew|seeking approval for|decision (?:on|for)|data for|development of|drug|medicine|therapy|treatment|formulation,|technology,) (?:[A-Z]\\w+(?:'s|s') )?${NAME}(?: [A-Z][a-z]+[A-Za-z]*){0,2}(?= (?:for|in|to|as|tablets?|injection|capsules?|cream|nasal|oral|with|NDA|and|from|treats?|met|has|after|is|was|by|under|at|on|sNDA|could|will)\\b|,|\\.|$| \\(|'s (?:s?NDA|s?BLA|label|approval|application|PDUFA|launch|review|indication|market)\\b)`,
  ),
  new RegExp(
    `(?:\\b[A-Z][A-Za-z]+(?:'s|s')) ${NAME}(?= (?:NDA|sNDA|BLA|sBLA|decision|in|for|shines|approval|review|FSGS|has|drug|tablet|injection)\\b|$|,)`,
  ),
  new RegExp(`(?:^|[\\s–-])${NAME} (?:s?NDA|s?BLA|MAA)\\b`),
  new RegExp(
    `^(?:\\w+ ){0,3}${NAME} (?:was|is|has been|holds|received)(?: \\w+){0,2} (?:granted|approved|designated|designation)\\b`,
  ),
];

/** A name by its place in the sentence; the company's own words are none. */
export function slotName(text: string, company: string | undefined): FoundDrug | undefined {
  const own = new Set((company ?? '').toLowerCase().split(/[^a-z0-9]+/));
  for (const slot of slots) {
    const match = slot.exec(text);
    const name = match?.[1];
    if (!match || !name || notNames.test(name) || own.has(name.toLowerCase())) continue;
    const start = match.index + match[0].lastIndexOf(name);
    // "a trial in ALSP": a disease by its initials.
    if (/^[A-Z]{3,6}$/.test(name) && / (?:in|for) $/.test(text.slice(0, start))) continue;
    return { start, end: start + name.length, name };
  }
  return undefined;
}
