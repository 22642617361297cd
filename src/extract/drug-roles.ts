import { isBackground, ownersOf } from '../domain/programs/background-drugs.ts';
import { nameKey } from '../domain/programs/drug-names.ts';
import type { FoundDrug } from './drug-names.ts';
import { textBefore } from './nearby.ts';
import { oneOf } from './one-of.ts';

/**
 * Role of a drug name in its sentence:
 * - `own`: the subject;
 * - `listed`: like `own`, but the drug is often a comparator or combination partner in trials;
 * - `aside`: a combination partner, an earlier treatment, or the original of a biosimilar;
 * - `other`: a drug that the subject is compared with.
 */
type DrugRole = 'own' | 'listed' | 'aside' | 'other';

/** A drug name, with its position and role in a sentence. */
export interface PlacedDrug extends FoundDrug {
  readonly role: DrugRole;
}

/**
 * Matches the words between a phrase of comparison and a drug: "older oral" in "than the older oral
 * X".
 */
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
/** Matches phrases before a drug that the subject is compared with or will replace. */
const others = new RegExp(`\\b${COMPARES}(?: (?:the|its|to|of|for))? ${WORDS}$`, 'i');
/** Matches phrases after a drug that the subject is compared with: "an X rival". */
const othersAfter =
  /^(?: \([^)]{1,40}\))? (?:[a-z]+ )?(?:rivals?|competitors?|comparators?|alternative)\b(?! to\b)/i;
const GIVEN_WITH = oneOf(
  '\\b(?:with|plus|alongside|added to|add-on to|on top of|followed by|after|following|before)',
  '\\b(?:over|received|receive|receiving|taking|resistant to|refractory to|prior|background)',
  '\\b(?:low-dose|including|formulations? of|versions? of|forms? of|salt of|prodrug of|sold)',
  '\\b(?:divested|acquired|earlier|former|besides|(?:failure|demise) of|also markets|markets)',
  '\\+',
);
/** Matches phrases before a partner drug, an earlier treatment or an original product. */
const asides = new RegExp(`${GIVEN_WITH} ${WORDS}$`, 'i');
const asidesAfter =
  /^(?: \([^)]{1,40}\))? (?:biosimilar|copy|generic|(?:program|franchise|business) (?:is |remains )?(?:unaffected|not affected))\b/i;
/**
 * Matches phrases after a drug that mark it as the subject: "data" in "including X data", "updates"
 * in "with X updates expected". Such a phrase takes precedence over `asides`.
 */
const stated =
  /^ (?:[\w/-]+ ){0,3}?(?:data|updates?|readouts?|results|topline|s?NDA|s?BLA|MAA|PDUFA|AdComm)\b/;
const joins = /^(?: and | or |\/| ?\+ ?)$/;
/** Number of characters before a name that are searched for phrases. */
const MAX_BEFORE = 90;

/** Assigns a role to each name of a sentence from the surrounding words. */
export function withRoles(text: string, drugs: readonly FoundDrug[]): readonly PlacedDrug[] {
  const placed: PlacedDrug[] = [];
  for (const drug of drugs) {
    const before = textBefore(text, drug.start, MAX_BEFORE);
    const last = placed.at(-1);
    const between = last ? text.slice(last.end, drug.start) : '';
    const isJoined =
      last !== undefined && (last.role === 'other' || last.role === 'aside') && joins.test(between);
    const role = isJoined ? last.role : roleOf(drug, before, text.slice(drug.end));
    placed.push({ ...drug, role });
  }
  return placed;
}

function roleOf({ name }: FoundDrug, before: string, after: string): DrugRole {
  if (others.test(before) || othersAfter.test(after)) return 'other';
  const isAside = (asides.test(before) && !stated.test(after)) || asidesAfter.test(after);
  if (isListed(name)) return isAside ? 'other' : 'listed';
  return isAside ? 'aside' : 'own';
}

/** Whether all words of a name are drugs that trials often use as comparators or partners. */
function isListed(name: string): boolean {
  if (/\d/.test(name)) return false;
  const words = name.split(/[ ()]+/).filter((word) => word !== '');
  return words.every((word) => isBackground(word) || ownersOf(nameKey(word)) !== undefined);
}

/**
 * The drugs with the most important role in a sentence. The order is `own`, `listed`, `aside`.
 * Drugs with the role `other` are omitted.
 */
export function foremost(drugs: readonly PlacedDrug[]): readonly PlacedDrug[] {
  for (const role of ['own', 'listed', 'aside'] as const) {
    const found = drugs.filter((drug) => drug.role === role);
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether two names share a word, such as `BRAND (generic)` and `generic`. */
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

/** Returns the longest name if all names belong to one drug, and otherwise undefined. */
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
