import { remembered } from '../domain/remembered.ts';
import { isDisease } from './diseases.ts';
import { matchesOf } from './nearby.ts';
import { oneOf } from './one-of.ts';
import { isOrdinary } from './ordinary-words.ts';
import type { Reading } from './sentence-reading.ts';
import { plainWording } from './wording.ts';

/**
 * Detects drug names without a trademark symbol, code or known stem. A word is taken as a name
 * everywhere in the text if it is not in the dictionary and is at a typical position of a drug name
 * ("approval of X", "the X NDA").
 */

const NAME =
  "(?<name>[A-Za-z][A-Za-z0-9]{3,17})(?![\\w-]|'s? (?!(?:action|goal|PDUFA|approval|label|launch)\\b)| to (?:resume|restart|start|begin|proceed|use|market|sell|run|test|conduct|acquire))";
const ARTICLES = "(?:(?:the|its|our|their|an?|oral|investigational|[A-Z]\\w+'s) ){0,2}";
const THING = oneOf(
  'approval|rejection|failure|authori[sz]ation|s?NDA|s?BLA|MAA|NDS|applications?',
  '(?:re)?submission|filing|acceptance|review|CRL|AdComm|designations?|status|tag|decision',
  'verdict|dates?|label|launch|Compliance|commerciali[sz]ation|passport|indication',
);
const STUDY =
  '(?:development|[Dd]ata|[Rr]esults|[Rr]eadouts?|dosing|efficacy|trials?|stud(?:y|ies)|[Ss]ales|comparing)';
const DOES = oneOf(
  'assigned|authori[sz]es|registered|approve[sd]?|clears?|cleared|OKs|rejects?|rejected|snubs',
  'spurns|declines|greenlights?|withdraws?|withdrew|withdrawing|pulls?|discontinue[sd]?',
  'launche[sd]|evaluating|developing|(?:co-)?commerciali[sz](?:e|es|ing)|designated',
  'designates|discuss|weigh|review|decide on|submit|update on|(?:re)?submits|(?:re)?submitted',
  'files|filed|accepts|expands|broadens|fast-tracks|halts|scraps|drops|signs off on',
  'signed off on|named|called|candidate,?|drug,?|therapy,?|vaccine,?|antibody,?',
  '(?:known|marketed|sold) as',
);
const OWNED = oneOf(
  's?NDA|s?BLA|MAA|IND|label|approval|application|PDUFA|action date|goal date|tablets?',
  'capsules?|injection|nasal spray|cream|gel|decision|CRL|adcomm|launch|review',
  'Phase [1-4]\\w?(?:/[1-4]\\w?)?',
);
const NOUN = `(?:'s)? ${OWNED}(?= |\\b)`;
const SHOWS = oneOf(
  'met|meets|missed|misses|fell short|falls short|demonstrated|demonstrates|showed|shows',
  'significantly|reduced|cuts|slows|achieved|bested|becomes|became|is the first|was granted',
  'has been granted|(?:is )?now approved|was approved|(?:has|had) been approved|approved',
  'granted|awarded|cleared|fails|failed|flunks|flops',
);

