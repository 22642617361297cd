/**
 * Open-market trades of insiders (Form 4): which count, and what they say.
 *
 * Only codes P (purchase) and S (sale) are decisions about price; grants, exercises, tax,
 * gifts and conversions are not, nor are trades under a 10b5-1 plan.
 */
import { formatISO, lastDayOfMonth, parseISO, subMonths } from 'date-fns';
import { sum } from 'simple-statistics';
import { compareText } from '../compare-text.ts';
import { daysBetween } from '../dates.ts';
import { groupBy } from '../group-by.ts';

export interface InsiderTransaction {
  readonly accession: string;
  /** 4 or 4/A. */
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
}

/** What tells whether one transaction replaces another, and whether two owners filed one together. */
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

export interface InsiderPeriod {
  readonly ticker: string;
  /** Month, 2026-09. */
  readonly period: string;
  readonly buys: number;
  readonly sells: number;
  readonly buy_value_usd: number | null;
  readonly sell_value_usd: number | null;
  readonly net_value_usd: number | null;
  readonly unique_buyers: number;
  readonly cluster_buy: boolean;
  /** 0–100, 50 neutral, at the end of the month. */
  readonly insider_score: number | null;
  readonly flags: readonly string[];
}

/** Our choice, within the published two to three buyers (Alldredge & Blank 2019). */
const CLUSTER_BUYERS = 3;
const CLUSTER_DAYS = 30;
/** Our choice. */
const HALF_LIFE_DAYS = 90;
const SCORE_WINDOW_DAYS = 365;
/** Our choice: the trade value at which the weight of size is ln 2. */
const SIZE_UNIT_USD = 100_000;
const NET_PURCHASE_MONTHS = 6;
const ROUTINE_YEARS = 3;

/**
 * The trades that count as of a date, oldest first: filed by then, codes P and S, outside
 * 10b5-1 plans, each trade once however many owners filed it jointly (accession, date, code,
 * shares and price), a 4/A instead of what the same owner first filed for that day and code.
 * Our choice: a trade dated after its own filing (a mistyped year) counts on the filing date.
 */
