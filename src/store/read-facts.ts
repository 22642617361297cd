import { sum } from 'simple-statistics';
import { groupBy } from '../domain/group-by.ts';
import { lazyIterable } from '../domain/lazy-iterable.ts';
import { onFirstUse } from '../domain/on-first-use.ts';
import {
  isAboutCompany,
  withCurrentTickers,
  withOtherTickers,
} from '../facts/company-reference.ts';
import { type FactName, factKinds } from '../facts/fact-kinds.ts';
import type { Fields } from '../facts/merge-records.ts';
import { type Companies, companiesOf } from './companies.ts';
import type { Database } from './database.ts';
import {
  type CompanyKind,
  eachNamed,
  eachRecord,
  type Facts,
  factKey,
  identifier,
  type LetterKind,
  type OfOther,
  type Prices,
  readMarked,
  type Sourced,
} from './facts-store.ts';
import {
  column,
  type Packed,
  readPlace,
  readSeries,
  type SeriesPlace,
  seriesDate,
  seriesOf,
  seriesPlaces,
  type Texts,
  tickersOf,
} from './series.ts';

export function readFacts(database: Database): Facts {
  const texts: Texts = new Map();
  const moved: Read['moved'] = new Map();
  const companies = onFirstUse(() => readCompanies(database));
  const read = () => ({ companies: companies(), texts, moved });
  const places = new Map<CompanyKind, ReadonlyMap<string, readonly SeriesPlace[]>>();
  const placesOf = (kind: CompanyKind) => {
    const found =
      places.get(kind) ??
      groupBy(seriesPlaces(database, kind, companies().tickerOf), ({ ticker }) => ticker);
    places.set(kind, found);
    return found;
  };
  return {
    all<Name extends Exclude<FactName, 'prices'>>(kind: Name) {
      return [...readKind(database, kind, read())] as Sourced<Name>[];
    },
    each<Name extends Exclude<FactName, 'prices'>>(kind: Name) {
      return lazyIterable(() => readKind(database, kind, read())) as Iterable<Sourced<Name>>;
    },
    ofCompany<Name extends CompanyKind>(kind: Name, ticker: string) {
      const own = placesOf(kind).get(ticker) ?? [];
      return own.flatMap((place) => readPlace(database, kind, place, texts)) as Sourced<Name>[];
    },
    ofOthers<Name extends LetterKind>(kind: Name) {
      // Some published letters name no company. They state only the number of the application.
      const isOther = (names: Fields) =>
        (kind !== 'mentions' || Boolean(names.company_name)) &&
        companies().tickerOf(names) === undefined;
      return [...eachNamed(database, kind, isOther)] as unknown as OfOther<Name>[];
    },
    tickersOf: (kind) => [...placesOf(kind).keys()],
    prices(ticker, date, bars) {
      const tickers = [ticker, ...companies().formerTickers(ticker)];
      const years = seriesOf(database, 'prices', tickers, texts);
      return pricesOf(years, date, bars);
    },
    pricedTickers: () =>
      [
        ...new Set(
          tickersOf(database, 'prices').map((ticker) => companies().tickerOf({ ticker }) ?? ticker),
        ),
      ].sort(),
  };
}

/** The companies of a store, merged from all records about them. */
export function readCompanies(database: Database): Companies {
  return companiesOf(readMarked(database, 'companies'));
}

/** Data cached between reads of facts. */
interface Read {
  readonly companies: Companies;
  readonly texts: Texts;
  /**
   * For each kind, the cached records of companies whose ticker has changed. A kind with more than
   * `MAX_REMEMBERED` such records is not cached.
   */
  readonly moved: Map<FactName, Moved>;
}

/**
 * Records of companies whose ticker has changed. Each record and its key in the map contain the new
 * ticker.
 */
type Moved = ReadonlyMap<string, Fields>;

/** Maximum number of records that `moved` caches per kind. */
const MAX_REMEMBERED = 1_000;

