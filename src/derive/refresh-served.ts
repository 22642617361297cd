import { type Clock, todayOf } from '../base/clock.ts';
import { version } from '../base/version.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { methodVersions } from '../domain/methods.ts';
import { modelSummary } from '../domain/trials/learning/model-summary.ts';
import type { OutcomeModel } from '../domain/trials/learning/outcome-model.ts';
import { cleanAddresses } from '../store/addresses.ts';
import { type Database, inReading, inTransaction, openDatabase } from '../store/database.ts';
import { writeDirectory } from '../store/directory-table.ts';
import { type FactCount, recountFacts, writeFactCounts } from '../store/fact-counts.ts';
import { factMigrations, readMeta, writeMeta } from '../store/facts-store.ts';
import { storeFailure } from '../store/failure.ts';
import { changedKinds, revisionsOf } from '../store/revisions.ts';
import { isRefreshDue, isStale, markRefreshDue, noteMaker } from '../store/served-state.ts';
import { dropTables, landTables, layoutOf } from '../store/served-store.ts';
import { type Derivation, derive, type Provenance } from './derive.ts';

/** How long the end of a refresh waits for readers of the state before; the next one catches up. */
const MAX_CHECKPOINT_WAIT_MS = 100;

/** How often a refresh starts again because facts have changed while it ran. */
const MAX_PASSES = 3;

/**
 * Brings every derived record of a store up to the current day. Does nothing where another process
 * has done so.
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
    // Most readers hold a state for one turn of their event loop; longer readers are not waited for.
    database.exec(`PRAGMA busy_timeout = ${MAX_CHECKPOINT_WAIT_MS}`);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (cause) {
    throw storeFailure(cause, path);
  } finally {
    database.close();
  }
}

/**
 * Computes what is served of the current facts in the temporary database, without a write lock, and
 * moves it to the store in one short transaction. Where facts have changed meanwhile, another pass
 * computes what they change. After the last pass the store stays marked for the next refresh.
 */
export function refreshServed(
  database: Database,
  endpoints: readonly Endpoint[],
  clock: Clock,
): void {
  cleanAddresses(database);
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const computed = inReading(database, () => compute(database, endpoints, todayOf(clock)));
    if (!computed) return;
    inTransaction(database, () => land(database, computed, clock));
  }
}

/** What a refresh has computed, and what was served when it began. */
interface Computed {
  readonly derivation: Derivation;
  readonly counts: readonly FactCount[];
  readonly layout: string;
  readonly served: string;
}

/** Computes what is served of the current facts; undefined where it is served already. */
function compute(
  database: Database,
  endpoints: readonly Endpoint[],
  today: string,
): Computed | undefined {
  const layout = layoutOf(endpoints);
  const isSameProgram = isServedBy(database, layout);
  const before = isSameProgram ? provenance(database) : undefined;
  const changed = before && changedKinds(before.revisions, revisionsOf(database));
  if (changed?.size === 0 && !isStale(database, endpoints, today)) return undefined;
  const lastModel = isSameProgram ? servedModel(database) : undefined;
  return {
    derivation: derive(database, endpoints, { today, before, lastModel }),
    counts: recountFacts(database, changed),
    layout,
    served: servedState(database),
  };
}

function land(database: Database, { derivation, ...computed }: Computed, clock: Clock): void {
  const { changed, directory, universe, implausible, model, provenance } = derivation;
  if (servedState(database) !== computed.served) {
    // Another process landed its tables first: they may be newer.
    for (const endpoint of changed) dropTables(database, endpoint, 'temp');
    return;
  }
  for (const endpoint of changed) landTables(database, endpoint);
  if (directory) writeDirectory(database, directory);
  const derived_at = new Date(clock()).toISOString();
  writeFactCounts(database, computed.counts);
  writeMeta(database, 'universe', JSON.stringify(universe));
  writeMeta(database, 'implausible', JSON.stringify(implausible));
  if (model) {
    writeMeta(database, SERVED_MODEL, JSON.stringify(model));
    writeMeta(database, 'outcome_model', JSON.stringify(modelSummary(model)));
  }
  writeMeta(database, 'layout', computed.layout);
  noteMaker(database);
  writeMeta(database, 'derived_on', provenance.today);
  writeMeta(database, 'derived_at', derived_at);
  writeMeta(database, 'derived_from', JSON.stringify({ ...provenance, derived_at }));
  const isBehind = changedKinds(provenance.revisions, revisionsOf(database)).size > 0;
  markRefreshDue(database, isRefreshDue(database) && isBehind);
}

const SERVED_MODEL = 'fitted_model';

function servedModel(database: Database): OutcomeModel | undefined {
  const json = readMeta(database, SERVED_MODEL);
  return json === undefined ? undefined : (JSON.parse(json) as OutcomeModel);
}

/** A text that differs after each refresh that changed anything. */
function servedState(database: Database): string {
  return `${readMeta(database, 'derived_at')} ${readMeta(database, 'derived_from')}`;
}

/** Whether the served tables were computed by this version, with these formulas and this catalogue. */
function isServedBy(database: Database, layout: string): boolean {
  const served = ['made_by', 'methods', 'layout'].map((name) => readMeta(database, name));
  return served.join('\n') === [version, methodVersions(), layout].join('\n');
}

/** Undefined where another version of the program has written the served tables without it. */
function provenance(database: Database): Provenance | undefined {
  const json = readMeta(database, 'derived_from');
  if (json === undefined) return undefined;
  const { derived_at, ...stored } = JSON.parse(json);
  return derived_at === readMeta(database, 'derived_at') ? stored : undefined;
}
