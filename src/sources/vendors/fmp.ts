import { dayFrom, isObject, numberAt, objectAt, textAt } from '../formats/untrusted.ts';
import { fmp as host } from '../hosts.ts';
import { weekOf } from '../periods.ts';
import { addBar, type Feed, sourcesOf, type Vendor } from './vendor.ts';

const DOCUMENTED = 'the fields, which are known from descriptions of the API only';
const RECORDED = 'the responses for tickers of small companies';

/** Our choice: two years of bars each day, because a split changes all earlier bars. */
const bars: Feed = {
  name: 'bars',
  title: 'daily bars, adjusted for splits',
  fills: 'prices',
  schedule: '50 19 * * 1-5',
  promise: 4,
  bytes: 20_000,
  unverified: DOCUMENTED,
  paths: (symbol, { since }) => [
    `/stable/historical-price-eod/full?symbol=${symbol}&from=${since}`,
  ],
  add: (facts, where, row, of) =>
    addBar(
      facts,
      where,
      {
        ticker: of.ticker,
        date: textAt(row, 'date'),
        open: numberAt(row, 'open'),
        high: numberAt(row, 'high'),
        low: numberAt(row, 'low'),
        close: numberAt(row, 'close'),
        volume: numberAt(row, 'volume'),
      },
      of,
    ),
};

const splits: Feed = {
  name: 'splits',
  title: 'splits',
  fills: 'splits',
  schedule: '10 19 * * 1-5',
  promise: 10,
  bytes: 500,
  unverified: DOCUMENTED,
  period: weekOf,
  paths: (symbol) => [`/stable/splits?symbol=${symbol}`],
  add: (facts, where, row, { ticker }) =>
    facts.add('splits', where, {
      ticker,
      date: textAt(row, 'date'),
      numerator: numberAt(row, 'numerator'),
      denominator: numberAt(row, 'denominator'),
    }),
};

const dividends: Feed = {
  name: 'dividends',
  title: 'dividends',
  fills: 'dividends',
  schedule: '15 19 * * 1',
  promise: 10,
  bytes: 1_000,
  unverified: DOCUMENTED,
  period: weekOf,
  paths: (symbol) => [`/stable/dividends?symbol=${symbol}`],
  add: (facts, where, row, { ticker }) =>
    facts.add('dividends', where, {
      ticker,
      ex_date: textAt(row, 'date'),
      amount_usd: numberAt(row, 'dividend'),
    }),
};

const floats: Feed = {
  name: 'floats',
  title: 'free float and shares outstanding',
  fills: 'share_counts',
  schedule: '45 19 * * 3',
  promise: 10,
  bytes: 400,
  unverified: RECORDED,
  period: weekOf,
  paths: (symbol) => [`/stable/shares-float?symbol=${symbol}`],
  add: (facts, where, row, { ticker }) =>
    facts.add('share_counts', where, {
      ticker,
      date: dayFrom(textAt(row, 'date')?.slice(0, 10), 'yyyy-MM-dd'),
      float_shares: numberAt(row, 'floatShares'),
      shares_outstanding: numberAt(row, 'outstandingShares'),
      source_url: textAt(row, 'source'),
    }),
};

const profiles: Feed = {
  name: 'profiles',
  title: 'ADR flag',
  fills: 'share_counts',
  schedule: '50 19 * * 3',
  promise: 10,
  bytes: 1_500,
  unverified: RECORDED,
  period: weekOf,
  paths: (symbol) => [`/stable/profile?symbol=${symbol}`],
  add(facts, where, row, { ticker, day }) {
    const { isAdr } = objectAt(row);
    if (typeof isAdr !== 'boolean') facts.problem(where, 'has no ADR flag');
    else facts.add('share_counts', where, { ticker, date: day, is_depositary: isAdr });
  },
};

const grades: Feed = {
  name: 'grades',
  title: 'analyst ratings',
  fills: 'analyst_ratings',
  schedule: '0 20 * * 1-5',
  promise: 10,
  bytes: 10_000,
  unverified: DOCUMENTED,
  period: weekOf,
  paths: (symbol) => [`/stable/grades?symbol=${symbol}`],
  add: (facts, where, row, { ticker }) =>
    facts.add('analyst_ratings', where, {
      ticker,
      date: textAt(row, 'date')?.slice(0, 10),
      firm: textAt(row, 'gradingCompany'),
      rating: textAt(row, 'newGrade'),
      previous_rating: textAt(row, 'previousGrade'),
      action: textAt(row, 'action'),
    }),
};

const targets: Feed = {
  name: 'targets',
  title: 'price targets',
  fills: 'analyst_ratings',
  schedule: '5 20 * * 1-5',
  promise: 10,
  bytes: 10_000,
  unverified: DOCUMENTED,
  period: weekOf,
  paths: (symbol) => [`/stable/price-target-news?symbol=${symbol}&page=0&limit=100`],
  add: (facts, where, row, { ticker }) =>
    facts.add('analyst_ratings', where, {
      ticker,
      date: textAt(row, 'publishedDate')?.slice(0, 10),
      firm: textAt(row, 'analystCompany') ?? textAt(row, 'newsPublisher'),
      analyst: textAt(row, 'analystName'),
      price_target_usd: numberAt(row, 'adjPriceTarget') ?? numberAt(row, 'priceTarget'),
      source_url: textAt(row, 'newsURL'),
    }),
};

const consensus: Feed = {
  name: 'consensus',
  title: 'consensus of price targets',
  fills: 'price_target_consensus',
  schedule: '10 20 * * 1-5',
  promise: 10,
  bytes: 300,
  unverified: RECORDED,
  period: weekOf,
  paths: (symbol) => [`/stable/price-target-consensus?symbol=${symbol}`],
  add: (facts, where, row, { ticker, day }) =>
    facts.add('price_target_consensus', where, {
      ticker,
      date: day,
      target_high_usd: numberAt(row, 'targetHigh'),
      target_low_usd: numberAt(row, 'targetLow'),
      target_mean_usd: numberAt(row, 'targetConsensus'),
      target_median_usd: numberAt(row, 'targetMedian'),
    }),
};

const estimates: Feed = {
  name: 'estimates',
  title: 'consensus of yearly sales',
  fills: 'sales_estimates',
  schedule: '15 20 * * 1-5',
  promise: 10,
  bytes: 2_000,
  unverified: DOCUMENTED,
  period: weekOf,
  paths: (symbol) => [`/stable/analyst-estimates?symbol=${symbol}&period=annual&page=0&limit=10`],
  add: (facts, where, row, { ticker, day }) =>
    facts.add('sales_estimates', where, {
      ticker,
      period_end: textAt(row, 'date')?.slice(0, 10),
      seen_date: day,
      revenue_usd: numberAt(row, 'revenueAvg'),
      revenue_low_usd: numberAt(row, 'revenueLow'),
      revenue_high_usd: numberAt(row, 'revenueHigh'),
      analysts: numberAt(row, 'numAnalystsRevenue'),
    }),
};

const fmp: Vendor = {
  name: 'fmp',
  host,
  origin: 'https://financialmodelingprep.com',
  symbolOf: (ticker) => ticker,
  // An error is an object, also with status 200.
  rowsOf(body) {
    if (Array.isArray(body)) return { rows: body };
    const error = textAt(body, 'Error Message') ?? textAt(body, 'message');
    return { error: error ?? (isObject(body) ? 'an object instead of a list' : 'not a list') };
  },
  nextOf: () => undefined,
  feeds: [splits, bars, floats, profiles, grades, targets, consensus, estimates, dividends],
};

export const fmpSources = sourcesOf(fmp);
