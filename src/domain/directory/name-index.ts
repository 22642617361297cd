import { isTradeWord, withoutTrade, wordsOf } from '../companies/company-names.ts';
import { groupBy } from '../group-by.ts';

/** What a name can stand for. */
export type EntryKind = 'ticker' | 'drug' | 'fund';

/** Something that is asked for by name. */
export interface Entry {
  readonly kind: EntryKind;
  /** A ticker, the name of a drug, the CIK of a fund. */
  readonly key: string;
  /** What it is called, before all. */
  readonly name: string;
  /** The company that it is, or whose it is; absent for funds, and for drugs of others. */
  readonly ticker?: string;
  /** The ticker that stands for its company, where this one is a class, a warrant or a unit of it. */
  readonly mainTicker?: string;
  /** Tickers that the company bore once; another may bear one of them today. */
  readonly formerTickers?: readonly string[];
  /** Who applied for a drug that is no known company's. */
  readonly owner?: string;
  /** Other names: aliases and former names, codes and brands. */
  readonly otherNames?: readonly string[];
  /** Further words to find it by: indications and mechanisms. */
  readonly about?: readonly string[];
}

/** An entry ready to be found: folded at a refresh, so that nothing is when it is asked for. */
export interface IndexedEntry extends Entry {
  /** The words that find it, with their weight. */
  readonly words: Readonly<Record<string, number>>;
  /** Its names without accents and punctuation; a company's without legal forms and trades too. */
  readonly plainNames: readonly string[];
}

/** Letters that a name needs to be told from others. */
export const MIN_NAME_LENGTH = 3;
/** Letters of a name's first word that stand for the name: shorter ones may be a ticker. */
const MIN_FIRST_WORD = 4;

/** Which companies bear a name. */
export interface NameIndex {
  /** The company that a text names without doubt: by its whole name, or alone by the first word. */
  sole(text: string): IndexedEntry | undefined;
  /** The companies whose whole name a text is, with or without legal form and trade, each once. */
  bearers(text: string): readonly IndexedEntry[];
  /** Companies, each once, by the ticker that stands for its classes, warrants and units. */
  once(companies: readonly IndexedEntry[]): readonly IndexedEntry[];
}

/** Indexes companies by their names, whole and by the first word. */
export function nameIndex(byTicker: ReadonlyMap<string, IndexedEntry>): NameIndex {
  const mainOf = (one: IndexedEntry) => byTicker.get(one.mainTicker ?? one.key) ?? one;
  const named = [...byTicker.values()].flatMap((one) =>
    one.plainNames.map((name) => ({ name, company: mainOf(one) })),
  );
  const byForm = groupBy(named, ({ name }) => name.replaceAll(' ', ''));
  const byFirstWord = groupBy(named, ({ name }) => name.split(' ', 1)[0]!);
  const companiesIn = (group: readonly { readonly company: IndexedEntry }[] = []) => [
    ...new Set(group.map(({ company }) => company)),
  ];

  /** Of several that differ in their trade alone, those of that very name. */
  function bearersOf(words: readonly string[]): readonly IndexedEntry[] {
    const whole = formOf(words);
    if (whole.length < MIN_NAME_LENGTH) return [];
    const forms = [whole, formOf(withoutTrade(words))];
    const alike = companiesIn(forms.flatMap((form) => byForm.get(form) ?? []));
    const isSame = (name: string) => formOf(wordsOf(name)) === whole;
    const same = alike.filter((one) => namesOf(one).some(isSame));
    return same.length > 0 ? same : alike;
  }

  return {
    sole(text) {
      const words = wordsOf(text);
      const bearers = bearersOf(words);
      const found = bearers.length > 0 ? bearers : companiesIn(byFirstWord.get(firstWord(words)));
      return found.length === 1 ? found[0] : undefined;
    },
    bearers: (text) => bearersOf(wordsOf(text)),
    once: (companies) => [...new Set(companies.map(mainOf))],
  };
}

/** All names of an entry, the first one before all. */
export function namesOf({ name, otherNames = [] }: Entry): readonly string[] {
  return [name, ...otherNames];
}

/** The word that stands alone for a name; none where several stand, or one that says the trade. */
function firstWord([word = '', ...others]: readonly string[]): string {
  const isNameless = others.length > 0 || word.length < MIN_FIRST_WORD || isTradeWord(word);
  return isNameless ? '' : word;
}

/** Text without spaces: registers write `Bio Nova` and `BioNova` of one company. */
function formOf(words: readonly string[]): string {
  return words.join('');
}
