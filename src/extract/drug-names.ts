import { datesIn } from './date-grammar.ts';
import { ENDS_AS_STEM, isInn, shortCellName } from './inn-stems.ts';
import { matchesOf, textBefore } from './nearby.ts';
import { oneOf } from './one-of.ts';
import { isOrdinary } from './ordinary-words.ts';

/** A drug name and its position in a sentence. The sentence is normalized with `plainWording`. */
export interface FoundDrug {
  readonly start: number;
  readonly end: number;
  /**
   * The name to display. If the brand and the generic name are next to each other, it is `BRAND
   * (generic)`.
   */
  readonly name: string;
}

/** Maximum number of names per sentence. Only reference lists have more. */
const MAX_DRUGS = 12;

/**
 * Matches a word with the ending of a nonproprietary name. The FDA's four-letter suffix for
 * biologics may follow.
 */
const longWord = new RegExp(
  `\\b[A-Za-z]{6,24}(?![A-Za-z])${ENDS_AS_STEM}(?:-[a-z]{4}(?![A-Za-z]))?`,
  'g',
);
const CODE = oneOf(
  '[A-Z]{1,2}[A-Za-z]{0,4}-?(?:[A-Z]{2,4}-)?\\d{2,6}[A-Za-z]{0,3}(?:-\\d{1,3})?',
  '[A-Z]{2,5}-[A-Z]{1,4}-?\\d{1,4}|[A-Z]{3,4}-\\d(?![\\d/])|[A-Z]{1,4}x-?\\d{3,4}',
  'mRNA-\\d{3,4}|\\d[A-Z]-\\d{3}|[A-Z]-DXd|[A-Z]{3,5}[a-z]{3,}\\d{3}',
);
/** Matches codes of drug candidates: `ABC-123`, `CTX112`, `TNX-102 SL`, `I-DXd`, `LV UNO`. */
const code = new RegExp(
  `(?<![\\w-])${CODE}(?: (?:SL|XR|ER|IV|SC|ODT))?(?![A-Za-z0-9])(?!-\\d)`,
  'g',
);
const OTHER_CODES = oneOf(
  'NCT|ISRCTN|EUDRA|COVID|SARS|COV|IL|CD|HER|EGFR|VEGF|PD|PDL|TNF|CTLA|TGF|GLP|GIP|JAK|BRAF',
  'KRAS|NRAS|PIK|BRCA|MSH|IGF|FGF|FGFR|PDGF|CYP|OATP|ACE|IFN|IGG|IGE|HLA|HPV|HSV|HIV|HBV|HCV',
  'RSV|CMV|EBV|AAV|MC|KIT|MET|ALK|ROS|RET|STAT|SGLT|DPP|PCSK|APOC|ASC|ASU|FAS|ISO|GAAP|ICD',
  'CFR|USC|FORM|ITEM|RULE|SECTION|EX|EXHIBIT|FY|CY|PART|TABLE|FIG|NOTE|GRADE|STAGE|TYPE|WEEK',
  'DAY|MONTH|YEAR|VISIT|COHORT|ARM|DSM|EORTC|QLQ|SF|PHQ|HAM|MADRS|CTCAE|RECIST|NSA|MDS|ECOG',
  'ATC|WHO|ICH|GCP|OTCQB|OTCQX|OTC|NYSE|NASDAQ|TWSE|KOSDAQ|SEC|PM|AM|GMT|EST|UTC|MAR|APR|JUN',
  'JUL|AUG|SEP|OCT|NOV|DEC|JAN|FEB|US|UK|EU|KEYNOTE|PHASE|CLARITY|MAGNITUDE|STUDY|TRIAL|PATH',
  'CX|WNT|TLR|IRF|LRRK|SMN|CDK|BRD|NRF|HDAC|KIM|LOX|MAP|ERK|AKT|MEK|APOE|APP|TRPV|NAV|CAV|GPR',
  'PAR|BCL|MCL|PRMT|KIF|POLQ|WRN|DLL|TROP|CLDN|CLDNA|CEACAM|MUC|PSMA|FAP|GD|STEAP|NY|CAR|MAGE',
  'PRAME|OX|ICOS|TIM|LAG|TIGIT|SIRP|CCR|CXCR|HR|TK|BTK|SYK|TYK|IRAK|RIPK|NLRP|ALS|SOD|MSA|GBA',
  'ADAS|ASAS|BASDAI|EASI|HAMD|HDRS|HISCR|NRS|PANSS|PASI|SALT|WOMAC',
  'NON|ATTR|DUX|CAG|EX|ST|SCN|PKP|LMNA|MYBPC|A|H|Q|B|P|Y|N|S-?',
);
/**
 * Matches the letters of a code that is not a drug, such as a form, rule, gene, receptor, trial,
 * grant or rating scale.
 */