/** Reads the facts of a kind, with the current tickers of their companies. */
function readKind(
  database: Database,
  kind: FactName,
  { companies, texts, moved }: Read,
): Iterable<unknown> {
  if (kind === 'companies') {
    return companies.listings.map(({ record, mark }) => ({ ...record, source: mark.source }));
  }
  if (seriesDate(kind)) return readSeries(database, kind, companies.tickerOf, texts);
  const records = eachRecord(database, kind);
  if (!isAboutCompany(kind)) return underOtherTickers(kind, records, companies);
  const others = moved.get(kind) ?? movedRecords(database, kind, companies);
  if (others.size <= MAX_REMEMBERED) moved.set(kind, others);
  return underTickers(kind, records, others, companies);
}

function* underOtherTickers(
  kind: FactName,
  records: Iterable<Fields>,
  { tickerOf, renamed }: Companies,
): Generator<Fields> {
  for (const one of records) {
    const followed = renamed.size > 0 ? withOtherTickers(kind, one, renamed) : one;
    const record = withCurrentTickers(kind, followed, tickerOf);
    if (kind !== 'decisions' || record.Ticker !== undefined) yield record;
  }
}

/** @param moved the records of the kind that are stored under another ticker of their company */
function* underTickers(
  kind: FactName,
  records: Iterable<Fields>,
  moved: Moved,
  { tickerOf }: Companies,
): Generator<Fields> {
  const others = new Map(moved);
  for (const record of records) {
    if (tickerOf(record) !== record.ticker || record.ticker === undefined) continue;
    if (moved.size === 0) {
      yield record;
      continue;
    }
    // If the same record is stored under two names of one company, the two stored records are
    // merged and returned once.
    const key = tickerKey(kind, record);
    const other = others.get(key);
    others.delete(key);
    yield other ? { ...other, ...record } : record;
  }
  yield* others.values();
}

function movedRecords(database: Database, kind: FactName, { tickerOf }: Companies): Moved {
  const moved = new Map<string, Fields>();
  const isElsewhere = (names: Fields) => {
    const ticker = tickerOf(names);
    return ticker !== undefined && ticker !== names.ticker;
  };
  for (const record of eachNamed(database, kind, isElsewhere)) {
    const next = { ...record, ticker: tickerOf(record) };
    const key = tickerKey(kind, next);
    moved.set(key, { ...withIdentifier(kind, record, next), ...moved.get(key) });
  }
  return moved;
}

/** Gives a record the identifier under which it was served before its ticker changed. */
function withIdentifier(kind: FactName, before: Fields, record: Fields): Fields {
  const { id } = factKinds[kind] as { id?: string };
  return id === '_id' ? { ...record, _id: identifier(kind, before) } : record;
}

/** The key of a record, with the ticker instead of the CIK. */
function tickerKey(kind: FactName, { cik: _, ...record }: Fields): string {
  return factKey(kind, record);
}

/**
 * Returns a ticker's prices up to a day.
 * @param years the packed price bars, one row per year, oldest first
 * @param recent the number of newest bars to return completely. For earlier bars, only the close is
 * returned
 */
export function pricesOf(years: readonly Packed[], date: string, recent: number): Prices {
  const known = years.map((year) => ({ year, count: daysUpTo(year, date) }));
  const first = Math.max(0, sum(known.map(({ count }) => count)) - recent);
  const from = <Value>(field: string, place: number) => {
    const parts: (readonly unknown[])[] = [];
    let before = 0;
    for (const { year, count } of known) {
      if (before + count > place)
        parts.push(column(year, field).slice(Math.max(0, place - before), count));
      before += count;
    }
    return ([] as unknown[]).concat(...parts) as Value[];
  };
  const all = <Value>(field: string) => from<Value>(field, 0);
  const last = <Value>(field: string) => from<Value>(field, first);
  return {
    days: all('date'),
    closes: all('close'),
    as_traded: all('as_traded'),
    open: last('open'),
    high: last('high'),
    low: last('low'),
    volume: last('volume'),
    sources: last('source'),
  };
}

function daysUpTo(year: Packed, date: string): number {
  const days = column(year, 'date') as readonly string[];
  return days.at(-1)! <= date ? days.length : days.filter((day) => day <= date).length;
}
