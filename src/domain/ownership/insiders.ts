import { sum } from 'simple-statistics';
import { compareText } from '../compare-text.ts';
import { daysBetween, parseDateBound, shiftMonths } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import {
  CLUSTER_BUYERS,
  CLUSTER_DAYS,
  HALF_LIFE_DAYS,
  NET_PURCHASE_MONTHS,
  ROLE_WEIGHTS,
  SCORE_WINDOW_DAYS,
  SIZE_UNIT_USD,
} from './constants.ts';

export interface InsiderTransaction {
  readonly accession: string;
  /** SEC form type: `4` or `4/A`. */
  readonly form: string;
  readonly ticker: string;
  readonly owner_name: string;
  readonly officer_title: string | null;
  readonly is_director: boolean;
  readonly is_officer: boolean;
  readonly is_ten_percent_owner: boolean;
  readonly transaction_code: string;
  readonly transaction_date: string;
  readonly filing_date: string;
  readonly shares: number;
  readonly price_usd: number | null;
  readonly shares_owned_after: number | null;
  readonly is_10b5_1: boolean;
  readonly source?: string;
  readonly source_url?: string | null | undefined;
}

/** The fields of a trade that are used to find amendments and joint filings. */
export type FiledTrade = Pick<
  InsiderTransaction,
  | 'accession'
  | 'form'
  | 'ticker'
  | 'owner_name'
  | 'transaction_date'
  | 'transaction_code'
  | 'filing_date'
  | 'shares'
  | 'price_usd'
>;

const ROUTINE_YEARS = 3;

/**
 * The open-market trades (codes P and S) that were filed on or before a date, oldest first. Trades
 * under 10b5-1 plans are left out. A trade that several owners filed jointly is included once. A
 * form 4/A replaces the filing that it amends. Our choice: if a trade is dated after its filing,
 * its date is replaced by the filing date, because the year was probably mistyped.
 */
export function openMarketTrades(
  transactions: Iterable<InsiderTransaction>,
  asOf: string,
): InsiderTransaction[] {
  const open: InsiderTransaction[] = [];
  for (const each of transactions) {
    if (each.filing_date <= asOf && isOpenMarket(each.transaction_code)) open.push(each);
  }
  const { isCurrent } = matchTrades(open);
  const counted = open.filter((each) => isCurrent(each) && !each.is_10b5_1);
  const { jointOwners } = matchTrades(counted);
  return counted
    .filter((each) => jointOwners(each) !== undefined)
    .map((each) =>
      each.transaction_date > each.filing_date
        ? { ...each, transaction_date: each.filing_date }
        : each,
    )
    .sort((a, b) => compareText(tradeOrder(a), tradeOrder(b)));
}

/**
 * One record per month with a trade, latest first, for the trades of one ticker. Flags: see
 * `INSIDER_SUMMARY`.
 * @param trades the trades that `openMarketTrades` returns
 */
export function insiderSummaries(trades: readonly InsiderTransaction[], asOf: string) {
  const months = groupBy(trades, (trade) => trade.transaction_date.slice(0, 7));
  return [...months]
    .map(([period, inMonth]) => {
      const bought = inMonth.filter(isPurchase);
      const sold = inMonth.filter((trade) => !isPurchase(trade));
      const monthEnd = parseDateBound(period, 'end')!;
      const date = monthEnd < asOf ? monthEnd : asOf;
      return {
        ticker: inMonth[0]!.ticker,
        /** Month of the summary, such as `2026-09`. */
        period,
        buys: bought.length,
        sells: sold.length,
        buy_value_usd: totalValue(bought),
        sell_value_usd: totalValue(sold),
        unique_buyers: new Set(bought.map((trade) => trade.owner_name)).size,
        cluster_buy: hasClusterBuy(trades, `${period}-01`, date),
        /** Insider score at the end of the month, 0–100. 50 is neutral. */
        insider_score: insiderScore(trades, date),
        flags: [
          ...(inMonth.some((trade) => trade.price_usd === null) ? ['price_missing'] : []),
          ...(inMonth.some((trade) => holdingChange(trade) === null) ? ['no_holding_after'] : []),
        ],
      };
    })
    .sort((a, b) => compareText(b.period, a.period));
}

