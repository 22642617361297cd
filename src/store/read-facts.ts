import { groupBy } from '../domain/group-by.ts';
import { type FactName, factKinds } from '../facts.ts';
import { putAside } from './aside.ts';
import { type Companies, companiesOf } from './companies.ts';
import { isAboutCompany, underTickersOfToday } from './company-reference.ts';
import type { Database } from './database.ts';
import {
  type CompanyKind,
  eachRecord,
  type Facts,
  factKey,
  identifier,
  readMarked,
  type Sourced,
} from './facts-store.ts';
import type { Fields } from './merge.ts';
import { pricesOf } from './price-rows.ts';
import {
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
  let known: Companies | undefined;
  const companies = () => {
    known ??= readCompanies(database);
    return known;
  };
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
      return [...readKind(database, kind, companies(), texts)] as Sourced<Name>[];
    },
    each: <Name extends Exclude<FactName, 'prices'>>(kind: Name) => ({
      [Symbol.iterator]: () =>
        readKind(database, kind, companies(), texts)[Symbol.iterator]() as Iterator<Sourced<Name>>,
    }),
    aside: (rows) => putAside(database, rows),
    ofCompany<Name extends CompanyKind>(kind: Name, ticker: string) {
      const own = placesOf(kind).get(ticker) ?? [];
      return own.flatMap((place) => readPlace(database, kind, place, texts)) as Sourced<Name>[];
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

/** The companies of a store as all statements of them together tell. */
export function readCompanies(database: Database): Companies {
  return companiesOf(readMarked(database, 'companies'));
}

/** The facts of a kind under the tickers that their companies bear today. */
function readKind(
  database: Database,
  kind: FactName,
  companies: Companies,
  texts: Texts,
): Iterable<unknown> {
  if (kind === 'companies') {
    return companies.listings.map(({ record, mark }) => ({ ...record, source: mark.source }));
  }
  if (seriesDate(kind)) return readSeries(database, kind, companies.tickerOf, texts);
  const records = eachRecord(database, kind);
  return isAboutCompany(kind)
    ? underTickers(kind, records, companies)
    : underOtherTickers(kind, records, companies);
}

function* underOtherTickers(
  kind: FactName,
  records: Iterable<Fields>,
  { tickerOf }: Companies,
): Generator<Fields, undefined> {
  for (const one of records) {
    const record = underTickersOfToday(kind, one, tickerOf);
    if (kind !== 'decisions' || record.Ticker !== undefined) yield record;
  }
  return undefined;
}

function underTickers(
  kind: FactName,
  records: Iterable<Fields>,
  companies: Companies,
): readonly Fields[] {
  const found: Fields[] = [];
  const moved = new Map<string, Fields>();
  for (const record of records) {
    const ticker = companies.tickerOf(record);
    if (ticker === undefined) continue;
    if (ticker === record.ticker) found.push(record);
    else {
      const next = { ...record, ticker };
      const key = tickerKey(kind, next);
      moved.set(key, { ...withIdentifier(kind, record, next), ...moved.get(key) });
    }
  }
  if (moved.size === 0) return found;
  // What two names of one company say of the same record is said once.
  const whole = found.map((record) => {
    const key = tickerKey(kind, record);
    const other = moved.get(key);
    moved.delete(key);
    return other ? { ...other, ...record } : record;
  });
  return [...whole, ...moved.values()];
}

/** A record that is served with an identifier keeps the one that it had under another ticker. */
function withIdentifier(kind: FactName, before: Fields, record: Fields): Fields {
  const { id } = factKinds[kind] as { id?: string };
  return id === '_id' ? { ...record, _id: identifier(kind, before) } : record;
}

/** The key that a record would have if its company had never been named otherwise. */
function tickerKey(kind: FactName, { cik: _, ...record }: Fields): string {
  return factKey(kind, record);
}
