import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that was killed, or had ended by itself. */
export interface Killed {
  /** Whether it still ran. */
  readonly inTime: boolean;
  /** Files that it held open and that have no name; none where the system does not tell. */
  readonly nameless: number;
  readonly stdout: string;
}

/** Starts the program, lets it and what it starts run for so long, and then ends all of it. */
export async function runAndKill(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  milliseconds: number,
): Promise<Killed> {
  const running = spawn(process.execPath, words, {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  let stdout = '';
  running.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  const closed = once(running, 'close');
  await Promise.race([sleep(milliseconds), closed]);
  const inTime = running.exitCode === null && running.signalCode === null;
  const nameless = inTime ? namelessFilesOf(running) : 0;
  if (inTime && running.pid !== undefined) process.kill(-running.pid, 'SIGKILL');
  await closed;
  return { inTime, nameless, stdout };
}

/** So many moments of a stretch of time, each part of it early and late in their order. */
export function* moments(count: number, longestMs: number): Generator<number> {
  const step = coprimeOf(count);
  for (let turn = 0; turn < count; turn += 1) {
    yield Math.round((((turn * step) % count) * longestMs) / (count - 1));
  }
}

/** What goes through all numbers below a count before it comes back: about three eighths of it. */
function coprimeOf(count: number): number {
  let step = Math.max(1, Math.round(count * 0.38));
  while (divisor(step, count) !== 1) step += 1;
  return step;
}

function divisor(one: number, other: number): number {
  return other === 0 ? one : divisor(other, one % other);
}

function namelessFilesOf({ pid }: ChildProcess): number {
  const folder = `/proc/${pid}/fd`;
  try {
    const targets = readdirSync(folder).map((name) => readlinkSync(`${folder}/${name}`));
    return targets.filter((target) => target.endsWith(' (deleted)')).length;
  } catch {
    return 0;
  }
}
