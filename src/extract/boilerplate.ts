/** Boilerplate phrases. A sentence with a boilerplate phrase reports no event. */

/** Matches sentences about forward-looking statements, risks, contracts and general rules. */
const boilerplate: readonly RegExp[] = [
  /\bforward[- ]looking\b/i,
  /\b(?:actual (?:results|events)|results) (?:may|could|might|will) (?:differ|vary)\b|\bdiffer materially\b/i,
  /\b(?:risks?|uncertainties) (?:and uncertainties )?(?:include|related to|relating to|associated with|that|inherent)\b/i,
  /\bstatements? (?:in this|regarding|concerning|about|relating to|as to|include|include,|other than)\b/i,
  /\bthere (?:can|is|are) (?:be )?no (?:assurance|guarantee)/i,
  /\bdoes not constitute an? offer\b|\bshall not constitute\b|\bno offer(?:, solicitation)? or sale\b/i,
  /^(?:For (?:example|instance)|Examples?:)/i,
  // Contract language.
  /\b(?:WHEREAS|hereof|hereto(?! as)|hereunder|(?<!lieu )thereof|thereto|thereunder)\b|\b(?:in|of|under) this Agreement\b/,
  // General rules of the FDA or of a law.
  /\b(?:under|pursuant to) the (?:goals|PDUFA|Prescription Drug User Fee)[^.;]{0,60}\b(?:goals?|guidelines?|policies|polices|has a goal|targets)\b(?![^.;]{0,60}\b20\d\d\b)/i,
  /\bPDUFA(?:\))? (?:guidelines?|performance goals?|goals? and)\b/i,
  /\b(?:each|an?|any) (?:NDA|BLA|sponsor|applicant)\b[^.;]{0,40}\b(?:must|may|shall|is required)\b/i,
  /\b(?:FDA|IRB|agency) (?:may|can|might|could|will generally|typically|generally|usually)\b[^.;]{0,80}\b(?:hold|refuse|reject|withdraw|approv|issue|grant|impose|require|suspend)/i,
  /\ba (?:priority review|fast track|clinical hold|complete response letter|standard review|Class [12] resubmission)\b[^.;]{0,20}\b(?:means|is an?|generally|usually|refers)\b/i,
];

export function isBoilerplate(sentence: string): boolean {
  return boilerplate.some((pattern) => pattern.test(sentence));
}

const reference =
  /\bAccessed:? (?:on )?(?:[A-Z][a-z]+\.? \d|\d)|\bAvailable (?:at|from):? ?https?:|\bet al\.[^.]{0,120}\. \d{4}/;
const MAX_REFERENCE = 600;

/** Whether a paragraph is an entry of a reference list. */
export function isReference(paragraph: string): boolean {
  return paragraph.length <= MAX_REFERENCE && reference.test(paragraph);
}

/** Phrases that are frequent in law firm notices. Such a notice only repeats earlier events. */
const legalCues: readonly RegExp[] = [
  /\bclass action\b/i,
  /\blead plaintiff\b/i,
  /\bsecurities (?:fraud|class action|litigation)\b/i,
  /\b(?:law firm|law offices?|LLP|attorneys?)\b/i,
  /\b(?:investor|shareholder|stockholder) (?:alert|rights|notice)\b/i,
  /\baccording to the (?:complaint|lawsuit)\b/i,
  /\bdefendants?\b/i,
  /\bclass period\b/i,
  /\b(?:recover|suffered) (?:their |your )?(?:losses|damages)\b/i,
  /\bHagens Berman|Rosen Law|Pomerantz|Levi & Korsinsky|Bronstein|Block & Leviton|Faruqi|Glancy|Robbins|Kessler Topaz|Schall|Portnoy|Bragar|Kirby McInerney/,
];
/** A phrase that is enough to identify a law firm notice. */
const lawsuit =
  /\b(?:the )?(?:complaint|lawsuit|suit|petition)s? (?:further )?(?:alleges?|alleged|claims?|states|contends?)\b/i;
const MIN_LEGAL_CUES = 2;

/** Whether the text is a law firm's notice to investors. */
export function isLegalNotice(text: string): boolean {
  const head = text.slice(0, 6_000);
  return lawsuit.test(head) || legalCues.filter((cue) => cue.test(head)).length >= MIN_LEGAL_CUES;
}
