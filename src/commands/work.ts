import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '../../tools/index.ts';
import { todayOf } from '../base/clock.ts';
import { type Config, readConfig } from '../base/config.ts';
import { ConfigError } from '../base/config-error.ts';
import { createLog, type Log } from '../base/log.ts';
import { noWorkObserver, type WorkObserver } from '../base/observer.ts';
import { newestVersion, type Version } from '../cluster/published-versions.ts';
import { layoutOf } from '../store/served-store.ts';
import { metricsHosts } from '../transports/guards.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { UsageError } from './keys.ts';
import { openShared, type Shared } from './shared.ts';
import { openSharedSync, type SharedSync } from './shared-sync.ts';
import { requireContact } from './sync-contact.ts';
import { askedOf } from './sync-options.ts';

/** How often to check whether a refresh is due, in milliseconds. */
const LOOK_EVERY = 30_000;

/** Updates the shared records until a stop signal arrives. */
export async function work(context: Context, options: { readonly sync?: true }): Promise<ExitCode> {
  const { config, cluster } = clusterOf(context);
  const syncs = options.sync ?? config.CATALYST_SYNC;
  if (syncs) requireContact(config);
  const log = createLog({ instance: hostname(), isAsync: true });
  const over = new AbortController();
  void context.stopped().then(() => over.abort());
  const metrics = await openMetrics(context, config, log);
  const open = () => openShared(context, config, cluster);
  const shared = await untilOpened(open, log, over.signal);
  const watched = shared && { shared, log, observer: metrics.observer };
  const sync = watched && syncs ? createSync(context, config, watched) : undefined;
  try {
    // A refresh is due at startup, because a new release may compute different records.
    let isDue = true;
    while (watched && !over.signal.aborted) {
      isDue = await refreshIfDue(context, watched, isDue);
      const isCut = await sync?.look(over.signal);
      if (!isCut) await sleep(LOOK_EVERY, undefined, { signal: over.signal }).catch(() => {});
    }
    return exit.done;
  } finally {
    await sync?.close();
    await shared?.close();
    await metrics.close();
  }
}

/** The objects that the refresh and the sync of the command `work` use. */
interface Watched {
  readonly shared: Shared;
  readonly log: Log;
  readonly observer: WorkObserver;
}

/** Serves the metrics if they are enabled. They are available even before PostgreSQL responds. */
async function openMetrics({ clock }: Context, config: Config, log: Log) {
  const { CATALYST_METRICS_PORT: port, CATALYST_METRICS_HOST: host } = config;
  if (port === undefined) return { observer: noWorkObserver, close: async () => {} };
  const { createWorkMetrics } = await import('../service/telemetry/work-metrics.ts');
  const { serveMetrics } = await import('../service/telemetry/metrics-server.ts');
  const metrics = createWorkMetrics(clock);
  const isOwnHost = metricsHosts(config.CATALYST_ALLOWED_HOSTS);
  const { close } = await serveMetrics(metrics, { host, port, isOwnHost }, log);
  return { observer: metrics.observer, close };
}

/**
 * Creates the sync of the command `work`. Each call of `look` runs one time slice, unless another
 * machine is writing.
 */
export function createSync(context: Context, config: Config, { shared, log, observer }: Watched) {
  let opened: SharedSync | undefined;
  return {
    /** @returns whether more requests are due immediately */
    async look(over: AbortSignal): Promise<boolean> {
      const ended = observer.began('sync');
      try {
        const asked = askedOf(config, {}, todayOf(context.clock));
        opened ??= await openSharedSync(context, {
          config,
          shared,
          log,
          ...asked,
          report: () => {},
        });
        const ran = await opened.runSlice('does not wait', over);
        if (ran && ran.facts > 0) log.info({ facts: ran.facts, end: ran.end }, 'synced');
        if (ran) {
          const { facts, refused, held } = ran;
          observer.synced({ facts, refused, waiting: held.length });
        }
        ended(ran ? 'done' : 'busy');
        return ran?.end === 'stopped' && !over.aborted;
      } catch (cause) {
        ended('failed');
        log.error({ err: cause }, 'sync ended without a result');
        return false;
      }
    },
    close: async () => opened?.close(),
  };
}

/** Publishes an older version of the records again. */
export async function publishOlder(context: Context, word: string): Promise<ExitCode> {
  const { config, cluster } = clusterOf(context);
  if (!/^\d{1,9}$/.test(word)) throw new UsageError('`publish` takes a version number, like 12.');
  const shared = await openShared(context, config, cluster);
  try {
    const { head, facts } = await shared.publishAgain(Number(word));
    const origin = facts
      ? `with the facts of version ${facts}; facts that were imported later are not included`
      : 'without its facts, which are no longer stored; the next refresh uses the newest facts';
    context.stdout.write(
      `The records of version ${word} were published again as version ${head}, ${origin}\n`,
    );
    return exit.done;
  } finally {
    await shared.close();
  }
}

function clusterOf(context: Context) {
  const config = readConfig(context.environment);
  const { cluster } = config;
  if (!cluster) {
    throw new ConfigError(
      '`work` is for several machines and requires CATALYST_DATABASE_URL and CATALYST_REDIS_URL. A single server refreshes its records automatically',
    );
  }
  return { config, cluster };
}

/** Opens the shared store, and retries until PostgreSQL responds. */
async function untilOpened(
  open: () => Promise<Shared>,
  log: Log,
  over: AbortSignal,
): Promise<Shared | undefined> {
  while (!over.aborted) {
    try {
      return await open();
    } catch (cause) {
      log.error({ err: cause }, 'PostgreSQL does not answer');
    }
    await sleep(LOOK_EVERY, undefined, { signal: over }).catch(() => {});
  }
  return undefined;
}

/**
 * Refreshes and publishes the records if a refresh is due.
 * @returns whether a refresh is still due
 */
export async function refreshIfDue(
  { clock }: Context,
  { shared, log, observer }: Watched,
  isDue: boolean,
): Promise<boolean> {
  const ended = observer.began('refresh');
  try {
    const before = await publishedIn(shared);
    if (before.served) observer.published(before.served);
    if (!isDue && isCurrent(before, todayOf(clock))) {
      ended('not_due');
      return false;
    }
    const done = await shared.job('does not wait', async () => {});
    if (done) log.info({ version: done.head }, 'published');
    const { served } = await publishedIn(shared);
    if (served) observer.published(served);
    ended(done ? 'done' : 'busy');
    return done === undefined && isDue;
  } catch (cause) {
    ended('failed');
    log.error({ err: cause }, 'nothing was published');
    return true;
  }
}

interface NewestVersions {
  /** The newest published version that this release can serve. */
  readonly served: Version | undefined;
  readonly facts: Version | undefined;
}

async function publishedIn({ database }: Shared): Promise<NewestVersions> {
  const layout = layoutOf(endpoints);
  return {
    served: await database.query((sql) => newestVersion(sql, 'served', layout)),
    facts: await database.query((sql) => newestVersion(sql, 'facts')),
  };
}

/**
 * Whether the newest version that this release can serve was computed today from the newest input
 * records.
 */
function isCurrent({ served, facts }: NewestVersions, today: string): boolean {
  return served !== undefined && served.derived_on === today && served.id > (facts?.id ?? 0);
}
