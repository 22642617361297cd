import { isBackground, ownersOf } from '../domain/programs/background-drugs.ts';
import { nameKey } from '../domain/programs/drug-names.ts';
import type { FoundDrug } from './drug-names.ts';
import { textBefore } from './nearby.ts';
import { oneOf } from './one-of.ts';

/**
 * How a name stands in its sentence. `own`: as what the sentence tells of. `listed`: likewise, but
 * it is one that trials of many companies give beside their own. `aside`: as a partner, a treatment
 * before or the origin of a version. `other`: as what the sentence's drug is compared with.
 */
type DrugRole = 'own' | 'listed' | 'aside' | 'other';

/** A name of a drug in a sentence, with its place there. */
export interface PlacedDrug extends FoundDrug {
  readonly role: DrugRole;
}

/** Words that may stand between such a mark and the name: "than the older oral X". */
const WORDS =
  "(?:[A-Z][\\w-]+'s? )?(?:(?!(?:met|showed|was|is|of|for|to|in|on)\\b)[a-z-]+[ -]){0,3}";

const COMPARES = oneOf(
  'versus|vs\\.?',
  '(?:compared|comparable|comparison|relative|superior\\w*|inferior\\w*|equivalent|similar|alternative|switch(?:ed|ing)?) (?:to|with|of)',
  'compar(?:es|ed|ing) [^,;]{1,40} (?:with|to|and)|head-to-head [^,;]{1,60} and|than|against',
  'rather than|chiefly|mostly|instead of|unlike|such as|biosimilars? (?:to|of)',
  'biosimilar candidate (?:to|for)|proposed biosimilar (?:to|of)|reference|referencing',
  'refers to|challeng(?:e|es|ing)|rivals?(?: to| of)?|compet(?:es?|ing) with',
  'compet(?:ing|itive)|competitors?(?: to| of|,)?|comparators?,?|switch(?:ed|ing)? from',
  'discontinu(?:ed|ation of)|findings (?:of|for)|(?:sales|revenues?) (?:of|from)',
  '(?:not|nor) (?:affect|concern|involve|relate to)',
);
/** Before a name: what the sentence's drug is compared with, measured by or meant to replace. */
const others = new RegExp(`\\b${COMPARES}(?: (?:the|its|to|of|for))? ${WORDS}$`, 'i');
/** Behind a name: "an X rival". */
const othersAfter =
  /^(?: \([^)]{1,40}\))? (?:[a-z]+ )?(?:rivals?|competitors?|comparators?|alternative)\b(?! to\b)/i;
const RIVALS = oneOf(
  'alternatives?|competitors?|rivals?|comparators?|control',
  '(?:standard|usual) (?:of care|treatment)',
);
/** Behind a name: "is the main competitor", "was not included as a comparator". */
const toldOther = new RegExp(
  `^(?:,? (?:and|or) [\\w-]+)? (?:is|are|was|were|remains?|served?s?)(?: not)?(?: included| used| given)?(?: as)? (?:the |an? |also )?(?:[\\w'-]+ ){0,3}${RIVALS}\\b`,
  'i',
);
const GIVEN_WITH = oneOf(
  '\\b(?:with|plus|alongside|added to|add-on to|on top of|followed by|after|following|before)',
  '\\b(?:over|received|receive|receiving|taking|resistant to|refractory to|prior|background)',
  '\\b(?:low-dose|including|formulations? of|versions? of|forms? of|salt of|prodrug of|sold)',
  '\\b(?:divested|acquired|earlier|former|besides|(?:failure|demise) of|also markets|markets)',
  '\\+',
);
/** Before a name: what is given with the sentence's drug or was given before, or what it is made of. */
const asides = new RegExp(`${GIVEN_WITH} ${WORDS}$`, 'i');
const asidesAfter =
  /^(?: \([^)]{1,40}\))? (?:biosimilar|copy|generic|(?:program|franchise|business) (?:is |remains )?(?:unaffected|not affected))\b/i;
/** Behind a name: "including X data", "with X updates expected" tell of it, whatever stands before. */
const stated =
  /^ (?:[\w/-]+ ){0,3}?(?:data|updates?|readouts?|results|topline|s?NDA|s?BLA|MAA|PDUFA|AdComm)\b/;
const joins = /^(?: and | or |\/| ?\+ ?)$/;
const listMark = /\b(?:such as|including|comparators?|like) [^;]{0,60}$/i;
/** Characters before a name in which its mark stands. */
const MAX_BEFORE = 90;

/** The names of a sentence with the role that the words around give each. */
export function withRoles(text: string, drugs: readonly FoundDrug[]): readonly PlacedDrug[] {
  const placed: PlacedDrug[] = [];
  for (const drug of drugs) {
    const before = textBefore(text, drug.start, MAX_BEFORE);
    const last = placed.at(-1);
    const between = last ? text.slice(last.end, drug.start) : '';
    const isJoined =
      last !== undefined &&
      (last.role === 'other' || last.role === 'aside') &&
      (joins.test(between) || (between === ', ' && listMark.test(before)));
    const role = isJoined ? last.role : roleOf(drug, before, text.slice(drug.end));
    placed.push({ ...drug, role });
  }
  return placed;
}

function roleOf({ name }: FoundDrug, before: string, after: string): DrugRole {
  if (others.test(before) || othersAfter.test(after) || toldOther.test(after)) return 'other';
  const isAside = (asides.test(before) && !stated.test(after)) || asidesAfter.test(after);
  if (isListed(name)) return isAside ? 'other' : 'listed';
  return isAside ? 'aside' : 'own';
}

/** Whether trials of many companies give a drug beside their own, by each of its names. */
function isListed(name: string): boolean {
  if (/\d/.test(name)) return false;
  const words = name.split(/[ ()]+/).filter((word) => word !== '');
  return words.every((word) => isBackground(word) || ownersOf(nameKey(word)) !== undefined);
}

/** The names that come first by their roles: own before listed before aside; never others. */
export function foremost(drugs: readonly PlacedDrug[]): readonly PlacedDrug[] {
  for (const role of ['own', 'listed', 'aside'] as const) {
    const found = drugs.filter((drug) => drug.role === role);
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether two names are one drug: `BRAND (generic)` and `generic` share a word. */
export function isSameDrug(one: string, other: string): boolean {
  const theirs = new Set(wordsOf(other));
  return wordsOf(one).some((word) => theirs.has(word));
}

function wordsOf(name: string): readonly string[] {
  return name
    .toLowerCase()
    .split(/[\s()/]+/)
    .filter((word) => word.length > 2);
}

/** The one drug that all names are of, shown by its longest name; undefined where they are several. */
export function onlyDrug(names: readonly string[]): string | undefined {
  const [first, ...rest] = [...new Set(names)].sort((a, b) => b.length - a.length);
  if (first === undefined) return undefined;
  const known = [first];
  for (const name of rest) {
    if (!known.some((one) => isSameDrug(one, name))) return undefined;
    known.push(name);
  }
  return first;
}
