import { LRUCache } from 'lru-cache';
import type { RecordPage } from '../catalogue/query.ts';

export interface KeptPage {
  readonly page: RecordPage;
  /** When it was answered: milliseconds since 1970, to be told. */
  readonly at: number;
  /** The same by the monotonic clock, for its age. */
  readonly answered: number;
}

export interface UpstreamCache {
  get(key: string): KeptPage | undefined;
  /** Keeps what `ask` brings; the same question while it is under way is not asked again. */
  join(key: string, ask: () => Promise<KeptPage>): Promise<KeptPage>;
}

/** The last good answers, as many as fit, the least used leaving first. */
export function createUpstreamCache(keptBytes: number): UpstreamCache {
  const kept = new LRUCache<string, KeptPage>({
    maxSize: keptBytes,
    maxEntrySize: keptBytes / 2,
    // Two bytes a character, the most that a string takes.
    sizeCalculation: ({ page }, key) =>
      page.records.reduce((sum, record) => sum + 2 * record.length + 40, 500 + 2 * key.length),
  });
  const underWay = new Map<string, Promise<KeptPage>>();
  return {
    get: (key) => kept.get(key),
    join(key, ask) {
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
