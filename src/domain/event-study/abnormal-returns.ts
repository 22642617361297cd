/** Stock returns around events, minus the returns of the market. */
import { linearRegression } from 'simple-statistics';
import { daysBetween, shiftDays } from '../dates.ts';
import { daysUpTo, type PriceSeries } from '../market/price-bars.ts';
import { returnSums } from '../portfolio/portfolio-simulation.ts';

export interface StudyEvent {
  readonly ticker: string;
  readonly event_type: string;
  readonly outcome: string;
  /** Day of the announcement. */
  readonly day: string;
  /**
   * Whether the announcement came after the close. Null if the hour is unknown. An announcement at
   * an unknown hour is treated as made before the close.
   */
  readonly is_after_close: boolean | null;
  readonly area: string | null;
  /** The source of the event. */
  readonly origin: object;
}

export interface StudyCompany {
  readonly prices: PriceSeries;
  /** How the company left the exchange. Null if its shares are still traded. */
  readonly delisted: 'bought' | 'lost' | null;
  /** Days of splits and of split proposals. */
  readonly split_days: readonly string[];
  readonly offering_days: readonly string[];
  /** Market value on a day, US dollars; null if it is unknown. */
  readonly capOn: (day: string) => number | null;
}

/**
 * Windows by their first and last session. Session 0 is the first session in which
 * prices could react to the event.
 */
export const WINDOWS = {
  '-20..-1': [-20, -1],
  '0': [0, 0],
  '0..1': [0, 1],
  '0..5': [0, 5],
  '0..20': [0, 20],
  '1..20': [1, 20],
} as const;
export type WindowName = keyof typeof WINDOWS;

/** Our choice: a close may be at most this many days from the event. */
const NEAR_DAYS = 7;
/** Our choice: minimum number of sessions from which beta is estimated. */
const LEAST_SESSIONS = 60;
/** Mean return after delisting of Nasdaq shares (Shumway & Warther 1999, J Finance 54:2361). */
const DELISTING_RETURN = -0.55;
const SPLIT_TOLERANCE = 0.02;
const SPLIT_DAYS = 10;

/**
 * Returns the sessions, and a function that computes the market's returns without one company. The
 * market is the fund XBI if XBI has a close in every session. Otherwise, it is the mean of all
 * other companies.
 * @param sessions the sessions in ascending order
 */
export function marketOf(
  xbi: PriceSeries,
  companies: Iterable<PriceSeries>,
  sessions: readonly string[],
) {
  const closes = closesOn(xbi, sessions);
  const isWhole = !closes.some(Number.isNaN);
  const returns = returnsOf(closes);
  const { total, count } = returnSums(isWhole ? [] : companies, sessions);
  const meanWithout = (own: number, at: number) =>
    Number.isNaN(own) ? total[at]! / count[at]! : (total[at]! - own) / (count[at]! - 1);
  return {
    benchmark: isWhole ? ('xbi' as const) : ('own_benchmark' as const),
    sessions,
    returnsWithout: (own: Float64Array) => (isWhole ? returns : own.map(meanWithout)),
  };
}

export type Market = ReturnType<typeof marketOf>;

/**
 * The results of one company: one for each event and window. `result` is the return. If there is no
 * return, `result` is the name of the reason. If two events are at most one session apart, neither
 * has a return. `market_cap_usd` is the market value in the session of the last close before day 0.
 */
export function studyResults(company: StudyCompany, events: readonly StudyEvent[], market: Market) {
  const series = seriesOf(company, market);
  const { sessions, closes } = series;
  const placed = events.map((event) => {
    const before = event.is_after_close ? event.day : shiftDays(event.day, -1);
    return { event, zero: daysUpTo({ days: sessions, closes }, before) };
  });
  return placed.flatMap(({ event, zero }) => {
    const isAlone = placed.filter((other) => Math.abs(other.zero - zero) <= 1).length === 1;
    const reaction = zero < sessions.length ? reactionTo(series, zero) : null;
    const market_cap_usd = reaction && company.capOn(sessions[reaction.before]!);
    return (Object.keys(WINDOWS) as WindowName[]).map((window) => {
      const [from, to] = WINDOWS[window];
      const resultOf = () => {
        if (zero + to >= sessions.length) return 'not_over_yet';
        if (zero + from < 1) return 'short_history';
        if (!isAlone) return 'other_event';
        return reaction ? windowReturn(series, reaction, from, to) : 'no_price';
      };
      return { event, market_cap_usd, window, result: resultOf() };
    });
  });
}

/** The result of one event in one window. */
export type StudyResult = ReturnType<typeof studyResults>[number];

type Series = ReturnType<typeof seriesOf>;

/**
 * The closes and returns by session. Missing values are NaN. `last` is the last session with a
 * close.
 */
function seriesOf(company: StudyCompany, { sessions, returnsWithout }: Market) {
  const closes = closesOn(company.prices, sessions);
  const returns = returnsOf(closes);
  const last = closes.findLastIndex((close) => !Number.isNaN(close));
  return { company, sessions, closes, returns, market: returnsWithout(returns), last };
}

type Reaction = NonNullable<ReturnType<typeof reactionTo>>;

/**
 * Finds the last close before day 0 and the first close on or after it, and computes the returns.
 * After a trading halt, one return covers all days of the halt. Null if one of the closes is
 * missing.
 * @param zero index of day 0 in the sessions
 */
