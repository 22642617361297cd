import type { UniverseCount } from '../domain/companies/membership.ts';
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
  const changed: Endpoint[] = [];
  for (const { endpoint, collection } of made(endpoints)) {
    const { name } = endpoint;
    const last = known?.digests[name];
    const lastReads = known?.reads[endpoint.collection];
    if (last !== undefined && lastReads !== undefined && rests(lastReads)) {
      digests[name] = last;
      reads[endpoint.collection] = lastReads;
      continue;
    }
    const layout = layOut(endpoint, refresh.memo(collection.rows) as readonly Row[]);
    reads[endpoint.collection] = refresh.readsOf(collection.rows);
    digests[name] = layout.digest;
    if (layout.digest === last) continue;
    writeTables(database, endpoint, layout, 'temp');
    changed.push(endpoint);
  }
  const lastCount = rests(known?.reads[UNIVERSE]) ? known : undefined;
  const universe = lastCount?.universe ?? refresh.memo(universeCount);
  reads[UNIVERSE] = lastCount?.reads[UNIVERSE] ?? refresh.readsOf(universeCount);
  return {
    changed,
    provenance: { today, program, revisions, reads, digests, kept: refresh.kept(), universe },
  };
}

function made(endpoints: readonly Endpoint[]) {
  return endpoints.map((endpoint) => {
    const collection = collections[endpoint.collection];
    if (!collection) throw new Error(`nothing makes the collection ${endpoint.collection}`);
    return { endpoint, collection };
  });
}

function universeCount({ universe }: Refresh): UniverseCount {
  return countUniverse(universe);
}
