import assert from 'node:assert/strict';
import fc from 'fast-check';
import { residentOf } from '../bench/processes.ts';
import { type Check, check } from './check.ts';
import { messages, rawRequests } from './fuzz-bytes.ts';
import { type Call, restCalls, type Tool, toolCalls } from './fuzz-calls.ts';
import { sendRaw } from './sockets.ts';
import { ask, type Part, post, type Served, type Stage, startServer } from './stage.ts';
import { validArguments } from './valid-arguments.ts';

/**
 * Sends generated requests for all tools as JSON-RPC and raw HTTP, in rounds of a few thousand. The
 * seed determines a round: `--seed SEED --requests N` repeats it.
 */
export const fuzz: Part = { title: 'Fuzzer', run };

const REQUESTS = 100_000;
const LONG_REQUESTS = 1_000_000;
const TURN = 4_000;
/** Number of simultaneous requests. */
const AT_ONCE = 8;
/** Time limit of a response. It allows for a busy machine. */
const MAX_ANSWER_SECONDS = 20;
/** Maximum growth of memory while the caches fill. */
const MAX_GROWTH_MIB = 64;
const MAX_FAULTS = 5;
const MAX_ERROR_LENGTH = 4_000;

/** A request and the check of its response. */
interface Attempt {
  readonly kind: 'REST' | 'tool' | 'message' | 'raw';
  /** The request as text for the failure report. */
  readonly sent: unknown;
  /**
   * @returns the status or the reason why there is none
   *
   * @throws Error if the response is a fault
   */
  readonly send: () => Promise<string>;
}

interface Tally {
  readonly kinds: Map<string, number>;
  readonly outcomes: Map<string, number>;
  slowestMs: number;
}

async function run(stage: Stage): Promise<readonly Check[]> {
  const { long, seed: first = Date.now() % 1_000_000_000, requests } = stage.fuzz;
  const wanted = requests ?? (long ? LONG_REQUESTS : REQUESTS);
  const server = await startServer(stage, stage.demoDir, { CATALYST_LIMITS: 'off' });
  try {
    const attempts = await attemptsOn(server);
    const normal = await normalAnswer(server);
    const checks: Check[] = [];
    const resident: (number | null)[] = [];
    const tally: Tally = { kinds: new Map(), outcomes: new Map(), slowestMs: 0 };
    const faults: string[] = [];
    for (let done = 0, seed = first; done < wanted && faults.length === 0; seed += 1) {
      const count = Math.min(TURN, wanted - done);
      const begun = Date.now();
      faults.push(...(await turn(fc.sample(attempts, { seed, numRuns: count }), tally, seed)));
      assert.equal(await normalAnswer(server), normal, `another answer after seed ${seed}`);
      done += count;
      resident.push(residentOf(server.pid));
      const seconds = Math.round((Date.now() - begun) / 1_000);
      stage.say(`  seed ${seed}: ${count} requests, ${seconds} s, ${mib(resident.at(-1))}`);
    }
    const told = `${sumOf(tally.kinds)} requests from seed ${first} on, ${TURN} a seed`;
    checks.push(
      await check(told, async () => {
        assert.equal(faults.length, 0, faults.join('; '));
        return `${listOf(tally.kinds)}; answered ${listOf(tally.outcomes)}; slowest ${Math.round(tally.slowestMs)} ms`;
      }),
      await check('memory does not grow', async () => heldMemory(resident)),
      await check('nothing of it is an error of the server', async () => {
        assert.doesNotMatch(server.log(), /"level":(50|60)/);
        return undefined;
      }),
    );
    return checks;
  } finally {
    await server.stop();
  }
}

/**
 * Sends the requests of a round with limited concurrency.
 *
 * @returns the failures
 */