/**
 * Insider score on a day: 50 + 50 · tanh(Σ ± role weight × ln(1 + value / SIZE_UNIT_USD) × traded
 * fraction of the holding × 2^(−days / HALF_LIFE_DAYS)) over the trades on or before `date`. The
 * sign is + for purchases and − for sales. Null if no trade states both a price and a holding.
 */
export function insiderScore(trades: readonly InsiderTransaction[], date: string): number | null {
  const signals = trades.flatMap((trade) => {
    const days = daysBetween(trade.transaction_date, date);
    const change = holdingChange(trade);
    const value = tradeValue(trade);
    if (days < 0 || days > SCORE_WINDOW_DAYS || change === null || value === null) return [];
    const size = Math.log1p(value / SIZE_UNIT_USD);
    const sign = isPurchase(trade) ? 1 : -1;
    return [sign * roleWeight(trade) * size * change * 0.5 ** (days / HALF_LIFE_DAYS)];
  });
  return signals.length === 0 ? null : 50 + 50 * Math.tanh(sum(signals));
}

/**
 * Whether at least `CLUSTER_BUYERS` different insiders bought within `CLUSTER_DAYS` days. The last
 * of these purchases must be between `from` and `to`.
 */
export function hasClusterBuy(
  trades: readonly InsiderTransaction[],
  from: string,
  to: string,
): boolean {
  const buys = trades.filter(isPurchase);
  return buys
    .filter((last) => last.transaction_date >= from && last.transaction_date <= to)
    .some((last) => {
      const within = buys.filter((buy) => {
        const days = daysBetween(buy.transaction_date, last.transaction_date);
        return days >= 0 && days < CLUSTER_DAYS;
      });
      return new Set(within.map((buy) => buy.owner_name)).size >= CLUSTER_BUYERS;
    });
}

/**
 * Net purchase ratio by value, −1 … 1: (purchases − sales) / (purchases + sales) over the
 * `NET_PURCHASE_MONTHS` months up to `date`, without routine trades (Lakonishok & Lee 2001). Null
 * if no trade has a price.
 */
export function netPurchaseRatio(
  trades: readonly InsiderTransaction[],
  date: string,
): number | null {
  const since = shiftMonths(date, -NET_PURCHASE_MONTHS);
  const recent = trades.filter(
    (trade) =>
      trade.transaction_date > since &&
      trade.transaction_date <= date &&
      classifyTrade(trade, trades) !== 'routine',
  );
  const bought = totalValue(recent.filter(isPurchase)) ?? 0;
  const sold = totalValue(recent.filter((trade) => !isPurchase(trade))) ?? 0;
  return bought + sold > 0 ? (bought - sold) / (bought + sold) : null;
}

/**
 * Whether a trade is routine or opportunistic (Cohen, Malloy & Pomorski 2012). A trade is routine
 * if the insider traded in the same calendar month in each of the three previous years. Null if the
 * insider did not trade at all in one of these years.
 * @param history the trades of the same ticker by all insiders
 */
export function classifyTrade(
  trade: InsiderTransaction,
  history: readonly InsiderTransaction[],
): 'routine' | 'opportunistic' | null {
  const ofOwner = history.filter((each) => each.owner_name === trade.owner_name);
  const year = Number(trade.transaction_date.slice(0, 4));
  const months = Array.from({ length: ROUTINE_YEARS }, (_, index) =>
    monthsTraded(ofOwner, year - 1 - index),
  );
  if (months.some((each) => each.size === 0)) return null;
  const everyYear = [...months[0]!].some((month) => months.every((each) => each.has(month)));
  return everyYear ? 'routine' : 'opportunistic';
}

function monthsTraded(trades: readonly InsiderTransaction[], year: number): Set<string> {
  return new Set(
    trades
      .filter((trade) => trade.transaction_date.startsWith(`${year}-`))
      .map((trade) => trade.transaction_date.slice(5, 7)),
  );
}

export function isOpenMarket(transactionCode: string): boolean {
  return transactionCode === 'P' || transactionCode === 'S';
}

