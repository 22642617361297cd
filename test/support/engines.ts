import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import postgres from 'postgres';
import { afterAll, beforeAll } from 'vitest';

/** A PostgreSQL and a Redis of the test on loopback, initially empty. */
export interface Engines {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** The settings of a machine that uses them. */
  readonly settings: Readonly<Record<'CATALYST_DATABASE_URL' | 'CATALYST_REDIS_URL', string>>;
  /** The server processes, for tests that stop or kill them. */
  readonly postgres: Engine;
  readonly redis: Engine;
  close(): Promise<void>;
}

interface Engine {
  /** Sends SIGKILL and waits for the end of the process. */
  kill(): Promise<void>;
  /** Sends SIGSTOP to the process and its children. Connections stay open without a response. */
  stop(): void;
  /** Sends SIGCONT. */
  resume(): void;
  /** Restarts the engine on the same port and data. */
  start(): Promise<void>;
}

const binaries = { redis: findBinary('redis-server'), postgres: findPostgres() };
const isRequired = process.env.CATALYST_TEST_ENGINES === 'required';

/**
 * Whether tests of several machines can run, which need Debian's packages postgresql and
 * redis-server. If they are missing, one line reports it. With CATALYST_TEST_ENGINES=required, a
 * missing engine is an error.
 */
export const haveEngines: boolean = lookForEngines();

/** Additional command-line arguments of the engines. */
export interface EngineWords {
  readonly initdb?: readonly string[];
  readonly postgres?: readonly string[];
  readonly redis?: readonly string[];
}

export async function startEngines(words: EngineWords = {}): Promise<Engines> {
  const folder = mkdtempSync(join(tmpdir(), 'catalyst-engines-'));
  try {
    const [database, redis] = await Promise.all([
      startPostgres(folder, words),
      startRedis(folder, words),
    ]);
    return {
      databaseUrl: database.url,
      redisUrl: redis.url,
      settings: { CATALYST_DATABASE_URL: database.url, CATALYST_REDIS_URL: redis.url },
      postgres: database,
      redis,
      async close() {
        await Promise.all([database.kill(), redis.kill()]);
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw cause;
  }
}

/** Starts the engines, if they are installed, for the tests of a file or group. */
export function useEngines(): Engines {
  const engines = {} as Engines;
  beforeAll(async () => {
    if (haveEngines) Object.assign(engines, await startEngines());
  });
  afterAll(async () => {
    if (haveEngines) await engines.close();
  });
  return engines;
}

function lookForEngines(): boolean {
  const lacking = Object.entries(binaries).flatMap(([name, path]) => (path ? [] : [name]));
  if (lacking.length === 0) return true;
  const said = `${lacking.join(' and ')} not installed (Debian: postgresql, redis-server)`;
  if (isRequired) throw new Error(`${said}, and CATALYST_TEST_ENGINES requires them`);
  process.stderr.write(`Tests of several machines are passed over: ${said}.\n`);
  return false;
}

async function startPostgres(
  folder: string,
  { initdb = ['--data-checksums'], postgres: more = [] }: EngineWords,
): Promise<Engine & { readonly url: string }> {
  const bin = binaries.postgres as string;
  const data = join(folder, 'postgres');
  const user = postgresUser();
  const identity = user && { uid: user.uid, gid: user.gid };
  if (user) chownSync(folder, user.uid, user.gid);
  const setUp = ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', ...initdb];
  execFileSync(join(bin, 'initdb'), setUp, { stdio: 'pipe', cwd: folder, ...identity });
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const own = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  // The engine has a separate process group, so that its children end with it.
  const how = { stdio: 'ignore', cwd: folder, detached: true, ...identity } as const;
  const engine = createEngine(
    () => spawn(join(bin, 'postgres'), [...own, ...more], how),
    async () => {
      const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
      await sql`SELECT 1`.finally(() => sql.end({ timeout: 1 }));
    },
  );
  await engine.start();
  return { ...engine, url };
}

async function startRedis(
  folder: string,
  { redis: more = [] }: EngineWords,
): Promise<Engine & { readonly url: string }> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const words = [...own, ...more];
  const engine = createEngine(
    () => spawn(binaries.redis as string, words, { stdio: 'ignore', detached: true }),
    async () => {
      const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
      redis.on('error', () => {});
      await redis
        .connect()
        .then(() => redis.ping())
        .finally(() => redis.disconnect());
    },
  );
  await engine.start();
  return { ...engine, url };
}

/** @param answers resolves when the engine accepts queries */
function createEngine(begin: () => ChildProcess, answers: () => Promise<unknown>): Engine {
  let child: ChildProcess | undefined;
  const signal = (name: NodeJS.Signals) => {
    if (!child?.pid) return;
    // Each process of PostgreSQL leads a separate session.
    const own = childrenOf(child.pid);
    process.kill(-child.pid, name);
    for (const pid of own) sendSignal(pid, name);
  };
  return {
    async kill() {
      const ending = child;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      signal('SIGKILL');
      await ended;
      child = undefined;
    },
    stop: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async start() {
      child = begin();
      for (;;) {
        try {
          return void (await answers());
        } catch (cause) {
          if (child.exitCode !== null || child.signalCode !== null) throw cause;
        }
        await sleep(50);
      }
    },
  };
}

function childrenOf(pid: number): readonly number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return listed
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

/** The process may have ended in the meantime. */
function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause;
  }
}

/** PostgreSQL refuses to run as root, so root uses the user that the package creates. */
function postgresUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Returns a local port that was free at the time of the check. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Returns the path of a program on the PATH. */
export function findBinary(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

/** Returns the program folder of the newest installed PostgreSQL. */
function findPostgres(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const packaged = versions.map((version) => join(root, version, 'bin'));
  const onPath = findBinary('initdb')?.replace(/\/initdb$/, '');
  return [...packaged, ...(onPath ? [onPath] : [])].find((bin) => existsSync(join(bin, 'initdb')));
}
