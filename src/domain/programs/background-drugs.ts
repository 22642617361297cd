import table from '../data/background-drugs.json' with { type: 'json' };
import codes from '../data/drug-codes.json' with { type: 'json' };
import { onFirstUse } from '../on-first-use.ts';
import { escapeRegExp } from '../patterns.ts';
import { cleanName, nameKey } from './drug-names.ts';
import { hasNonproprietaryStem } from './drug-type.ts';

/**
 * Whether a name names something other than a drug, such as a placebo, a comparator or a procedure.
 */
export function isNoDrug(name: string): boolean {
  const text = ` ${name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}'/]+/gu, ' ')
    .trim()} `;
  const plain = cleanName(name).toLowerCase();
  const words = text.trim().split(' ');
  return (
    NO_DRUG.test(text) ||
    UNSPECIFIC.has(plain) ||
    words.every((word) => VAGUE.has(word.replace(/\d+$/, ''))) ||
    (CLASS.test(plain) && !/\d{3}/.test(plain) && !hasNonproprietaryStem(plain)) ||
    nameKey(name).length < 2
  );
}

/**
 * Whether a name belongs to a generic drug that patients often receive in addition to the tested
 * drug.
 */
export function isBackground(name: string): boolean {
  const plain = cleanName(name).toLowerCase().replaceAll(DESCRIPTORS, ' ');
  return backgroundDrugs().has(nameKey(name)) || backgroundDrugs().has(nameKey(plain));
}

const NO_DRUG = new RegExp(
  ` (?:${[...table.comparators, ...table.procedures].map(escapeRegExp).join('|')}) |placebo`,
);
const DESCRIPTORS = new RegExp(
  `(?<![\\w-])(?:${table.descriptors.map(escapeRegExp).join('|')})(?![\\w])-?`,
  'g',
);
const UNSPECIFIC: ReadonlySet<string> = new Set(table.unspecific);
/**
 * A name that consists only of these words does not identify a drug: `Assigned interventions`,
 * `Gen2`.
 */
const VAGUE: ReadonlySet<string> = new Set(['', ...table.vague]);
/**
 * Matches a text that ends with a word for a class of drugs or patients: `PD-1 inhibitors`, `SHANK3
 * mutation`.
 */
const CLASS =
  /\b(?:inhibitor|antagonist|agonist|blocker|antibiotic|mutation|deficienc)(?:s|y|ies)?$/;
const backgroundDrugs = onFirstUse(() => new Set(table.drugs.map(nameKey)));
const namesOfCodes = onFirstUse(
  () => new Map(Object.entries(codes.names).map(([code, name]) => [nameKey(code), name])),
);
const ownersOfDrugs = onFirstUse(
  (): ReadonlyMap<string, readonly string[]> =>
    new Map(
      table.owned.flatMap(({ names, owners }) =>
        names.map((name) => [nameKey(name), owners] as const),
      ),
    ),
);

/**
 * The nonproprietary name of a drug, looked up by its code.
 * @param key the `nameKey` of the code
 */
export function nameOfCode(key: string): string | undefined {
  return namesOfCodes().get(key);
}

/**
 * The owners of a drug according to `data/background-drugs.json`. Each owner is a text in lower
 * case that occurs in the owner's name in trial registrations.
 * @param key the `nameKey` of the drug
 */
export function ownersOf(key: string): readonly string[] | undefined {
  return ownersOfDrugs().get(key);
}
