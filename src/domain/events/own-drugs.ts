import { withoutTrade, wordsOf } from '../companies/company-names.ts';
import { escapeRegExp } from '../patterns.ts';
import { companyKey } from './disclosures.ts';
import { type Assigned, namesOf } from './drugs.ts';
import { isSure, type Statement } from './statement.ts';

/** Types of statements in which a company reports about its own application. */
const applications: ReadonlySet<string> = new Set([
  'pdufa_date',
  'pdufa_extended',
  'nda_bla_submitted',
  'nda_bla_accepted',
]);
/**
 * Types of statements about decisions. A company's texts may also report decisions about other
 * companies' drugs.
 */
const decisions: ReadonlySet<string> = new Set(['approval', 'crl']);

/**
 * Returns a function that tells whether a decision is about a drug of the company. This is the case
 * if a register or an import lists the drug for the company, if a text reports an application for
 * the drug, or if the sentence or the title says that the drug belongs to the company. The function
 * returns true for statements of other types.
 * @param registered the keys of the company's drugs in registers and imports
 */
export function ownDecisions(
  assigned: readonly Assigned[],
  registered: ReadonlySet<string>,
  company: string | undefined,
): (one: Assigned) => boolean {
  const own = new Set(registered);
  for (const { statement, drugKey } of assigned) {
    const isStated = applications.has(statement.type)
      ? statement.status === 'announced' && statement.drug_from !== 'text' && isSure(statement)
      : decisions.has(statement.type) && saysOwn(statement, company);
    if (isStated && drugKey !== null) own.add(drugKey);
  }
  return ({ statement, drugKey }) =>
    !decisions.has(statement.type) || drugKey === null || own.has(drugKey);
}

const OUR = /\bour (?:[\w-]+ ){0,5}["“(]?$/i;
const RECEIVED =
  /\b(?:we|the Company)\b[^.;]{0,40}\b(?:receiv|obtain|gain|secur|w[io]n|got|announc)\w*/i;
/**
 * Matches words before a drug name, such as "in combination with". They show that the named drug is
 * only combined or compared with the company's drug.
 */
const BESIDE = /\b(?:with|plus|versus|vs\.?|like|than|alongside) (?:[\w-]+ ){0,2}$/i;
const POSSESSIVE = /((?:[A-Z][\w&.-]* ){0,3}[A-Z][\w&.-]*)['’]s? (?:[\w-]+ ){0,4}$/;

/** Whether the sentence or the title says that the drug belongs to the company. */
function saysOwn({ drug, sentence, title }: Statement, company: string | undefined): boolean {
  const key = company === undefined ? '' : companyKey(company);
  const [first = ''] = company === undefined ? [] : withoutTrade(wordsOf(company));
  const isNamedIn = (text: string) =>
    key.length > 2 &&
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '')
      .includes(key);
  const behind = new RegExp(`\\b(?:by|from|to) (?:the )?${escapeRegExp(first)}\\b`, 'i');
  return [sentence, title ?? ''].some((text) => {
    const at = drug === null ? -1 : placeOf(drug, text);
    const before = at < 0 ? text : text.slice(0, at);
    const owner = POSSESSIVE.exec(before)?.[1];
    if (BESIDE.test(before) || (owner !== undefined && !isNamedIn(owner))) return false;
    if (at < 0) return /\bour\b/i.test(text) || RECEIVED.test(text) || isNamedIn(text);
    const isBehind = first !== '' && behind.test(text.slice(at));
    return OUR.test(before) || RECEIVED.test(before) || isNamedIn(before) || isBehind;
  });
}

/** Returns the position of a drug name in a text, or -1. */
function placeOf(drug: string, text: string): number {
  const places = namesOf(drug).map((name) => text.toLowerCase().indexOf(name.toLowerCase()));
  const found = places.filter((at) => at >= 0);
  return found.length > 0 ? Math.min(...found) : -1;
}
