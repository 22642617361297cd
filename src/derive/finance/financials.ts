import { type BurnPeriod, burnHistory } from '../../domain/finance/cash-burn.ts';
import {
  type FactTable,
  type FinancialFact,
  factsKnownAt,
  instantSeries,
} from '../../domain/finance/financial-facts.ts';
import { type Runway, runway } from '../../domain/finance/runway.ts';
import { currentShares } from '../../domain/finance/share-count.ts';
import { groupBy } from '../../domain/group-by.ts';
import { nextCatalysts } from '../catalysts/next-catalyst.ts';
import { splitsOf } from '../market/splits.ts';
import type { Refresh } from '../refresh.ts';

/** The filed figures known today, by ticker of the universe or of a fact. */
export function factTables({ facts, universe, today }: Refresh): ReadonlyMap<string, FactTable> {
  const filed = groupBy(facts.all('financial_facts'), (fact) => fact.ticker);
  const tickers = [...universe.companies.map(({ ticker }) => ticker), ...filed.keys()];
  return new Map(
    [...new Set(tickers)].map((ticker) => [ticker, factsKnownAt(filed.get(ticker) ?? [], today)]),
  );
}

/** Each company's burn, period by period, latest first, by ticker. */
export function burnHistories(refresh: Refresh): ReadonlyMap<string, readonly BurnPeriod[]> {
  return new Map(
    [...refresh.memo(factTables)].map(([ticker, table]) => [ticker, burnHistory(table)]),
  );
}

/** Each company's cash runway, held against its next catalyst, by ticker. */
export function runways(refresh: Refresh): ReadonlyMap<string, Runway> {
  const next = refresh.memo(nextCatalysts);
  const burns = refresh.memo(burnHistories);
  return new Map(
    [...refresh.memo(factTables)].map(([ticker, table]) => [
      ticker,
      runway(table, refresh.today, next.get(ticker)?.formattedDate ?? null, burns.get(ticker)),
    ]),
  );
}

/** Share counts as reported, oldest first, by ticker. */
export function shareCounts(refresh: Refresh): ReadonlyMap<string, readonly FinancialFact[]> {
  return new Map(
    [...refresh.memo(factTables)].map(([ticker, table]) => [
      ticker,
      instantSeries(table, 'shares_outstanding'),
    ]),
  );
}

/**
 * Shares outstanding today by ticker, seen through the splits since they were counted; null without
 * a count newer than nine months.
 */
export function sharesOutstanding(refresh: Refresh): ReadonlyMap<string, number | null> {
  return new Map(
    [...refresh.memo(shareCounts)].map(([ticker, counts]) => [
      ticker,
      currentShares(counts, splitsOf(refresh, ticker), refresh.today),
    ]),
  );
}
