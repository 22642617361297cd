import { isTradeWord, withoutTrade, wordsOf } from '../companies/company-names.ts';
import { compareText } from '../compare-text.ts';
import { groupBy } from '../group-by.ts';
import { withoutMaker } from '../programs/drug-names.ts';
import {
  type Entry,
  type EntryKind,
  type IndexedEntry,
  MIN_NAME_LENGTH,
  type NameIndex,
  nameIndex,
  namesOf,
} from './name-index.ts';
import { folded, isNear, isTransposed, PREFIX_MATCH, wordMatch } from './nearness.ts';
import { plainTicker, tickersSpelled } from './ticker-spelling.ts';

/** Minimum weight of a search result, as a fraction of the best result's weight. */
const MIN_PART_OF_BEST = 0.5;
/** Weight of a search word from an indication. A word from a name has the weight 1. */
const ABOUT_WEIGHT = 0.6;
const TICKER_WEIGHT = 2;
/** Reduces the weight of a ticker if the query may use it as an ordinary word. */
const DOUBTFUL_TICKER = 0.1;
/** Maximum number of query words that are searched. */
const MAX_QUERY_WORDS = 20;
/** Maximum number of search results that are considered for suggestions. */
const MAX_NEAR = 50;
/** Number of words compared in one step of a search. A step takes about 0.2 ms. */
const WORDS_PER_STEP = 512;

/**
 * Maps each word to the entries that contain it. An entry is stored as its position and the weight
 * of the word in the entry.
 */
type InvertedIndex = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** Adds the search words and the normalized names to an entry. */
export function indexed(entry: Entry): IndexedEntry {
  const words = new Map<string, number>();
  for (const text of [entry.owner ?? '', ...(entry.about ?? [])]) {
    for (const word of foldedWords(text)) words.set(word, ABOUT_WEIGHT);
  }
  for (const name of namesOf(entry)) for (const word of foldedWords(name)) words.set(word, 1);
  const isCompany = entry.kind === 'ticker';
  for (const ticker of entry.formerTickers ?? []) words.set(folded(ticker), 1);
  if (isCompany) words.set(folded(entry.key), TICKER_WEIGHT);
  const plain = (name: string) =>
    isCompany ? [withoutTrade(wordsOf(name)).join(' ')] : [name, withoutMaker(name)].map(folded);
  const plainNames = [...new Set(namesOf(entry).flatMap(plain))];
  return { ...entry, words: Object.fromEntries(words), plainNames };
}

/** Lookup of a store's companies, drugs and funds by name. */
export function createDirectory(entries: readonly IndexedEntry[]) {
  const byKey = (kind: EntryKind) =>
    new Map(entries.flatMap((one) => (one.kind === kind ? [[one.key, one] as const] : [])));
  const companies = byKey('ticker');
  const funds = byKey('fund');
  const byTicker = [...companies.values()].sort((a, b) => compareText(a.key, b.key));
  const names = nameIndex(companies);
  const byFormerTicker = companiesByFormerTicker(byTicker, names);
  const byMain = groupBy(byTicker, ({ key, mainTicker = key }) => mainTicker);
  const index = indexOf(entries);
  const drugNames = entries.flatMap((entry) =>
    entry.kind === 'drug' ? entry.plainNames.map((name) => ({ name, entry })) : [],
  );
  const drugs = groupBy(drugNames, ({ name }) => name);
  const drugsNamed = (name: string): readonly Entry[] =>
    (drugs.get(folded(name)) ?? drugs.get(folded(withoutMaker(name))) ?? []).map(
      ({ entry }) => entry,
    );
  return {
    /**
     * The company with a ticker. The ticker may have any spelling that `tickersSpelled` returns. A
     * former ticker also matches if only one company has used it.
     */
    company(ticker: string): Entry | undefined {
      for (const spelled of tickersSpelled(ticker)) {
        const found = companies.get(spelled) ?? byFormerTicker.get(spelled);
        if (found) return found;
      }
      return undefined;
    },
    /**
     * The other stocks of the company that trades as `ticker`: its main stock, its ADRs and its
     * foreign ordinary shares. The tickers of ADRs and foreign shares have five letters and end in
     * Y or F. Empty for the ticker of a warrant or a unit.
     */
    sharesOf(ticker: string): readonly Entry[] {
      const main = companies.get(ticker)?.mainTicker ?? ticker;
      const shares = (byMain.get(main) ?? []).filter(
        ({ key }) => key === main || /^[A-Z]{4}[FY]$/.test(key),
      );
      const others = shares.filter(({ key }) => key !== ticker);
      return others.length < shares.length ? others : [];
    },
    /**
     * The company that a text names. The text is its full name, with or without the legal form and
     * the industry word. A text of one word may also be the first word of the name. Undefined if
     * several companies match.
     */
    companyNamed: (text: string): Entry | undefined => names.only(text),
    /** Drugs with a given name, one entry per owner. */
    drugs: drugsNamed,
    fund: (cik: string): Entry | undefined => funds.get(cik),
    /**
     * Entries that match a query, best first. The search is a generator that yields after each
     * step, so that the caller can run other work.
     */
    search: (query: string, kinds: readonly EntryKind[], most: number) =>
      search(entries, index, query, kinds, most),
    /**
     * Suggestions for an unknown name: distinct search results that match every word of the name.
     */
    near: (name: string, kinds: readonly EntryKind[], most: number) =>
      near(entries, index, name, kinds, most),
    /**
     * Companies whose ticker starts with a prefix, then companies whose name starts with it. Both
     * groups are sorted by ticker.
     */
    companiesBeginning: (typed: string) => beginning(byTicker, typed),
    /**
     * Suggestions for an unknown ticker. Tickers with two letters swapped come first, then
     * companies with a similar name, then owners of a drug with this name. If no name matches,
     * companies with a similar ticker are suggested.
     */
    companiesLike(text: string, most: number): readonly Entry[] {
      const byName = companiesByName(names, [...companies.values()], text);
      const owners = drugsNamed(text).flatMap(({ ticker = '' }) => companies.get(ticker) ?? []);
      const typed = plainTicker(text);
      const byTypo = [...companies.values()].filter(({ key }) => isNear(typed, key));
      const exchanged = byTypo.filter(({ key }) => isTransposed(typed, key));
      const isName = byName.length > 0 || owners.length > 0;
      const found = [...exchanged, ...byName, ...owners, ...(isName ? [] : byTypo)];
      return [...new Set(found)].slice(0, most);
    },
  };
}