const otherCodes = new RegExp(`^${OTHER_CODES}$`, 'i');
const NUMBERED = oneOf(
  'Form|Rule|Section|Item|Exhibit|No\\.|Regulation|Study|Patent|Act of|Level|Grade|Stage|Type',
  'Title|Part|interleukin|receptor|anti|mutant|mutation|variant|exon|File Number',
);
/**
 * Matches text before a code that is not a drug. The text ends in words that introduce a trial,
 * patent or filing, such as `study (`.
 */
const notBefore = new RegExp(`\\b(?:study|trial) \\($|\\b${NUMBERED}[ -]$`, 'i');
const AFTER_MARKER = oneOf(
  '[-+](?:positive|negative|eligible|ineligible|mutant|mutated|expressing|targeted|directed|amplified|altered|driven|associated|related|deficient)',
  '[+] |\\)? (?:total )?(?:scores?|scale)\\b',
  ' (?:receptor|antibody|mutations?|variants?|deletions?|fusions?|deficiency|gene|protein|pathway|inhibitor|agonist|antagonist|expression|endpoint|countries)\\b',
);
const notAfter = new RegExp(`^${AFTER_MARKER}`);

/** Matches the parentheses of `BRAND (generic)`. */
const paired =
  /^ ?\((?:formerly |also known as |previously )?"?(?:[A-Za-z][A-Za-z0-9-]{2,30}(?: [a-z]{4,20}){0,2})"?\)/;
const MAX_BRANDS = 40;
const MARK = '(?:®|™|℠|\\((?:R|TM)\\)|&#174;|&reg;|&#8482;|&trade;)';
/** The pattern starts with the trademark symbol, because a search for a rare symbol is fast. */
const branded = new RegExp(
  `${MARK}(?<=([a-z][A-Z][A-Za-z0-9-]{2,20}|[A-Z][A-Za-z0-9₀-₉-]{2,24})(?: ?\\*{0,2})?${MARK})`,
  'g',
);

/**
 * The brands in a text: names with a trademark symbol (`Zelvora®`), and names next to a generic
 * name. A brand counts as a drug name everywhere in the text.
 */
export function brandsIn(text: string): readonly string[] {
  const brands = new Set<string>();
  for (const [, name] of text.matchAll(branded)) {
    if (brands.size >= MAX_BRANDS) break;
    if (name && !/^(?:Nasdaq|NYSE|Form|CRISPR|STAT|The)$/i.test(name)) brands.add(name);
  }
  for (const [, generic, brand, first, second] of text.matchAll(pairs)) {
    if (brands.size >= MAX_BRANDS) break;
    if (generic && brand && isInn(generic)) brands.add(brand);
    if (first && second && isInn(second)) brands.add(first);
  }
  return [...brands];
}

/** Matches a brand next to its generic name: `generic (BRAND)` or `Brand (generic)`. */
const pairs =
  /\([A-Za-z]{5,21}[-®™) ](?<=\b([a-z]{6,20}) \(([A-Z][A-Za-z]{4,20})[®™)]|\b([A-Z][A-Za-z]{4,20}) \(([a-z]{6,20})[-) ])/g;

/**
 * Finds the drug names in a sentence: codes, words with the ending of a nonproprietary name, the
 * brands of the text, and brands before a generic name in parentheses.
 */
export function drugsIn(sentence: string, brands: readonly string[]): readonly FoundDrug[] {
  const found: FoundDrug[] = [
    ...brands.flatMap((brand) => occurrences(sentence, brand)),
    ...matchesOf(sentence, code)
      .filter((match) => isDrugCode(sentence, match))
      .map(asFound),
    ...matchesOf(sentence, longWord)
      .filter((match) => isNonProprietary(sentence, match))
      .map(asFound),
    ...matchesOf(sentence, shortCellName).map(asFound),
  ];
  const ordered = found.sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: FoundDrug[] = [];
  for (const drug of ordered) {
    const last = apart.at(-1);
    if (last && drug.start < last.end) continue;
    if (last && isBracketed(sentence, last, drug)) {
      apart[apart.length - 1] = pair(sentence, last, drug);
    } else if (last && isSecondWord(sentence, last, drug)) {
      apart[apart.length - 1] = { ...last, end: drug.end, name: `${last.name} ${drug.name}` };
    } else apart.push(withBrand(sentence, drug));
    if (apart.length >= MAX_DRUGS) break;
  }
  return apart;
}

/**
 * If a generic name is in parentheses after a brand without a trademark symbol, adds the brand to
 * the name: "Brand (generic)".
 */
