import { rounded } from '../../catalogue/units.ts';
import { newestDay, shiftDays, shiftYears } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import {
  type FiledTrade,
  hasClusterBuy,
  type InsiderTransaction,
  insiderScore,
  insiderSummaries,
  isOpenMarket,
  netPurchaseRatio,
  openMarketTrades,
  tradeMatcher,
} from '../../domain/ownership/insiders.ts';
import { INSIDER_SUMMARY } from '../../domain/ownership/methods.ts';
import { transactionMeaning } from '../../domain/ownership/transaction-codes.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { type Collections, lazily } from '../collection.ts';
import type { Refresh } from '../computation.ts';

export const insiderCollections = {
  insiderTransactions: { from: ['insider_transactions'], rows: lazily(insiderTransactions) },
  insiderSummary: { from: ['insider_transactions'], rows: insiderSummary, method: INSIDER_SUMMARY },
} satisfies Collections;

/**
 * Our choice: the insider sentiment of a quarter uses the clusters of trades that end in the last
 * 91 days of the quarter.
 */
const clusterDays = 91;

/**
 * Computes the records of Form 4 transactions, with the value of each. A transaction that several
 * owners reported jointly has one record. An amended transaction replaces the original transaction.
 * The flag `shares_missing` or `price_missing` explains why the value is null. The flag
 * `date_after_filing` marks a transaction date after the filing date, which is usually a typing
 * error.
 */
export function* insiderTransactions(refresh: Refresh) {
  const { matches } = refresh.memo(filings);
  for (const fact of refresh.facts.each('insider_transactions')) {
    const trade = filedAs(fact);
    const jointOwners = matches.isCurrent(trade) ? matches.jointOwners(trade) : undefined;
    if (!jointOwners) continue;
    yield {
      ...fact,
      joint_owners: jointOwners.length > 0 ? jointOwners : null,
      transaction_type: typeOf(fact),
      value_usd: tradedUsd(fact),
      is_amendment: fact.is_amendment ?? null,
      flags: [
        ...(fact.shares == null ? ['shares_missing'] : []),
        ...(fact.price_usd == null ? ['price_missing'] : []),
        ...(isDatedAfterFiling(fact) ? ['date_after_filing'] : []),
      ],
    };
  }
}

/** The meaning of the transaction code. For a grant, the result also names the granted security. */
function typeOf(fact: Sourced<'insider_transactions'>): string | null {
  const { transaction_code: code, is_derivative, security_title: title, is_unit_grant } = fact;
  if (code === 'A' && is_derivative && title) return `Grant: ${title}`;
  return code === 'A' && is_unit_grant
    ? 'Grant: restricted stock units'
    : transactionMeaning(code ?? '');
}

/** Open-market purchases and sales by ticker and month. */
export function insiderSummary(refresh: Refresh) {
  return [...refresh.memo(openMarketTradesByTicker).values()].flatMap((trades) =>
    insiderSummaries(trades, refresh.today).map((month) => ({
      ...month,
      net_value_usd: difference(month.buy_value_usd, month.sell_value_usd),
      method: INSIDER_SUMMARY.id,
      as_of: newestFiling(trades.filter((trade) => trade.transaction_date <= `${month.period}-31`)),
    })),
  );
}

/** Current insider scores, 0–100, by ticker, each with the date of the newest filing used. */
export function insiderScores({ memo, today }: Refresh) {
  return new Map(
    Array.from(memo(openMarketTradesByTicker), ([ticker, trades]) => [
      ticker,
      { insider_score: insiderScore(trades, today), as_of: newestFiling(trades)! },
    ]),
  );
}

/**
 * Number of open-market trades per month, averaged over the last twelve months, by ticker. The spec
 * does not define which trades to count. Our choice: the trades that insider_summary counts.
 * Tickers without any Form 4 are absent.
 */
export function insiderTradesPerMonth(refresh: Refresh): ReadonlyMap<string, number> {
  const { tickers, trades } = refresh.memo(filings);
  const yearAgo = shiftYears(refresh.today, -1);
  return new Map(
    Array.from(tickers, (ticker) => {
      const own = trades.get(ticker) ?? [];
      const recent = own.filter(({ transaction_date }) => transaction_date > yearAgo);
      return [ticker, recent.length / 12];
    }),
  );
}

