import { textAt } from '../formats/untrusted.ts';
import { fmp as host } from '../hosts.ts';
import { type Feed, sourcesOf, type Vendor } from './vendor.ts';

const DOCUMENTED = 'the fields, which are known only from descriptions of the API';
const RECORDED = 'the responses for tickers of small companies';

const feeds: readonly Feed[] = [
  {
    name: 'splits',
    title: 'splits',
    fills: 'splits',
    sent: 'weekly',
    bytes: 500,
    unverified: DOCUMENTED,
    paths: (symbol) => [`/stable/splits?symbol=${symbol}`],
    fields: { date: 'date', numerator: 'numerator', denominator: 'denominator' },
  },
  {
    name: 'bars',
    title: 'daily bars, adjusted for splits',
    fills: 'prices',
    // Our choice: the bars of two years are requested each day, because a split changes all earlier
    // bars.
    sent: 'daily',
    bytes: 20_000,
    unverified: DOCUMENTED,
    paths: (symbol, { since }) => [
      `/stable/historical-price-eod/full?symbol=${symbol}&from=${since}`,
    ],
    fields: {
      date: 'date',
      open: 'open',
      high: 'high',
      low: 'low',
      close: 'close',
      volume: 'volume',
    },
  },
  {
    name: 'floats',
    title: 'free float and shares outstanding',
    fills: 'share_counts',
    sent: 'weekly',
    bytes: 400,
    unverified: RECORDED,
    paths: (symbol) => [`/stable/shares-float?symbol=${symbol}`],
    fields: {
      date: 'date',
      float_shares: 'floatShares',
      shares_outstanding: 'outstandingShares',
      source_url: 'source',
    },
  },
  {
    name: 'profiles',
    title: 'ADR flag',
    fills: 'share_counts',
    sent: 'weekly',
    bytes: 1_500,
    unverified: RECORDED,
    paths: (symbol) => [`/stable/profile?symbol=${symbol}`],
    dayField: 'date',
    fields: { is_depositary: 'isAdr' },
  },
  {
    name: 'grades',
    title: 'analyst ratings',
    fills: 'analyst_ratings',
    sent: 'weekly',
    bytes: 10_000,
    unverified: DOCUMENTED,
    paths: (symbol) => [`/stable/grades?symbol=${symbol}`],
    fields: {
      date: 'date',
      firm: 'gradingCompany',
      rating: 'newGrade',
      previous_rating: 'previousGrade',
      action: 'action',
    },
  },
  {
    name: 'targets',
    title: 'price targets',
    fills: 'analyst_ratings',
    sent: 'weekly',
    bytes: 10_000,
    unverified: DOCUMENTED,
    paths: (symbol) => [`/stable/price-target-news?symbol=${symbol}&page=0&limit=100`],
    fields: {
      date: 'publishedDate',
      firm: ['analystCompany', 'newsPublisher'],
      analyst: 'analystName',
      source_url: 'newsURL',
      price_target_usd: ['adjPriceTarget', 'priceTarget'],
    },
  },
  {
    name: 'consensus',
    title: 'consensus of price targets',
    fills: 'price_target_consensus',
    sent: 'weekly',
    bytes: 300,
    unverified: RECORDED,
    paths: (symbol) => [`/stable/price-target-consensus?symbol=${symbol}`],
    dayField: 'date',
    fields: {
      target_high_usd: 'targetHigh',
      target_low_usd: 'targetLow',
      target_mean_usd: 'targetConsensus',
      target_median_usd: 'targetMedian',
    },
  },
  {
    name: 'estimates',
    title: 'consensus of yearly sales',
    fills: 'sales_estimates',
    sent: 'weekly',
    bytes: 2_000,
    unverified: DOCUMENTED,
    paths: (symbol) => [`/stable/analyst-estimates?symbol=${symbol}&period=annual&page=0&limit=10`],
    dayField: 'seen_date',
    fields: {
      period_end: 'date',
      revenue_usd: 'revenueAvg',
      analysts: 'numAnalystsRevenue',
      revenue_low_usd: 'revenueLow',
      revenue_high_usd: 'revenueHigh',
    },
  },
];

const fmp: Vendor = {
  name: 'fmp',
  host,
  origin: 'https://financialmodelingprep.com',
  symbolOf: (ticker) => ticker,
  // FMP returns an error as a JSON object, even with status 200.
  rowsOf(body) {
    if (Array.isArray(body)) return { rows: body };
    return { error: textAt(body, 'Error Message') ?? textAt(body, 'message') ?? 'no list' };
  },
  nextOf: () => undefined,
  feeds,
};

export const fmpSources = sourcesOf(fmp);
