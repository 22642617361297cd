import { linearRegression } from 'simple-statistics';
import type { HttpServer } from './processes.ts';
import type { Figure } from './report.ts';

const calls = 100_000;
const samples = 20;
/** Our choice: what a flat memory may grow by, MiB per 100,000 calls, in its second half. */
const flatGrowth = 10;

/** Resident memory of a server over 100,000 calls: its peak, and what it still gains. */
export async function memoryOver(
  name: string,
  server: HttpServer,
  ask: (sample: number, calls: number) => Promise<unknown>,
): Promise<Figure[]> {
  const slice = calls / samples;
  const seen: [calls: number, mib: number][] = [];
  let longest_block_ms = 0;
  for (let sample = 1; sample <= samples; sample += 1) {
    await ask(sample, slice);
    const usage = await server.usage();
    seen.push([sample * slice, usage.resident_bytes / 2 ** 20]);
    longest_block_ms = Math.max(longest_block_ms, usage.longest_block_ms);
  }
  const { m: growthPerCall } = linearRegression(seen.slice(samples / 2));
  return [
    {
      name: `${name}: most`,
      value: Math.max(...seen.map(([, mib]) => mib)),
      unit: 'MiB',
      better: 'lower',
      must: 150,
      note: `the event loop's longest block meanwhile: ${longest_block_ms.toFixed(1)} ms`,
    },
    {
      name: `${name}: growth in the second half`,
      value: growthPerCall * 100_000,
      unit: 'MiB per 100,000',
      better: 'lower',
      must: flatGrowth,
    },
  ];
}
