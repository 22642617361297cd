import { groupBy } from '../domain/group-by.ts';
import { withOtherTickers } from '../facts/company-reference.ts';
import type { Companies, FormerBearer } from './company-notes.ts';
import { mapRecords, type ReadResult } from './source.ts';

/**
 * Removes the separator before the share class from a symbol (`BRKB`). FINRA and clearing houses
 * use this spelling.
 */
const bare = (symbol: string) => symbol.toUpperCase().replace(/[.\-/]/g, '');

type TickerAt = (symbol: unknown, day?: unknown) => string | undefined;

/**
 * Returns a function that finds the company with a given symbol on a given day. The function
 * returns the current ticker of the company, or undefined if the company is not synced.
 */
function tickersAt({ universe, formerBearers }: Companies): TickerAt {
  const now = new Map(universe.map(({ ticker }) => [bare(ticker), ticker]));
  const byCik = new Map(universe.map(({ cik, ticker }) => [cik, ticker]));
  const former = groupBy([...formerBearers], ([ticker]) => bare(ticker));
  return (symbol, day) => {
    const name = bare(String(symbol ?? ''));
    const bearers = (former.get(name) ?? []).flatMap(([, some]) => some);
    const then = holderOn(bearers, day);
    return then ? byCik.get(then.cik) : now.get(name);
  };
}

function holderOn(bearers: readonly FormerBearer[], day: unknown): FormerBearer | undefined {
  return bearers
    .filter(({ until }) => typeof day === 'string' && day < until)
    .sort((a, b) => (a.until < b.until ? -1 : 1))[0];
}

/**
 * Replaces former tickers in headlines. If a company had a ticker on the day of publication and has
 * another one now, the current one replaces it.
 */
export function headlinesOfTheirDay(
  result: ReadResult,
  { formerBearers, tickerOfCik }: Companies,
): ReadResult {
  if (formerBearers.size === 0) return result;
  return mapRecords(result, (record, kind) => {
    const others = [...formerBearers].flatMap(([ticker, bearers]) => {
      const then = holderOn(bearers, record.published_at);
      return then ? [[ticker, tickerOfCik(then.cik)] as const] : [];
    });
    return [withOtherTickers(kind, record, new Map(others))];
  });
}

/** Returns a function that tests whether a symbol is the ticker of a synced company, or was one. */
export function symbolTest(companies: Companies): (symbol: string | undefined) => boolean {
  const tickerAt = tickersAt(companies);
  const former = new Set([...companies.formerBearers.keys()].map(bare));
  return (symbol = '') => tickerAt(symbol) !== undefined || former.has(bare(symbol));
}

/**
 * Removes the records of companies that are not synced. All other records get the current ticker.
 * @param isOfItsDay whether a record has the symbol that was used on its day, not today's symbol
 */
export function ofUniverse(
  result: ReadResult,
  companies: Companies,
  isOfItsDay = false,
): ReadResult {
  const tickerAt = tickersAt(companies);
  return mapRecords(result, (record) => {
    const day = record.date ?? record.settlement_date ?? record.seen_date;
    const ticker = tickerAt(record.ticker, isOfItsDay ? day : undefined);
    return ticker === undefined ? [] : [{ ...record, ticker }];
  });
}
