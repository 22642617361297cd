import { isTradeWord, withoutTrade, wordsOf } from '../companies/company-names.ts';
import { compareText } from '../compare-text.ts';
import { groupBy } from '../group-by.ts';
import {
  type Entry,
  type EntryKind,
  type IndexedEntry,
  MIN_NAME_LENGTH,
  type NameIndex,
  nameIndex,
  namesOf,
} from './name-index.ts';
import { folded, isNear, wordMatch } from './nearness.ts';

/** Everything that a store knows by name. */
export interface Directory {
  /** The company of a ticker, or of one that it alone bore once and nobody bears; in upper case. */
  company(ticker: string): Entry | undefined;
  /**
   * The company whose name a text is, with or without its legal form and trade, or else is the first
   * word of; where only one is.
   */
  companyNamed(text: string): Entry | undefined;
  /** A drug by one of its names, of each company that has it. */
  drugs(name: string): readonly Entry[];
  fund(cik: string): Entry | undefined;
  /** The entries that a query finds, the likeliest first; in steps, for others may wait. */
  search(
    query: string,
    kinds: readonly EntryKind[],
    most: number,
  ): Generator<undefined, readonly Entry[]>;
  /**
   * The entries that somebody may have meant by a name that none bears: those that a search finds
   * and that bear each of its words that says more than a trade, or nearly do; each name once.
   */
  near(
    name: string,
    kinds: readonly EntryKind[],
    most: number,
  ): Generator<undefined, readonly Entry[]>;
  /** Companies whose ticker begins as typed, then those with such a word in a name; each by ticker. */
  companiesBeginning(typed: string): readonly Entry[];
  /**
   * The companies that somebody may have meant by what stands in place of a ticker: those whose
   * name it is or nearly is, then those whose ticker is nearly the same; none that is far off.
   */
  companiesLike(text: string, most: number): readonly Entry[];
}

/** Below this part of the best match's weight, a match is left out. */
const MIN_PART_OF_BEST = 0.5;
/** What a word of an indication weighs beside one of a name. */
const ABOUT_WEIGHT = 0.6;
/** What a ticker weighs beside a word of a name. */
const TICKER_WEIGHT = 2;
/** Words of a query that are looked for. */
const MAX_QUERY_WORDS = 20;
/** Entries found that are looked at for one that was meant. */
const MAX_NEAR = 50;
/** Words of the vocabulary that one is compared with before others may be let in: about 0.2 ms. */
const WORDS_A_STEP = 512;

/** By word, the entries that bear it and how much it says of them. */
type InvertedIndex = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** Makes an entry ready to be found. */
export function indexed(entry: Entry): IndexedEntry {
  const words = new Map<string, number>();
  for (const text of entry.about ?? []) {
    for (const word of foldedWords(text)) words.set(word, ABOUT_WEIGHT);
  }
  for (const name of namesOf(entry)) for (const word of foldedWords(name)) words.set(word, 1);
  const isCompany = entry.kind === 'ticker';
  for (const ticker of entry.formerTickers ?? []) words.set(folded(ticker), 1);
  if (isCompany) words.set(folded(entry.key), TICKER_WEIGHT);
  const plain = (name: string) =>
    isCompany ? withoutTrade(wordsOf(name)).join(' ') : folded(name);
  return { ...entry, words: Object.fromEntries(words), plainNames: namesOf(entry).map(plain) };
}

/** The entries as they are searched: put together once for a version of the store. */
export function createDirectory(entries: readonly IndexedEntry[]): Directory {
  const companies = new Map(
    entries.flatMap((one) => (one.kind === 'ticker' ? [[one.key, one] as const] : [])),
  );
  const byTicker = [...companies.values()].sort((a, b) => compareText(a.key, b.key));
  const named = nameIndex(companies);
  const renamed = formerBearers(byTicker, named);
  const index = indexOf(entries);
  const drugs = new Map<string, IndexedEntry[]>();
  for (const entry of entries) {
    for (const name of entry.kind === 'drug' ? entry.plainNames : []) {
      const bearing = drugs.get(name);
      if (bearing) bearing.push(entry);
      else drugs.set(name, [entry]);
    }
  }
  const funds = new Map(
    entries.flatMap((one) => (one.kind === 'fund' ? [[one.key, one] as const] : [])),
  );
  const drugsNamed = (name: string) => drugs.get(folded(name)) ?? [];
  return {
    company: (ticker) => companies.get(ticker) ?? renamed.get(ticker),
    companyNamed: named.sole,
    drugs: drugsNamed,
    fund: (cik) => funds.get(cik),
    search: (query, kinds, most) => search(entries, index, query, kinds, most),
    near: (name, kinds, most) => near(entries, index, name, kinds, most),
    companiesBeginning: (typed) => beginning(byTicker, typed),
    companiesLike(text, most) {
      const byName = likeNamed(named, [...companies.values()], text);
      const owners = drugsNamed(text).flatMap(({ ticker = '' }) => companies.get(ticker) ?? []);
      const asked = text.trim().toUpperCase();
      const alike = [...companies.values()].filter(({ key }) => isNear(asked, key));
      const isNamed = byName.length > 0 || owners.length > 0;
      return [...new Set([...byName, ...owners, ...(isNamed ? [] : alike)])].slice(0, most);
    },
  };
}

