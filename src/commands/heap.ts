import { setFlagsFromString } from 'node:v8';

/**
 * How far the heap of an import or a sync grows beyond what is in use before it is collected, percent.
 * V8 alone lets it double, since it cannot know that nobody waits for what it does. It is no bound:
 * files of any size are read, only with as little memory beyond their own need.
 */
const READING_GROWING_PERCENT = 30;

/** The same of a refresh, which holds more for longer. */
const REFRESH_GROWING_PERCENT = 12;

/** What a small refresh and the demo's take in all, MiB: up to this, the heap is not collected whole. */
const INITIAL_HEAP_MIB = 112;

/**
 * Half of what V8 lets the space of new objects grow to, MiB: as fast, and less stands empty. Starting
 * smaller, it copies what lives many times.
 */
const NEW_SPACE_MIB = 8;

/**
 * Flags of a process that does one piece of work, small or large. Its heap is marked little by little
 * as V8 does by itself: without that, what outlives the space of new objects is not counted until
 * something is allocated beyond it, and a heap of 100 MB had grown to 450 MB before it was collected.
 */
export const COLLECTED_SOON: readonly string[] = [
  `--heap-growing-percent=${REFRESH_GROWING_PERCENT}`,
  `--initial-old-space-size=${INITIAL_HEAP_MIB}`,
  `--min-semi-space-size=${NEW_SPACE_MIB}`,
  `--max-semi-space-size=${NEW_SPACE_MIB}`,
];

/** For the process that runs already: marking little by little, once begun, is better left alone. */
export function growSlowly(): void {
  setFlagsFromString(`--heap-growing-percent=${READING_GROWING_PERCENT}`);
}
