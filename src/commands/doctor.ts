import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closest } from 'fastest-levenshtein';
import { endpoints } from '../../tools/index.ts';
import { grantMigrations } from '../authorization/sqlite-grants.ts';
import { todayOf } from '../base/clock.ts';
import { type Config, readConfig, settings } from '../base/config.ts';
import { ConfigError } from '../base/config-error.ts';
import { filesOf } from '../base/data-files.ts';
import { didYouMean } from '../base/did-you-mean.ts';
import type { Environment } from '../base/environment.ts';
import { onOneLine } from '../base/foreign-text.ts';
import { freeBytes, MIN_FREE_BYTES } from '../ingest/sync/sync-store.ts';
import { USER_AGENT_PREFIX } from '../ingest/sync/user-agent.ts';
import { accountMigrations } from '../service/access/local-accounts.ts';
import { peekStore } from '../service/local/peek.ts';
import { checkDatabase } from '../store/check.ts';
import { PAGE_BYTES } from '../store/database.ts';
import { factMigrations } from '../store/facts-store.ts';
import { StoreFailure } from '../store/failure.ts';
import { assistantChecks, type Finding } from './assistant-files.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { openAccountAdmin } from './open-accounts.ts';
import { failuresText, readSyncStatus } from './sync-status.ts';

/** The oldest supported Node version. */
const MIN_NODE = [20, 19] as const;
/** Maximum accepted difference between the clocks of this machine and PostgreSQL, in seconds. */
const MAX_SKEW_SECONDS = 10;
/** A day in the past. If the clock of this machine shows an earlier date, the clock is wrong. */
const OLDEST_DAY = '2026-01-01';

/**
 * Checks Node, the settings, the data folder, the clock, the store or upstream, the keys, and the
 * configuration of assistants.
 */
export async function doctor(context: Context): Promise<ExitCode> {
  const findings = [nodeFinding(process.versions.node), ...(await findingsOf(context))];
  for (const { about, state, found, advice } of findings) {
    context.stdout.write(`${state.padEnd(6)}${about}: ${found}\n`);
    if (advice) context.stdout.write(`      → ${advice}\n`);
  }
  return findings.some(({ state }) => state === 'wrong') ? exit.failed : exit.done;
}

async function findingsOf(context: Context): Promise<readonly Finding[]> {
  let config: Config;
  try {
    config = readConfig(context.environment);
    await requireUsable(config, context.environment);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    const advice = 'correct or unset it; docs/configuration.md lists every setting';
    return [{ about: 'settings', state: 'wrong', found: cause.message, advice }];
  }
  const folder = folderFinding(config.CATALYST_DATA_DIR);
  const ofSettings = settingsFinding(context.environment);
  // The checks below need a usable data folder.
  if (folder.state === 'wrong') return [ofSettings, folder];
  const refused = config.cluster ? [] : await fileFindings(config.CATALYST_DATA_DIR);
  if (refused.length > 0) return [ofSettings, folder, ...refused];
  return [
    ...[ofSettings, folder, await clockFinding(context, config)],
    ...(await sourceFindings(config)),
    ...syncFindings(config),
    ...(await failedFindings(context, config)),
    ...(await accountFindings(context, config)),
    ...assistantChecks(context),
  ];
}

/**
 * Makes the checks that a server and its sync make at startup.
 * @throws ConfigError
 */
async function requireUsable(config: Config, environment: Environment): Promise<void> {
  const { createProxies } = await import('../transports/forwarded.ts');
  await createProxies(config.CATALYST_TRUSTED_PROXIES, config.CATALYST_MAX_CONNECTIONS_PER_ADDRESS);
  if (config.upstream) {
    const { gatewaySettings } = await import('../gateway/upstream-gateway.ts');
    gatewaySettings(config, endpoints);
  }
  if (config.CATALYST_SYNC) {
    const { createHttp } = await import('../ingest/sync/fetch.ts');
    await createHttp({ environment, mirror: config.CATALYST_MIRROR }).close();
  }
}

/** Reports environment variables that begin with CATALYST_ but are not settings. */
function settingsFinding(environment: Environment): Finding {
  const about = 'settings';
  const names = Object.keys(settings);
  const unknown = Object.keys(environment).filter(
    (name) =>
      name.startsWith('CATALYST_') && !name.startsWith(USER_AGENT_PREFIX) && !names.includes(name),
  );
  if (unknown.length === 0) return { about, state: 'ok', found: 'valid' };
  const meant = new Set(unknown.map((name) => closest(name, names)));
  const found = `${unknown.map(onOneLine).join(', ')} ${unknown.length === 1 ? 'is not a setting' : 'are not settings'}`;
  return { about, state: 'look', found, advice: didYouMean([...meant]) };
}

