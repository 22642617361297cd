import { setTimeout as sleep } from 'node:timers/promises';

/** The result of one acceptance check. */
export interface Check {
  readonly name: string;
  readonly outcome: 'pass' | 'fail' | 'skipped';
  /** A measured value, the reason of a failure, or the reason of a skip. */
  readonly detail?: string;
}

/** Maximum length of a detail in characters. */
const maximumDetail = 600;

/**
 * Runs one check with a time limit. `work` returns its count or measurement and throws if the check
 * fails.
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

/** Puts text from outside on one line and truncates it. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, maximumDetail);
}

async function tooLate(seconds: number, signal: AbortSignal): Promise<never> {
  await sleep(seconds * 1000, undefined, { signal, ref: false });
  throw new Error(`not done within ${seconds} s`);
}
