import { anyWordOf } from '../patterns.ts';

/**
 * Maximum number of characters of a name that are read. The rest of a longer text is a description.
 */
const MAX_NAME = 200;

const DOSE =
  /(?<![\w-])(?:up to )?\d[\d.,]*(?:\s?[-–/]\s?\d[\d.,]*)?\s?(?:mg|mcg|µg|μg|ug|ng|g|kg|ml|iu|miu|units?|u|%|mmol|mbq|gbq|cells|vg|pfu|ppm|mm)(?:\s?\/\s?[\w².]+)*(?![\w-])\.?/gi;
const SOLID =
  /(?:film[- ]coated |oral |hard |soft |chewable |extended[- ]release )*(?:tablets?|capsules?|caplets?|granules|powder|syrup|lozenges?)/;
const LIQUID =
  /(?:nasal|oral|ophthalmic|topical|otic|intravitreal|inhalation|injectable|injection)? ?(?:solution|suspension|spray|drops|cream|ointment|gel|lotion|foam|patch|emulsion)/;
const DOSE_LEVEL =
  /(?:low|high|higher|lower|mid|middle|medium|single|multiple|fixed|starting|loading|maintenance)?[- ]?dos(?:e|es|ing|age)(?: (?:level )?[a-z0-9]{1,2})?/;
const FORM = anyWordOf(
  'gi',
  /(?:once|twice|three times)[- ](?:daily|weekly|a (?:day|week)|every).*/,
  /(?:qd|bid|tid|qw|q\d+w|qod|po|iv|im|sc|subq|prn|er|xr|sr|la|pfs|ppx)/,
  SOLID,
  /for (?:injection|infusion|inhalation|oral use)/,
  LIQUID,
  /injections?|infusions?|intravenous(?:ly)?|subcutaneous(?:ly)?|intramuscular(?:ly)?/,
  /intrathecal|intravitreal|orally|oral|topical|inhaled|daily|weekly|monthly/,
  /formulation(?: ?[a-z0-9]{1,2})?/,
  DOSE_LEVEL,
  /(?:cohort|part|arm|group|regimen|stage|phase|period|schedule|step) ?[a-z0-9]{1,3}/,
  /(?:cohort|arm|group)s?$/,
  /open[- ]label|(?:un|double[- ])?blind(?:ed)?|monotherapy|investigational vaccine/,
  /experimental(?: drug)?|treatment|therapy|administered|dose:?.*/,
);
const SALT = anyWordOf(
  'gi',
  /hydrochloride|dihydrochloride|hcl|mesylate|mesilate|maleate|fumarate|tartrate|succinate/,
  /phosphate|citrate|acetate|calcium|magnesium|medoxomil|meglumine|trometamol|sulfate/,
  /sulphate|tosylate|besylate|hydrobromide|bromide|sodium|potassium|disodium|hemihydrate/,
  /monohydrate|genetical recombination|alfa/,
);

/** A key that all spellings of a drug name share, such as `MK-3475 200 mg` and `mk 3475`. */
export function nameKey(name: string): string {
  const clean = withoutMaker(cleanName(name).toLowerCase().normalize('NFKD'));
  return letters(clean.replaceAll(SALT, ' ')) || letters(clean);
}

/**
 * Matches a biologic's name with the four-letter suffix that distinguishes its maker
 * (`abeparvovec-xioi`).
 */
const MAKER = /((?:mab|vec|cept|ase|stim|alfa|leucel|kin|tide|gene))-[a-z]{4}$/i;

/** A biologic's name without the suffix that distinguishes its maker. Other names are unchanged. */
export function withoutMaker(name: string): string {
  return name.replace(MAKER, '$1');
}

