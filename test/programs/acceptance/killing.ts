import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The result of a process that was killed or that ended before the kill. */
export interface Killed {
  /** Whether the process was still running when it was killed. */
  readonly inTime: boolean;
  /** Number of open files without a name; 0 if the operating system does not report them. */
  readonly nameless: number;
  readonly stdout: string;
}

/** Starts the program, waits for the given time, and kills it with its child processes. */
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

/**
 * Yields moments spread over a time span, in an order that alternates between early and late ones.
 */
export function* moments(count: number, longestMs: number): Generator<number> {
  const step = coprimeOf(count);
  for (let turn = 0; turn < count; turn += 1) {
    yield Math.round((((turn * step) % count) * longestMs) / (count - 1));
  }
}

/**
 * Returns a step of about three eighths of a count that visits all numbers below the count before
 * it repeats.
 */
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
