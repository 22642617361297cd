import { sha256 } from '../base/sha256.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { plausibilityOf, withFlag } from '../catalogue/plausible.ts';
import type { IndexedEntry } from '../domain/directory/name-index.ts';
import type { Database } from '../store/database.ts';
import { joinedRows } from '../store/joined-rows.ts';
import { readFacts } from '../store/read-facts.ts';
import { changedKinds, type Revisions, revisionsOf } from '../store/revisions.ts';
import type { Row } from '../store/served-order.ts';
import { dropTables, layOut, writeTables } from '../store/served-store.ts';
import { withPast } from '../store/served-tables.ts';
import { UNIVERSE_DIGEST } from '../store/vendor-data.ts';
import { collectionGroups, collections } from './all-collections.ts';
import { beginRefresh, type InputKind, type Kept, type RecordedRefresh } from './begin-refresh.ts';
import { currentLines } from './catalysts/frozen-lines.ts';
import type { Computation, Universe } from './computation.ts';
import { directory, unlistedEntries } from './directory/directory.ts';
import { marketValueFlags } from './market/market.ts';
import { withOrigins } from './newest-origins.ts';
import { outcomeModel } from './trials/learned-outcomes.ts';
import { countUniverse, universeDigest } from './universe.ts';

/**
 * The inputs of the served tables. From them, the next refresh determines what it must recompute.
 */
export interface Provenance {
  /** Day of the refresh, `YYYY-MM-DD`. */
  readonly today: string;
  /** Revisions of the facts that were read. */
  readonly revisions: Revisions;
  /** The cached results of the last refresh, by name. */
  readonly parts: Readonly<Record<string, Part>>;
}

/**
 * A cached result, such as the digests of a collection's tables. It is recomputed if facts of the
 * listed kinds, or the universe if it is listed, have changed.
 */
interface Part {
  /** What the result was computed from. */
  readonly kinds: readonly InputKind[];
  /** The result as JSON data. */
  readonly result: unknown;
}

/**
 * Computes the tables of the endpoints from the current facts and writes them to the temporary
 * database. A cached result is recomputed if the day, the universe that it uses or the facts of a
 * kind that it was computed from have changed. A table is not written if it equals the table in the
 * store. The same facts, day, last model, first-served times and recorded scores always give the
 * same tables. The caller holds a transaction, so that all facts are from one moment.
 * @param today the day of the refresh, `YYYY-MM-DD`
 * @param before the inputs of the served tables; undefined if another release computed them
 * @throws Error if an endpoint names an unknown collection, before anything is computed
 */
export function derive(
  database: Database,
  asked: readonly Endpoint[],
  today: string,
  before: Provenance | undefined,
  given: Kept,
) {
  const endpoints = withPast(asked);
  const unknown = endpoints.find((one) => !one.joined && !collections[one.collection]);
  if (unknown) throw new Error(`unknown collection: ${unknown.collection}`);
  const revisions = revisionsOf(database);
  const refresh = beginRefresh(readFacts(database), today, given);
  const parts = partsSince(refresh, today, before, revisions);
  // A failed refresh may have left tables in the temporary database.
  dropTables(database, endpoints, 'temp');
  const writer = tableWriter(database, before);
  const unlisted = new Set<string>();
  const implausible: Record<string, number> = {};
  const kept = new Set(keptResults);
  for (const { collections, keeps = [], drops = [] } of collectionGroups) {
    let isComputed = false;
    for (const [name, { rows, from }] of Object.entries(collections)) {
      const served = endpoints.filter(({ collection }) => collection === name);
      if (served.length === 0) continue;
      const tables = parts.of(name, (own) => {
        isComputed = true;
        const isValued = served.some(({ record }) => valuedFields.some((one) => one in record));
        const flagOf = isValued ? own.memo(marketValueFlags) : new Map<string, string>();
        const sourced = withOrigins(rows(own) as Iterable<Row>, from, own);
        return writer.write(name, served, sourced, own.universe, flagOf);
      });
      for (const ticker of tables.unlisted) unlisted.add(ticker);
      Object.assign(implausible, tables.implausible);
    }
    if (isComputed) for (const each of keeps) refresh.memo(each);
    for (const each of drops) kept.delete(each);
    refresh.releaseExcept(kept);
  }
  for (const endpoint of endpoints) {
    const { joined, collection } = endpoint;
    if (!joined) continue;
    // The table of a joined endpoint is recomputed only if one of its source tables has changed.
    const isChanged = joined.from.some((one) =>
      writer.changed.some(({ name }) => name === one.endpoint.name),
    );
    const held = isChanged ? undefined : parts.last[collection];
    if (held) parts.all[collection] = held;
    else {
      const rows = joinedRows(database, joined, today);
      const result = writer.write(collection, [endpoint], rows, refresh.universe, new Map());
      parts.all[collection] = { kinds: [], result };
    }
  }
  const universe = parts.of('universe', (own) => countUniverse(own.universe));
  const provenance: Provenance = { today, revisions, parts: parts.all };
  return {
    /** Endpoints whose tables changed; their new tables are in the temporary database. */
    changed: writer.changed,
    /** The search directory. Undefined if it has not changed. */
    directory: directoryOf(parts, [...unlisted].sort(), before),
    universe,
    /** The number of implausible values that were left out, by endpoint and field. */
    implausible,
    /** The trial outcome model. Undefined if this refresh did not need it. */
    model: refresh.resultOf(outcomeModel),
    /** Today's forecasts and known outcomes. Undefined if this refresh did not need them. */
    lines: refresh.resultOf(currentLines),
    provenance,
  };
}

