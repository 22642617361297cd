import { shiftDays } from '../../domain/dates.ts';
import { isTradingDay } from '../../domain/market/exchange-days.ts';
import { listAt, numberAt, objectAt, textAt } from '../formats/untrusted.ts';
import { massive as host } from '../hosts.ts';
import { newYorkTime, quarterOf, weekOf } from '../periods.ts';
import { addBar, type Feed, sourcesOf, type Vendor } from './vendor.ts';

const DOCUMENTED = 'the answers, which are known from the vendor’s documentation only';
const SEEN_IN_CLIENT = 'the paths and fields, which are known from the vendor’s client only';

/** Our choice: prices as traded, so that a later split changes no stored bar. */
const bars: Feed = {
  name: 'bars',
  title: 'daily bars as traded, two years',
  fills: 'prices',
  schedule: '40 19 * * 1-5',
  promise: 100,
  bytes: 30_000,
  unverified: DOCUMENTED,
  period: quarterOf,
  // The end is a day ahead of the period, so that the address stays the same.
  paths: (symbol, { since, close }) => [
    `/v2/aggs/ticker/${symbol}/range/1/day/${since}/${yearEnd(close)}?adjusted=false&sort=asc&limit=50000`,
  ],
  add: (facts, where, row, of) => addBar(facts, where, barOf(row, of.ticker), of),
};

/** Trading days that a daily request catches up. */
const DAYS_BACK = 7;

const dailyBars: Feed = {
  name: 'daily-bars',
  title: 'bars of all shares on a day, as traded',
  fills: 'prices',
  schedule: '20 19 * * 1-5',
  promise: 4,
  bytes: 400_000,
  ofAll: true,
  unverified: DOCUMENTED,
  paths: (_, { close }) =>
    Array.from({ length: DAYS_BACK }, (__, at) => shiftDays(close, at + 1 - DAYS_BACK))
      .filter(isTradingDay)
      .map((day) => `/v2/aggs/grouped/locale/us/market/stocks/${day}?adjusted=false`),
  add: (facts, where, row, of) => addBar(facts, where, barOf(row, tickerOf(row, 'T')), of),
};

const splits: Feed = {
  name: 'splits',
  title: 'splits',
  fills: 'splits',
  schedule: '10 19 * * 1-5',
  promise: 4,
  bytes: 20_000,
  ofAll: true,
  unverified: DOCUMENTED,
  paths: (_, { since }) => [
    `/v3/reference/splits?execution_date.gte=${since}&order=asc&sort=execution_date&limit=1000`,
  ],
  add: (facts, where, row) =>
    facts.add('splits', where, {
      ticker: tickerOf(row),
      date: textAt(row, 'execution_date'),
      numerator: numberAt(row, 'split_to'),
      denominator: numberAt(row, 'split_from'),
    }),
};

const dividends: Feed = {
  name: 'dividends',
  title: 'dividends',
  fills: 'dividends',
  schedule: '15 19 * * 1',
  promise: 10,
  bytes: 100_000,
  ofAll: true,
  unverified: DOCUMENTED,
  period: weekOf,
  paths: (_, { since }) => [
    `/v3/reference/dividends?ex_dividend_date.gte=${since}&order=asc&sort=ex_dividend_date&limit=1000`,
  ],
  add(facts, where, row) {
    // An amount in another currency is not comparable with the price.
    if ((textAt(row, 'currency') ?? 'USD') !== 'USD') return;
    facts.add('dividends', where, {
      ticker: tickerOf(row),
      ex_date: textAt(row, 'ex_dividend_date'),
      amount_usd: numberAt(row, 'cash_amount'),
    });
  },
};

/** Chains of all pages, since a chain with a part of the contracts has wrong totals. */
const options: Feed = {
  name: 'options',
  title: 'option chains',
  fills: 'option_chains',
  schedule: '35 18 * * 1-5',
  promise: 4,
  bytes: 40_000,
  unverified: DOCUMENTED,
  paths: (symbol) => [`/v3/snapshot/options/${symbol}?limit=250`],
  part(row) {
    const option_symbol = textAt(row, 'details', 'ticker')?.replace(/^O:/, '');
    const strike = numberAt(row, 'details', 'strike_price');
    const expiry = textAt(row, 'details', 'expiration_date');
    const type = textAt(row, 'details', 'contract_type');
    const isComplete =
      option_symbol && strike !== undefined && /^\d{4}-\d\d-\d\d$/.test(expiry ?? '');
    if (!isComplete || (type !== 'call' && type !== 'put')) return undefined;
    const times = [
      numberAt(row, 'last_quote', 'last_updated'),
      numberAt(row, 'day', 'last_updated'),
      numberAt(row, 'underlying_asset', 'last_updated'),
    ];
    return {
      contract: {
        ...{ option_symbol, type, strike, expiry },
        bid: numberAt(row, 'last_quote', 'bid'),
        ask: numberAt(row, 'last_quote', 'ask'),
        last: numberAt(row, 'last_trade', 'price') ?? numberAt(row, 'day', 'close'),
        volume: numberAt(row, 'day', 'volume'),
        open_interest: numberAt(row, 'open_interest'),
      },
      price: numberAt(row, 'underlying_asset', 'price'),
      time: Math.max(0, ...times.flatMap((time) => time ?? [])),
    };
  },
  whole(facts, parts, { ticker, day }) {
    // Times are in nanoseconds.
    const time = Math.max(...parts.map((part) => numberAt(part, 'time') ?? 0)) / 1e6;
    const snapshot_at = time > 0 && time < 4e12 ? newYorkTime(time) : undefined;
    const prices = parts.map((part) => numberAt(part, 'price'));
    facts.add('option_chains', 'chain', {
      ticker,
      date: snapshot_at?.slice(0, 10) ?? day,
      snapshot_at,
      underlying_price_usd: prices.find((price) => price !== undefined),
      contracts: parts.map((part) => objectAt(part, 'contract')),
    });
  },
};

