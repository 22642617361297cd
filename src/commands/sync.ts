import { type Clock, todayOf } from '../base/clock.ts';
import { type Config, readConfig } from '../base/config.ts';
import { createLog } from '../base/log.ts';
import { openRegistry } from '../ingest/sync/company-registry.ts';
import { forecast } from '../ingest/sync/forecast.ts';
import { acquire, type Holder, release, type Self } from '../ingest/sync/lock.ts';
import { openNetwork, openSync } from '../ingest/sync/open-sync.ts';
import { barDisplay, type Display, lineDisplay } from '../ingest/sync/progress.ts';
import { retryFailed } from '../ingest/sync/queue.ts';
import { storedStates } from '../ingest/sync/start-ledger.ts';
import {
  bytesNeeded,
  freeBytes,
  lacksRoom,
  MIN_FREE_BYTES,
  openSyncStore,
  selfOf,
} from '../ingest/sync/sync-store.ts';
import { type Database, inTransaction } from '../store/database.ts';
import { writePromises } from '../store/promises.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { lookAt } from './look-at.ts';
import { refreshInChild } from './start-app.ts';
import { requireContactFor } from './sync-contact.ts';
import { endText, exitOf, stopOf, undoneOf } from './sync-end.ts';
import {
  type Asked,
  askedOf,
  requireCompanies,
  requireKeepFolder,
  requireReportFile,
  type SyncOptions,
} from './sync-options.ts';
import { table } from './terminal-table.ts';
import { requireOnlyOwner } from './vendor-use.ts';

/** How often to check whether another sync is still running, in milliseconds. */
const LOOK_EVERY = 10_000;
/** Matches the progress text of a sync that waits because no request is due. */
const RESTS = /waiting until \S+$/;

/**
 * Fills the store from public sources until nothing is due. With `--stay`, fills it until a stop
 * signal arrives.
 */
export async function sync(context: Context, options: SyncOptions): Promise<ExitCode> {
  try {
    return await runSync(context, options);
  } finally {
    // An open stdin would keep the process running.
    context.stdin.pause();
  }
}

async function runSync(context: Context, options: SyncOptions): Promise<ExitCode> {
  const config = readConfig(context.environment);
  await requireOnlyOwner(config);
  const asked = askedOf(config, options, todayOf(context.clock));
  if (options.plan) {
    return lookAt(config, (dataDir) =>
      showPlan(context, { ...config, CATALYST_DATA_DIR: dataDir }, asked),
    );
  }
  if (options.probe) {
    requireContactFor(config, asked.sources);
    const { probeSources } = await import('./sync-probe.ts');
    return probeSources(context, config, asked);
  }
  if (options.keep !== undefined) requireKeepFolder(options.keep);
  if (options.report !== undefined) requireReportFile(options.report);
  // A lower priority halves the answer times of a server on the same machine. It does not slow down
  // the sync, which mostly waits for its sources.
  context.lowerPriority();
  if (config.cluster) {
    const { syncShared } = await import('./shared-sync.ts');
    return syncShared(context, config, config.cluster, { ...asked, options });
  }
  const database = await openSyncStore(config);
  try {
    requireContactFor(config, asked.sources);
    const self = selfOf();
    const stopped = stopOf(context, options);
    const holder = acquire(database, self, context.clock());
    if (holder && !(await turnOf(context, database, self, holder, { options, stopped }))) {
      return options.stay ? exit.done : exit.failed;
    }
    try {
      return await run(context, config, database, self, { ...asked, options, stopped });
    } finally {
      release(database, self);
    }
  } finally {
    database.close();
  }
}

