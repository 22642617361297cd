import type { UniverseCount } from '../domain/companies/membership.ts';
import type { IndexedEntry } from '../domain/directory/directory.ts';
import type { Endpoint } from '../endpoint.ts';
import type { FactName } from '../facts.ts';
import type { Database } from '../store/database.ts';
import { readFacts } from '../store/read-facts.ts';
import { changedKinds, type Revisions, revisionsOf } from '../store/revisions.ts';
import { layOut, type Row, writeTables } from '../store/served-store.ts';
import { directory, unlistedEntries } from './directory/directory.ts';
import { beginRefresh, type Computation, type Kept, type Refresh } from './refresh.ts';
import { collections } from './registry.ts';
import { countUniverse } from './universe.ts';

/** What was served after a refresh rests on; the next one computes only what would differ. */
export interface Provenance {
  /** The day, `YYYY-MM-DD`. */
  readonly today: string;
  /** The formulas and the catalogue. */
  readonly program: string;
  /** The facts that were read. */
  readonly revisions: Revisions;
  /** The kinds of facts that the records of each endpoint were computed from. */
  readonly reads: Readonly<Record<string, readonly FactName[]>>;
  /** Of each endpoint's tables. */
  readonly digests: Readonly<Record<string, string>>;
  /** Tickers of each endpoint's records that no list of companies names; absent where there is none. */
  readonly unlisted: Readonly<Record<string, readonly string[]>>;
  readonly kept: Readonly<Record<string, Kept>>;
  /** The universe's companies, counted. */
  readonly universe: UniverseCount;
}

/** What a refresh found out: where other tables are to be served, and what they rest on. */
export interface Derivation {
  /** Endpoints whose tables lie in the temporary database and differ from what is served. */
  readonly changed: readonly Endpoint[];
  /** What can be asked for by name; undefined where it is as before. */
  readonly directory: readonly IndexedEntry[] | undefined;
  readonly provenance: Provenance;
}

/** What it is made in and of. */
export type Circumstances = Pick<Provenance, 'today' | 'program'>;

/** Stand beside the endpoints' records, though no endpoint serves them. */
const UNIVERSE = 'universe';
const DIRECTORY = 'directory';

/**
 * Computes what is served of the facts of one moment and lays it out beside the store. What rests on
 * facts that have not changed is not computed, and tables that would be the same are left alone. The
 * same facts and day always give the same records, whatever was served before.
 *
 * To be called within a transaction that reads, so that all facts are of one moment.
 *
 * @param before what is served now; undefined where it cannot be relied upon
 * @throws Error where an endpoint names a collection that nothing makes, before anything is computed
 */
export function derive(
  database: Database,
  endpoints: readonly Endpoint[],
  circumstances: Circumstances,
  before?: Provenance,
): Derivation {
  const { today, program } = circumstances;
  const known = before?.program === program ? before : undefined;
  const revisions = revisionsOf(database);
  const kinds = changedKinds(known?.revisions ?? {}, revisions);
  const rests = (reads: readonly FactName[] | undefined) =>
    known?.today === today && reads !== undefined && !reads.some((kind) => kinds.has(kind));
  const kept = Object.entries(known?.kept ?? {}).filter(([, { reads }]) => rests(reads));
  const refresh = beginRefresh(readFacts(database), today, Object.fromEntries(kept));

  const reads: Record<string, readonly FactName[]> = {};
  const digests: Record<string, string> = {};
  const unlisted: Record<string, readonly string[]> = {};
  const changed: Endpoint[] = [];
  for (const { endpoint, rows } of made(endpoints)) {
    const { name } = endpoint;
    const last = known?.digests[name];
    const lastReads = known?.reads[name];
    const lastUnlisted = known?.unlisted[name];
    if (last !== undefined && lastReads !== undefined && rests(lastReads)) {
      digests[name] = last;
      reads[name] = lastReads;
      if (lastUnlisted) unlisted[name] = lastUnlisted;
      continue;
    }
    const records = refresh.memo(rows);
    const layout = layOut(endpoint, records);
    reads[name] = refresh.readsOf(rows);
    digests[name] = layout.digest;
    const others = unlistedTickers(records, refresh);
    if (others.length > 0) unlisted[name] = others;
    if (layout.digest === last) continue;
    writeTables(database, endpoint, layout, 'temp');
    changed.push(endpoint);
  }
  const lastCount = rests(known?.reads[UNIVERSE]) ? known : undefined;
  const universe = lastCount?.universe ?? refresh.memo(universeCount);
  reads[UNIVERSE] = lastCount?.reads[UNIVERSE] ?? refresh.readsOf(universeCount);
  const isSameDirectory =
    rests(known?.reads[DIRECTORY]) && tickersOf(known?.unlisted) === tickersOf(unlisted);
  const entries = isSameDirectory ? undefined : refresh.memo(directory);
  reads[DIRECTORY] = entries ? refresh.readsOf(directory) : (known?.reads[DIRECTORY] ?? []);
  return {
    changed,
    directory: entries && [...entries, ...unlistedEntries(listOf(unlisted))],
    provenance: {
      ...{ today, program, revisions, reads, digests, unlisted },
      ...{ kept: refresh.kept(), universe },
    },
  };
}

/** The tickers of some records that no list of companies names, each once, in order. */
function unlistedTickers(records: readonly Row[], { universe }: Refresh): readonly string[] {
  const tickers = new Set(records.map((record) => record.ticker ?? record.Ticker));
  return [...tickers]
    .filter((ticker) => typeof ticker === 'string')
    .filter((ticker) => universe.company(ticker) === undefined)
    .sort();
}

function listOf(unlisted: Provenance['unlisted'] = {}): readonly string[] {
  return [...new Set(Object.values(unlisted).flat())].sort();
}

function tickersOf(unlisted: Provenance['unlisted'] | undefined): string {
  return listOf(unlisted).join();
}

function made(endpoints: readonly Endpoint[]) {
  return endpoints.map((endpoint) => {
    const collection = collections[endpoint.collection];
    if (!collection) throw new Error(`nothing makes the collection ${endpoint.collection}`);
    const own = collection.rows as Computation<readonly Row[]>;
    return { endpoint, rows: endpoint.record.company_name?.joined ? named(own) : own };
  });
}

function universeCount({ universe }: Refresh): UniverseCount {
  return countUniverse(universe);
}

/** The rows with the names of their companies. */
function named(rows: Computation<readonly Row[]>): Computation<readonly Row[]> {
  return (refresh) =>
    refresh.memo(rows).map((row) => ({
      ...row,
      company_name: refresh.universe.company(String(row.ticker))?.name ?? null,
    }));
}
