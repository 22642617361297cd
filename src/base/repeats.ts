import { LRUCache } from 'lru-cache';

/** Largest number of remembered keys. */
const MAX_REMEMBERED = 1_000;

/**
 * Returns whether a key was seen recently. Answers that are requested once are not cached, since
 * they would evict the answers that are requested repeatedly.
 */
export function repeats(): (key: string) => boolean {
  const keys = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  return (key) => {
    const known = keys.has(key);
    keys.set(key, true);
    return known;
  };
}
