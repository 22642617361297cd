import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import { filesOf } from '../base/data-files.ts';
import { createLog, type Log } from '../base/log.ts';
import type { Job } from '../cluster/job.ts';
import { createSharedClock } from '../cluster/shared-clock.ts';
import { writePromises } from '../cluster/shared-promises.ts';
import {
  createProgressReporter,
  type ProgressReporter,
  REPORT_EVERY_MS,
} from '../cluster/sync-holder.ts';
import { sharedStates } from '../cluster/sync-hosts.ts';
import type { WriteLock } from '../cluster/write-lock.ts';
import { type Progress, progressText, type Ran } from '../ingest/sync/engine.ts';
import { release, type Self, seize } from '../ingest/sync/lock.ts';
import { type Network, openNetwork, openSync } from '../ingest/sync/open-sync.ts';
import { lineDisplay } from '../ingest/sync/progress.ts';
import { retryFailed } from '../ingest/sync/queue.ts';
import { selfOf } from '../ingest/sync/sync-store.ts';
import { openDatabase } from '../store/database.ts';
import { factMigrations } from '../store/facts-store.ts';
import { promisesText } from '../store/promises.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { type Cluster, openShared, type Shared } from './shared.ts';
import { requireContactFor } from './sync-contact.ts';
import { endText, exitOf, stopOf, undoneOf } from './sync-end.ts';
import { type Asked, requireCompanies, type SyncOptions } from './sync-options.ts';

/**
 * Maximum duration of a time slice, in milliseconds. A time slice is the period in which a sync
 * works before it publishes the records and lets other writers start.
 */
const MAX_SLICE = 3 * 60_000;
/**
 * Milliseconds between two publications if no record has changed. Such a publication only updates
 * the states of the sources.
 */
const PUBLISH_EVERY = 10 * 60_000;
/** How often a time slice checks whether another writer is waiting, in milliseconds. */
const LOOK_WANTED_EVERY = 1_000;
/** How often a sync with the option `--stay` checks for due requests, in milliseconds. */
const LOOK_DUE_EVERY = 30_000;

/** A sync that writes to the shared store. A process needs only one. */
export interface SharedSync {
  /**
   * Runs one time slice: syncs the sources that are due, and then publishes the result. No other
   * process writes during this time. The time slice ends early if another writer is waiting.
   * @param waits whether this call waits for another active writer, or returns immediately
   * @param over the signal that ends the time slice after the current batch
   * @returns undefined if another writer is active and this call does not wait
   */
  runSlice(waits: 'waits' | 'does not wait', over: AbortSignal): Promise<Slice | undefined>;
  close(): Promise<void>;
}

interface Slice extends Ran {
  /** The descriptions of problems that `undoneOf` returns. */
  readonly undone: readonly string[];
}

export interface SharedSyncParts extends Asked {
  readonly config: Config;
  readonly shared: Shared;
  readonly log: Log;
  readonly keep?: string | undefined;
  /** Whether failed requests are retried immediately. */
  readonly retry?: boolean | undefined;
  /**
   * Path of a report about how the source hosts responded. The report is written after each time
   * slice.
   */
  readonly reportFile?: string | undefined;
  readonly report: (progress: Progress) => void;
}

/**
 * Opens a sync. The robots.txt files of the hosts and the counts of requests stay in memory between
 * time slices. The clock of PostgreSQL, which all machines share, determines quotas, pauses and due
 * times.
 */
export async function openSharedSync(
  context: Context,
  parts: SharedSyncParts,
): Promise<SharedSync> {
  const { shared } = parts;
  const sharedClock = createSharedClock(shared.database, context.clock);
  const clock = sharedClock.now;
  const states = await sharedStates(shared.database);
  const network = await openNetwork(states, {
    ...parts,
    environment: context.environment,
    clock,
  });
  const self = selfOf();
  let publishedAt = Number.NEGATIVE_INFINITY;
  let retry = parts.retry ?? false;
  return {
    async runSlice(waits, over) {
      await sharedClock.compare();
      let teller: ProgressReporter | undefined;
      const work = async (job: Job) => {
        teller ??= createProgressReporter(shared.database, self, clock);
        const ran = await synced(clock, { ...parts, retry }, { network, job, self, teller, over });
        retry = false;
        teller.say('publishes its results');
        const isNews = ran.facts > 0 || ran.end === 'stopped';
        if (isNews || clock() - publishedAt >= PUBLISH_EVERY) publishedAt = clock();
        else job.defer();
        return ran;
      };
      try {
        return (await shared.job(waits, work))?.result;
      } finally {
        await teller?.close();
      }
    },
    close: () => network.close(),
  };
}

/** The objects that a sync needs during one time slice. */
interface Held {
  readonly network: Network;
  readonly job: Job;
  readonly self: Self;
  readonly teller: ProgressReporter;
  readonly over: AbortSignal;
}