export type Directory = ReturnType<typeof createDirectory>;

/** Companies by former ticker. Only tickers that belonged to a single company are included. */
function companiesByFormerTicker(
  companies: readonly IndexedEntry[],
  names: NameIndex,
): ReadonlyMap<string, IndexedEntry> {
  const former = companies.flatMap((company) =>
    (company.formerTickers ?? []).map((ticker) => ({ ticker, company })),
  );
  return new Map(
    [...groupBy(former, ({ ticker }) => ticker)].flatMap(([ticker, group]) => {
      const [only, ...others] = names.main(group.map(({ company }) => company));
      return only && others.length === 0 ? [[ticker, only] as const] : [];
    }),
  );
}

function indexOf(entries: readonly IndexedEntry[]): InvertedIndex {
  const index = new Map<string, Map<number, number>>();
  for (const [at, { words }] of entries.entries()) {
    for (const [word, weight] of Object.entries(words)) {
      const weights = index.get(word);
      if (weights) weights.set(at, weight);
      else index.set(word, new Map([[at, weight]]));
    }
  }
  return index;
}

/**
 * Ranks entries by the words of a query that they contain. If n of the N entries contain a word,
 * the weight of the word is ln(1 + N ÷ n).
 */
function* search(
  entries: readonly IndexedEntry[],
  index: InvertedIndex,
  query: string,
  kinds: readonly EntryKind[],
  most: number,
): Generator<undefined, readonly IndexedEntry[]> {
  const isWanted = (at: number) => kinds.includes(entries[at]!.kind);
  const weights = new Map<number, number>();
  const tickers = tickersIn(query);
  for (const word of queryWords(query)) {
    const matches = yield* matchesOf(index, word, isWanted, entries.length);
    for (const [at, weight] of matches) {
      const isDoubtful = isOnlyTicker(entries[at]!, word) && !tickers.has(word);
      weights.set(at, (weights.get(at) ?? 0) + weight * (isDoubtful ? DOUBTFUL_TICKER : 1));
    }
  }
  const best = Math.max(0, ...weights.values());
  return [...weights]
    .filter(([, weight]) => weight >= best * MIN_PART_OF_BEST)
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, most)
    .map(([at]) => entries[at]!);
}

/**
 * The words of a query that may be tickers: words in capitals and words that start with `$`. If the
 * query is a single word, this word may be a ticker.
 */
function tickersIn(query: string): ReadonlySet<string> {
  const written = query.trim().split(/[\s(),:;]+/);
  const isTicker = (word: string) => written.length === 1 || /^\$|^[^\p{Ll}]+$/u.test(word);
  return new Set(written.filter(isTicker).map(folded));
}

/** Whether a word is the ticker of a company and does not occur in the company's name. */
function isOnlyTicker(entry: IndexedEntry, word: string): boolean {
  const { kind, key, formerTickers = [] } = entry;
  const isName = (name: string) => name !== key && foldedWords(name).includes(word);
  return (
    kind === 'ticker' &&
    [key, ...formerTickers].some((ticker) => folded(ticker) === word) &&
    !namesOf(entry).some(isName)
  );
}

/** Returns the number of query words that match a whole word of an entry or the start of a word. */
export function hitsOf(entry: IndexedEntry, words: readonly string[], query: string): number {
  const tickers = tickersIn(query);
  const own = Object.keys(entry.words);
  return words.filter((word) => {
    if (isOnlyTicker(entry, word)) return tickers.has(word);
    return own.some((one) => wordMatch(word, one) >= PREFIX_MATCH);
  }).length;
}

