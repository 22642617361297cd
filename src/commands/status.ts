import { existsSync } from 'node:fs';
import { todayOf } from '../base/clock.ts';
import { type Config, readConfig } from '../base/config.ts';
import { type StoreKind, storeFile } from '../base/data-files.ts';
import type { UniverseCount } from '../domain/companies/membership.ts';
import type { SyncStatus } from '../ingest/sync/run-status.ts';
import { readRefreshFailure } from '../service/local/refresh-failure-file.ts';
import type { RefreshFailure } from '../service/local/refresher.ts';
import { secIndustries } from '../sources/sec-industries.ts';
import { openDatabase } from '../store/database.ts';
import { countFacts, undatedSources } from '../store/fact-counts.ts';
import { factMigrations, readMeta } from '../store/facts-store.ts';
import { storeFailure } from '../store/failure.ts';
import { factsDate, isRefreshDue } from '../store/served-state.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { lookAt } from './look-at.ts';
import { modelStatusText, readModelStatus, servedModelStatus } from './model-status.ts';
import { readSyncStatus, syncStatusText } from './sync-status.ts';
import { table } from './terminal-table.ts';

/** Shows the content, age and sources of the store, and the state of an upstream. */
export async function status(context: Context, json = false): Promise<ExitCode> {
  const config = readConfig(context.environment);
  if (config.cluster && !json) {
    const { listVersionsText } = await import('./shared-copy.ts');
    context.stdout.write(await listVersionsText(config.cluster));
  }
  return lookAt(config, (dataDir) =>
    statusOf(context, { ...config, CATALYST_DATA_DIR: dataDir }, json),
  );
}

async function statusOf(context: Context, config: Config, json: boolean): Promise<ExitCode> {
  const syncing = await readSyncStatus(context, config);
  if (json) {
    const outcome_model = (await servedModelStatus(config.CATALYST_DATA_DIR)) ?? null;
    context.stdout.write(`${JSON.stringify({ sync: syncing ?? null, outcome_model })}\n`);
    return exit.done;
  }
  const { CATALYST_DATA_DIR: dataDir } = config;
  if (!config.cluster) context.stdout.write(`Data folder: ${dataDir}\n`);
  if (config.upstream) context.stdout.write(await describeUpstream(config, config.upstream));
  const hasCodes =
    syncing?.running != null ||
    syncing?.sources.some((one) => one.source === secIndustries.name && one.last_success !== null);
  const real = await describe('Real store (served)', 'real', context, dataDir, hasCodes);
  const demoIsServed = !real && !config.upstream;
  const demo = await describe(
    demoIsServed ? 'Demo store (served, fictional)' : 'Demo store (not served)',
    'demo',
    context,
    dataDir,
  );
  if (syncing) context.stdout.write(syncStatusText(syncing));
  context.stdout.write(real ?? emptyText(config, syncing));
  if (config.cluster) return exit.done;
  const failed = readRefreshFailure(dataDir, 'demo');
  const unmade = `Demo store: created when the server first starts.\n${failed ? `  ${failureText(failed)}\n` : ''}`;
  context.stdout.write(demo ?? unmade);
  return exit.done;
}

/** Returns the text for a store without records. It tells the user how to sync or import. */
function emptyText({ cluster, CATALYST_CONTACT }: Config, syncing: SyncStatus | undefined): string {
  if (syncing?.running) return 'Real store: no records yet. A running sync is filling the store\n';
  const contact = CATALYST_CONTACT === undefined ? 'CATALYST_CONTACT=YOUR_MAIL_ADDRESS ' : '';
  const line = cluster ? 'work --sync' : 'npm start -- --sync';
  return `Real store: no records yet. Fill it from public sources with: ${contact}${line}; or from files with: import SOURCE FILE…\n`;
}

/**
 * Describes the upstream. One request without the key tests whether the upstream responds. All
 * other values come from the file in which servers save the state of the upstream.
 */
