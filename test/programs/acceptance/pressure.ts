import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { quantile } from 'simple-statistics';
import type { Job, Load } from '../bench/load.ts';
import { get } from '../bench/requests.ts';
import { type Check, check } from './check.ts';
import { recordsFile } from './records-file.ts';
import { open } from './sockets.ts';
import { environment, type Part, runToEnd, type Served, type Stage, startServer } from './stage.ts';

/** Measures the latency of other callers under heavy load, on a store of 60,000 records. */
export const pressure: Part = { title: 'Pressure', run };

const RECORDS = { catalysts: 20_000, trials: 40_000 } as const;
/**
 * Number of rounds per kind. The quietest round counts, because other load only adds to the times.
 */
const ROUNDS = 12;
const ALONE_MS = 700;
/** Minimum number of times for a p99. */
const MIN_TIMES = 100;
const PAGE_CLIENTS = 16;
const PAGES = 300;
/** Maximum ratio to the latency caused by the machine itself. */
const MAX_RATIO = 2;
const PATTERNS = 400;
const PATTERN_ROUNDS = 4;
const PATTERN_COUNT = 4_000;
const MAX_PRESSED_MS = 50;
const IDLE = 2_010;
const NEW_CALLERS = 50;
const MAX_NEW_CALLER_MS = 1_000;
const partSeconds = 240;

async function run(stage: Stage): Promise<readonly Check[]> {
  const dataDir = stage.folder('pressed');
  for (const [kind, count] of Object.entries(RECORDS)) {
    const file = recordsFile(stage, kind as keyof typeof RECORDS, count);
    await runOrThrow(stage, ['import', kind, file], dataDir);
  }
  const [key, greedy] = [
    await newKey(stage, dataDir, 'calm'),
    await newKey(stage, dataDir, 'greedy'),
  ];
  const server = await startServer(stage, dataDir, { CATALYST_LIMITS: 'off' });
  const other = await startServer(stage, dataDir, { CATALYST_LIMITS: 'off' });
  const load = startLoad();
  try {
    return [
      await check(
        `${PAGE_CLIENTS} clients on the page`,
        () => besidePages(server, other, key, (job) => load.run(job)),
        partSeconds,
      ),
      await check(
        `${PATTERNS} patterns of one key at once`,
        () => besidePatterns(server, other, key, (job) => load.run(job), greedy),
        partSeconds,
      ),
      await check(`${IDLE} idle connections`, () => besideIdle(server), partSeconds),
    ];
  } finally {
    await load.stop();
    await Promise.all([server.stop(), other.stop()]);
  }
}

/**
 * Compares calls alone, calls beside page clients, and calls while the same clients load another
 * server. The last case shows the effect of the machine alone.
 */
async function besidePages(
  server: Served,
  other: Served,
  key: string,
  press: (job: Job) => Promise<Load>,
): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  const call = (index: number) =>
    timed(server.port, `/api/v2/catalystsync?ticker=M${index % 300}QZ&apiKey=${key}`, agent);
  const beside = async (port: number) => {
    const done = new AbortController();
    const job = { port, requests: [get('/')], connections: PAGE_CLIENTS, count: PAGES };
    const pressing = press(job).finally(() => done.abort());
    const times = await timesOf(call, done.signal);
    await pressing;
    return times;
  };
  const [alone, pressed, elsewhere]: [number[][], number[][], number[][]] = [[], [], []];
  try {
    await timesOf(call, AbortSignal.timeout(ALONE_MS));
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(await timesOf(call, AbortSignal.timeout(ALONE_MS)));
      pressed.push(await beside(server.port));
      elsewhere.push(await beside(other.port));
    }
  } finally {
    agent.destroy();
  }
  const [calm, busy, apart] = [alone, pressed, elsewhere].map(quietest) as [number, number, number];
  const told = `p99 of other calls in the quietest of ${ROUNDS} rounds: ${ms(busy)}, ${(busy / calm).toFixed(2)} times the ${ms(calm)} alone, ${(busy / apart).toFixed(2)} times the ${ms(apart)} with the clients on another server; median p50 ${ms(median(pressed.flat()))}, ${ms(median(alone.flat()))}, ${ms(median(elsewhere.flat()))}`;
  assert.ok(busy < MAX_RATIO * Math.max(calm, apart), told);
  return told;
}

/**
 * Compares text patterns of one key on this server with the same load on another server, which
 * shows the effect of the machine alone.
 */