function* near(
  entries: readonly IndexedEntry[],
  index: InvertedIndex,
  name: string,
  kinds: readonly EntryKind[],
  most: number,
): Generator<undefined, readonly Entry[]> {
  const wanted = foldedWords(name).filter((word) => !isTradeWord(word));
  if (wanted.join('').length < MIN_NAME_LENGTH) return [];
  const results = yield* search(entries, index, wanted.join(' '), kinds, MAX_NEAR);
  const hasAllWords = ({ words }: IndexedEntry) =>
    wanted.every((word) => Object.keys(words).some((other) => wordMatch(word, other) > 0));
  const distinct = new Map(
    results.filter(hasAllWords).map((entry) => [`${entry.kind}:${entry.key}`, entry]),
  );
  return [...distinct.values()].slice(0, most);
}

/** The words of a query. Single letters are omitted if there are longer words. */
function queryWords(query: string): ReadonlySet<string> {
  const words = foldedWords(query).slice(0, MAX_QUERY_WORDS);
  const long = words.filter((word) => word.length > 1);
  return new Set(long.length > 0 ? long : words);
}

/**
 * Returns the entries that contain a word, with their weights. If no entry contains the word,
 * returns the entries that contain the most similar words.
 */
function* matchesOf(
  index: InvertedIndex,
  query: string,
  isWanted: (at: number) => boolean,
  count: number,
): Generator<undefined, ReadonlyMap<number, number>> {
  const isFound = (word: string) => [...(index.get(word)?.keys() ?? [])].some(isWanted);
  const words = isFound(query)
    ? [[query, 1] as const]
    : (yield* nearWords(index, query)).filter(([word]) => isFound(word));
  const best = Math.max(0, ...words.map(([, match]) => match));
  const weights = new Map<number, number>();
  for (const [word, match] of words) {
    if (match < best) continue;
    const entries = index.get(word)!;
    const rarity = Math.log(1 + count / entries.size);
    for (const [at, weight] of entries) {
      if (!isWanted(at)) continue;
      weights.set(at, Math.max(weights.get(at) ?? 0, weight * match * rarity));
    }
  }
  return weights;
}

/** The indexed words that are similar to a query word, with their similarity. */
function* nearWords(
  index: InvertedIndex,
  query: string,
): Generator<undefined, (readonly [word: string, match: number])[]> {
  const near: (readonly [string, number])[] = [];
  let compared = 0;
  for (const word of index.keys()) {
    const match = wordMatch(query, word);
    if (match > 0) near.push([word, match]);
    compared += 1;
    if (compared % WORDS_PER_STEP === 0) yield;
  }
  return near;
}

function beginning(byTicker: readonly IndexedEntry[], typed: string): readonly Entry[] {
  const start = typed.trim().toUpperCase();
  const [word = ''] = foldedWords(typed).slice(-1);
  const isBySymbol = ({ key }: Entry) => key.startsWith(start);
  const isByName = (entry: IndexedEntry) =>
    word !== '' &&
    !isBySymbol(entry) &&
    Object.keys(entry.words).some((one) => one.startsWith(word));
  return [...byTicker.filter(isBySymbol), ...byTicker.filter(isByName)];
}

/**
 * Companies whose name equals a text. If there are none, companies whose name contains a similar
 * word for every word of the text, sorted by similarity and then by length of the name.
 */
function companiesByName(
  names: NameIndex,
  companies: readonly IndexedEntry[],
  text: string,
): readonly IndexedEntry[] {
  const exact = names.named(text);
  if (exact.length > 0) return exact;
  const query = withoutTrade(wordsOf(text));
  if (query.join('').length < MIN_NAME_LENGTH) return [];
  const similar = companies.flatMap((company) =>
    company.plainNames
      .map((name) => name.split(' '))
      .map((words) => ({ company, words, match: nameMatch(query, words) }))
      .filter(({ match }) => match > 0),
  );
  const hasExact = similar.some(({ match }) => match === 1);
  const nearest = similar
    .filter(({ match }) => !hasExact || match === 1)
    .sort(
      (a, b) =>
        b.match - a.match ||
        a.words.length - b.words.length ||
        compareText(a.company.key, b.company.key),
    );
  return names.main(nearest.map(({ company }) => company));
}

/**
 * Similarity of a query to a name. Each query word is compared with the most similar word of the
 * name, and the lowest of these similarities is used. If the query and the name without spaces are
 * more similar, their similarity is used instead.
 */
function nameMatch(query: readonly string[], name: readonly string[]): number {
  const worst = Math.min(
    ...query.map((word) => Math.max(...name.map((one) => wordMatch(word, one)))),
  );
  return Math.max(worst, wordMatch(query.join(''), name.join('')));
}

function foldedWords(text: string): readonly string[] {
  return folded(text)
    .split(' ')
    .filter((word) => word !== '');
}