function letters(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Removes dose, form, schedule, trademark signs and text in parentheses or brackets from a name.
 */
export function cleanName(name: string): string {
  const text = withoutMarks(name);
  return bareName(text) || tidy(text);
}

/** Removes doses, forms and schedules from a text. The result is empty if nothing else remains. */
function bareName(text: string): string {
  return tidy(text.replaceAll(DOSE, ' ').replaceAll(FORM, ' '));
}

function withoutMarks(name: string): string {
  return name
    .slice(0, MAX_NAME)
    .replaceAll(/[®™©†*]/g, '')
    .replace(KIND, '')
    .replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .replaceAll('_', ' ')
    .replace(/(?<=\w{4}) for (?!injection|infusion|inhalation|(?:oral )?use\b).*$/i, '')
    .replace(/\b(?:dose|mode|route)\b[^:]{0,20}:.*$/i, '');
}

const KIND =
  /^(?:drug|biological|experimental(?: drug)?|genetic|combination product|other|study drug|test|vaccine): ?/i;

function tidy(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/^[\s,;:.+/-]+|[\s,;:.+/-]+$/g, '');
}

/** Splits an intervention into its drugs: `AK104+anlotinib`, `cefepime and nacubactam`. */
export function combinedNames(name: string): readonly string[] {
  const plain = name
    .slice(0, MAX_NAME)
    .replace(/^.{0,20}\b(?:co-?administration|combination) of /i, '');
  return plain
    .split(
      /(?:\s?[+＋;；，]\s?|,\s+(?!\d)|\s(?:and|plus|or|with|without|combined with|in combination with|\/|&|followed by)\s)(?![^()]*\))/i,
    )
    .map((part) => part.replace(/^(?:combined|in combination|and|or|\w+ using)\b/i, '').trim())
    .filter((part) => bareName(withoutMarks(part)) !== '');
}

/**
 * Splits a text into the alternative names of one drug, such as the three names in
 * `Keytruda/MK-3475 (Pembrolizumab)`.
 */
export function namesWithin(name: string): readonly string[] {
  const inner = [...name.slice(0, MAX_NAME).matchAll(/[([]([^()[\]]{2,80})[)\]]/g)].flatMap(
    ([, one]) => [one!],
  );
  return [cleanName(name), ...inner.flatMap((one) => one.split(/[,;/]| or /))]
    .flatMap((one) => one.split(/[,;]|\/(?=[A-Z])/))
    .map((one) =>
      cleanName(one.replace(/^(?:formerly|also|previously)?\s*(?:known as|called)\s/i, '')),
    )
    .filter(isName);
}

/** Whether a name is a drug code: letters, a number and a short suffix (`MK-3475A`). */
export function isCode(name: string): boolean {
  return /^[A-Za-z]{1,8}[- ]?(?:[A-Za-z]{1,3}[- ]?)?\d{2,8}(?:[-.]?\w{1,5}){0,2}$/.test(
    name.trim(),
  );
}

/**
 * Whether a text can be the name of a drug. Such a text is short, contains letters, and contains no
 * words that describe an arm (`Treatment arm`, `Higher dose group`).
 */
export function isName(name: string): boolean {
  const words = name.split(/\s+/);
  const isShort = name.length <= 60 && words.length <= 5 && combinedNames(name).length === 1;
  const isWord = /\p{L}{2}/u.test(name) || isCode(name);
  return isShort && isWord && bareName(name) !== '' && !(DESCRIBES.test(name) || KINDS.test(name));
}

const SOURCES = 'human|equine|ovine|porcine|bovine|rabbit|murine|recombinant|synthetic|mrna';
const STATES =
  'live|attenuated|inactivated|adsorbed|adjuvanted|purified|conjugated|lyophilized|liquid|solution';
/**
 * Matches a text that only describes a biologic, as in `immune globulin intravenous, human` or
 * `Immune Globulin (Human), 10% Liquid`.
 */
const KINDS = new RegExp(
  `^(?:\\d+% )?(?:(?:${SOURCES}|${STATES}|quadrivalent|trivalent)[\\s-]?)+(?:-[a-z]{4})?$`,
  'i',
);

const DESCRIBES = anyWordOf(
  'i',
  /arm|group|cohort|treatment|blinded|matching|schedule|regimen|dose|dosing|patients?/,
  /participants?|subjects?|weeks?|days?|months?|as determined|drug|product|therapy/,
  /inhibitor|agonist|antagonist|anti-\w+|mode of|lot/,
);