async function besidePatterns(
  server: Served,
  other: Served,
  key: string,
  press: (job: Job) => Promise<Load>,
  greedy: string,
): Promise<string> {
  const requests = Array.from({ length: PATTERN_COUNT }, (_, index) =>
    get(
      `/api/v2/catalystsync?condition=${encodeURIComponent(`(.*a){20}${index}`)}&apiKey=${greedy}`,
    ),
  );
  const ticker = (index: number) => `/api/v2/catalystsync?ticker=M${index % 300}QZ&apiKey=${key}`;
  const agent = new Agent({ keepAlive: true });
  const beside = async (port: number) => {
    const done = new AbortController();
    const job = { port, requests, connections: PATTERNS, count: PATTERN_COUNT };
    const pressing = press(job).finally(() => done.abort());
    const [{ refused }, calls, health] = await Promise.all([
      pressing,
      timesOf((index) => timed(server.port, ticker(index), agent), done.signal),
      timesOf(() => timed(server.port, '/healthz'), done.signal),
    ]);
    return { refused, calls, health };
  };
  type Round = Awaited<ReturnType<typeof beside>>;
  const [pressed, elsewhere]: [Round[], Round[]] = [[], []];
  try {
    for (let round = 0; round < PATTERN_ROUNDS; round += 1) {
      pressed.push(await beside(server.port));
      elsewhere.push(await beside(other.port));
    }
  } finally {
    agent.destroy();
  }
  const quiet = (rounds: readonly Round[]) => ({
    call: quietest(rounds.map(({ calls }) => calls)),
    health: quietest(rounds.map(({ health }) => health)),
  });
  const [busy, apart] = [quiet(pressed), quiet(elsewhere)];
  const refused = pressed.map((round) => round.refused).join(', ');
  const told = `p99 in the quietest of ${PATTERN_ROUNDS} rounds: another key ${ms(busy.call)}, /healthz on new connections ${ms(busy.health)}; with the patterns on another server ${ms(apart.call)} and ${ms(apart.health)}; refused of ${PATTERN_COUNT}: ${refused}`;
  for (const kind of ['call', 'health'] as const) {
    assert.ok(busy[kind] <= Math.max(MAX_PRESSED_MS, MAX_RATIO * apart[kind]), told);
  }
  return told;
}

/** Measures calls beside idle connections, both unused and previously used. */
async function besideIdle(server: Served): Promise<string> {
  const sockets: Socket[] = [];
  try {
    for (let index = 0; index < IDLE; index += 1) {
      const socket = await open(server.port);
      sockets.push(socket);
      if (index % 2 === 0) socket.write(get('/healthz'));
    }
    const times: number[] = [];
    for (let caller = 0; caller < NEW_CALLERS; caller += 1) {
      times.push(await timed(server.port, '/healthz'));
    }
    const slowest = Math.max(...times);
    const told = `${NEW_CALLERS} new callers answered, the slowest after ${ms(slowest)}`;
    assert.ok(slowest < MAX_NEW_CALLER_MS, told);
    return told;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** Sends load from a separate process, so that it does not disturb the measurement. */
function startLoad() {
  const child = fork(fileURLToPath(new URL('../bench/load.ts', import.meta.url)));
  return {
    async run(job: Job): Promise<Load> {
      child.send(job);
      const [load] = await once(child, 'message');
      return load as Load;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * Sends requests one after another until it is stopped.
 *
 * @returns the milliseconds of each
 */
async function timesOf(
  ask: (index: number) => Promise<number>,
  until: AbortSignal,
): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; !until.aborted; index += 1) times.push(await ask(index));
  return times;
}

/** Returns the milliseconds to the end of the response on a new connection. */
async function timed(port: number, path: string, agent?: Agent): Promise<number> {
  const began = performance.now();
  const asked = request({ port, host: '127.0.0.1', path, agent: agent ?? false }).end();
  const [response] = await once(asked, 'response');
  response.resume();
  await once(response, 'end');
  assert.equal(response.statusCode, 200, path);
  return performance.now() - began;
}

async function newKey(stage: Stage, dataDir: string, account: string): Promise<string> {
  const words = ['keys', 'create', '--account', account, '--plan', 'elite-plus'];
  const said = await runOrThrow(stage, words, dataDir);
  return /bcm_[\w-]+/.exec(said)?.[0] ?? '';
}

async function runOrThrow(
  stage: Stage,
  words: readonly string[],
  dataDir: string,
): Promise<string> {
  const ran = await runToEnd([process.execPath, stage.program, ...words], environment(dataDir));
  assert.equal(ran.code, 0, `${words.join(' ')}: ${ran.stdout}${ran.stderr}`);
  return ran.stdout;
}

/** Returns the lowest p99 of the rounds with enough times. */
const quietest = (rounds: readonly (readonly number[])[]) =>
  Math.min(...rounds.filter(({ length }) => length >= MIN_TIMES).map(p99));
const p99 = (times: readonly number[]) => quantile([...times], 0.99);
const median = (times: readonly number[]) => quantile([...times], 0.5);
const ms = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
