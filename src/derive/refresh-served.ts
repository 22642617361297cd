import { type Clock, todayOf } from '../base/clock.ts';
import { version } from '../base/version.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { methodVersions } from '../domain/methods.ts';
import { modelSummary } from '../domain/trials/learning/model-summary.ts';
import { cleanAddresses } from '../store/addresses.ts';
import { dropAside } from '../store/aside.ts';
import { type Database, inReading, inTransaction, openDatabase } from '../store/database.ts';
import { writeDirectory } from '../store/directory-table.ts';
import { type FactCount, recountFacts, writeFactCounts } from '../store/fact-counts.ts';
import { factMigrations, readMeta, writeMeta } from '../store/facts-store.ts';
import { storeFailure } from '../store/failure.ts';
import { changedKinds, revisionsOf } from '../store/revisions.ts';
import { isRefreshDue, isStale, markRefreshDue, noteMaker } from '../store/served-state.ts';
import { dropTables, landTables, layoutOf } from '../store/served-store.ts';
import { dropUnitResults, landUnitResults } from '../store/unit-results.ts';
import { OUTCOME_MODEL } from './cutoffs.ts';
import { type Derivation, derive, modelOf, type Provenance } from './derive.ts';

/** How long the end of a refresh waits for readers of the state before; the next one catches up. */
const MAX_CHECKPOINT_WAIT_MS = 100;

/** How often a refresh begins again because facts have changed while it ran. */
const MAX_PASSES = 3;

/**
 * Brings a store up to today: every derived record. Another process that did it first leaves nothing
 * to do.
 *
 * @param renew writes the facts first where they are old, as those of the demo are after a week
 */
export async function refreshFile(
  path: string,
  endpoints: readonly Endpoint[],
  clock: Clock,
  renew?: (database: Database, today: string) => void,
): Promise<void> {
  const database = await openDatabase(path, factMigrations);
  try {
    renew?.(database, todayOf(clock));
    refreshServed(database, endpoints, clock);
    // Readers hold a state for a turn of their event loop; one that lasts longer is not waited for.
    database.exec(`PRAGMA busy_timeout = ${MAX_CHECKPOINT_WAIT_MS}`);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (cause) {
    throw storeFailure(cause, path);
  } finally {
    database.close();
  }
}

/**
 * Computes what is served of the facts as they are now, beside the store and without its lock; then
 * lands it in one short transaction. Where facts have changed meanwhile, what landed is of the moment
 * when they were read, and what they change is computed after it; if that goes on, by the next
 * refresh, since the store stays marked.
 */
export function refreshServed(
  database: Database,
  endpoints: readonly Endpoint[],
  clock: Clock,
): void {
  cleanAddresses(database);
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const made = inReading(database, () => computed(database, endpoints, todayOf(clock)));
    if (!made) return;
    inTransaction(database, () => land(database, made, clock));
    dropAside(database);
  }
}

/** What a refresh has made, and what was served when it began. */
interface Made {
  readonly derivation: Derivation;
  readonly counts: readonly FactCount[];
  readonly before: Provenance | undefined;
  readonly layout: string;
  readonly served: string;
}

/** What is served of the facts of this moment; undefined where it is served already. */
function computed(
  database: Database,
  endpoints: readonly Endpoint[],
  today: string,
): Made | undefined {
  const last = provenance(database);
  const layout = layoutOf(endpoints);
  const program = programOf(version, methodVersions(), layout);
  // Of another version, nothing is relied upon.
  const before = last?.program === program ? last : undefined;
  const changed = before && changedKinds(before.revisions, revisionsOf(database));
  if (changed?.size === 0 && !isStale(database, endpoints, today)) return undefined;
  return {
    derivation: derive(database, endpoints, { today, program }, before),
    counts: recountFacts(database, changed),
    before,
    layout,
    served: servedState(database),
  };
}

function land(database: Database, made: Made, clock: Clock): void {
  const { changed, directory, provenance } = made.derivation;
  if (servedState(database) !== made.served) {
    // Another process was first: what it landed may be newer.
    for (const endpoint of changed) dropTables(database, endpoint, 'temp');
    dropUnitResults(database);
    return;
  }
  for (const endpoint of changed) landTables(database, endpoint);
  if (directory) writeDirectory(database, directory);
  const { today, program: _, universe, ...rest } = provenance;
  const derived_at = new Date(clock()).toISOString();
  writeFactCounts(database, made.counts);
  writeMeta(database, 'universe', JSON.stringify(universe));
  if (rest.kept[OUTCOME_MODEL] !== made.before?.kept[OUTCOME_MODEL]) {
    const model = modelOf(provenance);
    writeMeta(database, 'outcome_model', model ? JSON.stringify(modelSummary(model)) : '');
  }
  writeMeta(database, 'layout', made.layout);
  noteMaker(database);
  writeMeta(database, 'derived_on', today);
  writeMeta(database, 'derived_at', derived_at);
  writeMeta(database, 'derived_from', JSON.stringify({ ...rest, derived_at }));
  writeKeptResults(database, rest.kept, made.before?.kept);
  landUnitResults(database);
  const isBehind = changedKinds(rest.revisions, revisionsOf(database)).size > 0;
  markRefreshDue(database, isRefreshDue(database) && isBehind);
}

const KEPT_RESULT = 'derived_from ';

/** Leaves results for the next refresh, each in a row of its own, since few of them are asked for. */
function writeKeptResults(database: Database, kept: KeptByName, before: KeptByName = {}): void {
  const names = Object.keys(kept).filter((name) => kept[name]!.json);
  for (const name of names) {
    if (kept[name]!.digest === before[name]?.digest && before[name].json) continue;
    writeMeta(database, `${KEPT_RESULT}${name}`, kept[name]!.json!());
  }
  database
    .prepare('DELETE FROM meta WHERE name GLOB ? AND name NOT IN (SELECT value FROM json_each(?))')
    .run(`${KEPT_RESULT}*`, JSON.stringify(names.map((name) => `${KEPT_RESULT}${name}`)));
}

/** What a refresh kept, with the results that lie in rows of their own. */
function withResults(database: Database, kept: KeptByName): KeptByName {
  const rows = database.prepare('SELECT name FROM meta WHERE name GLOB ?').all(`${KEPT_RESULT}*`);
  const stored = new Set((rows as { name: string }[]).map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(kept).map(([name, one]) => {
      const row = `${KEPT_RESULT}${name}`;
      const json = () => readMeta(database, row)!;
      return [name, stored.has(row) ? { ...one, json } : one];
    }),
  );
}

type KeptByName = Provenance['kept'];

/** Another one after each refresh that changed anything. */
function servedState(database: Database): string {
  return `${readMeta(database, 'derived_at')} ${readMeta(database, 'derived_from')}`;
}

/** Undefined where a version of this program has written what is served that kept none. */
function provenance(database: Database): Provenance | undefined {
  const derived = readMeta(database, 'derived_from');
  if (derived === undefined) return undefined;
  const { derived_at, ...rest } = JSON.parse(derived);
  if (derived_at !== readMeta(database, 'derived_at') || !rest.bases) return undefined;
  const made = ['made_by', 'methods', 'layout'].map((name) => readMeta(database, name) ?? '');
  const today = readMeta(database, 'derived_on') ?? '';
  const universe = JSON.parse(readMeta(database, 'universe') ?? 'null');
  const kept = withResults(database, rest.kept);
  return { ...rest, kept, universe, today, program: programOf(...made) };
}

function programOf(...parts: readonly string[]): string {
  return parts.join(' ');
}
