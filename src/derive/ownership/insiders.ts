import { shiftDays, shiftYears } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { madeAnew } from '../../domain/made-anew.ts';
import type { InsiderReading } from '../../domain/ownership/fund-flows.ts';
import {
  hasClusterBuy,
  type InsiderTransaction,
  insiderScore,
  insiderSummaries,
  jointTrades,
  netPurchaseRatio,
  openMarketTrades,
  withoutAmended,
} from '../../domain/ownership/insiders.ts';
import { INSIDER_SUMMARY } from '../../domain/ownership/methods.ts';
import { transactionMeaning } from '../../domain/ownership/transaction-codes.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { rounded } from '../../units.ts';
import { newestDay } from '../as-of.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../refresh.ts';

export const insiderCollections = {
  insiderTransactions: { rows: insiderTransactions },
  insiderSummary: {
    rows: insiderSummary,
    method: INSIDER_SUMMARY,
    leaves: [insiderTradeRates, insiderScoreList],
    ends: [filedTransactions],
  },
} satisfies Collections;

/** Our choice: a fund quarter's reading counts clusters of the quarter. */
const clusterDays = 91;

/**
 * Form 4 transactions as filed, with their value, each once however many owners filed it jointly;
 * of those that an amendment replaces, only the amendment. Flags: `shares_missing` and `price_missing` (no value), `date_after_filing` (a
 * transaction dated after its own filing, a mistyped year mostly).
 */
export function insiderTransactions(refresh: Refresh) {
  const filed = refresh.memo(filedTransactions);
  return madeAnew(() => transactionsShown(filed));
}

function* transactionsShown(filed: Iterable<Sourced<'insider_transactions'>>) {
  for (const { trade: fact, joint_owners } of jointTrades(filed, jointly)) {
    yield {
      ...fact,
      joint_owners: joint_owners.length > 0 ? joint_owners : null,
      transaction_type: transactionMeaning(fact.transaction_code ?? ''),
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

/** A record that lacks what tells a trade is joint with none: its line stands in its place. */
function jointly(fact: Sourced<'insider_transactions'>) {
  const { accession, owner_name, transaction_date, transaction_code, shares, price_usd } = fact;
  const isWhole = owner_name && transaction_date && transaction_code && shares != null;
  return {
    accession: isWhole ? accession : `${accession} ${owner_name} ${fact.line}`,
    owner_name: owner_name ?? '',
    transaction_date: transaction_date ?? '',
    transaction_code: transaction_code ?? '',
    shares: shares ?? 0,
    price_usd: price_usd ?? null,
  };
}

/** Open-market buying and selling by ticker and month. */
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

/** Today's insider score, 0–100, with the day of the newest filing that counts. */
interface DatedInsiderScore {
  readonly insider_score: number | null;
  readonly as_of: string;
}

/** Today's insider scores by ticker. */
export function insiderScores({ memo }: Refresh): ReadonlyMap<string, DatedInsiderScore> {
  return new Map(memo(insiderScoreList));
}

/** The same as a list, which a refresh can keep: trades are much to read for it. */
export function insiderScoreList({
  memo,
  today,
}: Refresh): readonly (readonly [ticker: string, score: DatedInsiderScore])[] {
  return [...memo(openMarketTradesByTicker)].map(([ticker, trades]) => [
    ticker,
    { insider_score: insiderScore(trades, today), as_of: newestFiling(trades)! },
  ]);
}

/**
 * Open-market trades a month of the year up to today, of each ticker with any Form 4; as a list, which
 * a refresh can keep: trades are much to read for it.
 */
export function insiderTradeRates(
  refresh: Refresh,
): readonly (readonly [ticker: string, tradesPerMonth: number])[] {
  const { facts, today } = refresh;
  const trades = refresh.memo(openMarketTradesByTicker);
  const yearAgo = shiftYears(today, -1);
  const tickers = new Set<string>();
  for (const { ticker } of facts.each('insider_transactions')) tickers.add(ticker);
  return [...tickers].map((ticker) => {
    const own = trades.get(ticker) ?? [];
    const recent = own.filter(({ transaction_date }) => transaction_date > yearAgo);
    return [ticker, recent.length / 12];
  });
}

/** How a ticker's insiders leaned by the end of a quarter; null where none has ever traded. */
export function insiderReadingOn(
  refresh: Refresh,
  ticker: string,
  date: string,
): InsiderReading | null {
  const trades = refresh.memo(openMarketTradesByTicker).get(ticker);
  if (!trades) return null;
  return {
    net_purchase_ratio: netPurchaseRatio(trades, date),
    cluster_buy: hasClusterBuy(trades, shiftDays(date, -clusterDays), date),
  };
}

/** The trades that count as of today, oldest first, by ticker. */
export function openMarketTradesByTicker(
  refresh: Refresh,
): ReadonlyMap<string, readonly InsiderTransaction[]> {
  const transactions = openMarketTrades(traded(refresh.memo(filedTransactions)), refresh.today);
  return groupBy(transactions, ({ ticker }) => ticker);
}

/**
 * What has been filed by today and not been replaced by an amendment since; a record without its
 * filing's date counts from its trade's.
 */
function filedTransactions({ facts }: Refresh): Iterable<Sourced<'insider_transactions'>> {
  return withoutAmended(facts.each('insider_transactions'), amendable);
}

/** A record that lacks its owner, day or code is neither amended nor an amendment. */
function amendable(fact: Sourced<'insider_transactions'>) {
  const { ticker, owner_name, transaction_date, transaction_code } = fact;
  const isWhole = owner_name && transaction_date && transaction_code;
  return {
    ticker,
    form: fact.is_amendment && isWhole ? '4/A' : '4',
    owner_name: owner_name ?? '',
    transaction_date: transaction_date ?? '',
    transaction_code: transaction_code ?? '',
    filing_date: fact.filing_date ?? transaction_date ?? '',
  };
}

function isDatedAfterFiling(fact: Sourced<'insider_transactions'>): boolean {
  const { transaction_date, filing_date } = fact;
  return transaction_date != null && filing_date != null && transaction_date > filing_date;
}

/** Transactions as the computations read them, without those that lack their code, day or size. */
function* traded(
  filed: Iterable<Sourced<'insider_transactions'>>,
): Generator<InsiderTransaction, undefined> {
  for (const fact of filed) {
    const { ticker, accession, owner_name, transaction_code, transaction_date, shares } = fact;
    if (!owner_name || !transaction_code || !transaction_date || !shares) continue;
    yield {
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
    };
  }
  return undefined;
}

function tradedUsd({ shares, price_usd }: Sourced<'insider_transactions'>): number | null {
  return shares == null || price_usd == null ? null : shares * price_usd;
}

/** Of the amounts as shown, so that they agree. */
function difference(bought: number | null, sold: number | null): number | null {
  return bought === null || sold === null
    ? null
    : rounded('money', bought) - rounded('money', sold);
}

function newestFiling(trades: readonly InsiderTransaction[]): string | null {
  return newestDay(...trades.map(({ filing_date }) => filing_date));
}