function withBrand(sentence: string, drug: FoundDrug): FoundDrug {
  const brand = /(?:^|[\s"])([A-Z][A-Za-z]{3,20}) ?\($/.exec(sentence.slice(0, drug.start))?.[1];
  const closes = /^[^()]{0,25}\)/.test(sentence.slice(drug.end, drug.end + 30));
  if (
    !brand ||
    !closes ||
    /^(?:Phase|Study|Trial|Company|Inc|NASDAQ|Nasdaq|Treatment)$/.test(brand) ||
    // An ordinary word before a code is not a brand: "Results (ABC-123)".
    (/\d/.test(drug.name) && isOrdinary(brand))
  )
    return drug;
  const start = drug.start - brand.length - (sentence[drug.start - 2] === ' ' ? 2 : 1);
  return { start, end: sentence.indexOf(')', drug.end) + 1, name: `${brand} (${drug.name})` };
}

function isBracketed(sentence: string, first: FoundDrug, second: FoundDrug): boolean {
  const between = sentence.slice(first.end, second.start);
  return (
    /^ ?\((?:formerly |also known as |previously )?"?(?:[a-z]{4,16} )?$/.test(between) &&
    paired.test(sentence.slice(first.end)) &&
    /^(?:[ -][a-z]{4,20})?"?\)/.test(sentence.slice(second.end, second.end + 24))
  );
}

function pair(sentence: string, first: FoundDrug, second: FoundDrug): FoundDrug {
  const closing = sentence.indexOf(')', second.end);
  return { start: first.start, end: closing + 1, name: `${first.name} (${second.name})` };
}

/**
 * Whether two adjacent names are one name: "zilovertamab vedotin", "nexiguran ziclumeran". In a
 * title, both words of a conjugate are capitalized.
 */
function isSecondWord(sentence: string, first: FoundDrug, second: FoundDrug): boolean {
  return (
    sentence.slice(first.end, second.start) === ' ' &&
    (/^[a-z]/.test(second.name) || /mab$/.test(first.name)) &&
    /^[A-Za-z][a-z]+$/.test(first.name)
  );
}

function isDrugCode(sentence: string, match: RegExpExecArray): boolean {
  const [name] = match;
  const letters = /^[A-Za-z]+/.exec(name)?.[0] ?? '';
  if (otherCodes.test(letters) || /^(?:[A-Z]{1,2}\d{2}|ACR[257]0|DAS-?28|SRI-?4)$/.test(name))
    return false;
  if (isPeriod(name) || /\d-\d{3}$/.test(name)) return false;
  if (/^[A-Z]\d/.test(name) && name.length < 5) return false;
  if (
    (letters.length > 4 || /^[A-Z]{3,4}-\d$/.test(name)) &&
    /^ (?:study|trial|Study|Trial|Phase)/.test(sentence.slice(match.index + name.length))
  )
    return false;
  // In "the EXA-004 trial of example", the code names a trial.
  if (TRIAL_OF.test(sentence.slice(match.index + name.length))) return false;
  // A code whose letters are a word is the name of a trial: "CALM-2".
  if (/^[A-Z]{3,4}-\d$/.test(name) && isOrdinary(letters)) return false;
  const before = textBefore(sentence, match.index, 14);
  return !notBefore.test(before) && !notAfter.test(sentence.slice(match.index + name.length));
}

/** Whether a code is a month or a part of a year: "Mid-2026", "July-2026". */
function isPeriod(code: string): boolean {
  if (!/20\d\d$/.test(code)) return false;
  return datesIn(code.replace('-', ' '), undefined).some(
    ({ start, end }) => start === 0 && end === code.length,
  );
}

const TRIAL_OF =
  /^ (?:Phase \S+ )?(?:study|trial) (?:of|evaluating|testing) (?!patients|adults|children|people|men|women|healthy|\d)/;

/**
 * Matches the rest of an adjective that describes patients: "-eligible" in "cisplatin-eligible".
 */
const attribute =
  /^-(?:eligible|ineligible|resistant|refractory|naive|treated|experienced|unresponsive|free|sensitive|based|induced|dependent|intolerant)/;

function isNonProprietary(sentence: string, match: RegExpExecArray): boolean {
  const [word] = match;
  if (!isInn(withoutSuffix(word))) return false;
  const after = sentence.slice(match.index + word.length, match.index + word.length + 16);
  return !attribute.test(after);
}

/** A name without the FDA's four-letter suffix for biologics. */
function withoutSuffix(name: string): string {
  return name.replace(/-[a-z]{4}$/, '');
}

function asFound(match: RegExpExecArray): FoundDrug {
  const [word] = match;
  const name = withoutSuffix(word);
  return { start: match.index, end: match.index + word.length, name };
}

function occurrences(sentence: string, name: string): FoundDrug[] {
  const found: FoundDrug[] = [];
  for (let at = sentence.indexOf(name); at >= 0; at = sentence.indexOf(name, at + name.length)) {
    const end = at + name.length;
    const inside =
      /[A-Za-z0-9]/.test(sentence[at - 1] ?? ' ') || /[A-Za-z0-9]/.test(sentence[end] ?? ' ');
    if (!inside) found.push({ start: at, end, name });
    if (found.length >= MAX_DRUGS) break;
  }
  return found;
}