/** Results that later groups use. */
const keptResults = collectionGroups.flatMap(({ keeps = [] }) => keeps);

/** Reads cached results of the last refresh, and recomputes results that are out of date. */
function partsSince(
  refresh: RecordedRefresh,
  today: string,
  before: Provenance | undefined,
  revisions: Revisions,
) {
  const last = before?.today === today ? before : undefined;
  const changed = new Set<InputKind>(changedKinds(last?.revisions ?? {}, revisions));
  const all: Record<string, Part> = {};
  const parts = {
    all,
    /** The cached results of the last refresh. Empty if that refresh was on an earlier day. */
    last: last?.parts ?? {},
    /**
     * Returns the result that is cached under this name. It is recomputed if something that it was
     * computed from has changed.
     */
    of<Result>(name: string, compute: Computation<Result>): Result {
      const part = last?.parts[name];
      const holds = part && !part.kinds.some((kind) => changed.has(kind));
      const current = holds
        ? part
        : { result: refresh.memo(compute), kinds: refresh.kindsReadBy(compute) };
      all[name] = current;
      return current.result as Result;
    },
  };
  const digest = parts.of(UNIVERSE_DIGEST, universeDigest);
  if (digest !== last?.parts[UNIVERSE_DIGEST]?.result) changed.add('universe');
  return parts;
}

/** Fields that are computed from a share count. */
const valuedFields = [
  ...['market_cap_usd', 'shares_outstanding', 'pct_outstanding', 'below_cash_value'],
  ...['implied_premium_pct', 'rnpv_per_share'],
];

/** The cached result for a collection: data about its tables, but not the tables themselves. */
interface Tables {
  /** Digest of each endpoint's table. */
  readonly digests: Readonly<Record<string, string>>;
  /** Number of implausible values by endpoint and field. */
  readonly implausible: Readonly<Record<string, number>>;
  /** Tickers that are in the records but in no company list, sorted. */
  readonly unlisted: readonly string[];
}

/** Creates a writer of tables in the temporary database. */
function tableWriter(database: Database, before: Provenance | undefined) {
  const changed: Endpoint[] = [];
  return {
    /** Endpoints whose tables were written. */
    changed,
    /** Sorts a collection's rows for each endpoint, and writes the tables that have changed. */
    write(
      collection: string,
      served: readonly Endpoint[],
      rows: Iterable<Row>,
      universe: Universe,
      flagOf: ReadonlyMap<string, string>,
    ): Tables {
      const last = before?.parts[collection]?.result as Tables | undefined;
      const digests: Record<string, string> = {};
      const implausible: Record<string, number> = {};
      const tickers = new Set<unknown>();
      for (const endpoint of served) {
        const isNamed = endpoint.record.company_name?.joined === true;
        const note = (field: string) => {
          const name = `${endpoint.name}.${field}`;
          implausible[name] = (implausible[name] ?? 0) + 1;
        };
        const check = plausibilityOf(endpoint.record, note);
        const shown = function* () {
          for (const row of rows) {
            tickers.add(tickerOf(row));
            const named = isNamed
              ? { ...row, company_name: universe.company(String(row.ticker))?.name ?? null }
              : row;
            const flag = flagOf.get(String(row.ticker));
            // If a company's share counts and market value are omitted, its rows get the flag that
            // states the reason.
            yield check(flag ? withFlag(named, flag) : named);
          }
        };
        const layout = layOut(database, endpoint, shown());
        digests[endpoint.name] = layout.digest;
        if (layout.digest === last?.digests[endpoint.name]) continue;
        writeTables(database, endpoint, layout);
        changed.push(endpoint);
      }
      return { digests, implausible, unlisted: unlistedTickers(tickers, universe) };
    },
  };
}

/**
 * The ticker of a row. If the row has a list of tickers instead, and the list has exactly one
 * ticker, the result is this ticker. It may be the ticker of a foreign exchange.
 */
function tickerOf({ ticker, Ticker, tickers }: Row): unknown {
  const [own, ...others] = Array.isArray(tickers) ? tickers : [];
  return ticker ?? Ticker ?? (others.length === 0 ? own : undefined);
}

function unlistedTickers(tickers: Iterable<unknown>, universe: Universe): readonly string[] {
  return [...tickers]
    .filter((ticker) => typeof ticker === 'string')
    .filter((ticker) => universe.company(ticker) === undefined)
    .sort();
}

/** The search directory. Undefined if it equals the directory in the store. */
function directoryOf(
  parts: ReturnType<typeof partsSince>,
  unlisted: readonly string[],
  before: Provenance | undefined,
): readonly IndexedEntry[] | undefined {
  // The unlisted tickers come from computed rows, so they can change even if the facts for the
  // directory do not. The name of the cached result contains these tickers. Therefore, the
  // directory is computed again whenever the tickers change.
  const name = `directory with ${unlisted.join()}`;
  let entries: readonly IndexedEntry[] | undefined;
  const digest = parts.of(name, (refresh) => {
    entries = [...directory(refresh), ...unlistedEntries(refresh, unlisted)];
    return sha256(JSON.stringify(entries));
  });
  return before?.parts[name]?.result === digest ? undefined : entries;
}