/** Reports failed requests of the sync, and sources whose records are late. */
async function failedFindings(context: Context, config: Config): Promise<readonly Finding[]> {
  const about = 'sync';
  // If the records are shared, they are not checked, because they would have to be downloaded
  // first. If the local store cannot be read, `fileFindings` reports the error.
  const status = config.cluster
    ? undefined
    : await readSyncStatus(context, config).catch(() => undefined);
  if (!status) return [];
  const late = status.sources.filter(({ state }) => state === 'stale').map(({ source }) => source);
  const findings: Finding[] = [];
  if (status.failures.count > 0) {
    const advice = '`status` shows the reason for each source';
    findings.push({ about, state: 'look', found: failuresText(status.failures), advice });
  }
  if (late.length > 0) {
    const advice = 'start a sync; `status` shows why each source is waiting';
    findings.push({
      about,
      state: 'look',
      found: `sources with late records: ${late.join(', ')}`,
      advice,
    });
  }
  return findings;
}

/** If sync is on, checks that the contact address is set. Sync requires this address. */
function syncFindings(config: Config): readonly Finding[] {
  if (!config.CATALYST_SYNC) return [];
  const about = 'sync';
  if (config.cluster && config.CATALYST_CONTACT !== undefined) {
    const found =
      'CATALYST_SYNC is on, but the records are shared: `work` syncs them, and `serve` refuses this setting';
    return [{ about, state: 'look', found, advice: 'set it only for `work`' }];
  }
  if (config.CATALYST_CONTACT !== undefined) {
    return [{ about, state: 'ok', found: 'CATALYST_SYNC is on, and CATALYST_CONTACT is set' }];
  }
  const found = 'CATALYST_SYNC is on, but nothing is fetched because CATALYST_CONTACT is not set';
  return [{ about, state: 'wrong', found, advice: 'set CATALYST_CONTACT to your email address' }];
}

/** @param version the version of Node, such as `20.20.2` */
export function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const about = 'Node';
  const isNew = major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1]);
  if (isNew) return { about, state: 'ok', found: version };
  const advice = `install Node ${MIN_NODE.join('.')} or later from nodejs.org`;
  return { about, state: 'wrong', found: version, advice };
}

