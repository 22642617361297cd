import { max, min } from 'simple-statistics';
import type { HttpServer } from './processes.ts';
import { type Figure, lower } from './report.ts';

const calls = 100_000;
const samples = 20;
/** Number of initial samples that are ignored, because code is compiled and caches fill. */
const warmUp = 2;
/**
 * Our choice: the maximum growth in MiB that counts as flat memory. Memory rises and falls with
 * garbage collection, so the minimum of the second half is compared with the minimum of the first
 * half.
 */
const flatGain = 10;

/**
 * Measures a server's resident memory over 100,000 calls: its peak and its growth in the second
 * half.
 */
export async function memoryOver(
  name: string,
  server: HttpServer,
  ask: (sample: number, calls: number) => Promise<unknown>,
  most_mib?: number,
): Promise<Figure[]> {
  const slice = calls / samples;
  const seen: number[] = [];
  let longest_block_ms = 0;
  for (let sample = 1; sample <= samples; sample += 1) {
    await ask(sample, slice);
    const usage = await server.usage();
    seen.push(usage.resident_bytes / 2 ** 20);
    longest_block_ms = Math.max(longest_block_ms, usage.longest_block_ms);
  }
  const half = samples / 2;
  const growth = min(seen.slice(half)) - min(seen.slice(warmUp, half));
  return [
    lower(`${name}: maximum`, max(seen), 'MiB', {
      ...(most_mib === undefined ? {} : { must: most_mib }),
      note: `the event loop's longest block meanwhile: ${longest_block_ms.toFixed(1)} ms`,
    }),
    lower(`${name}: growth in the second half`, growth, 'MiB', { must: flatGain }),
  ];
}
