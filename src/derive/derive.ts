import type { Endpoint } from '../catalogue/endpoint.ts';
import type { UniverseCount } from '../domain/companies/membership.ts';
import type { IndexedEntry } from '../domain/directory/name-index.ts';
import { groupBy } from '../domain/group-by.ts';
import { madeAnew } from '../domain/made-anew.ts';
import type { OutcomeModel } from '../domain/trials/learning/outcome-model.ts';
import type { Database } from '../store/database.ts';
import { readFacts } from '../store/read-facts.ts';
import { changedKinds, type Revisions, revisionsOf } from '../store/revisions.ts';
import type { Row } from '../store/served-order.ts';
import { layOut, writeTables } from '../store/served-store.ts';
import { beginUnitResults } from '../store/unit-results.ts';
import { collections } from './all-collections.ts';
import { beginRefresh } from './begin-refresh.ts';
import type { Computation, Refresh } from './computation.ts';
import { cutoffs, OUTCOME_MODEL } from './cutoffs.ts';
import { directory, unlistedEntries } from './directory/directory.ts';
import type { Basis, Kept } from './ledger.ts';
import { unitComputations } from './unit-computations.ts';
import { countUniverse } from './universe.ts';

/** What was served after a refresh rests on; the next one computes only what would differ. */
export interface Provenance {
  /** The day, `YYYY-MM-DD`. */
  readonly today: string;
  /** The formulas and the catalogue. */
  readonly program: string;
  /** The facts that were read. */
  readonly revisions: Revisions;
  /** What records rest on, by what `recordsOf` calls them. */
  readonly bases: Readonly<Record<string, Basis>>;
  /** Of each endpoint's tables. */
  readonly digests: Readonly<Record<string, string>>;
  /** By the same names, tickers that no list of companies has; absent where there are none. */
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
 * same facts and day always give the same records, whatever was served before; the model of trial
 * outcomes, which is fitted once a week, counts as a fact.
 *
 * To be called within a transaction that reads, so that all facts are of one moment.
 *
 * @param before what is served now, by the same program; undefined where it cannot be relied upon
 * @throws Error where an endpoint names a collection that nothing makes, before anything is computed
 */
export function derive(
  database: Database,
  endpoints: readonly Endpoint[],
  circumstances: Circumstances,
  before?: Provenance,
): Derivation {
  const { today } = circumstances;
  const revisions = revisionsOf(database);
  const last = before?.today === today ? before : undefined;
  const refresh = beginRefresh(
    readFacts(database),
    today,
    cutoffs,
    last && {
      changed: changedKinds(last.revisions, revisions),
      kept: last.kept,
    },
    () => modelOf(before),
    { computations: unitComputations, results: beginUnitResults(database) },
  );

  const bases: Record<string, Basis> = {};
  const digests: Record<string, string> = {};
  const unlisted: Record<string, readonly string[]> = {};
  const changed: Endpoint[] = [];
  for (const { name: made, rows, stated, leaves, ends, served } of recordsOf(endpoints)) {
    const lastDigests = served.map(({ name }) => before?.digests[name]);
    const basis = last?.bases[made];
    const lastUnlisted = before?.unlisted[made];
    if (!lastDigests.includes(undefined) && refresh.stands(basis)) {
      bases[made] = basis;
      if (lastUnlisted) unlisted[made] = lastUnlisted;
      for (const [at, { name }] of served.entries()) digests[name] = lastDigests[at]!;
      continue;
    }
    const tickers = new Set<unknown>();
    for (const [at, endpoint] of served.entries()) {
      const layout = layOut(database, endpoint, noting(tickers, refresh.memo(rows)));
      digests[endpoint.name] = layout.digest;
      if (layout.digest === lastDigests[at]) continue;
      writeTables(database, endpoint, layout, 'temp');
      changed.push(endpoint);
    }
    const others = (own: Refresh) => {
      // They rest on what the rows do.
      own.memo(rows);
      return unlistedTickers(tickers, own);
    };
    if (refresh.memo(others).length > 0) unlisted[made] = refresh.memo(others);
    bases[made] = refresh.basisOf(others);
    for (const leaf of leaves) refresh.memo(leaf);
    // They are many, and lie in the tables now.
    refresh.forget([rows, stated, others], ends);
  }
  const isSameCount = refresh.stands(last?.bases[UNIVERSE]);
  const universe = last && isSameCount ? last.universe : refresh.memo(universeCount);
  bases[UNIVERSE] = last && isSameCount ? last.bases[UNIVERSE]! : refresh.basisOf(universeCount);
  const isSameDirectory =
    refresh.stands(last?.bases[DIRECTORY]) && tickersOf(last?.unlisted) === tickersOf(unlisted);
  const entries = isSameDirectory ? undefined : refresh.memo(directory);
  bases[DIRECTORY] = entries ? refresh.basisOf(directory) : last!.bases[DIRECTORY]!;
  return {
    changed,
    directory: entries && [...entries, ...unlistedEntries(listOf(unlisted))],
    provenance: {
      ...{ ...circumstances, revisions, bases, digests, unlisted },
      ...{ kept: refresh.kept(), universe },
    },
  };
}

/** The model of trial outcomes that goes with what is served. */
export function modelOf(served: Provenance | undefined): OutcomeModel | undefined {
  const json = served?.kept[OUTCOME_MODEL]?.json?.();
  return json === undefined ? undefined : (JSON.parse(json) as OutcomeModel);
}

/** The rows, and notes their tickers. */
function* noting(tickers: Set<unknown>, rows: Iterable<Row>): Generator<Row, undefined> {
  for (const row of rows) {
    tickers.add(row.ticker ?? row.Ticker);
    yield row;
  }
  return undefined;
}

/** Those of some tickers that no list of companies names, in order. */
function unlistedTickers(tickers: Iterable<unknown>, { universe }: Refresh): readonly string[] {
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

/** Records that endpoints serve alike: those of a collection, with names of companies or without. */
interface Records {
  readonly name: string;
  readonly rows: Computation<Iterable<Row>>;
  /** The rows as the collection makes them. */
  readonly stated: Computation<Iterable<Row>>;
  readonly leaves: readonly Computation<unknown>[];
  readonly ends: readonly Computation<unknown>[];
  readonly served: readonly Endpoint[];
}

function recordsOf(endpoints: readonly Endpoint[]): readonly Records[] {
  const isNamed = ({ record }: Endpoint) => record.company_name?.joined === true;
  const place = new Map(Object.keys(collections).map((name, at) => [name, at]));
  const inOrder = endpoints.toSorted(
    (a, b) => (place.get(a.collection) ?? 0) - (place.get(b.collection) ?? 0),
  );
  const alike = groupBy(inOrder, (one) => `${one.collection}${isNamed(one) ? ' named' : ''}`);
  return [...alike].map(([name, served]) => {
    const first = served[0]!;
    const found = collections[first.collection];
    if (!found) throw new Error(`nothing makes the collection ${first.collection}`);
    const stated = found.rows as Computation<Iterable<Row>>;
    const rows = isNamed(first) ? named(stated) : stated;
    const { leaves = [], ends = [] } = found;
    return { name, rows, stated, leaves, ends, served };
  });
}

function universeCount({ universe }: Refresh): UniverseCount {
  return countUniverse(universe);
}

/** The rows with the names of their companies. */
function named(rows: Computation<Iterable<Row>>): Computation<Iterable<Row>> {
  return (refresh) => madeAnew(() => withNames(refresh.memo(rows), refresh));
}

function* withNames(rows: Iterable<Row>, { universe }: Refresh): Generator<Row, undefined> {
  for (const row of rows) {
    yield { ...row, company_name: universe.company(String(row.ticker))?.name ?? null };
  }
  return undefined;
}