function folderFinding(dataDir: string): Finding {
  const about = 'data folder';
  const probe = join(dataDir, `.doctor-${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // The check writes a page of data, because an empty file can be created even on a full disk.
    writeFileSync(probe, Buffer.alloc(PAGE_BYTES));
  } catch (cause) {
    if (isDiskFull(cause)) {
      const found = `${dataDir}: the disk is full`;
      return { about, state: 'wrong', found, advice: 'free some space' };
    }
    const advice = 'make it writable, or set CATALYST_DATA_DIR to another folder';
    return { about, state: 'wrong', found: `${dataDir} is not writable`, advice };
  } finally {
    // If the folder is not writable, there is no file to remove.
    if (existsSync(probe)) rmSync(probe);
  }
  const free = freeBytes(dataDir);
  const found = `${dataDir}, ${(free / 1024 ** 3).toFixed(1)} GiB free`;
  if (free >= MIN_FREE_BYTES) return { about, state: 'ok', found };
  return { about, state: 'look', found, advice: 'free some space: the first sync may need more' };
}

function isDiskFull(cause: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((cause as NodeJS.ErrnoException).code ?? '');
}

/**
 * Opens each file of the data folder. Reports each file that cannot be used, with the error text
 * that other commands show.
 */
async function fileFindings(dataDir: string): Promise<readonly Finding[]> {
  const { store, demo, accounts, grants } = filesOf(dataDir);
  const checks = [
    { about: 'source', path: store, migrations: factMigrations },
    { about: 'source', path: demo, migrations: factMigrations },
    { about: 'keys', path: accounts, migrations: accountMigrations },
    { about: 'keys', path: grants, migrations: grantMigrations },
  ];
  const findings: Finding[] = [];
  for (const { about, path, migrations } of checks) {
    if (!existsSync(path)) continue;
    await checkDatabase(path, migrations).catch((cause) => {
      if (!(cause instanceof StoreFailure)) throw cause;
      findings.push({ about, state: 'wrong', found: cause.message });
    });
  }
  return findings;
}

/**
 * Checks that the clock does not show a day before the newest data in the data folder. The check
 * needs no network.
 */
async function clockFinding({ clock }: Context, config: Config): Promise<Finding> {
  const about = 'clock';
  const today = todayOf(clock);
  const { asOf = OLDEST_DAY } = await peekStore(config.CATALYST_DATA_DIR);
  const newest = asOf > OLDEST_DAY ? asOf : OLDEST_DAY;
  if (today >= newest) return { about, state: 'ok', found: `${today} (UTC)` };
  const advice =
    'set the clock: it determines which dates are in the future and which keys are valid';
  return { about, state: 'wrong', found: `${today}, but today is at least ${newest}`, advice };
}

/**
 * Checks the upstream if one is set, otherwise the local store. Shared records are checked by
 * `publishedFindings`.
 */
async function sourceFindings(config: Config): Promise<readonly Finding[]> {
  const about = 'source';
  if (config.upstream) {
    const { probeUpstream } = await import('../gateway/upstream-http.ts');
    const found = `${config.upstream.baseUrl}, ${await probeUpstream(config.upstream.baseUrl)}`;
    if (found.includes('(status')) return [{ about, state: 'ok', found }];
    const advice = 'check CATALYST_BASE_URL and the network';
    return [{ about, state: 'wrong', found, advice }];
  }
  if (config.cluster) return [];
  const { demo, from, asOf } = await peekStore(config.CATALYST_DATA_DIR);
  if (!demo) return [{ about, state: 'ok', found: `${from}, newest data ${asOf}` }];
  const advice = 'for real records, run `serve --sync` or `import SOURCE FILE…`';
  return [{ about, state: 'look', found: `${from}: every company is fictional`, advice }];
}

/** Checks the accounts. Shared accounts can be checked only if the database is reachable. */
async function accountFindings(context: Context, config: Config): Promise<readonly Finding[]> {
  if (!config.cluster) return [await keysFinding(context, config)];
  const { probePostgres } = await import('../cluster/probe.ts');
  const about = 'PostgreSQL';
  const { databaseUrl } = config.cluster;
  const { found, advice, ahead = 0 } = await probePostgres(databaseUrl, context.clock);
  if (advice !== undefined) return [{ about, state: 'wrong', found, advice }];
  return [
    { about, state: 'ok', found },
    skewFinding(ahead),
    ...(await publishedFindings(config.cluster)),
    await keysFinding(context, config),
  ];
}

/** @param ahead milliseconds by which the clock of PostgreSQL is ahead of this machine */
function skewFinding(ahead: number): Finding {
  const about = 'clock';
  const seconds = Math.round(Math.abs(ahead) / 1_000);
  if (seconds <= MAX_SKEW_SECONDS) return { about, state: 'ok', found: 'agrees with PostgreSQL' };
  const found = `PostgreSQL's clock is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's`;
  const advice =
    'synchronize both clocks with NTP: this machine’s clock determines dates and the age of records';
  return { about, state: 'look', found, advice };
}

/** Checks the published versions of the records by reading every part. */
async function publishedFindings(
  cluster: NonNullable<Config['cluster']>,
): Promise<readonly Finding[]> {
  const { checkVersions } = await import('./shared-copy.ts');
  const { DAMAGED_ADVICE } = await import('../cluster/stored-parts.ts');
  const about = 'source';
  const { newest, damaged } = await checkVersions(cluster);
  const wrong = damaged.map((one): Finding => {
    return { about, state: 'wrong', found: `damaged: ${one.found}`, advice: DAMAGED_ADVICE };
  });
  if (newest) {
    const found = `version ${newest.id} of the shared records, computed on ${newest.derived_on}`;
    return [{ about, state: 'ok', found }, ...wrong];
  }
  const advice = 'run `work`, or run `import SOURCE FILE…`';
  const found = 'no version of the records is published';
  return [{ about, state: 'look', found, advice }, ...wrong];
}

async function keysFinding({ clock }: Context, config: Config): Promise<Finding> {
  const about = 'keys';
  const { accounts: path } = filesOf(config.CATALYST_DATA_DIR);
  const { demo } = await peekStore(config.CATALYST_DATA_DIR);
  const own = config.CATALYST_API_KEY;
  const isEmpty = !config.cluster && !existsSync(path);
  if (isEmpty && own === undefined) return noKeys(demo);
  const accounts = await openAccountAdmin(config);
  try {
    const all = await accounts.list();
    const usable = all.filter(({ state, expires }) => {
      return state === 'active' && (expires ?? '9999') >= todayOf(clock);
    });
    if (own !== undefined && !(demo && own === 'demo') && !(await accounts.find(own))) {
      const found = 'CATALYST_API_KEY is not the key of an active account';
      const advice =
        'unset CATALYST_API_KEY (over stdio, the owner needs no key), or set a valid key';
      return { about, state: 'wrong', found, advice };
    }
    if (usable.length === 0) return noKeys(demo);
    const found = `${usable.length} of ${all.length} accounts are active`;
    return { about, state: 'ok', found };
  } finally {
    await accounts.close();
  }
}

function noKeys(demo: boolean): Finding {
  const about = 'keys';
  if (demo) {
    const found = 'no account is active; with demo data, use the key `demo`';
    return { about, state: 'ok', found };
  }
  const found = 'no account is active, so all HTTP requests are refused';
  return { about, state: 'look', found, advice: 'keys create --account NAME --plan elite-plus' };
}