async function describeUpstream(
  config: Config,
  upstream: NonNullable<Config['upstream']>,
): Promise<string> {
  const { probeUpstream } = await import('../gateway/upstream-http.ts');
  const { readSavedState } = await import('../gateway/upstream-state-file.ts');
  const plan = config.CATALYST_UPSTREAM_PLAN ?? 'not set, so the limits of the basic plan apply';
  const lines = [`Upstream: ${upstream.baseUrl}, ${await probeUpstream(upstream.baseUrl)}`];
  lines.push(`  plan of the key: ${plan}`);
  const saved = await readSavedState(config.CATALYST_DATA_DIR);
  if (saved?.host !== new URL(upstream.baseUrl).host) {
    return `${[...lines, '  no server has called the upstream yet'].join('\n')}\n`;
  }
  const share = saved.calls > 0 ? Math.round((100 * saved.cached) / saved.calls) : 0;
  lines.push(
    `  saved by server ${saved.process} at ${saved.at}:`,
    `  circuit breaker ${saved.circuit}, last answer ${saved.answeredAt ?? 'none'}`,
    `  calls ${saved.calls}, answered from the cache ${share}%`,
    ...(saved.refused.length > 0
      ? [`  paths refused for this key: ${saved.refused.join(', ')}`]
      : []),
  );
  const budget = saved.buckets.map(({ bucket, left, requests, windowSeconds }) => ({
    bucket,
    left: `${left} of ${requests}`,
    window: `${windowSeconds} s`,
  }));
  return `${lines.join('\n')}\n${table(budget)}\n`;
}

async function describe(
  title: string,
  kind: StoreKind,
  { clock }: Context,
  dataDir: string,
  hasCodes = false,
): Promise<string | undefined> {
  const path = storeFile(dataDir, kind);
  if (!existsSync(path)) return undefined;
  const database = await openDatabase(path, factMigrations);
  try {
    const factsAt = factsDate(database);
    if (factsAt === undefined) return undefined;
    const derived = readMeta(database, 'derived_at') ?? 'never';
    const isOfToday = readMeta(database, 'derived_on') === todayOf(clock);
    const isLate = !isOfToday || isRefreshDue(database);
    const which = isOfToday ? 'without the newest data' : 'not current';
    const late = isLate ? `  ${which}: ${whyLate(dataDir, kind)}\n` : '';
    const undated = kind === 'demo' ? [] : undatedSources(database);
    const again =
      undated.length > 0
        ? `Import the files of these sources again, because an earlier release did not store the dates of their fields: ${undated.join(', ')}\n`
        : '';
    const universe = kind === 'demo' ? '' : universeOf(readMeta(database, 'universe'), hasCodes);
    const held = table(countFacts(database).map((row) => ({ ...row })));
    const model = readModelStatus(database);
    const learned = model ? modelStatusText(model) : '';
    const left = implausibleText(readMeta(database, 'implausible'));
    return `${title}: newest data ${factsAt}, computed ${derived}\n${late}${held}\n${universe}${left}${learned}${again}`;
  } catch (cause) {
    throw storeFailure(cause, path);
  } finally {
    database.close();
  }
}

/**
 * Formats how many companies the last refresh counted. If industry codes (SIC) of companies are
 * missing and no sync requests them, the text advises the user to import the codes.
 */
function universeOf(counted: string | undefined, hasCodes: boolean): string {
  if (!counted) return '';
  const { companies, others, others_without_sic } = JSON.parse(counted) as UniverseCount;
  if (others === 0) return '';
  const more =
    others_without_sic > 0 && !hasCodes
      ? ` SIC codes are missing for ${others_without_sic} of the others: import sec-submissions to classify them`
      : '';
  return `Universe: ${companies} biotech and pharma companies; ${others} others are excluded.${more}\n`;
}

/**
 * Describes the values that the last refresh omitted because they are outside the bounds of their
 * fields.
 */
function implausibleText(counted: string | undefined): string {
  const fields = Object.entries(JSON.parse(counted ?? '{}') as Record<string, number>);
  if (fields.length === 0) return '';
  return `Omitted implausible values: ${fields.map(([name, count]) => `${name} ${count}`).join(', ')}\n`;
}

/**
 * Returns the reason why the served records are not current. If a server saved the failure of its
 * last refresh, this failure is the reason.
 */
function whyLate(dataDir: string, kind: StoreKind): string {
  const failure = readRefreshFailure(dataDir, kind);
  return failure ? failureText(failure) : 'the records are recomputed at the next request';
}

function failureText({ failures, reason, ...at }: RefreshFailure): string {
  const [failedAt, retryAt] = [at.failedAt, at.retryAt].map((ms) => new Date(ms).toISOString());
  return `the refresh failed at ${failedAt} (consecutive failures: ${failures}): ${reason}. A running server tries again at ${retryAt}`;
}