function reactionTo(series: Series, zero: number) {
  const { company, closes, sessions, last } = series;
  const isNear = (at: number) =>
    !Number.isNaN(closes[at]) && Math.abs(daysBetween(sessions[zero]!, sessions[at]!)) <= NEAR_DAYS;
  const before = closes.findLastIndex((_, at) => at < zero && isNear(at));
  const first = closes.findIndex((_, at) => at >= zero && isNear(at));
  if (before < 0 || first < 0) return null;
  const returns = series.returns.slice().fill(0, before + 1, first);
  returns[first] = closes[first]! / closes[before]! - 1;
  if (company.delisted) returns.fill(0, last + 1);
  return { zero, before, first, returns, usual: usualOf(series, zero) };
}

function windowReturn(series: Series, reaction: Reaction, from: number, to: number) {
  const { company, sessions, market, last } = series;
  const { zero, before, first, usual } = reaction;
  const start = from > 0 ? Math.max(zero, first) : from < 0 ? zero + from - 1 : before;
  const end = to < 0 ? zero + to : Math.max(zero + to, first);
  const { returns: path } = to < 0 ? series : reaction;
  const stock = growth(path, start, end);
  const ar = stock - growth(market, start, end);
  if (Number.isNaN(ar)) return 'no_price';
  const isSplit = (at: number) =>
    isSplitRatio(1 + path[at]!) &&
    company.split_days.some((day) => Math.abs(daysBetween(day, sessions[at]!)) <= SPLIT_DAYS);
  for (let at = start + 1; at <= end; at += 1) if (isSplit(at)) return 'split_suspected';
  const is_delisted = company.delisted !== null && last < end;
  const lost = is_delisted && company.delisted === 'lost' ? stock * DELISTING_RETURN : 0;
  const [after, upTo] = [sessions[start]!, sessions[end]!];
  return {
    ar_pct: 100 * ar,
    /** The return in excess of a market model with an estimated beta. */
    market_model_pct: usual && 100 * (stock - growth(market, start, end, usual.beta)),
    /**
     * The return under an assumption: a delisted company that was not bought loses 55 % after its
     * last close.
     */
    if_lost_pct: 100 * (ar + lost),
    is_delisted,
    has_offering: company.offering_days.some((day) => day > after && day <= upTo),
    /** Share of positive returns among all windows of this length within sessions −120 to −21. */
    usual_positive: usual && positiveShare(series, zero, to - from + 1),
    /**
     * Rank of the abnormal return on day 0 among the abnormal returns of day 0 and of sessions −120
     * to −21, divided by (number of ranked returns + 1). Null for windows other than day 0.
     */
    rank: usual && from === 0 && to === 0 ? rankOf(ar, usual.daily) : null,
  };
}

/**
 * Whether a price ratio may come from a split: it is within 2 % of a whole number k > 1 or of 1/k.
 */
function isSplitRatio(ratio: number): boolean {
  const times = Math.max(ratio, 1 / ratio);
  const whole = Math.round(times);
  return whole >= 2 && Math.abs(times / whole - 1) <= SPLIT_TOLERANCE;
}

/**
 * Sessions −120 to −21 relative to day 0. The first stored session is left out, because it has no
 * return.
 */
function sessionsBefore(zero: number): readonly number[] {
  return Array.from({ length: 100 }, (_, at) => zero - 120 + at).filter((at) => at > 0);
}

/** Abnormal returns and beta in sessions −120 to −21. Null if there are fewer than 60 sessions. */
function usualOf({ returns, market }: Series, zero: number) {
  const all = sessionsBefore(zero).map((at) => [market[at]!, returns[at]!] as [number, number]);
  const pairs = all.filter(([market, own]) => !Number.isNaN(market + own));
  if (pairs.length < LEAST_SESSIONS) return null;
  return { daily: pairs.map(([market, own]) => own - market), beta: linearRegression(pairs).m };
}

/** Rank of a value among others. Equal values get their mean rank. */
function rankOf(own: number, others: readonly number[]): number {
  const below = others.filter((other) => other < own).length;
  const equal = others.filter((other) => other === own).length;
  return (below + equal / 2 + 1) / (others.length + 2);
}

/** Share of positive abnormal returns among all windows of a length in sessions −120 to −21. */
function positiveShare({ returns, market }: Series, zero: number, length: number) {
  const returnFrom = (first: number) =>
    growth(returns, first - 1, first + length - 1) - growth(market, first - 1, first + length - 1);
  const firsts = sessionsBefore(zero).filter((first) => first + length - 1 <= zero - 21);
  const all = firsts.map(returnFrom).filter((ar) => !Number.isNaN(ar));
  return all.length === 0 ? null : all.filter((ar) => ar > 0).length / all.length;
}

/** The growth over the sessions after `start` through `end`: Π (1 + factor · return). */
function growth(returns: Float64Array, start: number, end: number, factor = 1): number {
  let product = 1;
  for (let at = start + 1; at <= end; at += 1) product *= 1 + factor * returns[at]!;
  return product;
}

/** Closes by session. A close that is missing or not positive is NaN. */
function closesOn(prices: PriceSeries, sessions: readonly string[]): Float64Array {
  const { days, closes } = prices;
  return Float64Array.from(sessions, (session) => {
    const at = daysUpTo(prices, session) - 1;
    return days[at] === session && closes[at]! > 0 ? closes[at]! : Number.NaN;
  });
}

function returnsOf(closes: Float64Array): Float64Array {
  return closes.map((close, at) => close / (closes[at - 1] ?? Number.NaN) - 1);
}
