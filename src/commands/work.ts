import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '../../tools/index.ts';
import { todayOf } from '../clock.ts';
import { headOf, newestVersion, publishAgain } from '../cluster/versions.ts';
import { withWriteLock } from '../cluster/write-lock.ts';
import { ConfigError, readConfig } from '../config.ts';
import { createLog, type Log } from '../log.ts';
import { layoutOf } from '../store/served-store.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { UsageError } from './keys.ts';
import { openShared, type Shared } from './shared.ts';

/** How often a worker looks whether a new day or new facts ask for a refresh, ms. */
const LOOK_EVERY = 30_000;

/** Keeps what several machines serve up to date, until it is stopped. */
export async function work(context: Context): Promise<ExitCode> {
  const { config, cluster } = clusterOf(context);
  const log = createLog();
  const over = new AbortController();
  const stopped = context.stopped().then(() => over.abort());
  const shared = await opened(context, config, cluster, log, over.signal);
  if (!shared) return exit.done;
  try {
    // A new release may compute otherwise on the same day.
    let isDue = true;
    while (!over.signal.aborted) {
      isDue = await looked(context, shared, log, isDue);
      await sleep(LOOK_EVERY, undefined, { signal: over.signal }).catch(() => {});
    }
    await stopped;
    return exit.done;
  } finally {
    await shared.close();
  }
}

/** Publishes an older version of what is served again. */
export async function publishOlder(context: Context, word: string): Promise<ExitCode> {
  const { config, cluster } = clusterOf(context);
  if (!/^\d{1,9}$/.test(word)) throw new UsageError('publish takes the number of a version: 12.');
  const shared = await openShared(context, config, cluster);
  try {
    const waits = () => void context.stderr.write('Another machine writes; waiting …\n');
    const { sql } = shared;
    const done = await withWriteLock({ ...cluster, sql, waits }, async () =>
      publishAgain(sql, await headOf(sql), Number(word)),
    );
    const { head, facts } = done!;
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
async function isOfToday({ sql }: Shared, today: string): Promise<boolean> {
  const served = await newestVersion(sql, 'served', layoutOf(endpoints));
  const facts = await newestVersion(sql, 'facts');
  return served !== undefined && served.derived_on === today && served.id > (facts?.id ?? 0);
}
