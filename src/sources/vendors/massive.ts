import { shiftDays } from '../../domain/dates.ts';
import { isTradingDay } from '../../domain/market/exchange-days.ts';
import { listAt, numberAt, objectAt, textAt, type Untrusted } from '../formats/untrusted.ts';
import { massive as host } from '../hosts.ts';
import { newYorkTime } from '../periods.ts';
import { type Feed, type Of, sourcesOf, type Vendor } from './vendor.ts';

const DOCUMENTED = 'the responses, which are known only from the vendor’s documentation';
const SEEN_IN_CLIENT = 'the paths and fields, which are known only from the vendor’s client code';

/**
 * Our choice: unadjusted prices are requested, so that a later split does not change the stored
 * bars.
 */
const barFields = {
  fills: 'prices',
  unverified: DOCUMENTED,
  fields: { open: 'o', high: 'h', low: 'l', close: 'c', volume: 'v' },
  more: ({ t: time }: Untrusted) => ({ date: dayOf(time), as_traded: true }),
} as const;

/** Number of past days whose bars are requested if they are missing. */
const DAYS_BACK = 30;

const feeds: readonly Feed[] = [
  {
    name: 'splits',
    title: 'splits',
    fills: 'splits',
    sent: 'daily',
    bytes: 20_000,
    ofAll: true,
    unverified: DOCUMENTED,
    paths: (_, { since }) => [
      `/v3/reference/splits?execution_date.gte=${since}&order=asc&sort=execution_date&limit=1000`,
    ],
    fields: { date: 'execution_date', numerator: 'split_to', denominator: 'split_from' },
  },
  {
    name: 'bars',
    title: 'unadjusted daily bars of the last two years',
    sent: 'quarterly',
    bytes: 30_000,
    // The range ends 1,000 days after its start and not today, because the URL must stay the same
    // during a quarter.
    paths: (symbol, { since }) => [
      `/v2/aggs/ticker/${symbol}/range/1/day/${since}/${shiftDays(since, 1_000)}?adjusted=false&sort=asc&limit=50000`,
    ],
    ...barFields,
  },
  {
    name: 'daily-bars',
    title: 'unadjusted bars of all stocks on one day',
    sent: 'once',
    bytes: 400_000,
    ofAll: true,
    paths: (_, { close }) =>
      Array.from({ length: DAYS_BACK }, (__, at) => shiftDays(close, at + 1 - DAYS_BACK))
        .filter(isTradingDay)
        .map((day) => `/v2/aggs/grouped/locale/us/market/stocks/${day}?adjusted=false`),
    ...barFields,
  },
  {
    name: 'options',
    title: 'option chains',
    fills: 'option_chains',
    sent: 'daily',
    bytes: 40_000,
    unverified: DOCUMENTED,
    paths: (symbol) => [`/v3/snapshot/options/${symbol}?limit=250`],
    // A chain is stored only after its last page. Without all contracts, its totals would be wrong.
    whole: { partOf: contractIn, recordOf: chainOf },
  },
  {
    name: 'short-interest',
    title: 'short interest',
    fills: 'short_interest',
    sent: 'daily',
    bytes: 1_500_000,
    ofAll: true,
    unverified: SEEN_IN_CLIENT,
    paths: (_, { recent }) => [
      `/stocks/v1/short-interest?settlement_date.gte=${recent}&sort=ticker.asc&limit=50000`,
    ],
    fields: {
      settlement_date: 'settlement_date',
      short_shares: 'short_interest',
      average_daily_volume: 'avg_daily_volume',
      days_to_cover: 'days_to_cover',
    },
  },
  {
    name: 'floats',
    title: 'free floats',
    fills: 'share_counts',
    sent: 'weekly',
    bytes: 100_000,
    ofAll: true,
    unverified: SEEN_IN_CLIENT,
    paths: () => ['/stocks/vX/float?sort=ticker.asc&limit=5000'],
    fields: { date: 'effective_date', float_shares: 'free_float' },
  },
  {
    name: 'details',
    title: 'shares outstanding and ADR flag',
    fills: 'share_counts',
    sent: 'weekly',
    bytes: 2_000,
    unverified: DOCUMENTED,
    paths: (symbol) => [`/v3/reference/tickers/${symbol}`],
    dayField: 'date',
    fields: { shares_outstanding: 'share_class_shares_outstanding' },
    more: ({ type }) => (typeof type === 'string' ? { is_depositary: type.startsWith('ADR') } : {}),
  },
  {
    name: 'ratings',
    title: 'analyst ratings (Benzinga)',
    fills: 'analyst_ratings',
    sent: 'weekly',
    bytes: 5_000,
    unverified: SEEN_IN_CLIENT,
    paths: (symbol) => [`/benzinga/v1/ratings?ticker=${symbol}&sort=date.desc&limit=1000`],
    fields: {
      date: 'date',
      firm: 'firm',
      analyst: 'analyst',
      rating: 'rating',
      previous_rating: 'previous_rating',
      action: 'rating_action',
      price_target_usd: ['adjusted_price_target', 'price_target'],
      previous_price_target_usd: ['previous_adjusted_price_target', 'previous_price_target'],
    },
  },
  {
    name: 'dividends',
    title: 'dividends',
    fills: 'dividends',
    sent: 'weekly',
    bytes: 100_000,
    ofAll: true,
    unverified: DOCUMENTED,
    paths: (_, { since }) => [
      `/v3/reference/dividends?ex_dividend_date.gte=${since}&order=asc&sort=ex_dividend_date&limit=1000`,
    ],
    fields: { ex_date: 'ex_dividend_date', amount_usd: 'cash_amount' },
    // Amounts in currencies other than US dollars are skipped, because they are not comparable with
    // the price.
    skips: ({ currency = 'USD' }) => currency !== 'USD',
  },
];