const shortInterest: Feed = {
  name: 'short-interest',
  title: 'short interest',
  fills: 'short_interest',
  schedule: '30 19 * * 2,4',
  promise: 6,
  bytes: 1_500_000,
  ofAll: true,
  unverified: SEEN_IN_CLIENT,
  paths: (_, { recent }) => [
    `/stocks/v1/short-interest?settlement_date.gte=${recent}&sort=ticker.asc&limit=50000`,
  ],
  add: (facts, where, row) =>
    facts.add('short_interest', where, {
      ticker: tickerOf(row),
      settlement_date: textAt(row, 'settlement_date'),
      short_shares: numberAt(row, 'short_interest'),
      average_daily_volume: numberAt(row, 'avg_daily_volume'),
      days_to_cover: numberAt(row, 'days_to_cover'),
    }),
};

const floats: Feed = {
  name: 'floats',
  title: 'free floats',
  fills: 'share_counts',
  schedule: '45 19 * * 3',
  promise: 10,
  bytes: 100_000,
  ofAll: true,
  unverified: SEEN_IN_CLIENT,
  period: weekOf,
  paths: () => ['/stocks/vX/float?sort=ticker.asc&limit=5000'],
  add: (facts, where, row) =>
    facts.add('share_counts', where, {
      ticker: tickerOf(row),
      date: textAt(row, 'effective_date'),
      float_shares: numberAt(row, 'free_float'),
    }),
};

const details: Feed = {
  name: 'details',
  title: 'shares outstanding and ADR flag',
  fills: 'share_counts',
  schedule: '50 19 * * 3',
  promise: 10,
  bytes: 2_000,
  unverified: DOCUMENTED,
  period: weekOf,
  paths: (symbol) => [`/v3/reference/tickers/${symbol}`],
  add(facts, where, row, { ticker, day }) {
    const type = textAt(row, 'type');
    facts.add('share_counts', where, {
      ticker,
      date: day,
      shares_outstanding: numberAt(row, 'share_class_shares_outstanding'),
      is_depositary: type === undefined ? undefined : type.startsWith('ADR'),
    });
  },
};

const ratings: Feed = {
  name: 'ratings',
  title: 'analyst ratings (Benzinga)',
  fills: 'analyst_ratings',
  schedule: '0 20 * * 1-5',
  promise: 10,
  bytes: 5_000,
  unverified: SEEN_IN_CLIENT,
  period: weekOf,
  paths: (symbol) => [`/benzinga/v1/ratings?ticker=${symbol}&sort=date.desc&limit=1000`],
  add: (facts, where, row, { ticker }) =>
    facts.add('analyst_ratings', where, {
      ticker,
      date: textAt(row, 'date'),
      firm: textAt(row, 'firm'),
      analyst: textAt(row, 'analyst'),
      rating: textAt(row, 'rating'),
      previous_rating: textAt(row, 'previous_rating'),
      action: textAt(row, 'rating_action'),
      price_target_usd: numberAt(row, 'adjusted_price_target') ?? numberAt(row, 'price_target'),
      previous_price_target_usd:
        numberAt(row, 'previous_adjusted_price_target') ?? numberAt(row, 'previous_price_target'),
    }),
};

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
  /** Our choice: only path and query are used, so that no page can name another host. */
  nextOf(body) {
    const next = textAt(body, 'next_url');
    if (next === undefined || !URL.canParse(next)) return undefined;
    const { pathname, searchParams } = new URL(next);
    searchParams.delete('apiKey');
    return `${pathname}?${searchParams}`;
  },
  feeds: [splits, bars, dailyBars, options, shortInterest, floats, details, ratings, dividends],
};

export const massiveSources = sourcesOf(massive);

function barOf(row: unknown, ticker: string | undefined) {
  const time = numberAt(row, 't');
  return {
    ticker,
    // The start of the trading day, in milliseconds.
    date: time === undefined || Math.abs(time) > 4e12 ? undefined : newYorkTime(time).slice(0, 10),
    open: numberAt(row, 'o'),
    high: numberAt(row, 'h'),
    low: numberAt(row, 'l'),
    close: numberAt(row, 'c'),
    volume: numberAt(row, 'v'),
    as_traded: true,
  };
}

/** The ticker of a row in the form of the SEC (`BRK-B`). */
function tickerOf(row: unknown, field = 'ticker'): string | undefined {
  return textAt(row, field)?.replace('.', '-');
}

/** The last day of the year after a day. */
function yearEnd(day: string): string {
  return `${Number(day.slice(0, 4)) + 1}-12-31`;
}