const KINDS = oneOf(
  'inhibitor|antibody|agonist|antagonist|therapy|vaccine|candidate|drug|modulator|medicine',
  'treatment|blocker|degrader|compound|pill|peptide|biosimilar|antimalarial|antibiotic',
);
const RESULT_VERBS = oneOf(
  'met|missed|achieved|failed|reduced|showed|demonstrated|did not|has been|was|is',
);
const GRANTS = oneOf(
  'assigned|(?:designation|approval|status|authori[sz]ation)[^.;]{0,20} (?:granted|awarded)',
  'approval|designations?|status|tag|authori[sz]ation|CRL|denies approval',
);
const places: readonly RegExp[] = [
  new RegExp(
    `\\b${THING}(?: (?:from|by|to|with) (?:the )?[A-Z]\\w+| granted| assigned| issued| awarded){0,2} (?:for|of|on|regarding) (?=${ARTICLES}${NAME})`,
    'gi',
  ),
  // Matches a drug after the word for a study: "trial of X". Names in capitals are excluded,
  // because they are names of trials.
  new RegExp(`\\b${STUDY} (?:for|of|on|in) (?=${ARTICLES}(?![A-Z]{4})${NAME})`, 'g'),
  new RegExp(`\\brights to ${NAME}(?= for \\$|$)`, 'g'),
  /\b[Hh]old on (?<name>[a-z]{6,18})\b/g,
  new RegExp(`\\b${DOES} (?=${ARTICLES}${NAME})`, 'gi'),
  new RegExp(`(?:^|[\\s("–-])${NAME}${NOUN}`, 'gi'),
  new RegExp(
    `(?:^|: |[–-] |'s |\\b(?:drug|candidate|therapy|vaccine|that|its) )${NAME} ${SHOWS}\\b`,
    'gi',
  ),
  new RegExp(`\\b${GRANTS} (?:to|for) (?=${ARTICLES}${NAME})`, 'gi'),
  /(?:^|[\s(])(?<name>[a-z]{6,18}) (?:trial|study|program(?:me)?|vaccine|data|results)\b/g,
  new RegExp(`'s ${NAME}(?= (?!unit|subsidiary|division|arm)[a-z]{2,}\\b|[.,]|$)`, 'g'),
  new RegExp(`^${NAME}(?: \\([^)]{3,40}\\))?: (?=s?NDA|s?BLA|MAA|Phase|PDUFA)`, 'g'),
  // Matches a name with a description: "NAME, an oral inhibitor of", "the drug's rival, NAME,",
  // "its nasal spray NAME".
  new RegExp(
    `(?:^|[\\s(])${NAME}(?: \\([^)]{2,30}\\))?, (?:an?|the|our|its|their) (?:[\\w-]+ ){0,5}?${KINDS}\\b(?! (?:company|developer|maker|manufacturer|discovery|development|delivery|firm))`,
    'g',
  ),
  /\b(?:rival|competitor|pill|shot), (?<name>[a-z]{6,18})\b(?=,)/g,
  /\b(?:spray|pill|tablet|injection|cream|gel|patch|shot|implant|inhaler|ointment|product|medicine|treatment) (?<name>[A-Z]{5,18}|[A-Z]?[a-z]{5,17})\b(?!\s[A-Z])/g,
  new RegExp(
    `\\b(?:said|says|announced|reported|disclosed|revealed|today)(?: that)? (?:[a-z]+(?:-[a-z]+)? )?(?<name>[a-z]{7,18}) ${RESULT_VERBS}\\b`,
    'g',
  ),
  /(?:^|: )(?<name>[A-Z]?[a-z]+[A-Z][a-z]{2,})(?= (?:confirmatory|pivotal|registrational|Phase) )/g,
  // Matches a brand in capitals next to words that are not used with names of companies or trials.
  /(?:^|, )(?<name>[A-Z]{5,18}) (?:has been|was|is|became|becomes) (?:the|approved|used|indicated|available|under review|not approved|also)\b/g,
  /\b(?<name>[A-Z]{5,18})(?='s (?:s?NDA|s?BLA|label)\b|, which (?!enrol|random|compare|evaluat|test|includ|is (?:a|an|the|enrol|being|evaluat))|, (?:first |which was |which is )?approved\b)/g,
  /(?:^|: )(?<name>[a-z]{6,18}) (?:has )?(?:received|receives|wins|secures|gains|gets|hits|beats)\b/g,
];
const HEADS = oneOf(
  '(?:designations?|status|review|approval) to|licens(?:ing|e) (?:of|for)|rights to',
  'approv(?:es|ed|ing)|discuss|evaluat(?:ing|es|ed)|test(?:ing|s|ed)|developing|comparing',
  'reject(?:s|ed)|submit(?:s|ted)? (?:an? )?',
);
/** Matches words that introduce a phrase with a drug name: "the sBLA for its blockbuster X". */
const heads: readonly RegExp[] = [
  new RegExp(
    `\\b(?:${THING}|approved (?:new )?labels|use|labels?|indications?) (?:for|of|on|regarding) `,
    'gi',
  ),
  new RegExp(`\\b${STUDY} (?:for|of|with) `, 'g'),
  new RegExp(`\\b${HEADS} `, 'gi'),
];
/**
 * Matches a word that ends the search for a drug name in a phrase. Other ordinary words are
 * skipped, because they may describe the drug.
 */
const phraseEnd =
  /^(?:of|in|for|with|to|and|or|on|at|by|from|as|that|which|who|is|was|were|are|has|had|have|will|would|may|can|until|after|before|under|than|plus|versus|against|not|if)$/i;
const owner = /^(?:(?:the|its|their|our|an?) )?(?:[A-Z][\w&.-]*,? ){0,4}[A-Z][\w&.-]*'s? /;
const MAX_PHRASE = 100;
const MAX_PHRASE_WORDS = 6;

/**
 * The first name in the phrase at the start of a text. The search stops at a code or the end of the
 * phrase.
 */
function nameInPhrase(rest: string, isNamed: (word: string) => boolean): string | undefined {
  const phrase = rest.slice(0, MAX_PHRASE).replace(owner, '');
  for (const word of phrase.split(' ').slice(0, MAX_PHRASE_WORDS)) {
    const bare = word.replace(/[,.;:)]+$/, '');
    if (phraseEnd.test(bare) || /\d|^\(|^$/.test(bare)) return undefined;
    if (isNamed(bare)) return bare;
    if (bare !== word) return undefined;
  }
  return undefined;
}

/**
 * Matches a headline's subject, such as "Zelvora Receives". The subject is taken as a drug only if
 * the sentence names no other drug and the text does not name the subject as a company.
 */
const subject =
  /^(?<name>[A-Z][A-Za-z]{3,17}) (?:[Rr]eceive[sd]?|[Ww]ins|[Ww]on|[Gg]ets|[Ss]ecures|[Gg]ains|[Ss]cores|[Nn]abs)\b.{0,60}\b(?:[Aa]pproval|nod|CRL|authori[sz]ation)\b/;
/** Matches a brand with its generic name: `Brand (generic)`. */
const pairs = /\b(?<brand>[A-Z][A-Za-z]{3,18}) \((?<generic>[a-z]{6,20})(?: [a-z]{4,16})?\)/g;

const NO_NAME = oneOf(
  'oate|ylate|itis|osis|oses|emia|aemia|pathy|pathies|oma|omas|algia|plegia|uria|penia|trophy',
  'plasia|syndrome|disease|genetic|genic|ational|ization|isation|ized|ised|izing|ising|based',
  'cyte|cytic|logic|logical|metabolic|therapy|therapies|similars?|pharma|bio|cell|cells|thera',
  'scan|trial|driven|related|line|ness|ment|ing|ly|al|ic|ics|ence|ance|tion|sion|able|ible',
  'ive|ous|ary|izer|ability',
);
/**
 * Matches the endings of disease names and of business terms. Most dictionaries lack many of these
 * words.
 */
const noName = new RegExp(`${NO_NAME}$`, 'i');
const jargon = new Set(
  (
    'werner alzheimer alzheimers parkinson parkinsons huntington duchenne becker crohn crohns ' +
    'friedreich rett fabry pompe gaucher hunter hurler hodgkin cushing sjogren sjögren dravet ' +
    'lennox gastaut angelman stargardt leber batten wilson behcet graves hashimoto prader ' +
    'willi turner barth danon niemann pick covid nash mash adhd copd nsclc sclc nasdaq nyse ' +
    'pdufa globenewswire prnewswire businesswire biologics licensure license company companies ' +
    'america american europe european japan japanese china chinese canada canadian brazil ' +
    'brazilian korea korean israel israeli australia australian switzerland swiss germany ' +
    'german france french britain british india indian mexico mexican asia asian russia ' +
    'russian taiwan singapore medicare medicaid monday tuesday wednesday thursday friday ' +
    'saturday sunday january february march april june july august september october november ' +
    'december inc corp rivals placebo standalone biosimilar biosimilars neoadjuvant nonpeptide ' +
    'metastatic resubmitted resubmit resubmits monotherapy topline readout readouts vrbpac ' +
    'adcomm odac sakigake orphan'
  ).split(' '),
);
const FIRM_WORDS = oneOf(
  '(?: [A-Z][\\w&-]+){0,2},? (?:Inc|Corp|Ltd|LLC|plc|AG|SA|NV|Therapeutics|Pharma\\w*|Bio\\w*)\\b',
  '(?: [A-Z][\\w&-]+){0,2},? (?:Sciences?|Labs?|Laboratories|Holdings|Group|Oncology|Medicines?)\\b',
  '(?: [A-Z][\\w&-]+){0,2},? (?:Medical|Health\\w*|Vaccines|Gen(?:et|om)ics|(?:Immun|Neur)o\\w*)\\b',
  ' (?:today )?(?:also )?(?:announces|announced (?:that|today|its|the|positive|topline)|said|says|reports|will host|plans|expects|receives|submits|prices|enters?)\\b',
);
const companyWord = new RegExp(`\\b([A-Z][\\w-]+)${FIRM_WORDS}`, 'g');
const MAX_NAMES = 30;
/** Maximum number of letters of a name. */
const MAX_NAME = 18;

const STUDY_WORDS = oneOf(
  '[Pp]hase \\S+|[Pp]art \\S+|[Pp]ivotal|[Cc]linical|[Rr]egistrational|[Gg]lobal',
);
/** Matches names of trials: "the HARBOUR Phase 3 study". */
const trialWord = new RegExp(
  `(?<=\\b[Pp]hase \\d\\w?(?: [Tt]rial| [Ss]tudy)?,? )([A-Z]{5,})\\b|\\b([A-Z]{5,})(?:-\\w+)?(?: ${STUDY_WORDS}){0,3} (?:[Tt]rials?|[Ss]tud(?:y|ies)|[Pp]rogram|[Dd]ata|[Rr]esults)\\b`,
  'g',
);

/** The words, in lower case, that occur in names of companies and trials in a text. */
export function otherNamesIn(text: string, company: string | undefined): ReadonlySet<string> {
  const own = company?.toLowerCase().split(/[^a-z0-9]+/) ?? [];
  const found = [companyWord, trialWord].flatMap((word) => [...text.matchAll(word)]);
  return new Set([...own, ...found.map(([, word, other]) => (word ?? other!).toLowerCase())]);
}

/**
 * Maximum number of sentences that are searched for names without a trademark symbol. Only
 * sentences with possible statements count.
 */
const MAX_NAMING = 80;
/**
 * Maximum number of sentences with possible statements. For each of them, the previous sentence is
 * also searched.
 */
const MAX_BETWEEN = 20;

/**
 * Finds drug names without a trademark symbol. It searches the sentences with possible statements,
 * and some of the sentences before them.
 */
export function unmarkedOf(
  readings: readonly Reading[],
  others: ReadonlySet<string>,
): readonly string[] {
  const near = readings.slice(0, MAX_NAMING);
  const states = new Set(near.map(({ sentence }) => sentence));
  const between = near
    .slice(0, MAX_BETWEEN)
    .filter(({ preceding }) => preceding !== '' && !states.has(preceding));
  const texts = [
    ...near.map(({ text }) => text),
    ...between.map(({ preceding }) => plainWording(preceding)),
  ];
  const isNameHere = remembered(isName);
  return [...new Set(texts.flatMap((text) => unmarkedIn(text, others, isNameHere)))];
}

const anyWord = /\b[A-Za-z]{4,18}\b/g;

/**
 * Finds drug names without a trademark symbol in a sentence.
 * @param sentence the sentence, normalized by `plainWording`
 * @param isNameHere the function `isName`, possibly with a cache
 */
export function unmarkedIn(
  sentence: string,
  others: ReadonlySet<string>,
  isNameHere = isName,
): readonly string[] {
  const isNamed = (word: string) => isNameHere(word) && !others.has(word.toLowerCase());
  // Most sentences contain only ordinary words. Testing the words first is faster than applying the
  // patterns.
  if (!sentence.match(anyWord)?.some(isNamed)) return [];
  const names = new Set<string>();
  const add = (word: string | undefined) => {
    if (word && names.size < MAX_NAMES && isNamed(word)) names.add(word);
  };
  for (const place of places) {
    for (const { groups } of matchesOf(sentence, place)) add(groups?.name);
  }
  for (const head of heads) {
    for (const { index, 0: found } of matchesOf(sentence, head))
      add(nameInPhrase(sentence.slice(index + found.length), isNamed));
  }
  for (const { groups } of matchesOf(sentence, pairs)) {
    if (!groups?.generic || !isNameHere(groups.generic)) continue;
    add(groups.generic);
    add(groups.brand);
  }
  if (names.size === 0 && others.size > 0) add(subject.exec(sentence)?.groups?.name);
  return [...names];
}

/**
 * Whether a word has the form of a drug name: `Zelvora`, `ZELVORA`, `zelvotinib`. Dictionary words,
 * diseases and initials are excluded.
 */
function isName(word: string): boolean {
  if (word.length > MAX_NAME) return false;
  const small = word.toLowerCase();
  const shaped = /^[A-Z][a-z]{3,}$/.test(word) || /^[a-z]{6,}$/.test(word);
  const inCapitals = /^[A-Z]{5,}$/.test(word) && (word.match(/[AEIOUY]/g)?.length ?? 0) >= 2;
  const mixed = /^[A-Z]?[a-z]+[A-Z][a-z]{2,}$/.test(word);
  return (
    (shaped || inCapitals || mixed) &&
    !jargon.has(small) &&
    (inCapitals || !noName.test(small)) &&
    !isOrdinary(small) &&
    !(shaped && small === word && isDisease(word))
  );
}
