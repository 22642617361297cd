/** How registries write one drug in many ways: with doses, forms, makers' marks and other names. */

/** Characters of a name that are read; what stands behind them describes the drug and names it not. */
const MAX_NAME = 200;

const DOSE =
  /(?<![\w-])(?:up to )?\d[\d.,]*(?:\s?[-–/]\s?\d[\d.,]*)?\s?(?:mg|mcg|µg|μg|ug|ng|g|kg|ml|iu|miu|units?|u|%|mmol|mbq|gbq|cells|vg|pfu|ppm|mm)(?:\s?\/\s?[\w².]+)*(?![\w-])\.?/gi;
const FORM =
  /\b(?:(?:once|twice|three times)[- ](?:daily|weekly|a (?:day|week)|every).*|(?:qd|bid|tid|qw|q\d+w|qod|po|iv|im|sc|subq|prn|er|xr|sr|la|pfs|ppx)|(?:film[- ]coated |oral |hard |soft |chewable |extended[- ]release )*(?:tablets?|capsules?|caplets?|granules|powder|syrup|lozenges?)|for (?:injection|infusion|inhalation|oral use)|(?:nasal|oral|ophthalmic|topical|otic|intravitreal|inhalation|injectable|injection)? ?(?:solution|suspension|spray|drops|cream|ointment|gel|lotion|foam|patch|emulsion)|injections?|infusions?|intravenous(?:ly)?|subcutaneous(?:ly)?|intramuscular(?:ly)?|intrathecal|intravitreal|orally|oral|topical|inhaled|daily|weekly|monthly|formulation(?: ?[a-z0-9]{1,2})?|(?:low|high|higher|lower|mid|middle|medium|single|multiple|fixed|starting|loading|maintenance)?[- ]?dos(?:e|es|ing|age)(?: (?:level )?[a-z0-9]{1,2})?|(?:cohort|part|arm|group|regimen|stage|phase|period|schedule|step) ?[a-z0-9]{1,3}|open[- ]label|(?:un|double[- ])?blind(?:ed)?|monotherapy|investigational vaccine|experimental(?: drug)?|treatment|therapy|administered|dose:?.*)\b/gi;
const SALT =
  /\b(?:hydrochloride|dihydrochloride|hcl|mesylate|mesilate|maleate|fumarate|tartrate|succinate|phosphate|citrate|acetate|calcium|magnesium|medoxomil|meglumine|trometamol|sulfate|sulphate|tosylate|besylate|hydrobromide|bromide|sodium|potassium|disodium|hemihydrate|monohydrate|genetical recombination|alfa)\b/gi;

/** The key under which spellings of one name meet: `MK-3475 200 mg` and `mk 3475`. */
export function nameKey(name: string): string {
  const clean = cleanName(name).toLowerCase().normalize('NFKD').replace(MAKER, '$1');
  return letters(clean.replaceAll(SALT, ' ')) || letters(clean);
}

/** The four letters that tell the maker of a biologic (`abeparvovec-xioi`) are no part of its name. */
const MAKER = /((?:mab|vec|cept|ase|stim|alfa|leucel|kin|tide|gene))-[a-z]{4}$/;

function letters(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** A name without dose, form, schedule and marks; what stands in brackets is left out too. */
export function cleanName(name: string): string {
  const text = withoutMarks(name);
  return bareName(text) || tidy(text);
}

/** Nothing where a text holds doses, forms and schedules alone. */
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
    .replace(/\b(?:dose|mode|route)\b[^:]{0,20}:.*$/i, '');
}

const KIND =
  /^(?:drug|biological|experimental(?: drug)?|genetic|combination product|other|study drug|test|vaccine): ?/i;

function tidy(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/^[\s,;:.+/-]+|[\s,;:.+/-]+$/g, '');
}

/** The drugs of an intervention that gives several: `AK104+anlotinib`, `cefepime and nacubactam`. */
export function combinedNames(name: string): readonly string[] {
  const plain = name
    .slice(0, MAX_NAME)
    .replace(/^.{0,20}\b(?:co-?administration|combination) of /i, '');
  return plain
    .split(
      /(?:\s?[+＋;；，]\s?|,\s+(?!\d)|\s(?:and|plus|or|with|without|combined with|in combination with|\/|&|followed by)\s)(?![^()]*\))/i,
    )
    .map((part) => part.replace(/^(?:combined|in combination|and|or)\b/i, '').trim())
    .filter((part) => bareName(withoutMarks(part)) !== '');
}

/** The names that stand within one: `Keytruda/MK-3475 (Pembrolizumab)` are three. */
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

/** Whether a name is a sponsor's code: letters, a number, few more. */
export function isCode(name: string): boolean {
  return /^[A-Za-z]{1,8}[- ]?(?:[A-Za-z]{1,3}[- ]?)?\d{2,8}(?:[-.]?\w{1,5}){0,2}$/.test(
    name.trim(),
  );
}

/**
 * Whether words can be a drug's name: short, with letters, and none that describes an arm
 * (`Treatment arm`, `Higher dose group`).
 */
export function isName(name: string): boolean {
  const words = name.split(/\s+/);
  const isShort = name.length <= 60 && words.length <= 5 && combinedNames(name).length === 1;
  const isWord = /\p{L}{2}/u.test(name) || isCode(name);
  return isShort && isWord && bareName(name) !== '' && !DESCRIBES.test(name);
}

const DESCRIBES =
  /\b(?:arm|group|cohort|treatment|blinded|matching|schedule|regimen|dose|dosing|patients?|participants?|subjects?|weeks?|days?|months?|as determined|drug|product|therapy|inhibitor|agonist|antagonist|anti-\w+|mode of|lot)\b/i;
