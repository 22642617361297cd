import { setFlagsFromString } from 'node:v8';

/**
 * How far the heap grows beyond what is in use before it is collected, percent. V8 alone lets it
 * double, since it cannot know that the process ends with this work. It is no bound: a store of any
 * size is computed, only with as little memory beyond its own need.
 */
const HEAP_GROWING_PERCENT = 30;

/** What a small refresh takes in all, MiB: up to this, the heap is not collected as a whole. */
const INITIAL_HEAP_MIB = 64;

/** As large as V8 lets it grow by itself, MiB: starting smaller, it copies what lives many times. */
const NEW_SPACE_MIB = 16;

/**
 * Flags of a process that does one piece of work, small or large. Nobody waits for it between two of
 * its steps, so that its heap is collected at once: one that is marked little by little grows on
 * meanwhile, the further the busier the machine is.
 */
export const COLLECTED_AT_ONCE: readonly string[] = [
  `--heap-growing-percent=${HEAP_GROWING_PERCENT}`,
  '--no-incremental-marking',
  `--initial-old-space-size=${INITIAL_HEAP_MIB}`,
  `--min-semi-space-size=${NEW_SPACE_MIB}`,
];

/** For the process that runs already: marking little by little, once begun, is better left alone. */
export function growSlowly(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
}