/** Finds the amended trades and the jointly filed trades in a set of trades. */
export interface TradeMatches {
  /**
   * Whether the trade is current. False if an amendment replaces the trade. A form 4/A replaces a
   * trade that was filed on the same day or earlier, if the owner, the ticker, the transaction day
   * and the code are equal.
   */
  isCurrent(trade: FiledTrade): boolean;
  /**
   * Returns the other owners who reported the same trade in the same filing, sorted. Only the first
   * owner's row counts as the trade, so the result is undefined for the rows of the other owners.
   * Two equal rows of one owner are two trades.
   */
  jointOwners(trade: FiledTrade): readonly string[] | undefined;
}

function matchTrades(trades: Iterable<FiledTrade>): TradeMatches {
  const matcher = tradeMatcher();
  for (const trade of trades) matcher.add(trade);
  return matcher.matches();
}

/** Collects trades one at a time, so that a caller can stream them. */
export function tradeMatcher() {
  const amended = new Map<string, string>();
  const owners = new Map<string, string | Set<string>>();

  function add(trade: FiledTrade): void {
    const { form, owner_name, filing_date } = trade;
    if (form === '4/A') {
      const amendment = ownerDayKey(trade, owner_name);
      if (filing_date > (amended.get(amendment) ?? '')) amended.set(amendment, filing_date);
    }
    const key = jointKey(trade);
    const known = owners.get(key);
    if (known === undefined) owners.set(key, owner_name);
    else if (typeof known !== 'string') known.add(owner_name);
    else if (known !== owner_name) owners.set(key, new Set([known, owner_name]));
  }

  function matches(): TradeMatches {
    // Trades with a single owner are removed from the map to save memory.
    for (const [key, known] of owners) if (typeof known === 'string') owners.delete(key);
    const isCurrentOf = (trade: FiledTrade, owner: string) => {
      const newest = amended.get(ownerDayKey(trade, owner));
      if (newest === undefined || trade.filing_date > newest) return true;
      return trade.form === '4/A' && trade.filing_date === newest;
    };
    return {
      isCurrent: (trade) => isCurrentOf(trade, trade.owner_name),
      jointOwners(trade) {
        const joint = owners.get(jointKey(trade)) as Set<string> | undefined;
        if (!joint) return [];
        // The owners' rows in a filing have the same form and filing day, so `trade` can stand for
        // the row of each owner.
        const [first, ...others] = [...joint].filter((owner) => isCurrentOf(trade, owner));
        return first === trade.owner_name ? others.sort() : undefined;
      },
    };
  }

  return { add, matches };
}

function ownerDayKey(trade: FiledTrade, owner: string): string {
  return `${trade.ticker}|${owner}|${trade.transaction_date}|${trade.transaction_code}`;
}

function jointKey(trade: FiledTrade): string {
  const { accession, transaction_date, transaction_code, shares, price_usd } = trade;
  return `${accession}|${transaction_date}|${transaction_code}|${shares}|${price_usd}`;
}

/**
 * Returns the fraction of the insider's holding that was traded: shares traded ÷ shares held
 * before. It is at most 1. For a first purchase, it is 1.
 */
function holdingChange(trade: InsiderTransaction): number | null {
  if (trade.shares_owned_after === null) return null;
  const before = trade.shares_owned_after + (isPurchase(trade) ? -trade.shares : trade.shares);
  return before <= 0 ? 1 : Math.min(1, trade.shares / before);
}

function roleWeight(trade: InsiderTransaction): number {
  const isChief = /chief executive|chief financial|\b(ceo|cfo)\b/i.test(trade.officer_title ?? '');
  if (isChief) return ROLE_WEIGHTS.chief;
  if (trade.is_officer) return ROLE_WEIGHTS.officer;
  return trade.is_director ? ROLE_WEIGHTS.director : ROLE_WEIGHTS.ten_percent_owner;
}

function tradeValue(trade: InsiderTransaction): number | null {
  return trade.price_usd === null ? null : trade.shares * trade.price_usd;
}

/**
 * Returns the total value of trades in US dollars. It is 0 without trades, and null if no trade has
 * a price.
 */
function totalValue(trades: readonly InsiderTransaction[]): number | null {
  const values = trades.map(tradeValue).filter((value) => value !== null);
  return trades.length > 0 && values.length === 0 ? null : sum(values);
}

function isPurchase(trade: InsiderTransaction): boolean {
  return trade.transaction_code === 'P';
}

function tradeOrder(trade: InsiderTransaction): string {
  return `${trade.transaction_date}|${trade.accession}|${trade.owner_name}`;
}
