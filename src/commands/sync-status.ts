import { existsSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import { filesOf } from '../base/data-files.ts';
import { holderOf } from '../ingest/sync/lock.ts';
import { type SyncStatus, syncStatus } from '../ingest/sync/run-status.ts';
import { sourceState } from '../ingest/sync/source-states.ts';
import { storedStates } from '../ingest/sync/start-ledger.ts';
import { freeBytes, openSyncStore, selfOf } from '../ingest/sync/sync-store.ts';
import { allSources } from '../sources/index.ts';
import { isByDefault, type SyncSource } from '../sources/source.ts';
import type { Failures } from '../store/promises.ts';
import type { Context } from './context.ts';
import type { Cluster } from './shared.ts';
import { table } from './terminal-table.ts';

/**
 * Returns the state of each public source. Returns undefined if there is no local store and no
 * other machine has reported a sync.
 */
export async function readSyncStatus(
  { clock }: Pick<Context, 'clock'>,
  config: Config,
): Promise<SyncStatus | undefined> {
  const shared = config.cluster && (await sharedSyncOf(config.cluster, clock));
  // A shared store has no records until a version is published for the first time.
  const exists = existsSync(filesOf(config.CATALYST_DATA_DIR).store);
  if (!exists && shared?.holder === undefined) return undefined;
  const sources = allSources(config.CATALYST_OPENFDA_KEY !== undefined);
  const isPersonal = config.CATALYST_PERSONAL_USE;
  const database = await openSyncStore(config);
  try {
    // Some sources must be enabled explicitly. Such a source counts as enabled after a sync has
    // planned requests to the source.
    const isOff = (source: SyncSource) =>
      !isByDefault(source, isPersonal, config) &&
      (source.optIn === undefined || sourceState(database, source.name).planned_at === null);
    return syncStatus({
      database,
      hosts: shared?.hosts ?? storedStates(database),
      holder: shared ? shared.holder : holderOf(database),
      sources,
      off: new Set(sources.filter(isOff).map(({ name }) => name)),
      contact: config.CATALYST_CONTACT,
      self: selfOf(),
      freeBytes: freeBytes(config.CATALYST_DATA_DIR),
      now: shared?.now ?? clock(),
    });
  } finally {
    database.close();
  }
}

/**
 * Reads the state of the sync that several machines share. The code for shared records is loaded
 * only when this function is called.
 */
async function sharedSyncOf(cluster: Cluster, clock: Clock) {
  const { readSharedSync } = await import('./shared-copy.ts');
  return readSharedSync(cluster, clock);
}

/**
 * Formats the failed requests, such as `12 requests failed, the first at 2026-11-23T15:02Z
 * (efts.sec.gov); retried later`.
 */
export function failuresText({ count, given_up, oldest, hosts }: Failures): string {
  const since =
    oldest === null ? '' : `, the first at ${new Date(oldest).toISOString().slice(0, 16)}Z`;
  const again = given_up === 0 ? 'retried later' : `given up: ${given_up} (run \`sync --retry\`)`;
  return `${count} requests failed${since} (${hosts.join(', ')}); ${again}`;
}

/** Formats the state of the sync and of each source as text. */
export function syncStatusText({ running, hindrance, failures, sources }: SyncStatus): string {
  const begun = sources.filter(
    ({ last_success, next_run, queued, failed }) => last_success ?? next_run ?? queued + failed,
  );
  const why = hindrance === null ? '' : `: ${hindrance}`;
  if (begun.length === 0 && !running) {
    return `Sync: never run${why}. Fill the store from public sources with: sync\n`;
  }
  const head = running
    ? `process ${running.pid} on ${running.host} is running: ${running.progress}`
    : `not running${why}`;
  const rows = sources.map((one) => ({
    source: one.source,
    state: one.state,
    records: one.records,
    'as of': one.as_of,
    'last success': one.last_success?.slice(0, 16),
    'age / max age': one.age_hours === null ? '' : `${one.age_hours} / ${one.promise_hours} h`,
    'next run': one.next_run?.slice(0, 16),
    queued: one.queued,
    failed: one.failed,
    complete: one.failed === 0 ? 'yes' : `${(100 * one.missing_share).toFixed(1)}% missing`,
    refused: one.refused,
  }));
  const refusals = sources.flatMap(({ source, refused, last_refusal, last_refusal_at }) =>
    last_refusal === null
      ? []
      : [
          `  ${source}, ${last_refusal_at?.slice(0, 16)}: omitted items: ${refused}; the latest: ${last_refusal}`,
        ],
  );
  const holds = new Set(sources.flatMap(({ waits }) => (waits === null ? [] : [`  ${waits}`])));
  const errors = sources.flatMap(({ source, last_error, last_error_at }) =>
    last_error === null ? [] : [`  ${source}, ${last_error_at?.slice(0, 16)}: ${last_error}`],
  );
  const failed = failures.count === 0 ? [] : [`  ${failuresText(failures)}`];
  return `${[`Sync: ${head}`, table(rows), ...failed, ...holds, ...errors, ...refusals].join('\n')}\n`;
}
