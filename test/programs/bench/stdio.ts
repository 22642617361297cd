import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { median } from 'simple-statistics';
import { type Bench, cpuOf, environment, residentOf } from './processes.ts';
import { type Figure, lower } from './report.ts';

const starts = 20;
const warmLists = 1_000;
/** Our choice: a token counts as four bytes of JSON, as in the response budget. */
const bytesPerToken = 4;

/** Measures the built program over stdio, as a desktop client uses it. */
export async function stdioFigures(bench: Bench): Promise<Figure[]> {
  const floors: Started[] = [];
  const ours: Started[] = [];
  for (let pass = 0; pass < starts; pass += 1) {
    floors.push(await startOnce(bench, bench.part('floor')));
    ours.push(await startOnce(bench, bench.program));
  }
  const reply = medianOf(
    ours.map(({ reply_cpu_ms }, pass) => quotient(reply_cpu_ms, floors[pass]!.reply_cpu_ms)),
  );
  const memory = medianOf(ours.map(({ resident_mib }) => resident_mib));
  const floorMemory = medianOf(floors.map(({ resident_mib }) => resident_mib));
  const floorCpu = medianOf(floors.map(({ reply_cpu_ms }) => reply_cpu_ms));
  const warm = await warmList(bench, bench.program);
  return [
    lower('stdio: processor time from start to first reply', reply, '× floor', {
      must: 2.3,
      aim: 1.5,
      note: `floor ${said(floorCpu)} ms; median of ${starts} interleaved starts`,
    }),
    lower('stdio: memory after start and first tools/list', memory, 'MiB', {
      must: 90,
      aim: 75,
      note: `floor ${said(floorMemory)} MiB`,
    }),
    lower('stdio: warm tools/list', warm, 'ms', { must: 1, aim: 0.1 }),
    ...listFigures(ours[0]?.list ?? ''),
  ];
}

/**
 * Measures the tokens of the tool list that a model reads: name, description and input schema of
 * each tool.
 */
function listFigures(reply: string): Figure[] {
  const { tools } = JSON.parse(reply).result as { tools: readonly Record<string, unknown>[] };
  const bytes = tools.map(({ name, description, inputSchema }) =>
    Buffer.byteLength(JSON.stringify({ name, description, inputSchema })),
  );
  const tokens = bytes.reduce((sum, each) => sum + each, 0) / bytesPerToken;
  const note = `${tools.length} tools; ${bytesPerToken} bytes a token`;
  const bounds = { must: 250, aim: 180, note };
  return [
    lower('tools/list: model-visible tokens per tool', tokens / tools.length, 'tokens', bounds),
    lower('tools/list: model-visible tokens in total', tokens, 'tokens', { must: 11_000 }),
  ];
}

type Running = ChildProcessByStdio<Writable, Readable, null>;

interface Started {
  readonly reply_cpu_ms: number | null;
  readonly resident_mib: number | null;
  readonly list: string;
}

async function startOnce(bench: Bench, script: string): Promise<Started> {
  const child = begin(bench, script);
  const pid = child.pid ?? 0;
  const ask = asker(child);
  await ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  });
  const reply_cpu_ms = cpuOf(pid);
  const chunks = await ask('tools/list', {});
  const list = Buffer.concat(chunks).toString();
  const started = { reply_cpu_ms, resident_mib: residentOf(pid), list };
  await end(child);
  return started;
}

/** Measures the median round trip of tools/list in milliseconds, one request at a time. */
async function warmList(bench: Bench, script: string): Promise<number> {
  const child = begin(bench, script);
  const ask = asker(child);
  const times: number[] = [];
  for (let call = 0; call < warmLists; call += 1) {
    const began = performance.now();
    await ask('tools/list', {});
    times.push(performance.now() - began);
  }
  await end(child);
  return median(times.slice(warmLists / 10));
}

function begin({ dataDir }: Bench, script: string): Running {
  return spawn(process.execPath, [script], {
    env: environment(dataDir),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/**
 * Returns a function that sends a request and waits for its response line. Parsing is not part of
 * the measured time.
 */
function asker(child: Running) {
  let id = 0;
  let chunks: Buffer[] = [];
  let answered: (line: Buffer[]) => void = () => {};
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    if (chunk.at(-1) !== 0x0a) return;
    answered(chunks);
    chunks = [];
  });
  return (method: string, params: object): Promise<Buffer[]> => {
    const line = new Promise<Buffer[]>((resolve) => {
      answered = resolve;
    });
    id += 1;
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return line;
  };
}

async function end(child: Running): Promise<void> {
  const ended = once(child, 'exit');
  child.stdin.end();
  await ended;
}

function quotient(ours: number | null, floor: number | null): number | null {
  return ours === null || floor === null ? null : ours / floor;
}

function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : median(known);
}

function said(value: number | null): string {
  return value === null ? 'not measured' : value.toFixed(1);
}
