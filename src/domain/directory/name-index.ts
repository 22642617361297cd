import { formOf, isTradeWord, withoutTrade, wordsOf } from '../companies/company-names.ts';
import { groupBy } from '../group-by.ts';

export type EntryKind = 'ticker' | 'drug' | 'fund';

/** A company, drug or fund that can be looked up by name. */
export interface Entry {
  readonly kind: EntryKind;
  /** Identifies an entry: a company's ticker, a drug's name, or a fund's CIK. */
  readonly key: string;
  readonly name: string;
  /**
   * Ticker of the company, or of the company that owns the drug. Absent for funds and for drugs of
   * unknown companies.
   */
  readonly ticker?: string;
  /** The company's main ticker, if this entry is a share class, a warrant, a unit or an old ticker. */
  readonly mainTicker?: string;
  /** True if no stored record shows that the company is a biotech or pharma company. */
  readonly isOther?: true;
  /** Tickers that the company no longer uses. Such a ticker may now belong to another company. */
  readonly formerTickers?: readonly string[];
  /** The applicant of a drug, if the company that owns the drug is unknown. */
  readonly owner?: string;
  /** Aliases and former names of a company; codes and brands of a drug. */
  readonly otherNames?: readonly string[];
  /** Other text that a search can match: indications and mechanisms. */
  readonly about?: readonly string[];
}

/** An entry with its search words, which are computed when the store is refreshed. */
export interface IndexedEntry extends Entry {
  /** Search words with their weights. */
  readonly words: Readonly<Record<string, number>>;
  /**
   * Names without accents and punctuation. In names of companies, the legal form and the industry
   * word are also removed.
   */
  readonly plainNames: readonly string[];
}

/** Minimum number of characters of a name that is looked up. */
export const MIN_NAME_LENGTH = 3;
/**
 * Minimum number of characters of a word that can identify a company as the first word of its name.
 * A shorter word may be a ticker.
 */
const MIN_FIRST_WORD = 4;

export function nameIndex(byTicker: ReadonlyMap<string, IndexedEntry>) {
  const mainOf = (one: IndexedEntry) => byTicker.get(one.mainTicker ?? one.key) ?? one;
  const named = [...byTicker.values()].flatMap((one) =>
    one.plainNames.map((name) => ({ name, company: mainOf(one) })),
  );
  const byForm = groupBy(named, ({ name }) => name.replaceAll(' ', ''));
  const byFirstWord = groupBy(named, ({ name }) => name.split(' ', 1)[0]!);
  const companiesIn = (group: readonly { readonly company: IndexedEntry }[] = []) => [
    ...new Set(group.map(({ company }) => company)),
  ];

  /**
   * Finds companies by name. Biotech and pharma companies are preferred, so that "Vertex" finds
   * Vertex Pharmaceuticals and not Vertex, Inc. Then exact matches are preferred, because the names
   * of some companies differ only in the industry word.
   */
  function companiesNamed(words: readonly string[]): readonly IndexedEntry[] {
    const fullForm = formOf(words);
    if (fullForm.length < MIN_NAME_LENGTH) return [];
    const forms = [fullForm, formOf(withoutTrade(words))];
    const found = companiesIn(forms.flatMap((form) => byForm.get(form) ?? []));
    const biotechs = found.filter(({ isOther }) => !isOther);
    const similar = biotechs.length > 0 ? biotechs : found;
    const exact = similar.filter((one) => isNameOf(one, words));
    return exact.length > 0 ? exact : similar;
  }

  return {
    /**
     * The company whose full name or first word equals a text. Undefined if there is no such
     * company, or if there are several.
     */
    only(text: string): IndexedEntry | undefined {
      const words = wordsOf(text);
      const byName = companiesNamed(words);
      const matches = byName.length > 0 ? byName : companiesIn(byFirstWord.get(firstWord(words)));
      return matches.length === 1 ? matches[0] : undefined;
    },
    /**
     * Companies whose full name equals a text. The text may omit the legal form and the industry
     * word.
     */
    named: (text: string) => companiesNamed(wordsOf(text)),
    /**
     * Replaces share classes, warrants and units by the main entries of their companies, and
     * removes duplicates.
     */
    main: (companies: readonly IndexedEntry[]): readonly IndexedEntry[] => [
      ...new Set(companies.map(mainOf)),
    ],
  };
}

export type NameIndex = ReturnType<typeof nameIndex>;

export function namesOf({ name, otherNames = [] }: Entry): readonly string[] {
  return [name, ...otherNames];
}

/** Whether words equal a full name of an entry. The legal form is not compared. */
export function isNameOf(entry: Entry, words: readonly string[]): boolean {
  return namesOf(entry).some((name) => formOf(wordsOf(name)) === formOf(words));
}

/**
 * Returns the only word of a text. Returns an empty string if the text has several words, or if the
 * word is too short or an industry word.
 */
function firstWord([word = '', ...others]: readonly string[]): string {
  const isAmbiguous = others.length > 0 || word.length < MIN_FIRST_WORD || isTradeWord(word);
  return isAmbiguous ? '' : word;
}
