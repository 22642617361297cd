import { type Clock, todayOf } from '../base/clock.ts';
import { version } from '../base/version.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { methodVersions } from '../domain/methods.ts';
import { modelSummary } from '../domain/trials/learning/model-summary.ts';
import type { OutcomeModel } from '../domain/trials/learning/outcome-model.ts';
import {
  type Database,
  inReadTransaction,
  inTransaction,
  openDatabase,
} from '../store/database.ts';
import { writeDirectory } from '../store/directory-table.ts';
import { recountFacts, writeFactCounts } from '../store/fact-counts.ts';
import { factMigrations, readMeta, writeMeta } from '../store/facts-store.ts';
import { storeFailure } from '../store/failure.ts';
import { readFirstServed, writeFirstServed } from '../store/first-served.ts';
import { removePrivateUrls } from '../store/public-urls.ts';
import { changedKinds, revisionsOf } from '../store/revisions.ts';
import {
  isRefreshDue,
  isStale,
  markRefreshDue,
  writeServedVersion,
} from '../store/served-state.ts';
import { dropTables, layoutOf, moveTables } from '../store/served-store.ts';
import { derive, type Provenance } from './derive.ts';
import { type FrozenDay, freezeForecasts, recordScores } from './freeze-forecasts.ts';

/**
 * Maximum time in milliseconds that the checkpoint after a refresh waits for readers of older data.
 * If a reader takes longer, the next refresh makes the checkpoint.
 */
const MAX_CHECKPOINT_WAIT_MS = 100;

/** Maximum number of passes in one refresh. A pass is repeated if facts changed while it ran. */
const MAX_PASSES = 3;

/**
 * Recomputes the served tables for the current day. Does nothing if another process has already
 * recomputed them.
 *
 * @param renew a function that is called before the tables are recomputed; the demo uses it to
 *   replace facts that are a week old
 * @param record the path of the file to which the forecasts of the day are appended
 */
export async function refreshFile(
  path: string,
  endpoints: readonly Endpoint[],
  clock: Clock,
  renew?: (database: Database, today: string) => void,
  record?: string,
): Promise<void> {
  const database = await openDatabase(path, factMigrations);
  try {
    renew?.(database, todayOf(clock));
    await refreshAndFreeze(database, endpoints, clock, record);
    // Most readers hold a snapshot for only one iteration of the event loop. The checkpoint does
    // not wait for readers that take longer.
    database.exec(`PRAGMA busy_timeout = ${MAX_CHECKPOINT_WAIT_MS}`);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (cause) {
    throw storeFailure(cause, path);
  } finally {
    database.close();
  }
}

/**
 * Refreshes the served tables. If `record` is given, appends the forecasts of the day to this file.
 */
export async function refreshAndFreeze(
  database: Database,
  endpoints: readonly Endpoint[],
  clock: Clock,
  record: string | undefined,
): Promise<void> {
  const frozen = refreshServed(database, endpoints, clock);
  if (record && frozen) await freezeForecasts(database, record, frozen, endpoints, todayOf(clock));
}

/**
 * Computes the served tables from the current facts and stores them. The tables are first written
 * to the temporary database, which needs no write lock. One short transaction then moves them to
 * the store. If facts changed during a pass, another pass recomputes the affected tables. If facts
 * changed during the last pass, the next refresh recomputes them.
 * @returns the forecasts and known outcomes of the day, if they were computed
 */
export function refreshServed(database: Database, endpoints: readonly Endpoint[], clock: Clock) {
  removePrivateUrls(database);
  let frozen: FrozenDay | undefined;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const computed = inReadTransaction(database, () => compute(database, endpoints, clock()));
    if (!computed) return frozen;
    inTransaction(database, () => storeTables(database, computed, clock));
    const { lines, provenance } = computed.derivation;
    if (lines) frozen = { lines, revisions: provenance.revisions };
  }
  return frozen;
}

/**
 * Computes the served tables from the current facts. Returns undefined if the tables are up to
 * date.
 */
function compute(database: Database, endpoints: readonly Endpoint[], now: number) {
  const today = todayOf(() => now);
  const layout = layoutOf(endpoints);
  const isSameProgram = isServedBy(database, layout);
  const before = isSameProgram ? provenance(database) : undefined;
  const changed = before && changedKinds(before.revisions, revisionsOf(database));
  if (changed?.size === 0 && !isStale(database, endpoints, today)) return undefined;
  const lastModel = isSameProgram ? servedModel(database) : undefined;
  const firstServed = readFirstServed(database, timeOf(now));
  const recorded = recordScores(database);
  const given = { lastModel: () => lastModel, firstServed: firstServed.of, recorded };
  return {
    derivation: derive(database, endpoints, today, before, given),
    firstServed,
    counts: recountFacts(database, changed),
    layout,
    /** The state of the served tables when the computation began. */
    served: servedState(database),
  };
}

type Computed = NonNullable<ReturnType<typeof compute>>;

function storeTables(database: Database, { derivation, ...computed }: Computed, clock: Clock) {
  const { changed, directory, universe, implausible, model, provenance } = derivation;
  if (servedState(database) !== computed.served) {
    // Another process stored tables first. Its tables may be newer, so the tables of this process
    // are dropped.
    dropTables(database, changed, 'temp');
    return;
  }
  moveTables(database, changed);
  if (directory) writeDirectory(database, directory);
  writeFirstServed(database, computed.firstServed);
  const derived_at = new Date(clock()).toISOString();
  writeFactCounts(database, computed.counts);
  writeMeta(database, 'universe', JSON.stringify(universe));
  writeMeta(database, 'implausible', JSON.stringify(implausible));
  if (model) {
    writeMeta(database, SERVED_MODEL, JSON.stringify(model));
    writeMeta(database, 'outcome_model', JSON.stringify(modelSummary(model)));
  }
  writeMeta(database, 'layout', computed.layout);
  writeServedVersion(database);
  writeMeta(database, 'derived_on', provenance.today);
  writeMeta(database, 'derived_at', derived_at);
  writeMeta(database, 'derived_from', JSON.stringify({ ...provenance, derived_at }));
  const isBehind = changedKinds(provenance.revisions, revisionsOf(database)).size > 0;
  markRefreshDue(database, isRefreshDue(database) && isBehind);
}

/** A time in ISO 8601, to the second. */
function timeOf(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19)}Z`;
}

const SERVED_MODEL = 'fitted_model';

function servedModel(database: Database): OutcomeModel | undefined {
  const json = readMeta(database, SERVED_MODEL);
  return json === undefined ? undefined : (JSON.parse(json) as OutcomeModel);
}

/** A key that changes whenever a refresh changes records. */
function servedState(database: Database): string {
  return `${readMeta(database, 'derived_at')} ${readMeta(database, 'derived_from')}`;
}

/**
 * Whether this release computed the served tables with its current formulas and catalogue.
 */
function isServedBy(database: Database, layout: string): boolean {
  const served = ['made_by', 'methods', 'layout'].map((name) => readMeta(database, name));
  return served.join('\n') === [version, methodVersions(), layout].join('\n');
}

/**
 * How the served tables were computed. Undefined if another release wrote the tables
 * without this information.
 */
function provenance(database: Database): Provenance | undefined {
  const json = readMeta(database, 'derived_from');
  if (json === undefined) return undefined;
  const { derived_at, ...stored } = JSON.parse(json);
  return derived_at === readMeta(database, 'derived_at') ? stored : undefined;
}
