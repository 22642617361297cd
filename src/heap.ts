import { setFlagsFromString } from 'node:v8';

/**
 * How far the heap grows beyond what is in use before it is collected, percent. V8 alone lets it
 * double, since it cannot know that the process ends with this work. It is no bound: a store of any
 * size is computed, only with as little memory beyond its own need.
 */
const HEAP_GROWING_PERCENT = 70;

/** For a process that does one large piece of work: less memory, for a little more time. */
export function spareMemory(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
}
