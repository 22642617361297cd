import { isTradeWord, wordsOf } from '../companies/company-names.ts';
import { escapeRegExp } from '../patterns.ts';
import { platformKeys } from '../programs/drug-identity.ts';
import { isCode, nameKey } from '../programs/drug-names.ts';
import { namesOf } from './drugs.ts';
import { detailText, type Statement } from './statement.ts';

/**
 * Removes extracted names that are not names of drugs. The removed names are those of the company
 * ("FDA rejects Abcora filing"), its industry, a study, a project or a platform.
 * @param registered the names of the drugs in registers and imports; of these, only names of
 *   platforms are removed
 */
export function withoutFalseNames(
  statements: readonly Statement[],
  registered: readonly (readonly string[])[],
  company: string | undefined,
): readonly Statement[] {
  const known = new Set(registered.flat().map(nameKey));
  const platforms = platformKeys(registered.flat());
  const ownWords = new Set(wordsOf(company ?? ''));
  const trials = new Set(statements.map((one) => nameKey(detailText(one, 'trial') ?? '')));
  const sentences = statements.map(({ sentence }) => sentence).join('\n');
  const isFalse = (drug: string) => {
    const names = namesOf(drug).map(nameKey);
    if (names.some((name) => platforms.has(name))) return true;
    if (names.some((name) => known.has(name))) return false;
    const words = wordsOf(drug);
    const isCompany = words.every((word) => ownWords.has(word) || isTradeWord(word));
    return isCompany || names.every((name) => trials.has(name)) || isOtherThing(drug, sentences);
  };
  const drugs = new Set(statements.flatMap(({ drug }) => drug ?? []));
  const falseNames = new Set([...drugs].filter(isFalse));
  return statements.map((one) =>
    one.drug !== null && falseNames.has(one.drug) ? { ...one, drug: null } : one,
  );
}

/**
 * Whether texts use a name for a project or a platform. A code is also checked for use as the name
 * of a study, as in "study (ABC-0205)".
 */
function isOtherThing(name: string, text: string): boolean {
  const word = `${escapeRegExp(name)}(?![\\w-])`;
  const ofStudy = `|\\b(?:study|trial)(?: (?:results|data))? [("“]+${word}[)"”]`;
  return new RegExp(
    `\\bproject ["“]?${word}|(?<![\\w-])${word}[®™]? (?:platform|technolog)${isCode(name) ? ofStudy : ''}`,
    'i',
  ).test(text);
}
