import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { portOf, runToEnd as toEnd } from '../acceptance/stage.ts';
import type { Job, Load } from './load.ts';
import type { Usage } from './probe.ts';

/** The paths and the key that every benchmark uses. */
export interface Bench {
  /** Path of the measured program. */
  readonly program: string;
  /** Returns the path of a built script of the bench. */
  readonly part: (name: 'floor' | 'probe' | 'load' | 'watcher') => string;
  /** A data folder with demo records and an account. */
  readonly dataDir: string;
  /** Key of an account that can use every tool. */
  readonly key: string;
  /** Creates an empty folder. */
  readonly folder: (name: string) => string;
  readonly say: (line: string) => void;
}

/**
 * Builds the scripts that run in separate processes, so that no TypeScript loader slows them down.
 */
export async function buildParts(folder: string): Promise<Bench['part']> {
  const names = ['floor', 'probe', 'load', 'watcher'] as const;
  await build({
    entryPoints: names.map((name) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url))),
    bundle: true,
    platform: 'node',
    format: 'esm',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
  });
  return (name) => join(folder, `${name}.mjs`);
}

/**
 * Runs a command to its end.
 *
 * @returns its output
 *
 * @throws Error if it fails
 */
export async function runToEnd(
  words: readonly string[],
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { ...environment(dataDir), ...more };
  const ran = await toEnd([process.execPath, ...words], env, { seconds: 0 });
  if (ran.code !== 0) throw new Error(`${words.join(' ')} ended with ${ran.code}: ${ran.stderr}`);
  return ran.stdout;
}

/** The environment of all measured processes, without the caller's settings of this program. */
export function environment(dataDir: string): Record<string, string> {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(CATALYST_|NODE_OPTIONS$)/.test(name),
  );
  return { ...Object.fromEntries(own), CATALYST_DATA_DIR: dataDir, CATALYST_LIMITS: 'off' };
}

export interface HttpServer {
  readonly port: number;
  readonly pid: number;
  /** Returns the resources used since the previous call. */
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** Starts a server with the probe and reads its `/mcp` URL. The log can be discarded. */
export async function startServer(
  { part }: Pick<Bench, 'part'>,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  log: 'shown' | 'dropped' = 'shown',
): Promise<HttpServer> {
  const [script = '', ...rest] = words;
  const child = fork(script, rest, {
    env,
    execArgv: ['--import', part('probe')],
    stdio: ['ignore', 'pipe', log === 'shown' ? 'inherit' : 'ignore', 'ipc'],
  });
  const port = await portOf(child);
  return {
    port,
    pid: child.pid ?? 0,
    usage: () => ask<Usage>(child, 'usage'),
    stop: () => stop(child),
  };
}

/** Starts the measured program on a data folder. */
export function serve(
  bench: Pick<Bench, 'part' | 'program'>,
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
  log: 'shown' | 'dropped' = 'shown',
): Promise<HttpServer> {
  const words = [bench.program, 'serve', '--port', '0'];
  return startServer(bench, words, { ...environment(dataDir), ...more }, log);
}

/** Starts a load process that runs one job at a time. */
export function startLoad({ part }: Bench): {
  run(job: Job): Promise<Load>;
  stop(): Promise<void>;
} {
  const child = fork(part('load'), [], { execArgv: [] });
  return { run: (job) => ask<Load>(child, job), stop: () => stop(child) };
}

async function ask<Answer>(child: ChildProcess, message: Job | 'usage'): Promise<Answer> {
  child.send(message);
  const [answer] = await once(child, 'message');
  return answer as Answer;
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/**
 * Returns the processor time of a running process with all threads, in milliseconds. Returns null
 * if the operating system does not report it in nanoseconds: the usual unit of 10 ms is a fifth of
 * the measured value.
 */
export function cpuOf(pid: number): number | null {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const spent = tasks.map((task) =>
      Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
    );
    return spent.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
  } catch {
    return null;
  }
}

/**
 * Returns the processor time of a process's ended children in milliseconds, with a precision of 10
 * ms. Linux only.
 */
export function cpuOfChildren(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(14, 16);
  return 10 * (Number(user) + Number(system));
}

/**
 * Returns the resident memory of a running process in MiB; null if the operating system does not
 * report it.
 */
export function residentOf(pid: number): number | null {
  return memoryOf(pid, /VmRSS:\s+(\d+)/);
}

/**
 * Returns the peak resident memory of a process in MiB; null if the operating system does not
 * report it.
 */
export function mostResidentOf(pid: number): number | null {
  return memoryOf(pid, /VmHWM:\s+(\d+)/);
}

function memoryOf(pid: number, line: RegExp): number | null {
  try {
    const found = line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return found && Number(found[1]) / 1024;
  } catch {
    return null;
  }
}

/**
 * Creates a key of the largest plan.
 *
 * @throws Error if the command prints no key
 */
export async function newKey(program: string, dataDir: string, account: string): Promise<string> {
  const words = ['keys', 'create', '--account', account, '--plan', 'elite-plus'];
  const key = /bcm_[\w-]+/.exec(await runToEnd([program, ...words], dataDir))?.[0];
  if (!key) throw new Error('keys create shows no key');
  return key;
}
