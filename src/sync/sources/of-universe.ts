import type { ReadResult } from '../source.ts';
import type { Companies } from '../universe.ts';

/** A symbol as clearing houses and FINRA write it: classes without a separator (`BRKB`). */
const bare = (symbol: string) => symbol.toUpperCase().replace(/[.\-/]/g, '');

/** The tickers of the companies that belong, by the symbols that lists write. */
export function tickersBySymbol({ universe }: Companies): ReadonlyMap<string, string> {
  return new Map(universe.map(({ ticker }) => [bare(ticker), ticker]));
}

/** Whether a symbol is that of a company that belongs. */
export function symbolTest(companies: Companies): (symbol: string | undefined) => boolean {
  const tickers = tickersBySymbol(companies);
  return (symbol) => symbol !== undefined && tickers.has(bare(symbol));
}

/** The records of companies that belong, under their own tickers; of a whole market's the others go. */
export function ofUniverse(result: ReadResult, companies: Companies): ReadResult {
  const tickers = tickersBySymbol(companies);
  const batches = (result.batches ?? []).map((batch) => ({
    ...batch,
    records: batch.records.flatMap((record) => {
      const ticker = tickers.get(bare(String(record.ticker ?? '')));
      return ticker === undefined ? [] : [{ ...record, ticker }];
    }),
  }));
  return { ...result, batches };
}
