import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '../../tools/index.ts';
import { todayOf } from '../clock.ts';
import { newestVersion } from '../cluster/versions.ts';
import { ConfigError, readConfig } from '../config.ts';
import { createLog, type Log } from '../log.ts';
import { layoutOf } from '../store/served-store.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { UsageError } from './keys.ts';
import { openShared, type Shared } from './shared.ts';
import { openSharedSync, type SharedSync, type SharedSyncParts } from './shared-sync.ts';
import { requireContact } from './sync-contact.ts';
import { askedOf } from './sync-options.ts';

/** How often a worker looks whether a new day or new facts ask for a refresh, ms. */
const LOOK_EVERY = 30_000;

/** Keeps what several machines serve up to date, until it is stopped. */
export async function work(context: Context, options: { readonly sync?: true }): Promise<ExitCode> {
  const { config, cluster } = clusterOf(context);
  const syncs = options.sync ?? config.CATALYST_SYNC === 'on';
  // Of all sources together some always ask for it.
  requireContact(config, syncs);
  const log = createLog({ instance: hostname(), isAsync: true });
  const over = new AbortController();
  void context.stopped().then(() => over.abort());
  const shared = await opened(context, config, cluster, log, over.signal);
  if (!shared) return exit.done;
  const sync = syncs ? createSync(context, { config, shared, log }) : undefined;
  try {
    // A new release may compute otherwise on the same day.
    let isDue = true;
    while (!over.signal.aborted) {
      isDue = await looked(context, shared, log, isDue);
      const isCut = await sync?.look(over.signal);
      if (!isCut) await sleep(LOOK_EVERY, undefined, { signal: over.signal }).catch(() => {});
    }
    return exit.done;
  } finally {
    await sync?.close();
    await shared.close();
  }
}

/** Syncs what is due, where no other machine does at the moment. */
function createSync(context: Context, parts: Pick<SharedSyncParts, 'config' | 'shared' | 'log'>) {
  const { log, config } = parts;
  let opened: SharedSync | undefined;
  return {
    /** @returns whether more is due at once. */
    async look(over: AbortSignal): Promise<boolean> {
      try {
        const asked = askedOf(config, {}, todayOf(context.clock));
        opened ??= await openSharedSync(context, { ...parts, ...asked, report: () => {} });
        const ran = await opened.stint('does not wait', over);
        if (ran && ran.facts > 0) log.info({ facts: ran.facts, end: ran.end }, 'synced');
        return ran?.end === 'stopped' && !over.aborted;
      } catch (cause) {
        log.error({ err: cause }, 'sync came to nothing');
        return false;
      }
    },
    close: async () => opened?.close(),
  };
}

/** Publishes an older version of what is served again. */
export async function publishOlder(context: Context, word: string): Promise<ExitCode> {
  const { config, cluster } = clusterOf(context);
  if (!/^\d{1,9}$/.test(word)) throw new UsageError('publish takes the number of a version: 12.');
  const shared = await openShared(context, config, cluster);
  try {
    const { head, facts } = await shared.publishAgain(Number(word));
    const origin = facts
      ? `with the facts of version ${facts}: what was imported after them is in it no more`
      : 'without its facts, which are kept no more: the next refresh computes from the newest';
    context.stdout.write(`Version ${word} is served again, as ${head}, ${origin}\n`);
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
      'work is for several machines: CATALYST_DATABASE_URL and CATALYST_REDIS_URL are needed. A single server refreshes by itself',
    );
  }
  return { config, cluster };
}

/** Opens the shared store as soon as PostgreSQL answers. */
async function opened(
  ...[context, config, cluster, log, over]: [
    ...Parameters<typeof openShared>,
    log: Log,
    over: AbortSignal,
  ]
): Promise<Shared | undefined> {
  while (!over.aborted) {
    try {
      return await openShared(context, config, cluster);
    } catch (cause) {
      log.error({ err: cause }, 'PostgreSQL does not answer');
    }
    await sleep(LOOK_EVERY, undefined, { signal: over }).catch(() => {});
  }
  return undefined;
}

/** Refreshes and publishes where that is due. @returns whether it still is. */
async function looked(
  { clock }: Context,
  shared: Shared,
  log: Log,
  isDue: boolean,
): Promise<boolean> {
  try {
    if (!isDue && (await isOfToday(shared, todayOf(clock)))) return false;
    const done = await shared.job('does not wait', async () => {});
    if (done) log.info({ version: done.head }, 'published');
    return done === undefined && isDue;
  } catch (cause) {
    log.error({ err: cause }, 'nothing was published');
    return true;
  }
}

/** Whether the newest facts are served in this program's layout as they are today. */
async function isOfToday({ database }: Shared, today: string): Promise<boolean> {
  const layout = layoutOf(endpoints);
  const served = await database.ask((sql) => newestVersion(sql, 'served', layout));
  const facts = await database.ask((sql) => newestVersion(sql, 'facts'));
  return served !== undefined && served.derived_on === today && served.id > (facts?.id ?? 0);
}
