import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { quantile } from 'simple-statistics';
import type { Job } from '../bench/load.ts';
import { get } from '../bench/requests.ts';
import { answerOf, p99, timesOf } from '../bench/waits.ts';
import { type Check, check } from './check.ts';
import { recordsFile } from './records-file.ts';
import { open } from './sockets.ts';
import {
  environment,
  newKey,
  type Part,
  runProgram,
  type Served,
  type Stage,
  serveBy,
} from './stage.ts';

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
const IDLE = 2_010;
const NEW_CALLERS = 50;
const MAX_NEW_CALLER_MS = 1_000;

async function run(stage: Stage): Promise<readonly Check[]> {
  const env = environment(stage.folder('pressed'));
  for (const [kind, count] of Object.entries(RECORDS)) {
    const file = recordsFile(stage, kind as keyof typeof RECORDS, count);
    await runProgram(stage, ['import', kind, file], env);
  }
  const key = await newKey(stage, env, 'calm');
  const settings = { ...env, CATALYST_LIMITS: 'off' };
  const start = () => serveBy([process.execPath, stage.program], { env: settings });
  const [server, other] = [await start(), await start()];
  const load = startLoad();
  const pages = `${PAGE_CLIENTS} clients on the page`;
  try {
    return [
      await check(pages, () => besidePages(server, other, key, (job) => load.run(job)), 240),
      await check(`${IDLE} idle connections`, () => besideIdle(server), 240),
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
  press: (job: Job) => Promise<void>,
): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  const call = (index: number) =>
    answerOf(server.port, `/api/v2/catalystsync?ticker=M${index % 300}QZ&apiKey=${key}`, agent);
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
      const began = performance.now();
      assert.equal((await answerOf(server.port, '/healthz')).status, 200);
      times.push(performance.now() - began);
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
    async run(job: Job): Promise<void> {
      child.send(job);
      await once(child, 'message');
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Returns the lowest p99 of the rounds with enough times. */
const quietest = (rounds: readonly (readonly number[])[]) =>
  Math.min(...rounds.filter(({ length }) => length >= MIN_TIMES).map(p99));
const median = (times: readonly number[]) => quantile([...times], 0.5);
const ms = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