/** By former ticker the company that bore it, where only one did. */
function formerBearers(
  companies: readonly IndexedEntry[],
  named: NameIndex,
): ReadonlyMap<string, IndexedEntry> {
  const borne = companies.flatMap((company) =>
    (company.formerTickers ?? []).map((ticker) => ({ ticker, company })),
  );
  return new Map(
    [...groupBy(borne, ({ ticker }) => ticker)].flatMap(([ticker, group]) => {
      const [sole, ...others] = named.once(group.map(({ company }) => company));
      return sole && others.length === 0 ? [[ticker, sole] as const] : [];
    }),
  );
}

function indexOf(entries: readonly IndexedEntry[]): InvertedIndex {
  const index = new Map<string, Map<number, number>>();
  for (const [at, { words }] of entries.entries()) {
    for (const [word, weight] of Object.entries(words)) {
      const bearing = index.get(word);
      if (bearing) bearing.set(at, weight);
      else index.set(word, new Map([[at, weight]]));
    }
  }
  return index;
}

/**
 * Ranks entries by the words of a query that they bear, a rare word above a common one (inverse
 * document frequency, ln(1 + N ÷ n)).
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
  for (const asked of wordsAsked(query)) {
    const bearers = yield* bearersOf(index, asked, isWanted, entries.length);
    for (const [at, weight] of bearers) {
      weights.set(at, (weights.get(at) ?? 0) + weight);
    }
  }
  const best = Math.max(0, ...weights.values());
  return [...weights]
    .filter(([, weight]) => weight >= best * MIN_PART_OF_BEST)
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, most)
    .map(([at]) => entries[at]!);
}

function* near(
  entries: readonly IndexedEntry[],
  index: InvertedIndex,
  name: string,
  kinds: readonly EntryKind[],
  most: number,
): Generator<undefined, readonly Entry[]> {
  const asked = foldedWords(name).filter((word) => !isTradeWord(word));
  if (asked.join('').length < MIN_NAME_LENGTH) return [];
  const found = yield* search(entries, index, asked.join(' '), kinds, MAX_NEAR);
  const isNearly = ({ words }: IndexedEntry) =>
    asked.every((word) => Object.keys(words).some((own) => wordMatch(word, own) > 0));
  const once = new Map(
    found.filter(isNearly).map((entry) => [`${entry.kind}:${entry.key}`, entry]),
  );
  return [...once.values()].slice(0, most);
}

/** The words of a query; single letters alone say nothing beside others. */
function wordsAsked(query: string): ReadonlySet<string> {
  const words = foldedWords(query).slice(0, MAX_QUERY_WORDS);
  const long = words.filter((word) => word.length > 1);
  return new Set(long.length > 0 ? long : words);
}

/** The entries wanted that bear a word: exactly where some do, else nearly. */
function* bearersOf(
  index: InvertedIndex,
  asked: string,
  isWanted: (at: number) => boolean,
  count: number,
): Generator<undefined, ReadonlyMap<number, number>> {
  const isBorne = (word: string) => [...(index.get(word)?.keys() ?? [])].some(isWanted);
  const words = isBorne(asked)
    ? [[asked, 1] as const]
    : (yield* nearWords(index, asked)).filter(([word]) => isBorne(word));
  const best = Math.max(0, ...words.map(([, match]) => match));
  const weights = new Map<number, number>();
  for (const [word, match] of words) {
    if (match < best) continue;
    const bearing = index.get(word)!;
    const rarity = Math.log(1 + count / bearing.size);
    for (const [at, weight] of bearing) {
      if (!isWanted(at)) continue;
      weights.set(at, Math.max(weights.get(at) ?? 0, weight * match * rarity));
    }
  }
  return weights;
}

/** The words of the vocabulary that answer to one, and how well. */
function* nearWords(
  index: InvertedIndex,
  asked: string,
): Generator<undefined, (readonly [word: string, match: number])[]> {
  const near: (readonly [string, number])[] = [];
  let compared = 0;
  for (const word of index.keys()) {
    const match = wordMatch(asked, word);
    if (match > 0) near.push([word, match]);
    compared += 1;
    if (compared % WORDS_A_STEP === 0) yield;
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
 * The companies whose name a text is; else those that bear every word of it that says more than a
 * trade, the nearest names first, of equally near ones the shortest.
 */
function likeNamed(
  named: NameIndex,
  companies: readonly IndexedEntry[],
  text: string,
): readonly IndexedEntry[] {
  const bearers = named.bearers(text);
  if (bearers.length > 0) return bearers;
  const asked = withoutTrade(wordsOf(text));
  if (asked.join('').length < MIN_NAME_LENGTH) return [];
  const found = companies.flatMap((company) =>
    company.plainNames
      .map((name) => name.split(' '))
      .map((words) => ({ company, words, match: nameMatch(asked, words) }))
      .filter(({ match }) => match > 0),
  );
  const isExact = found.some(({ match }) => match === 1);
  const nearest = found
    .filter(({ match }) => !isExact || match === 1)
    .sort(
      (a, b) =>
        b.match - a.match ||
        a.words.length - b.words.length ||
        compareText(a.company.key, b.company.key),
    );
  return named.once(nearest.map(({ company }) => company));
}

/** How well the words asked for answer to a name: as its worst one, or all written as one word. */
function nameMatch(asked: readonly string[], own: readonly string[]): number {
  const worst = Math.min(
    ...asked.map((word) => Math.max(...own.map((one) => wordMatch(word, one)))),
  );
  return Math.max(worst, wordMatch(asked.join(''), own.join('')));
}

function foldedWords(text: string): readonly string[] {
  return folded(text)
    .split(' ')
    .filter((word) => word !== '');
}