/** Insider activity up to the end of a quarter. Null if no insider has ever traded. */
export function insiderReadingOn(refresh: Refresh, ticker: string, date: string) {
  const trades = refresh.memo(openMarketTradesByTicker).get(ticker);
  if (!trades) return null;
  return {
    net_purchase_ratio: netPurchaseRatio(trades, date),
    cluster_buy: hasClusterBuy(trades, shiftDays(date, -clusterDays), date),
  };
}

/** The open-market trades up to today that summaries and scores count, by ticker, oldest first. */
export function openMarketTradesByTicker(refresh: Refresh) {
  return refresh.memo(filings).trades;
}

/** Values that are computed from all transactions in one pass. */
function filings({ facts, today }: Refresh) {
  const matcher = tradeMatcher();
  const tickers = new Set<string>();
  const open: InsiderTransaction[] = [];
  for (const fact of facts.each('insider_transactions')) {
    matcher.add(filedAs(fact));
    tickers.add(fact.ticker);
    const trade = traded(fact);
    if (trade && isOpenMarket(trade.transaction_code)) open.push(trade);
  }
  const matches = matcher.matches();
  const counted = openMarketTrades(open.filter(matches.isCurrent), today);
  return {
    matches,
    /** Tickers of all companies with any Form 4. */
    tickers,
    /**
     * Open-market trades by ticker, oldest first, without plan trades, duplicates and amended
     * filings.
     */
    trades: groupBy(counted, ({ ticker }) => ticker),
  };
}

/**
 * Converts a record to the form in which amendments and joint filings are matched. A record without
 * owner, day or code never matches an amendment or a joint filing. A record without a share count
 * never matches a joint filing. A missing filing date is replaced by the transaction date.
 */
function filedAs(fact: Sourced<'insider_transactions'>): FiledTrade {
  const { ticker, accession, owner_name, transaction_date, transaction_code, shares } = fact;
  const isNamed = owner_name && transaction_date && transaction_code;
  return {
    accession: isNamed && shares != null ? accession : `${accession} ${owner_name} ${fact.line}`,
    ticker,
    form: fact.is_amendment && isNamed ? '4/A' : '4',
    owner_name: owner_name ?? '',
    transaction_date: transaction_date ?? '',
    transaction_code: transaction_code ?? '',
    filing_date: fact.filing_date ?? transaction_date ?? '',
    shares: shares ?? 0,
    price_usd: fact.price_usd ?? null,
  };
}

function isDatedAfterFiling(fact: Sourced<'insider_transactions'>): boolean {
  const { transaction_date, filing_date } = fact;
  return transaction_date != null && filing_date != null && transaction_date > filing_date;
}

/**
 * Converts a record to the input of the computations. Returns undefined if its owner, code, day or
 * number of shares is missing, or if it is about derivatives.
 */
function traded(fact: Sourced<'insider_transactions'>): InsiderTransaction | undefined {
  const { ticker, accession, owner_name, transaction_code, transaction_date, shares } = fact;
  if (!owner_name || !transaction_code || !transaction_date || !shares) return undefined;
  if (fact.is_derivative) return undefined;
  return {
    ticker,
    accession,
    form: fact.is_amendment ? '4/A' : '4',
    owner_name,
    officer_title: fact.officer_title ?? null,
    is_director: fact.is_director ?? false,
    is_officer: fact.is_officer ?? false,
    is_ten_percent_owner: fact.is_ten_percent_owner ?? false,
    transaction_code,
    transaction_date,
    filing_date: fact.filing_date ?? transaction_date,
    shares,
    price_usd: fact.price_usd ?? null,
    shares_owned_after: fact.shares_owned_after ?? null,
    is_10b5_1: fact.is_10b5_1 ?? false,
    source: fact.source,
    source_url: fact.source_url,
  };
}

function tradedUsd({ shares, price_usd }: Sourced<'insider_transactions'>): number | null {
  return shares == null || price_usd == null ? null : shares * price_usd;
}

/**
 * Purchases minus sales. Rounded amounts are used, so that the result agrees with the amounts in
 * the records.
 */
function difference(bought: number | null, sold: number | null): number | null {
  return bought === null || sold === null
    ? null
    : rounded('money', bought) - rounded('money', sold);
}

function newestFiling(trades: readonly InsiderTransaction[]): string | null {
  return newestDay(...trades.map(({ filing_date }) => filing_date));
}
