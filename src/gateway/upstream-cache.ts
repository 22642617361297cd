import { LRUCache } from 'lru-cache';
import type { RecordPage } from '../catalogue/query.ts';

export interface KeptPage {
  readonly page: RecordPage;
  /** Time of the answer in milliseconds since 1970, for display. */
  readonly at: number;
  /** Time of the answer on the monotonic clock. The age of the answer is computed from it. */
  readonly answered: number;
}

/**
 * Caches successful answers up to a size limit. The least recently used answers are removed first.
 */
export function createUpstreamCache(keptBytes: number) {
  const kept = new LRUCache<string, KeptPage>({
    maxSize: keptBytes,
    maxEntrySize: keptBytes / 2,
    // A JavaScript string takes at most two bytes per character.
    sizeCalculation: ({ page }, key) =>
      page.records.reduce((sum, record) => sum + 2 * record.length + 40, 500 + 2 * key.length),
  });
  const underWay = new Map<string, Promise<KeptPage>>();
  return {
    get: (key: string) => kept.get(key),
    /**
     * Calls `ask` and caches its result. Simultaneous calls with the same key share one request.
     */
    join(key: string, ask: () => Promise<KeptPage>): Promise<KeptPage> {
      const joined = underWay.get(key);
      if (joined) return joined;
      const asked = ask()
        .then((answer) => {
          kept.set(key, answer);
          return answer;
        })
        .finally(() => underWay.delete(key));
      underWay.set(key, asked);
      return asked;
    },
  };
}
