import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Endpoint } from '../../../src/catalogue/endpoint.ts';
import { endpoints } from '../../../tools/index.ts';
import { type Check, check } from './check.ts';
import { hostileJson, hostileQuery } from './hostile-values.ts';
import { type Part, type Served, type Stage, startServer } from './stage.ts';
import { validArguments } from './valid-arguments.ts';

/** Sends generated bad input for every parameter of every endpoint over both transports. */
export const hostile: Part = { title: 'Hostile input', run };

const runsPerParameter = 30;
/** Arguments that every tool has in addition to the parameters of its endpoint. */
const viewArguments = ['fields', 'detail', 'skip'];
/** A fixed seed, so that a failure can be reproduced. */
const seed = 20_261_121;
const answerWithinMs = 2_000;
/** Maximum growth of memory in MiB while the caches fill. */
const growthMiB = 48;
const residentMiB = 256;
const partSeconds = 150;

interface Tally {
  requests: number;
  slowestMs: number;
  refused: number;
}

async function run(stage: Stage): Promise<readonly Check[]> {
  const server = await startServer(stage, stage.demoDir, { CATALYST_LIMITS: 'off' });
  try {
    const valid = await validArguments(server.base);
    const checks: Check[] = [];
    const sendings = { REST: restSending(server), MCP: mcpSending(server) };
    // The input is sent twice. Memory of the first pass may remain, and the second pass must not
    // add to it.
    const resident: (number | null)[] = [];
    for (const round of [1, 2]) {
      for (const [transport, sending] of Object.entries(sendings)) {
        const name = `${transport}, every parameter, round ${round}`;
        checks.push(
          await check(name, () => everyParameter(sending, valid, seed * round), partSeconds),
        );
      }
      resident.push(server.residentMiB());
    }
    checks.push(await check('memory does not grow', async () => heldMemory(resident)));
    checks.push(await check('a normal request afterwards', () => answersNormally(server)));
    return checks;
  } finally {
    await server.stop();
  }
}

/** Sends one generated value for a parameter, with valid values for the others. */
interface Sending {
  readonly parameters: (endpoint: Endpoint) => readonly string[];
  readonly values: (endpoint: Endpoint, parameter: string) => fc.Arbitrary<unknown>;
  readonly send: (
    endpoint: Endpoint,
    parameter: string,
    value: unknown,
    valid: Readonly<Record<string, string>>,
  ) => Promise<Reply>;
}

interface Reply {
  readonly status: number;
  /** Absent if the response has records. */
  readonly error: unknown;
}

async function everyParameter(
  { parameters, values, send }: Sending,
  valid: (endpoint: Endpoint) => Readonly<Record<string, string>>,
  withSeed: number,
): Promise<string> {
  const tally: Tally = { requests: 0, slowestMs: 0, refused: 0 };
  const faults: string[] = [];
  let nextSeed = withSeed;
  for (const endpoint of endpoints) {
    for (const parameter of parameters(endpoint)) {
      const property = fc.asyncProperty(values(endpoint, parameter), async (value) => {
        const begun = performance.now();
        const reply = await send(endpoint, parameter, value, valid(endpoint));
        const took = performance.now() - begun;
        tally.requests += 1;
        tally.slowestMs = Math.max(tally.slowestMs, took);
        if (reply.error !== undefined) tally.refused += 1;
        assertProper(reply, endpoint, parameter);
        assert.ok(took < answerWithinMs, `answered after ${Math.round(took)} ms`);
      });
      nextSeed += 1;
      const found = await fc.check(property, { seed: nextSeed, numRuns: runsPerParameter });
      if (found.failed) {
        const { counterexample, errorInstance } = found;
        const value = JSON.stringify(counterexample).slice(0, 200);
        faults.push(`${endpoint.name}, ${parameter} = ${value}: ${errorInstance}`);
      }
    }
  }
  assert.equal(faults.length, 0, `${faults.length} parameters: ${faults.slice(0, 5).join('; ')}`);
  const { requests, refused, slowestMs } = tally;
  return `${requests} requests, ${refused} refused, slowest ${Math.round(slowestMs)} ms`;
}

/**
 * Checks that a response is not a server error, and that an error names the parameter and the
 * problem.
 */
function assertProper({ status, error }: Reply, endpoint: Endpoint, parameter: string): void {
  assert.ok(status < 500, `status ${status}: ${error}`);
  if (status < 400 && error === undefined) return;
  assert.ok(typeof error === 'string' && error.length > 5, `status ${status} without {error}`);
  assert.ok(error.length < 1_000, 'an endless refusal');
  // Quoted text in an error repeats the caller's input.
  const own = error.replace(/"[^"]*"/g, '""');
  assert.doesNotMatch(own, /Internal error|SQLITE|at .*\.js:|undefined|\[object/);
  if (/^Unknown (ticker|path|argument)/.test(error)) return;
  const names = [parameter, ...(endpoint.oneOfRequired ?? [])];
  assert.ok(
    names.some((name) => error.includes(name)),
    `names no parameter: ${error}`,
  );
}

function restSending({ base }: Served): Sending {
  return {
    parameters: ({ parameters }) => Object.keys(parameters),
    values: (endpoint, parameter) =>
      endpoint.path.includes(`{${parameter}}`)
        ? hostileQuery('').map((query) => query.replaceAll(/[=&?]/g, ''))
        : hostileQuery(parameter),
    async send({ path }, parameter, value, valid) {
      const query = [`apiKey=demo`];
      let place = path;
      for (const [name, word] of Object.entries(valid)) {
        const given = encodeURIComponent(word);
        if (path.includes(`{${name}}`)) {
          place = place.replace(`{${name}}`, name === parameter ? String(value) : given);
        } else if (name !== parameter) query.push(`${name}=${given}`);
      }
      if (!path.includes(`{${parameter}}`)) query.push(String(value));
      const response = await fetch(`${base}/api/v2${place}?${query.join('&')}`);
      const body = (await response.json()) as { error?: unknown };
      return { status: response.status, error: body.error };
    },
  };
}

function mcpSending({ base }: Served): Sending {
  return {
    parameters: ({ parameters }) => [...Object.keys(parameters), ...viewArguments],
    values: () => hostileJson,
    async send({ name }, parameter, value, valid) {
      const params = { name, arguments: { ...valid, [parameter]: value } };
      const response = await fetch(`${base}/mcp`, {
        method: 'POST',
        headers: {
          authorization: 'Bearer demo',
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      });
      const { result, error } = (await response.json()) as {
        result?: { isError?: boolean; content: { text: string }[] };
        error?: unknown;
      };
      if (!result) return { status: response.status, error: JSON.stringify(error) };
      const said = result.isError ? result.content[0]?.text : undefined;
      return { status: response.status, error: said };
    },
  };
}

async function heldMemory(resident: readonly (number | null)[]): Promise<string> {
  const [first, second] = resident;
  if (first == null || second == null) return 'not told by this system';
  assert.ok(second - first < growthMiB, `${first} MiB after round 1, ${second} MiB after round 2`);
  assert.ok(second < residentMiB, `${second} MiB`);
  return `${first} MiB after round 1, ${second} MiB after round 2`;
}

async function answersNormally({ base, log }: Served): Promise<string> {
  const response = await fetch(`${base}/api/v2${endpoints[0]?.path}?apiKey=demo`);
  assert.equal(response.status, 200);
  assert.doesNotMatch(log(), /"level":(50|60)/);
  return `status ${response.status}, no error in the log`;
}
