import { LRUCache } from 'lru-cache';

/** Questions remembered, each by its key alone. */
const MAX_REMEMBERED = 1_000;

/**
 * Whether a key has come before, not long ago. What is asked once is not worth keeping: its answer
 * would push out those that are asked again, and live just long enough to fill the memory.
 */
export function repeats(): (key: string) => boolean {
  const keys = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  return (key) => {
    const known = keys.has(key);
    keys.set(key, true);
    return known;
  };
}