async function run(
  context: Context,
  config: Config,
  database: Database,
  self: Self,
  asked: Asked & { readonly options: SyncOptions; readonly stopped: Promise<void> },
): Promise<ExitCode> {
  const needed = bytesNeeded(database);
  if (needed > MIN_FREE_BYTES && freeBytes(config.CATALYST_DATA_DIR) < needed) {
    const hindrance = lacksRoom(needed);
    inTransaction(database, () =>
      writePromises(database, { written_at: context.clock(), filled: 0, hindrance, sources: [] }),
    );
    context.stderr.write(`sync: ${hindrance}\n`);
    return exit.failed;
  }
  const { stderr, clock } = context;
  const display: Display = stderr.isTTY ? await barDisplay(stderr) : lineDisplay(stderr, clock);
  const closing = new AbortController();
  const { options } = asked;
  const network = await openNetwork(storedStates(database), {
    config,
    environment: context.environment,
    clock,
    sources: asked.sources,
    keep: options.keep,
    reportFile: options.report,
  });
  if (options.retry) retryFailed(database);
  const engine = openSync(database, self, {
    ...asked,
    config,
    clock,
    log: createLog(),
    network,
    refresh: () => refreshInChild(context, config.CATALYST_DATA_DIR, 'real', closing.signal),
    report: (progress) => display.show(progress),
  });
  asked.stopped.then(() => {
    engine.stop();
    // Aborts a refresh in progress. The next process that opens the store repeats the refresh.
    closing.abort();
  });
  try {
    requireCompanies(asked, engine.companies());
    const ran = await engine.run(asked.options.stay ?? false);
    display.close();
    network.report(database);
    stderr.write(`${endText(ran)}\n`);
    const undone = undoneOf(asked, engine.companies(), network.unkept());
    for (const words of undone) stderr.write(`sync: ${words}\n`);
    return options.stay && ran.end === 'stopped' ? exit.done : exitOf(ran, undone);
  } finally {
    display.close();
    closing.abort();
    await network.close();
  }
}

/**
 * Waits until the sync of another process has ended.
 * @returns whether this process may sync now
 */
async function turnOf(
  context: Context,
  database: Database,
  self: Self,
  first: Holder,
  { options, stopped }: { readonly options: SyncOptions; readonly stopped: Promise<void> },
): Promise<boolean> {
  const { stderr, clock } = context;
  const say = (words: string) => !options.stay && stderr.write(`sync: ${words}\n`);
  say(
    `process ${first.pid} is already syncing this store; this process waits until process ${first.pid} finishes`,
  );
  for (let holder: Holder | undefined = first; holder; ) {
    say(`process ${holder.pid}: ${holder.progress}`);
    if (!options.stay && RESTS.test(holder.progress)) {
      say(
        `process ${holder.pid} is idle until more requests are due, so this process sent no requests. Stop process ${holder.pid}, or try again when it has ended; \`status\` shows how current the sources are`,
      );
      return false;
    }
    if (await isOver(stopped, LOOK_EVERY)) return false;
    holder = acquire(database, self, clock());
  }
  return true;
}

/**
 * Waits for a given time or until a stop signal arrives.
 * @returns whether a stop signal arrived
 */
async function isOver(stopped: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const over = await Promise.race([waited, stopped.then(() => true)]);
  clearTimeout(timer);
  return over;
}

async function plannedRequests(config: Config, clock: Clock, asked: Asked) {
  const database = await openSyncStore(config);
  try {
    const companies = openRegistry(database, () => todayOf(clock), asked.tickers).companies();
    requireCompanies(asked, companies);
    return forecast({ ...asked, database, companies, now: clock() });
  } finally {
    database.close();
  }
}

async function showPlan(context: Context, config: Config, asked: Asked): Promise<ExitCode> {
  const rows = await plannedRequests(config, context.clock, asked);
  const isEstimate = rows.some(({ counted, requests }) => !counted && requests > 0);
  const shown = rows.map(({ source, requests, bytes, minutes, counted }) => ({
    source,
    requests: `${counted ? '' : '~'}${requests}`,
    MB: (bytes / 1e6).toFixed(1),
    minutes: minutes.toFixed(1),
  }));
  const sum = (field: 'requests' | 'bytes') => rows.reduce((all, row) => all + row[field], 0);
  context.stdout.write(
    `${table(shown)}\n${sum('requests').toLocaleString('en')} requests, ${(sum('bytes') / 1e6).toFixed(0)} MB; nothing was sent\n`,
  );
  if (isEstimate) {
    context.stdout.write(
      '~ marks an estimate: the companies and their filings are not known yet\n',
    );
  }
  return exit.done;
}
