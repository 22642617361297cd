import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closest } from 'fastest-levenshtein';
import { todayOf } from '../clock.ts';
import { type Config, ConfigError, readConfig, settings } from '../config.ts';
import { filesOf } from '../data-files.ts';
import type { Environment } from '../environment.ts';
import { onOneLine } from '../foreign-text.ts';
import { openAccountAdmin } from '../open-accounts.ts';
import { peekStore } from '../sources/peek.ts';
import { assistantChecks } from './assistant-files.ts';
import { type Context, type ExitCode, exit } from './context.ts';

/** What was looked at, what was found, and what to do about it where that is something. */
export interface Finding {
  readonly about: string;
  /** `look`: it works, and may not be what is wanted. */
  readonly state: 'ok' | 'look' | 'wrong';
  readonly found: string;
  readonly advice?: string;
}

/** The oldest Node that runs this program. */
const MIN_NODE = [20, 19] as const;
/** Bytes of disk below which a fill or a refresh may not fit. */
const MIN_FREE_BYTES = 1024 ** 3;
/** A clock of an earlier day than this is wrong: the program is of that year. */
const OLDEST_DAY = '2026-01-01';

/** Checks Node, settings, folder, clock, source, keys and the settings of assistants. */
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
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    const advice = 'correct or unset it; docs/configuration.md lists every setting';
    return [{ about: 'settings', state: 'wrong', found: cause.message, advice }];
  }
  const folder = folderFinding(config.CATALYST_DATA_DIR);
  const ofSettings = settingsFinding(context.environment);
  // Nothing more can be read where there is no folder.
  if (folder.state === 'wrong') return [ofSettings, folder];
  return [
    ...[ofSettings, folder, await clockFinding(context, config)],
    ...[await sourceFinding(config), ...syncFindings(config)],
    ...(await accountFindings(context, config)),
    ...assistantChecks(context),
  ];
}

/** A variable that is spelt as none of the settings is read by nobody. */
function settingsFinding(environment: Environment): Finding {
  const about = 'settings';
  const names = Object.keys(settings);
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith('CATALYST_') && !names.includes(name),
  );
  if (unknown.length === 0) return { about, state: 'ok', found: 'understood' };
  const meant = new Set(unknown.map((name) => closest(name, names)));
  const found = `${unknown.map(onOneLine).join(', ')} ${unknown.length === 1 ? 'is' : 'are'} none of them`;
  return { about, state: 'look', found, advice: `did you mean ${[...meant].join(', ')}?` };
}

/** Where records are to be read from public sources, whoever runs this has to be named. */
function syncFindings(config: Config): readonly Finding[] {
  if (config.CATALYST_SYNC !== 'on') return [];
  const about = 'sync';
  if (config.CATALYST_CONTACT !== undefined) {
    return [{ about, state: 'ok', found: 'public sources are read, under your own address' }];
  }
  const found = 'CATALYST_SYNC is on without CATALYST_CONTACT: nothing starts';
  return [{ about, state: 'wrong', found, advice: 'set CATALYST_CONTACT to your own address' }];
}

/** @param version of Node, such as `20.20.2` */
export function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNew = major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1]);
  return isNew
    ? { about: 'Node', state: 'ok', found: version }
    : {
        ...{ about: 'Node', state: 'wrong', found: version },
        advice: `install Node ${MIN_NODE.join('.')} or later from nodejs.org`,
      };
}

function folderFinding(dataDir: string): Finding {
  const about = 'data folder';
  const probe = join(dataDir, `.doctor-${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch {
    const advice = 'let this user write there, or name another folder in CATALYST_DATA_DIR';
    return { about, state: 'wrong', found: `${dataDir} cannot be written`, advice };
  }
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const found = `${dataDir}, ${(free / 1024 ** 3).toFixed(1)} GiB free`;
  if (free >= MIN_FREE_BYTES) return { about, state: 'ok', found };
  return { about, state: 'look', found, advice: 'free some space: a fill may not fit' };
}

/** Nothing outside is asked: the clock is held against what this machine itself has written. */
async function clockFinding({ clock }: Context, config: Config): Promise<Finding> {
  const about = 'clock';
  const today = todayOf(clock);
  const { asOf = OLDEST_DAY } = await peekStore(config.CATALYST_DATA_DIR);
  const newest = asOf > OLDEST_DAY ? asOf : OLDEST_DAY;
  if (today >= newest) return { about, state: 'ok', found: `${today} (UTC)` };
  const advice = 'set the clock: which dates are to come, and which keys hold, is told by it';
  return { about, state: 'wrong', found: `${today}, before ${newest}`, advice };
}

async function sourceFinding(config: Config): Promise<Finding> {
  const about = 'source';
  if (config.upstream) {
    const { probeUpstream } = await import('../sources/upstream-http.ts');
    const found = `${config.upstream.baseUrl}, ${await probeUpstream(config.upstream.baseUrl)}`;
    if (found.includes('(status')) return { about, state: 'ok', found };
    const advice = 'check CATALYST_BASE_URL and the network';
    return { about, state: 'wrong', found, advice };
  }
  const { demo, from, asOf } = await peekStore(config.CATALYST_DATA_DIR);
  if (!demo) return { about, state: 'ok', found: `${from}, newest facts ${asOf}` };
  const advice = 'for real records: serve --sync, or import SOURCE FILE…';
  return { about, state: 'look', found: `${from}: every company is invented`, advice };
}

/** Without the database that several machines share nothing is known of its keys. */
async function accountFindings(context: Context, config: Config): Promise<readonly Finding[]> {
  if (!config.cluster) return [await keysFinding(context, config)];
  const { probePostgres } = await import('../cluster/probe.ts');
  const about = 'PostgreSQL';
  const { found, advice } = await probePostgres(config.cluster.databaseUrl);
  if (advice !== undefined) return [{ about, state: 'wrong', found, advice }];
  return [{ about, state: 'ok', found }, await keysFinding(context, config)];
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
      const advice =
        'unset CATALYST_API_KEY (the owner needs none over stdio), or set a current key';
      return { about, state: 'wrong', found: 'CATALYST_API_KEY opens no account', advice };
    }
    if (usable.length === 0) return noKeys(demo);
    const found = `${usable.length} of ${all.length} accounts can be used`;
    return { about, state: 'ok', found };
  } finally {
    await accounts.close();
  }
}

function noKeys(demo: boolean): Finding {
  const about = 'keys';
  if (demo) return { about, state: 'ok', found: 'none; over the demo the key is demo' };
  const found = 'no account can be used: over HTTP nobody is answered';
  return { about, state: 'look', found, advice: 'keys create --account NAME --plan elite-plus' };
}
