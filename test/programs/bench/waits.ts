import { type Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from 'simple-statistics';

/** Returns the 99th percentile of times in milliseconds. */
export function p99(times: readonly number[]): number {
  return quantile([...times], 0.99);
}

/**
 * Sends requests one after another until it is stopped.
 *
 * @param pause milliseconds between a response and the next request
 *
 * @returns the milliseconds of each request
 */
export async function timesOf(
  ask: (index: number) => Promise<{ readonly status: number }>,
  until: AbortSignal,
  pause = 0,
): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; !until.aborted; index += 1) {
    const began = performance.now();
    const { status } = await ask(index);
    if (status !== 200) throw new Error(`answered with ${status}`);
    times.push(performance.now() - began);
    if (pause > 0) await sleep(pause);
  }
  return times;
}

/** Sends a request to a local port on a new connection. */
export function answerOf(port: number, path: string, agent?: Agent): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, agent: agent ?? false }, (response) => {
      response.resume();
      response.once('end', () => resolve({ status: response.statusCode ?? 0 }));
    });
    asked.once('error', reject);
    asked.end();
  });
}
