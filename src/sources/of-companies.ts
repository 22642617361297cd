import { groupBy } from '../domain/group-by.ts';
import { withOtherTickers } from '../facts/company-reference.ts';
import type { Companies, FormerBearer } from './company-notes.ts';
import type { ReadResult } from './source.ts';

/** A symbol as clearing houses and FINRA write it: classes without a separator (`BRKB`). */
const bare = (symbol: string) => symbol.toUpperCase().replace(/[.\-/]/g, '');

type TickerAt = (symbol: unknown, day?: unknown) => string | undefined;

/**
 * The ticker of today of the company that a symbol stood for on a day, where it belongs: tickers
 * change, and are given to others.
 */
function tickersAt({ universe, formerBearers }: Companies): TickerAt {
  const now = new Map(universe.map(({ ticker }) => [bare(ticker), ticker]));
  const byCik = new Map(universe.map(({ cik, ticker }) => [cik, ticker]));
  const former = groupBy([...formerBearers], ([ticker]) => bare(ticker));
  return (symbol, day) => {
    const name = bare(String(symbol ?? ''));
    const bearers = (former.get(name) ?? []).flatMap(([, some]) => some);
    const then = bearerOn(bearers, day);
    if (then) return byCik.get(then.cik);
    return now.get(name);
  };
}

function bearerOn(bearers: readonly FormerBearer[], day: unknown): FormerBearer | undefined {
  const [then] = bearers
    .filter(({ until }) => typeof day === 'string' && day < until)
    .sort((a, b) => (a.until < b.until ? -1 : 1));
  return then;
}

/**
 * Headlines under the tickers of today of the companies that bore theirs on their day: a feed holds
 * those of two days, and gives them again after a ticker has changed.
 */
export function headlinesOfTheirDay(
  result: ReadResult,
  { formerBearers, tickerOfCik }: Companies,
): ReadResult {
  if (formerBearers.size === 0) return result;
  const batches = (result.batches ?? []).map((batch) => ({
    ...batch,
    records: batch.records.map((record) => {
      const others = [...formerBearers].flatMap(([ticker, bearers]) => {
        const then = bearerOn(bearers, record.published_at);
        return then ? [[ticker, tickerOfCik(then.cik)] as const] : [];
      });
      return withOtherTickers(batch.kind, record, new Map(others));
    }),
  }));
  return { ...result, batches };
}

/** Whether a symbol is, or was, that of a company that belongs. */
export function symbolTest(companies: Companies): (symbol: string | undefined) => boolean {
  const tickerAt = tickersAt(companies);
  const former = new Set([...companies.formerBearers.keys()].map(bare));
  return (symbol = '') => tickerAt(symbol) !== undefined || former.has(bare(symbol));
}

/**
 * The records of companies that belong, under their tickers of today; of a whole market's the others
 * go. @param isOfItsDay whether the symbols are those of the records' own days
 */
export function ofUniverse(
  result: ReadResult,
  companies: Companies,
  isOfItsDay = false,
): ReadResult {
  const tickerAt = tickersAt(companies);
  const batches = (result.batches ?? []).map((batch) => ({
    ...batch,
    records: batch.records.flatMap((record) => {
      const day = record.date ?? record.settlement_date ?? record.seen_date;
      const ticker = tickerAt(record.ticker, isOfItsDay ? day : undefined);
      return ticker === undefined ? [] : [{ ...record, ticker }];
    }),
  }));
  return { ...result, batches };
}
