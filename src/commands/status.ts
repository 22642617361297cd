import { existsSync } from 'node:fs';
import { type Config, readConfig } from '../config.ts';
import { filesOf } from '../data-files.ts';
import { factsDate } from '../refresh.ts';
import { openDatabase } from '../store/database.ts';
import { countFacts, factMigrations, readMeta } from '../store/facts-store.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { readSyncStatus, syncStatusText } from './sync-status.ts';
import { table } from './table.ts';

/** What is in the store, how fresh, and from where; how the upstream does, where there is one. */
export async function status(context: Context, json = false): Promise<ExitCode> {
  const config = readConfig(context.environment);
  const syncing = await readSyncStatus(context, config);
  if (json) {
    context.stdout.write(`${JSON.stringify({ sync: syncing ?? null })}\n`);
    return exit.done;
  }
  const { CATALYST_DATA_DIR: dataDir } = config;
  const files = filesOf(dataDir);
  context.stdout.write(`Data folder: ${dataDir}\n`);
  if (config.upstream) context.stdout.write(await describeUpstream(config, config.upstream));
  const real = await describe('Real store (served)', files.store);
  const demoIsServed = !real && !config.upstream;
  const demo = await describe(
    demoIsServed ? 'Demo store (served, fictional)' : 'Demo store (not served)',
    files.demo,
  );
  if (syncing) context.stdout.write(syncStatusText(syncing));
  context.stdout.write(real ?? 'Real store: no records yet. Fill it with: import SOURCE FILE…\n');
  context.stdout.write(demo ?? 'Demo store: made when the server first starts.\n');
  return exit.done;
}

/** Whether it is reachable is asked now, without the key; the rest is what a server last left. */
async function describeUpstream(
  config: Config,
  upstream: NonNullable<Config['upstream']>,
): Promise<string> {
  const { probeUpstream } = await import('../sources/upstream-http.ts');
  const { readSavedState } = await import('../sources/upstream-state-file.ts');
  const plan = config.CATALYST_UPSTREAM_PLAN ?? 'not stated, paced as basic';
  const lines = [`Upstream: ${upstream.baseUrl}, ${await probeUpstream(upstream.baseUrl)}`];
  lines.push(`  plan of the key: ${plan}`);
  const saved = await readSavedState(config.CATALYST_DATA_DIR);
  if (saved?.host !== new URL(upstream.baseUrl).host) {
    return `${[...lines, '  no server has asked it yet'].join('\n')}\n`;
  }
  const share = saved.calls > 0 ? Math.round((100 * saved.cached) / saved.calls) : 0;
  lines.push(
    `  as server ${saved.process} left it at ${saved.at}:`,
    `  circuit ${saved.circuit}, last answer ${saved.answeredAt ?? 'none'}`,
    `  calls ${saved.calls}, answered from the cache ${share} %`,
    ...(saved.refused.length > 0 ? [`  refused to this key: ${saved.refused.join(', ')}`] : []),
  );
  const budget = saved.buckets.map(({ bucket, left, requests, windowSeconds }) => ({
    bucket,
    left: `${left} of ${requests}`,
    window: `${windowSeconds} s`,
  }));
  return `${lines.join('\n')}\n${table(budget)}\n`;
}

async function describe(title: string, path: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined;
  const database = await openDatabase(path, factMigrations);
  try {
    const factsAt = factsDate(database);
    if (factsAt === undefined) return undefined;
    const derived = readMeta(database, 'derived_at') ?? 'never';
    return `${title}: newest facts ${factsAt}, computed ${derived}\n${table(countFacts(database).map((row) => ({ ...row })))}\n`;
  } finally {
    database.close();
  }
}
