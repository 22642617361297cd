import tables from '../data/modalities.json' with { type: 'json' };

/** The registered properties of a drug. */
export interface RegisteredDrug {
  /** All names of the drug, in any letter case. */
  readonly names: readonly string[];
  /** Intervention type: `DRUG`, `BIOLOGICAL`, `GENETIC`, `COMBINATION_PRODUCT`. */
  readonly types?: readonly string[];
  /** MeSH (Medical Subject Headings) terms of the drug, including broader terms. */
  readonly headings?: readonly string[];
}

/**
 * The modality of a drug according to `data/modalities.json`. The stems and words of the drug's
 * names are checked first, then its MeSH terms, then the type of its intervention.
 * @returns the first modality found, such as `Small molecule` or `Cell therapy`; null if there is
 *   none. Success rates are published for some modalities only.
 */
export function drugTypeOf({ names, types = [], headings = [] }: RegisteredDrug): string | null {
  const words = names.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}-]+/u));
  const text = ` ${names
    .join(' | ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}-]+/gu, ' ')} `;
  const row =
    tables.rows.find((one) => isNamed(one, text, words)) ??
    tables.rows.find((one) => one.headings.some((heading) => headings.includes(heading)));
  return row?.drugType ?? tables.types.find(({ type }) => types.includes(type))?.drugType ?? null;
}

/**
 * Whether a word of a name has the stem of a nonproprietary name. Codes and brands have no such
 * stem.
 */
export function hasNonproprietaryStem(name: string): boolean {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}-]+/u);
  return tables.rows.some((row) =>
    row.suffixes.some((stem) => words.some((word) => hasStem(word, stem))),
  );
}

type Row = (typeof tables.rows)[number];

function isNamed({ words, suffixes }: Row, text: string, inNames: readonly string[]): boolean {
  return (
    words.some((word) => text.includes(` ${word} `)) ||
    suffixes.some((stem) => inNames.some((word) => hasStem(word, stem)))
  );
}

/**
 * Our choice: a word has a stem if it ends with the stem, is at least three letters longer than the
 * stem and has no digits.
 */
function hasStem(word: string, stem: string): boolean {
  return word.length >= stem.length + 3 && withoutMaker(word).endsWith(stem) && !/\d/.test(word);
}

/**
 * Removes the four-letter suffix that distinguishes the maker of a biologic (`abeparvovec-xioi`).
 */
function withoutMaker(word: string): string {
  return word.replace(/-[a-z]{4}$/, '');
}
