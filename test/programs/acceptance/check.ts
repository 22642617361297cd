import { setTimeout as sleep } from 'node:timers/promises';

/** What one thing that is accepted or not turned out to be. */
export interface Check {
  readonly name: string;
  readonly outcome: 'pass' | 'fail' | 'skipped';
  /** What was counted or measured, why it failed, or why it was skipped. */
  readonly detail?: string;
}

/** Longest detail kept, characters. */
const maximumDetail = 600;

/**
 * Runs one check within its time. `work` returns what it counted or measured, and throws where
 * something is not as it must be.
 */
export async function check(
  name: string,
  work: () => Promise<string | undefined>,
  limitSeconds = 60,
): Promise<Check> {
  const late = new AbortController();
  try {
    const detail = await Promise.race([work(), tooLate(limitSeconds, late.signal)]);
    return { name, outcome: 'pass', ...(detail ? { detail } : {}) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { name, outcome: 'fail', detail: oneLine(reason) };
  } finally {
    late.abort();
  }
}

export function skipped(name: string, reason: string): Check {
  return { name, outcome: 'skipped', detail: reason };
}

/** A foreign text on one line, cut. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, maximumDetail);
}

/** The names of the tests that failed, as vitest reports them; five at most. */
export function failuresIn(output: string): string {
  const names = output.match(/^ FAIL .*$/gm) ?? [];
  return [...new Set(names)].slice(0, 5).join(' ');
}

async function tooLate(seconds: number, signal: AbortSignal): Promise<never> {
  await sleep(seconds * 1000, undefined, { signal, ref: false });
  throw new Error(`not done within ${seconds} s`);
}
