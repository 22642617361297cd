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
import { madeAnew } from '../made-anew.ts';

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

/** What tells whether one transaction replaces another. */
type Amendable = Pick<
  InsiderTransaction,
  'form' | 'ticker' | 'owner_name' | 'transaction_date' | 'transaction_code' | 'filing_date'
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
    if (each.filing_date <= asOf && ['P', 'S'].includes(each.transaction_code)) open.push(each);
  }
  const counted = [...withoutAmended(open, itself)].filter(({ is_10b5_1 }) => !is_10b5_1);
  return withoutJointFilers(counted)
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

/**
 * The transactions without those that an amendment replaces: what the same owner had filed for the
 * day and code of a 4/A before it, or with it on one day.
 *
 * @param trades gone through at once, and whenever the result is
 * @param read what tells of a transaction whether it is amended, or an amendment
 */
export function withoutAmended<Trade>(
  trades: Iterable<Trade>,
  read: (trade: Trade) => Amendable,
): Iterable<Trade> {
  const amended = new Map<string, string>();
  for (const trade of trades) {
    const { form, filing_date, ...rest } = read(trade);
    if (form !== '4/A') continue;
    const key = ownerDayKey(rest);
    if (filing_date > (amended.get(key) ?? '')) amended.set(key, filing_date);
  }
  if (amended.size === 0) return trades;
  const stands = (trade: Trade) => {
    const { form, filing_date, ...rest } = read(trade);
    const newest = amended.get(ownerDayKey(rest));
    if (newest === undefined || filing_date > newest) return true;
    return form === '4/A' && filing_date === newest;
  };
  return madeAnew(() => those(trades, stands));
}

function* those<Item>(items: Iterable<Item>, are: (item: Item) => boolean) {
  for (const item of items) if (are(item)) yield item;
}

function itself<Trade>(trade: Trade): Trade {
  return trade;
}

/** What tells whether two owners filed one trade together. */
type Joint = Pick<
  InsiderTransaction,
  'accession' | 'owner_name' | 'transaction_date' | 'transaction_code' | 'shares' | 'price_usd'
>;

/** Two equal lots of one owner are two trades: of equal rows, those of one owner stay. */
function withoutJointFilers(trades: readonly InsiderTransaction[]): InsiderTransaction[] {
  return Array.from(jointTrades(trades, itself), ({ trade }) => trade);
}

/** A trade with the names of those who filed it jointly with its first owner. */
interface JointTrade<Trade> {
  readonly trade: Trade;
  readonly joint_owners: readonly string[];
}

/**
 * Each trade once, as its first owner filed it.
 *
 * @param trades gone through twice
 * @param read what tells trades apart, and by whom they are
 */
export function* jointTrades<Trade>(
  trades: Iterable<Trade>,
  read: (trade: Trade) => Joint,
): Generator<JointTrade<Trade>, undefined> {
  const firsts = new Map<string, string>();
  const others = new Map<string, Set<string>>();
  for (const trade of trades) {
    const joint = read(trade);
    const { owner_name } = joint;
    const key = jointKey(joint);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, owner_name);
    else if (first !== owner_name) others.set(key, (others.get(key) ?? new Set()).add(owner_name));
  }
  for (const trade of trades) {
    const joint = read(trade);
    const key = jointKey(joint);
    if (firsts.get(key) !== joint.owner_name) continue;
    yield { trade, joint_owners: [...(others.get(key) ?? [])].sort() };
  }
  return undefined;
}

function ownerDayKey(trade: Omit<Amendable, 'form' | 'filing_date'>): string {
  return `${trade.ticker}|${trade.owner_name}|${trade.transaction_date}|${trade.transaction_code}`;
}

function jointKey(trade: Joint): string {
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