async function turn(
  attempts: readonly Attempt[],
  tally: Tally,
  seed: number,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const queue = attempts.entries();
  const worker = async () => {
    for (const [index, { kind, sent, send }] of queue) {
      const begun = performance.now();
      try {
        count(tally.outcomes, await send());
      } catch (cause) {
        const words = JSON.stringify(sent).slice(0, 300);
        if (faults.length < MAX_FAULTS) {
          faults.push(`seed ${seed}, request ${index}, ${kind} ${words}: ${cause}`);
        }
      }
      count(tally.kinds, kind);
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return faults;
}

async function attemptsOn(server: Served): Promise<fc.Arbitrary<Attempt>> {
  const { base, port } = server;
  const valid = await validArguments(base);
  const { tools } = await ask<{ tools: readonly Tool[] }>(base, 'tools/list');
  const call = ({ path, names, body, id }: Call, kind: Attempt['kind']): Attempt => ({
    kind,
    sent: body ?? path,
    send: async () => {
      const signal = AbortSignal.timeout(MAX_ANSWER_SECONDS * 1_000);
      const response = await (body ? post(base, body) : fetch(`${base}${path}`, { signal }));
      const text = await response.text();
      assertProper(response.status, text);
      if (kind === 'REST') assertEnvelope(response.status, text, names);
      else assertReply(response.status, text, id, names);
      return `${response.status}`;
    },
  });
  const raw = (bytes: Buffer): Attempt => ({
    kind: 'raw',
    sent: bytes.toString('latin1'),
    send: async () => {
      // The end of the input is signaled, so the server does not wait for more.
      const sending = { seconds: MAX_ANSWER_SECONDS, end: true };
      const { status, ended, received } = await sendRaw(port, bytes, sending);
      assert.ok(ended, `neither answered nor ended within ${MAX_ANSWER_SECONDS} s`);
      assert.doesNotMatch(received, /HTTP\/1\.1 5\d\d/);
      assert.ok(received === '' || status !== undefined, `no HTTP: ${received.slice(0, 80)}`);
      assertProper(status ?? 0, received);
      return status === undefined ? 'closed' : `${status}`;
    },
  });
  return fc.oneof(
    { weight: 3, arbitrary: restCalls(valid).map((one) => call(one, 'REST')) },
    { weight: 4, arbitrary: toolCalls(tools, valid).map((one) => call(one, 'tool')) },
    { weight: 1, arbitrary: messages(tools).map((one) => call(one, 'message')) },
    { weight: 2, arbitrary: rawRequests.map(raw) },
  );
}

/** Checks that a response is not a server error and shows no internal details. */
function assertProper(status: number, text: string): void {
  assert.ok(status < 500, `status ${status}: ${text.slice(0, 200)}`);
  // Quoted text in an error repeats the caller's input.
  const own = text.replace(/\\?"(?:[^"\\]|\\[^"])*\\?"/g, '""');
  assert.doesNotMatch(own, /Internal error|SQLITE_|at [^ ]+ \(.*\.js:|node:internal/);
}

function assertEnvelope(status: number, text: string, names: Call['names']): void {
  const { error, result, pagination } = JSON.parse(text) as Record<string, unknown>;
  if (status === 200) assert.ok(result !== undefined && pagination !== undefined, 'no envelope');
  else assertSaysWhy(error, status, names);
}

/** Checks for one JSON-RPC response per message and for no internal error. */
function assertReply(status: number, text: string, id: Call['id'], names: Call['names']): void {
  if (status === 202) {
    assert.equal(text, '');
    return;
  }
  const reply = JSON.parse(text) as {
    id?: unknown;
    result?: { isError?: boolean; content?: { text: string }[] };
    error?: string | { code: number; message: string };
  };
  if (typeof reply.error === 'string') {
    assertSaysWhy(reply.error, status);
    return;
  }
  if (id !== undefined) assert.equal(reply.id, id);
  const { result, error } = reply;
  assert.ok(result || (error && error.code !== -32603), `answered ${text.slice(0, 200)}`);
  if (!result) assertSaysWhy(error?.message, status);
  else if (result.isError) assertSaysWhy(result.content?.[0]?.text, status, names);
}

/** Checks that an error has a text of limited length, which names an argument if it is about one. */
function assertSaysWhy(error: unknown, status: number, names?: readonly string[]): void {
  assert.ok(typeof error === 'string' && error.length > 5, `status ${status} without {error}`);
  // One error states the refusals of all arguments.
  assert.ok(error.length < MAX_ERROR_LENGTH, `a refusal of ${error.length} characters`);
  const isOfTicker = /^Unknown (ticker|path|argument)|^\S+ is a known company, but /.test(error);
  if (!names || isOfTicker) return;
  assert.ok(
    names.some((name) => error.includes(name)),
    `names no argument: ${error}`,
  );
}

/** Checks that a normal request still returns records. */
async function normalAnswer({ base }: Served): Promise<string> {
  const response = await fetch(`${base}/api/v2/fdacalendar?apiKey=demo`);
  assert.equal(response.status, 200);
  return response.text();
}

async function heldMemory(resident: readonly (number | null)[]): Promise<string> {
  const [middle, last] = [resident[Math.floor((resident.length - 1) / 2)], resident.at(-1)];
  if (middle == null || last == null) return 'not told by this system';
  const told = `${mib(middle)} half way, ${mib(last)} at the end`;
  assert.ok(last - middle < MAX_GROWTH_MIB, told);
  return told;
}

const mib = (size: number | null | undefined) => `${size?.toFixed(0) ?? '?'} MiB`;

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, one) => sum + one, 0);
}

function listOf(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort()
    .map(([name, times]) => `${name} ${times}`)
    .join(', ');
}