const massive: Vendor = {
  name: 'massive',
  host,
  origin: 'https://api.massive.com',
  symbolOf: (ticker) => ticker.replace('-', '.'),
  rowsOf(body) {
    const status = textAt(body, 'status');
    if (status === 'OK' || status === 'DELAYED') return { rows: listAt(body, 'results') };
    return { error: textAt(body, 'error') ?? textAt(body, 'message') ?? 'no status' };
  },
  /**
   * Our choice: only the path and the query of a link are used, so that no page can direct a
   * request to another host.
   */
  nextOf(body) {
    const next = textAt(body, 'next_url');
    if (next === undefined || !URL.canParse(next)) return undefined;
    const { pathname, searchParams } = new URL(next);
    searchParams.delete('apiKey');
    return `${pathname}?${searchParams}`;
  },
  feeds,
};

export const massiveSources = sourcesOf(massive);

/**
 * Returns the date of a trading day. `time` is the start of the day in New York, in milliseconds
 * since 1970.
 */
function dayOf(time: unknown): string | undefined {
  if (typeof time !== 'number' || !(Math.abs(time) < MAX_TIME)) return undefined;
  return newYorkTime(time).slice(0, 10);
}

/**
 * The latest valid time in milliseconds since 1970, which is in the year 2096. A larger number is
 * not in milliseconds.
 */
const MAX_TIME = 4e12;

/**
 * Returns a contract and the price of the underlying share. The quote, the bar of the day and the
 * price of the share each have an update time. `time` is the newest of these times, in nanoseconds
 * since 1970.
 */
function contractIn(row: Untrusted) {
  const option_symbol = textAt(row, 'details', 'ticker')?.replace(/^O:/, '');
  const strike = numberAt(row, 'details', 'strike_price');
  const expiry = textAt(row, 'details', 'expiration_date');
  const type = textAt(row, 'details', 'contract_type');
  const isDated = /^\d{4}-\d\d-\d\d$/.test(expiry ?? '');
  if (!option_symbol || strike === undefined || !isDated) return undefined;
  if (type !== 'call' && type !== 'put') return undefined;
  const times = ['last_quote', 'day', 'underlying_asset'].flatMap(
    (part) => numberAt(row, part, 'last_updated') ?? [],
  );
  return {
    contract: {
      option_symbol,
      type,
      strike,
      expiry,
      bid: numberAt(row, 'last_quote', 'bid'),
      ask: numberAt(row, 'last_quote', 'ask'),
      last: numberAt(row, 'last_trade', 'price') ?? numberAt(row, 'day', 'close'),
      volume: numberAt(row, 'day', 'volume'),
      open_interest: numberAt(row, 'open_interest'),
    },
    price: numberAt(row, 'underlying_asset', 'price'),
    time: Math.max(0, ...times),
  };
}

function chainOf(parts: readonly object[], { ticker, day }: Of) {
  const time = Math.max(...parts.map((part) => numberAt(part, 'time') ?? 0)) / 1e6;
  const snapshot_at = time > 0 && time < MAX_TIME ? newYorkTime(time) : undefined;
  return {
    ticker,
    date: snapshot_at?.slice(0, 10) ?? day,
    snapshot_at,
    underlying_price_usd: parts.map((part) => numberAt(part, 'price')).find(Boolean),
    contracts: parts.map((part) => objectAt(part, 'contract')),
  };
}