async function synced(
  clock: Clock,
  parts: SharedSyncParts,
  { network, job, self, teller, over }: Held,
): Promise<Slice> {
  const { shared } = parts;
  const database = await openDatabase(filesOf(job.folder).store, factMigrations);
  // The copy of the store may contain the sync lock of a writer that was killed. This process takes
  // over the lock.
  seize(database, self, clock());
  if (parts.retry) retryFailed(database);
  try {
    const engine = openSync(database, self, {
      ...parts,
      config: { ...parts.config, CATALYST_DATA_DIR: job.folder },
      clock,
      network,
      report(progress) {
        teller.say(progressText(progress));
        parts.report(progress);
      },
      async refresh() {
        await job.refresh('real');
        await job.publish();
      },
    });
    const watch = watched(job.lock, engine.stop, over);
    let last: string | undefined;
    const publishStates = async () => {
      const states = promisesText(database);
      if (states === undefined || states === last) return;
      last = states;
      await shared.database.query((sql) => writePromises(sql, states));
    };
    // Servers read these states to show the progress of the first load. A failed write is ignored,
    // because the next write follows soon.
    const reporting = setInterval(() => void publishStates().catch(() => {}), REPORT_EVERY_MS);
    try {
      requireCompanies(parts, engine.companies());
      const ran = await engine.run(false);
      await publishStates();
      network.report(database);
      return { ...ran, undone: undoneOf(parts, engine.companies(), network.unkept()) };
    } finally {
      clearInterval(reporting);
      watch.close();
    }
  } finally {
    release(database, self);
    database.close();
  }
}

/**
 * Calls `stop` when the time slice must end: at the time limit, when another writer is waiting, or
 * when the process is told to stop.
 */
function watched(lock: WriteLock, stop: () => void, over: AbortSignal) {
  const longest = setTimeout(stop, MAX_SLICE);
  // If the database does not respond, another machine may have the lock, so the time slice ends.
  const look = () => lock.isWanted().then((isWanted) => isWanted && stop(), stop);
  const looking = setInterval(look, LOOK_WANTED_EVERY);
  if (over.aborted) stop();
  over.addEventListener('abort', stop);
  return {
    close() {
      clearTimeout(longest);
      clearInterval(looking);
      over.removeEventListener('abort', stop);
    },
  };
}

/**
 * Runs the command `sync` if several machines share the records. Time slices repeat until no
 * request is due. With `--stay`, they repeat until a stop signal arrives.
 */
export async function syncShared(
  context: Context,
  config: Config,
  cluster: Cluster,
  asked: Asked & { readonly options: SyncOptions },
): Promise<ExitCode> {
  const { options, sources } = asked;
  requireContactFor(config, sources);
  const { stderr, clock } = context;
  const over = new AbortController();
  void stopOf(context, options).then(() => over.abort());
  const display = lineDisplay(stderr, clock);
  const shared = await openShared(context, config, cluster);
  try {
    const { keep, retry, report: reportFile } = options;
    const parts = { ...asked, config, shared, log: createLog(), keep, retry, reportFile };
    const sync = await openSharedSync(context, { ...parts, report: (one) => display.show(one) });
    try {
      return await runSlices(context, sync, over.signal, options);
    } finally {
      await sync.close();
    }
  } finally {
    display.close();
    await shared.close();
  }
}

/**
 * Runs time slices until no request is due. With `stay`, runs them until a stop signal arrives.
 * @returns exit code 3 if requests failed, 1 if the run was interrupted or is incomplete for
 * another reason
 */
export async function runSlices(
  { stderr }: Context,
  sync: SharedSync,
  over: AbortSignal,
  { stay }: SyncOptions,
): Promise<ExitCode> {
  let facts = 0;
  for (;;) {
    const ran = await sync.runSlice('waits', over).catch((cause: Error) => {
      if (!stay) throw cause;
      stderr.write(`sync: ${cause.message}\n`);
      return undefined;
    });
    if (!ran) {
      await sleep(LOOK_DUE_EVERY, undefined, { signal: over }).catch(() => {});
      if (over.aborted) return exit.done;
      continue;
    }
    facts += ran.facts;
    const isCut = ran.end === 'stopped' && !over.aborted;
    if (isCut) continue;
    stderr.write(`${endText({ ...ran, facts })}\n`);
    if (over.aborted) return stay ? exit.done : exit.failed;
    if (!stay) {
      for (const words of ran.undone) stderr.write(`sync: ${words}\n`);
      return exitOf(ran, ran.undone);
    }
    await sleep(LOOK_DUE_EVERY, undefined, { signal: over }).catch(() => {});
    if (over.aborted) return exit.done;
  }
}