export function openMarketTrades(
  transactions: Iterable<InsiderTransaction>,
  asOf: string,
): InsiderTransaction[] {
  const open: InsiderTransaction[] = [];
  for (const each of transactions) {
    if (each.filing_date <= asOf && isOpenMarket(each.transaction_code)) open.push(each);
  }
  const { stands } = tradesTold(open);
  const counted = open.filter((each) => stands(each) && !each.is_10b5_1);
  const { jointOwners } = tradesTold(counted);
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
 * One record a month with a trade, latest first, for the trades of one ticker. Flags:
 * `price_missing` (a trade without a price is counted, its value is not; null when none has
 * one), `no_holding_after` (such a trade is not in the score).
 *
 * @param trades from `openMarketTrades`
 */
export function insiderSummaries(
  trades: readonly InsiderTransaction[],
  asOf: string,
): InsiderPeriod[] {
  const months = groupBy(trades, (trade) => trade.transaction_date.slice(0, 7));
  return [...months]
    .map(([period, own]) => {
      const bought = own.filter(isPurchase);
      const sold = own.filter((trade) => !isPurchase(trade));
      const monthEnd = isoDate(lastDayOfMonth(parseISO(`${period}-01`)));
      const date = monthEnd < asOf ? monthEnd : asOf;
      const buy_value_usd = totalValue(bought);
      const sell_value_usd = totalValue(sold);
      return {
        ticker: own[0]!.ticker,
        period,
        buys: bought.length,
        sells: sold.length,
        buy_value_usd,
        sell_value_usd,
        net_value_usd:
          buy_value_usd === null || sell_value_usd === null ? null : buy_value_usd - sell_value_usd,
        unique_buyers: new Set(bought.map((trade) => trade.owner_name)).size,
        cluster_buy: hasClusterBuy(trades, `${period}-01`, date),
        insider_score: insiderScore(trades, date),
        flags: [
          ...(own.some((trade) => trade.price_usd === null) ? ['price_missing'] : []),
          ...(own.some((trade) => holdingChange(trade) === null) ? ['no_holding_after'] : []),
        ],
      };
    })
    .sort((a, b) => compareText(b.period, a.period));
}

/**
 * 50 + 50 · tanh(Σ ± role × ln(1 + value/$100,000) × share of the holding × 2^(−days/90)) over
 * the year before `date`: purchases add, sales subtract. Role: chief executive or financial
 * officer 1, other officers 0.8, directors 0.6, 10 % owners 0.4 (Our choice). Null without a
 * trade that has a price and a holding.
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
 * True when three different insiders bought within some 30 days that end with a purchase
 * between `from` and `to`. Both days count: day 1 and day 30 are one window.
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
 * (purchases − sales) / (purchases + sales) by value over the six months before `date`, −1 … 1
 * (Lakonishok & Lee 2001), routine trades left out. Null without a priced trade.
 */
export function netPurchaseRatio(
  trades: readonly InsiderTransaction[],
  date: string,
): number | null {
  const since = isoDate(subMonths(parseISO(date), NET_PURCHASE_MONTHS));
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
 * Routine or opportunistic (Cohen, Malloy & Pomorski 2012): an insider who traded in each of the
 * three years before is routine if one calendar month saw a trade in all three, opportunistic
 * otherwise; null when the history does not suffice.
 *
 * @param history of the same ticker, any owners
 */
export function classifyTrade(
  trade: InsiderTransaction,
  history: readonly InsiderTransaction[],
): 'routine' | 'opportunistic' | null {
  const own = history.filter((each) => each.owner_name === trade.owner_name);
  const year = Number(trade.transaction_date.slice(0, 4));
  const months = Array.from({ length: ROUTINE_YEARS }, (_, index) =>
    monthsTraded(own, year - 1 - index),
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

/** Whether a trade of this code was bought or sold on the open market. */
export function isOpenMarket(transactionCode: string): boolean {
  return transactionCode === 'P' || transactionCode === 'S';
}

/** What becomes of each of some trades, as all of them tell. */
export interface TradesTold {
  /**
   * Whether no amendment replaces it. A 4/A replaces what the same owner had filed for the day and
   * code before it, or with it on one day.
   */
  stands(trade: FiledTrade): boolean;
  /**
   * Who else filed a trade that stands, in order; undefined where another owner comes before this one,
   * whose row tells of all. Two equal lots of one owner are two trades.
   */
  jointOwners(trade: FiledTrade): readonly string[] | undefined;
}

function tradesTold(trades: Iterable<FiledTrade>): TradesTold {
  const notes = tradeNotes();
  for (const trade of trades) notes.note(trade);
  return notes.told();
}

/** The same of trades that are noted one by one, so that they are gone through once for all. */
export function tradeNotes() {
  const amended = new Map<string, string>();
  const owners = new Map<string, string | Set<string>>();

  function note(trade: FiledTrade): void {
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

  function told(): TradesTold {
    // Most trades have one owner, and nothing need be known of them.
    for (const [key, known] of owners) if (typeof known === 'string') owners.delete(key);
    const standsOf = (trade: FiledTrade, owner: string) => {
      const newest = amended.get(ownerDayKey(trade, owner));
      if (newest === undefined || trade.filing_date > newest) return true;
      return trade.form === '4/A' && trade.filing_date === newest;
    };
    return {
      stands: (trade) => standsOf(trade, trade.owner_name),
      jointOwners(trade) {
        const joint = owners.get(jointKey(trade)) as Set<string> | undefined;
        if (!joint) return [];
        // Rows of one filing have its form and its day.
        const [first, ...others] = [...joint].filter((owner) => standsOf(trade, owner));
        return first === trade.owner_name ? others.sort() : undefined;
      },
    };
  }

  return { note, told };
}

function ownerDayKey(trade: FiledTrade, owner: string): string {
  return `${trade.ticker}|${owner}|${trade.transaction_date}|${trade.transaction_code}`;
}

function jointKey(trade: FiledTrade): string {
  const { accession, transaction_date, transaction_code, shares, price_usd } = trade;
  return `${accession}|${transaction_date}|${transaction_code}|${shares}|${price_usd}`;
}

/** Shares traded over shares held before, at most 1; a first purchase is 1. */
function holdingChange(trade: InsiderTransaction): number | null {
  if (trade.shares_owned_after === null) return null;
  const before = trade.shares_owned_after + (isPurchase(trade) ? -trade.shares : trade.shares);
  return before <= 0 ? 1 : Math.min(1, trade.shares / before);
}

function roleWeight(trade: InsiderTransaction): number {
  if (/chief executive|chief financial|\b(ceo|cfo)\b/i.test(trade.officer_title ?? '')) return 1;
  if (trade.is_officer) return 0.8;
  return trade.is_director ? 0.6 : 0.4;
}

function tradeValue(trade: InsiderTransaction): number | null {
  return trade.price_usd === null ? null : trade.shares * trade.price_usd;
}

/** 0 for no trades; null when there are trades and none has a price. */
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

function isoDate(date: Date): string {
  return formatISO(date, { representation: 'date' });
}
