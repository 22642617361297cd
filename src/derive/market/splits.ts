import type { ShareSplit } from '../../domain/finance/share-count.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Refresh } from '../computation.ts';

/** The stock splits that sources state, by ticker. */
export function splitsByTicker({ facts }: Refresh) {
  const stated = facts.all('splits').map(({ ticker, date, numerator, denominator }) => ({
    ticker,
    date,
    ratio: numerator / denominator,
  }));
  return groupBy(stated, ({ ticker }) => ticker);
}

export function splitsOf(refresh: Refresh, ticker: string): readonly ShareSplit[] {
  return refresh.memo(splitsByTicker).get(ticker) ?? [];
}
