import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Check } from './check.ts';
import type { Tools } from './tools.ts';

/** The paths and tools that every part of the acceptance uses. */
export interface Stage {
  readonly project: string;
  /** Path of a copy of the built program, which a later build does not change. */
  readonly program: string;
  readonly demoDir: string;
  /** The installed tools, or the reason why they are missing. */
  readonly tools: Tools | string;
  /** Creates an empty folder. */
  readonly folder: (name: string) => string;
  readonly say: (line: string) => void;
  /** Number of fuzzer requests and the first seed. */
  readonly fuzz: {
    readonly long: boolean;
    readonly seed?: number;
    readonly requests?: number;
  };
}

export interface Part {
  readonly title: string;
  readonly run: (stage: Stage) => Promise<readonly Check[]>;
}

/** The environment of all processes, without the caller's settings of this program. */
export function environment(
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const { PATH = '' } = process.env;
  return { PATH, HOME: dataDir, NO_COLOR: '1', CATALYST_DATA_DIR: dataDir, ...more };
}

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end and kills it after a time limit, if the limit is not 0. */
export async function runToEnd(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  { seconds = 60, cwd, input }: { seconds?: number; cwd?: string; input?: string } = {},
): Promise<Ran> {
  const [command = '', ...rest] = words;
  const child = spawn(command, rest, {
    env,
    ...(cwd ? { cwd } : {}),
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input ?? '');
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

/**
 * Runs the built program to its end.
 *
 * @returns its output
 *
 * @throws Error if it fails
 */
export async function runProgram(
  { program }: Pick<Stage, 'program'>,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  seconds = 300,
): Promise<string> {
  const ran = await runToEnd([process.execPath, program, ...words], env, { seconds });
  assert.equal(ran.code, 0, `${words.join(' ')}: ${ran.stdout}${ran.stderr}`);
  return ran.stdout.trim();
}

const mcpHeaders = {
  authorization: 'Bearer demo',
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
} as const;

/** Posts a message to `/mcp`, or to another path, with the demo key. */
export function post(base: string, body: string | object, path = '/mcp'): Promise<Response> {
  return fetch(`${base}${path}`, {
    method: 'POST',
    headers: mcpHeaders,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
}

/** Sends a JSON-RPC request to `/mcp` and returns its result. */
export async function ask<Result>(base: string, method: string, params = {}): Promise<Result> {
  const response = await post(base, { jsonrpc: '2.0', id: 1, method, params });
  return ((await response.json()) as { result: Result }).result;
}

/** Checks that the server serves the demo's calendar, and returns the number of its records. */
export async function servedRecords({ base }: Pick<Served, 'base'>): Promise<number> {
  const response = await fetch(`${base}/api/v2/fdacalendar?apiKey=demo`);
  const { pagination } = (await response.json()) as { pagination?: { total: number } };
  assert.ok(response.status === 200 && pagination && pagination.total > 0, `${response.status}`);
  return pagination.total;
}

export interface Served {
  readonly base: string;
  readonly port: number;
  readonly pid: number;
  /** Returns the text written to stderr. */
  log(): string;
  stop(): Promise<void>;
}

/** Starts the built server on a data folder, on the given port or a free port. */
export async function startServer(
  { program }: Pick<Stage, 'program'>,
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
  port = 0,
): Promise<Served> {
  return serveBy([process.execPath, program], { env: environment(dataDir, more), port });
}

/** Starts a server with the given command. Its child processes end with it. */
export async function serveBy(
  words: readonly string[],
  {
    port: wanted = 0,
    ...where
  }: {
    readonly env: Readonly<Record<string, string>>;
    readonly cwd?: string;
    readonly port?: number;
  },
): Promise<Served> {
  const [command = '', ...rest] = words;
  const child = spawn(command, [...rest, 'serve', '--port', String(wanted)], {
    ...where,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    log = `${log}${chunk}`.slice(-20_000);
  });
  // If a part exceeds its time limit, its server is killed.
  const endWithUs = () => killGroup(child);
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  const port = await portOf(child);
  return {
    base: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    log: () => log,
    stop: () => stop(child),
  };
}

/** Waits until a server prints its `/mcp` URL, and returns its port. */
export async function portOf(child: ChildProcess): Promise<number> {
  let said = '';
  for await (const chunk of child.stdout ?? []) {
    said += chunk;
    const port = /http:\/\/127\.0\.0\.1:(\d+)\/mcp/.exec(said)?.[1];
    if (port) return Number(port);
  }
  throw new Error(`the server did not start: ${said}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  killGroup(child);
  await ended;
}

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}
