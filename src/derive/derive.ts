import type { UniverseCount } from '../domain/companies/membership.ts';
import { groupBy } from '../domain/group-by.ts';
import type { Endpoint } from '../endpoint.ts';
import type { FactName } from '../facts.ts';
import type { Database } from '../store/database.ts';
import { readFacts } from '../store/read-facts.ts';
import { changedKinds, type Revisions, revisionsOf } from '../store/revisions.ts';
import { layOut, type Row, writeTables } from '../store/served-store.ts';
import { beginRefresh, type Kept, type Refresh } from './refresh.ts';
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
  /** The kinds of facts that each collection read. */
  readonly reads: Readonly<Record<string, readonly FactName[]>>;
  /** Of each endpoint's tables. */
  readonly digests: Readonly<Record<string, string>>;
  readonly kept: Readonly<Record<string, Kept>>;
  /** The universe's companies, counted. */
  readonly universe: UniverseCount;
}

/** What a refresh found out: where other tables are to be served, and what they rest on. */
export interface Derivation {
  /** Endpoints whose tables lie in the temporary database and differ from what is served. */
  readonly changed: readonly Endpoint[];
  readonly provenance: Provenance;
}

/** What it is made in and of. */
export type Circumstances = Pick<Provenance, 'today' | 'program'>;

/** Stands beside the collections, though no endpoint serves it. */
const UNIVERSE = 'universe';

/**
 * Computes what is served of the facts of one moment and lays it out beside the store. What rests on
 * facts that have not changed is not computed, and tables that would be the same are left alone. The
 * same facts and day always give the same records, whatever was served before.
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
  const kinds = changedKinds(before?.revisions ?? {}, revisions);
  const rests = (reads: readonly FactName[] | undefined) =>
    before?.today === today && reads !== undefined && !reads.some((kind) => kinds.has(kind));
  const kept = Object.entries(before?.kept ?? {}).filter(([, { reads }]) => rests(reads));
  const refresh = beginRefresh(readFacts(database), today, Object.fromEntries(kept));

  const reads: Record<string, readonly FactName[]> = {};
  const digests: Record<string, string> = {};
  const changed: Endpoint[] = [];
  for (const { collection, rows, served } of made(endpoints)) {
    const last = served.map(({ name }) => before?.digests[name]);
    const lastReads = before?.reads[collection];
    if (lastReads !== undefined && !last.includes(undefined) && rests(lastReads)) {
      reads[collection] = lastReads;
      for (const [at, { name }] of served.entries()) digests[name] = last[at]!;
      continue;
    }
    for (const [at, endpoint] of served.entries()) {
      const layout = layOut(endpoint, refresh.memo(rows) as readonly Row[]);
      digests[endpoint.name] = layout.digest;
      if (layout.digest === last[at]) continue;
      writeTables(database, endpoint, layout, 'temp');
      changed.push(endpoint);
    }
    reads[collection] = refresh.readsOf(rows);
    // Its rows are many, and lie in the tables now.
    refresh.forget(rows);
  }
  const lastCount = rests(before?.reads[UNIVERSE]) ? before : undefined;
  const universe = lastCount?.universe ?? refresh.memo(universeCount);
  reads[UNIVERSE] = lastCount?.reads[UNIVERSE] ?? refresh.readsOf(universeCount);
  return {
    changed,
    provenance: { ...circumstances, revisions, reads, digests, kept: refresh.kept(), universe },
  };
}

/** The collections, each with the endpoints that serve it. */
function made(endpoints: readonly Endpoint[]) {
  return [...groupBy(endpoints, ({ collection }) => collection)].map(([collection, served]) => {
    const found = collections[collection];
    if (!found) throw new Error(`nothing makes the collection ${collection}`);
    return { collection, rows: found.rows, served };
  });
}

function universeCount({ universe }: Refresh): UniverseCount {
  return countUniverse(universe);
}
