import tables from '../data/modalities.json' with { type: 'json' };

/** What a registration says of a drug. */
export interface RegisteredDrug {
  /** The names under which it is known, in any case. */
  readonly names: readonly string[];
  /** `DRUG`, `BIOLOGICAL`, `GENETIC`, `COMBINATION_PRODUCT`. */
  readonly types?: readonly string[];
  /** Its Medical Subject Headings and those above them. */
  readonly headings?: readonly string[];
}

/**
 * What kind of molecule a drug is, in the words of the published modalities (`Small molecule`,
 * `Monoclonal antibody` …), by `data/modalities.json`: from the stems and words of its names, else
 * from its headings, else from the type of its intervention.
 *
 * @returns `Cell therapy` or `Biologic`, for which no rates are published, where no more is known;
 *   null for a code alone
 */
export function drugTypeOf({ names, types = [], headings = [] }: RegisteredDrug): string | null {
  const words = names.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}-]+/u));
  const text = ` ${names
    .join(' | ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}-]+/gu, ' ')} `;
  const named = tables.rows.find((row) => isNamed(row, text, words));
  const known =
    named ?? tables.rows.find((row) => row.headings.some((one) => headings.includes(one)));
  return known?.drugType ?? tables.types.find(({ type }) => types.includes(type))?.drugType ?? null;
}

/** Whether a word ends as international names of a kind of molecule do: it is no code and no brand. */
export function hasNonproprietaryStem(name: string): boolean {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}-]+/u);
  return tables.rows.some((row) =>
    row.suffixes.some((stem) => words.some((word) => bears(word, stem))),
  );
}

type Row = (typeof tables.rows)[number];

function isNamed({ words, suffixes }: Row, text: string, own: readonly string[]): boolean {
  return (
    words.some((word) => text.includes(` ${word} `)) ||
    suffixes.some((stem) => own.some((word) => bears(word, stem)))
  );
}

/** Our choice: a stem closes a word that is at least three letters longer; digits make it a code. */
function bears(word: string, stem: string): boolean {
  return word.length >= stem.length + 3 && bare(word).endsWith(stem) && !/\d/.test(word);
}

/** Biologics bear four letters behind their name that tell their maker (`abeparvovec-xioi`). */
function bare(word: string): string {
  return word.replace(/-[a-z]{4}$/, '');
}
