import table from '../data/background-drugs.json' with { type: 'json' };
import codes from '../data/drug-codes.json' with { type: 'json' };
import { onFirstUse } from '../on-first-use.ts';
import { cleanName, nameKey } from './drug-names.ts';

/** What the tables of names know: words that name no drug, drugs that stand behind others, owners. */

/** A comparator, a placebo or a procedure by its name, or words that name no drug. */
export function isNoDrug(name: string): boolean {
  const text = ` ${name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}'/]+/gu, ' ')
    .trim()} `;
  return (
    NO_DRUG.test(text) || UNSPECIFIC.has(cleanName(name).toLowerCase()) || nameKey(name).length < 2
  );
}

/** Whether a drug is a generic one that trials give beside the tested one. */
export function isBackground(name: string): boolean {
  const plain = cleanName(name).toLowerCase().replaceAll(DESCRIPTORS, ' ');
  return backgroundDrugs().has(nameKey(name)) || backgroundDrugs().has(nameKey(plain));
}

const NO_DRUG = new RegExp(
  ` (?:${[...table.comparators, ...table.procedures].map(escaped).join('|')}) |placebo`,
);
const DESCRIPTORS = new RegExp(
  `(?<![\\w-])(?:${table.descriptors.map(escaped).join('|')})(?![\\w])-?`,
  'g',
);
const UNSPECIFIC: ReadonlySet<string> = new Set(table.unspecific);
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

/** The nonproprietary name of a sponsor's code, by its `nameKey`; undefined where none is listed. */
export function nameOfCode(key: string): string | undefined {
  return namesOfCodes().get(key);
}

/** The owners of a drug by its `nameKey`, as sponsors' names begin; undefined where none is listed. */
export function ownersOf(key: string): readonly string[] | undefined {
  return ownersOfDrugs().get(key);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
