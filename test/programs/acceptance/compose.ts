import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import {
  type Engines,
  findBinary,
  freePort,
  haveEngines,
  startEngines,
} from '../../support/engines.ts';
import { type Check, check, skipped } from './check.ts';
import { environment, type Part, runProgram, runToEnd, type Stage } from './stage.ts';

/**
 * Tests deploy/compose.yaml without a container engine. Each service runs as a process on this
 * machine.
 */
export const compose: Part = { title: 'Compose', run };

interface Service {
  readonly command: string | readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
}

/** A running service of the Compose file and its health check, both adapted to this machine. */
interface Running {
  readonly name: string;
  readonly child: ChildProcess;
  readonly port: number;
  log(): string;
  isHealthy(): Promise<boolean>;
}

const METRICS_PORT = '9464';

async function run(stage: Stage): Promise<readonly Check[]> {
  const caddy = findBinary('caddy');
  if (!haveEngines || !caddy) {
    return [skipped('everything', 'PostgreSQL, Redis or Caddy is not installed')];
  }
  const text = readFileSync(join(stage.project, 'deploy/compose.yaml'), 'utf8');
  const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
  const { postgres, valkey, ...others } = services as Record<string, Service>;
  // The first word is the program name. The test calls PostgreSQL or Redis by its path.
  const words = (service: Service | undefined) => wordsOf(service?.command ?? []).slice(1);
  const engines = await startEngines({
    initdb: wordsOf(postgres?.environment?.POSTGRES_INITDB_ARGS ?? ''),
    postgres: words(postgres),
    redis: words(valkey),
  });
  const world = new World(stage, engines);
  try {
    return [
      await check('every command starts, and is healthy', () => world.start(others), 300),
      await check('the commands of docs/operating.md fill it', () => world.fill(), 300),
      await check('the proxy answers callers', () => world.proxied(caddy, others), 300),
    ];
  } finally {
    await world.stop();
    await engines.close();
  }
}

class World {
  readonly #stage: Stage;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #running = new Map<string, Running>();
  #proxy: ChildProcess | undefined;
  #key = '';

  constructor(stage: Stage, { databaseUrl, redisUrl }: Engines) {
    this.#stage = stage;
    this.#settings = { CATALYST_DATABASE_URL: databaseUrl, CATALYST_REDIS_URL: redisUrl };
  }

  async start(services: Readonly<Record<string, Service>>): Promise<string> {
    for (const [name, service] of Object.entries(services)) {
      if (name === 'proxy') continue;
      this.#running.set(name, await this.#started(name, service));
    }
    for (const one of this.#running.values()) await healthy(one);
    return [...this.#running.keys()].join(', ');
  }

  async fill(): Promise<undefined> {
    const file = join(this.#stage.folder('files'), 'companies.ndjson');
    writeFileSync(file, '{"ticker":"ONEQZ","name":"One"}');
    await this.#command('import', 'companies', file);
    this.#key = await this.#command('keys', 'create', '--account', 'alice', '--plan', 'elite-plus');
  }

  /** Runs Caddy with the Caddyfile, with host names replaced by ports of this machine. */
  async proxied(caddy: string, services: Readonly<Record<string, Service>>): Promise<string> {
    assert.ok(services.proxy, 'there is no proxy');
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const shipped = readFileSync(join(this.#stage.project, 'deploy/Caddyfile'), 'utf8');
    const local = shipped
      .replace(/^\{$/m, '{\n\tadmin off')
      .replace(/serve-\d:8787/g, (name) => `127.0.0.1:${this.#portOf(name.split(':')[0] ?? '')}`);
    const folder = this.#stage.folder('caddy');
    const config = join(folder, 'Caddyfile');
    writeFileSync(config, local);
    const words = ['run', '--adapter', 'caddyfile', '--config', config];
    const proxy = spawn(caddy, words, { env: { DOMAIN: base, HOME: folder } });
    this.#proxy = proxy;
    let log = '';
    proxy.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk;
    });
    const address = `${base}/api/v2/companies?apiKey=${this.#key}`;
    const ask = () => fetch(address, { headers: { 'x-api-key': this.#key } });
    while (!(await ask().catch(() => undefined))?.ok) await sleep(100);
    assert.equal((await fetch(`${base}/readyz`)).status, 404);
    await sleep(500);
    assert.ok(!log.includes(this.#key), 'the log holds a key');
    return `${log.split('\n').length} lines of log, no key among them`;
  }

  async stop(): Promise<void> {
    const children = [...this.#running.values()].map(({ child }) => child);
    for (const child of this.#proxy ? [...children, this.#proxy] : children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
  }

  #portOf(name: string): number {
    const port = this.#running.get(name)?.port;
    assert.ok(port, `the proxy leads to ${name}, which does not run`);
    return port;
  }

  /**
   * Runs a command of the program like `docker compose run work`.
   *
   * @returns its output
   */
  #command(...words: readonly string[]): Promise<string> {
    const env = environment(this.#stage.folder('command'), this.#settings);
    return runProgram(this.#stage, words, env);
  }

  async #started(name: string, service: Service): Promise<Running> {
    const metricsPort = String(await freePort());
    const own = await freePort();
    const given = Object.entries(service.environment ?? {}).map(([setting, value]) => [
      setting,
      filledIn(value).replace(METRICS_PORT, metricsPort),
    ]);
    const env = {
      ...environment(this.#stage.folder(name), this.#settings),
      ...Object.fromEntries(given),
      CATALYST_LIMITS: 'off',
    };
    const serves = service.command[0] === 'serve';
    const words = [...service.command, ...(serves ? ['--port', String(own)] : [])];
    const child = spawn(process.execPath, [this.#stage.program, ...words], { env });
    let log = '';
    const keep = (chunk: string) => {
      log = `${log}${chunk}`.slice(-20_000);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const [, command = '', ...rest] = service.healthcheck?.test ?? [];
    const asked = rest.map((word) =>
      word.replace('/app/dist/main.js', this.#stage.program).replace(METRICS_PORT, metricsPort),
    );
    const health = [...asked, ...(serves ? ['--port', String(own)] : [])];
    return {
      name,
      child,
      port: own,
      log: () => log,
      isHealthy: async () => (await runToEnd([command, ...health], env)).code === 0,
    };
  }
}

async function healthy({ name, child, log, isHealthy }: Running): Promise<void> {
  while (!(await isHealthy())) {
    assert.equal(child.exitCode, null, `${name} ended: ${log()}`);
    await sleep(200);
  }
}

/** Splits a command line into words without a shell. Empty quotes are an empty word. */
function wordsOf(command: string | readonly string[]): readonly string[] {
  if (typeof command !== 'string') return command;
  return command.split(/\s+/).flatMap((word) => (word === '""' ? [''] : word === '' ? [] : [word]));
}

/** Substitutes the variables of a value like Compose, with only DOMAIN set. */
function filledIn(value: string): string {
  return value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, kind, otherwise) =>
    name === 'DOMAIN' ? 'catalysts.example.org' : kind === '-' ? otherwise : '',
  );
}
