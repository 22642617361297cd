import { setFlagsFromString } from 'node:v8';

/**
 * How far the heap grows beyond what is in use before it is collected, percent. V8 alone lets it
 * double, since it cannot know that the process ends with this work. It is no bound: a store of any
 * size is computed, only with as little memory beyond its own need.
 */
const HEAP_GROWING_PERCENT = 30;

/**
 * Flags of a process that does one large piece of work. Nobody waits for it between two of its steps,
 * so that its heap is collected at once: one that is marked little by little grows on meanwhile, the
 * further the busier the machine is.
 */
export const COLLECTED_AT_ONCE: readonly string[] = [
  `--heap-growing-percent=${HEAP_GROWING_PERCENT}`,
  '--no-incremental-marking',
];

/** For the process that runs already: marking little by little, once begun, is better left alone. */
export function growSlowly(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
}
