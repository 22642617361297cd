import type { Given, Route } from './origin.ts';

/** The companies of the vendors' market have made-up values in the vendors' layouts. */
export const json = (value: unknown, status = 200): Given => ({
  status,
  body: JSON.stringify(value),
});
const ok = (results: unknown, more: object = {}) =>
  json({ status: 'OK', request_id: 'r-1', results, ...more });

/** 16:00 in New York, in nanoseconds. */
const CLOSE_NS = Date.parse('2026-03-10T20:00:00Z') * 1e6;
/** The start of a trading day in New York, in milliseconds. */
export const startOf = (day: string) => Date.parse(`${day}T05:00:00Z`);

/** A contract of a Massive snapshot. Illiquid contracts have neither quote nor trade. */
export function contract(ticker: string, strike: number, isTraded = true) {
  const symbol = `O:${ticker}260918C${String(strike * 1_000).padStart(8, '0')}`;
  return {
    details: {
      ticker: symbol,
      contract_type: 'call',
      strike_price: strike,
      expiration_date: '2026-09-18',
      exercise_style: 'american',
      shares_per_contract: 100,
    },
    open_interest: 40 + strike,
    underlying_asset: { ticker, price: 10.5, last_updated: CLOSE_NS, timeframe: 'DELAYED' },
    ...(isTraded && {
      day: { volume: 7, close: 1.25, last_updated: CLOSE_NS },
      last_quote: { bid: 1.1, ask: 1.3, last_updated: CLOSE_NS },
      last_trade: { price: 1.2, sip_timestamp: CLOSE_NS },
    }),
  };
}

/** @param tickers companies of the bulk lists */
function massive(tickers: readonly string[]): Route {
  return (_, { pathname, searchParams }) => {
    if (pathname.startsWith('/v2/aggs/ticker/')) {
      return ok(
        [
          { t: startOf('2026-03-09'), o: 4, h: 5, l: 3.5, c: 4.25, v: 900, vw: 4.2, n: 9 },
          { t: startOf('2026-03-10'), o: 4, h: 11, l: 4, c: 10.5, v: 9_000, vw: 9.2, n: 90 },
        ],
        {
          ticker: pathname.split('/')[4],
          adjusted: false,
          resultsCount: 2,
          queryCount: 2,
          count: 2,
        },
      );
    }
    if (pathname.startsWith('/v2/aggs/grouped/')) {
      const t = startOf(pathname.split('/').at(-1)!);
      return ok(
        tickers.map((T) => ({ T, t, o: 4, h: 11, l: 4, c: 10.5, v: 9_000 })),
        { adjusted: false, resultsCount: tickers.length },
      );
    }
    if (pathname === '/v3/reference/splits') {
      const split = (ticker: string) => ({
        ticker,
        execution_date: '2026-03-10',
        split_from: 2,
        split_to: 1,
      });
      return ok(tickers.map(split));
    }
    if (pathname === '/v3/reference/dividends') {
      const dividend = { ex_dividend_date: '2026-02-02', cash_amount: 0.21, currency: 'USD' };
      return ok(tickers.map((ticker) => ({ ticker, ...dividend })));
    }
    if (pathname.startsWith('/v3/snapshot/options/')) {
      // Two pages; the address of the second repeats the key and names the old host.
      if (searchParams.get('cursor') === 'c2') return ok([contract(symbolIn(pathname), 20, false)]);
      const next_url = `https://api.polygon.io${pathname}?cursor=c2&apiKey=massive-secret`;
      return ok([contract(symbolIn(pathname), 10), contract(symbolIn(pathname), 15)], { next_url });
    }
    if (pathname === '/stocks/v1/short-interest') {
      const rows = tickers.map((ticker) => ({
        ticker,
        settlement_date: '2026-02-27',
        short_interest: 2_500,
        avg_daily_volume: 1_000,
        days_to_cover: 2.5,
      }));
      const isSecond = searchParams.get('cursor') === 's2';
      return isSecond
        ? ok(rows.slice(1))
        : ok(rows.slice(0, 1), { next_url: `https://api.massive.com${pathname}?cursor=s2` });
    }
    if (pathname === '/stocks/vX/float') {
      const float = { effective_date: '2026-03-01', free_float: 9_000, free_float_percent: 90 };
      return ok(tickers.map((ticker) => ({ ticker, ...float })));
    }
    if (pathname.startsWith('/v3/reference/tickers/')) {
      return ok({ ticker: symbolIn(pathname), type: 'CS', share_class_shares_outstanding: 11_000 });
    }
    if (pathname === '/benzinga/v1/ratings') {
      const rating = { firm: 'Melos Research', rating: 'buy', rating_action: 'reiterates' };
      const row = { ...rating, date: '2026-03-02', price_target: 19, adjusted_price_target: 38 };
      return ok([{ ticker: searchParams.get('ticker'), ...row }]);
    }
    return undefined;
  };
}

const symbolIn = (pathname: string) => pathname.split('/').at(-1)!;

const fmp: Route = (_, { pathname, searchParams }) => {
  const symbol = searchParams.get('symbol');
  const row = fmpRows[pathname.replace('/stable/', '')];
  return row && json([{ symbol, ...row }]);
};

const fmpRows: Readonly<Record<string, object>> = {
  'historical-price-eod/full': {
    date: '2026-03-09',
    open: 8,
    high: 10,
    low: 7,
    close: 8.5,
    volume: 450,
    vwap: 8.4,
  },
  splits: { date: '2026-03-10', numerator: 1, denominator: 2 },
  'shares-float': {
    date: '2026-03-08 22:26:51',
    freeFloat: 80,
    floatShares: 8_000,
    outstandingShares: 10_000,
    source: 'https://www.sec.gov/Archives/edgar/data/1/000000000126000001/a.htm',
  },
  profile: { price: 10.5, isAdr: false, isEtf: false, isActivelyTrading: true },
  grades: {
    date: '2026-03-03',
    gradingCompany: 'Zorb Securities',
    previousGrade: 'Hold',
    newGrade: 'Buy',
    action: 'upgrade',
  },
  'price-target-news': {
    publishedDate: '2026-03-03T11:00:00.000Z',
    analystCompany: 'Zorb Securities',
    analystName: 'A. Melos',
    priceTarget: 20,
    adjPriceTarget: 21,
    newsURL: 'https://news.invalid/t',
  },
  'price-target-consensus': {
    targetHigh: 30,
    targetLow: 12,
    targetConsensus: 21.5,
    targetMedian: 22,
  },
  'analyst-estimates': {
    date: '2029-12-31',
    revenueLow: 2e8,
    revenueHigh: 6e8,
    revenueAvg: 4e8,
    numAnalystsRevenue: 3,
  },
};

/** Yahoo's chart of one day: a close and a reverse split. */
export function yahooChart({ pathname }: URL): Given {
  const date = Date.parse('2026-03-09T13:30:00Z') / 1_000;
  const symbol = pathname.split('/').at(-1);
  const result = {
    meta: { symbol, currency: 'USD', gmtoffset: -14_400, dataGranularity: '1d' },
    timestamp: [date],
    indicators: { quote: [{ close: [4.25], volume: [900] }] },
    events: { splits: { [date]: { date, numerator: 1, denominator: 20 } } },
  };
  return json({ chart: { result: [result] } });
}

/** FINRA's page of files and one file of short interest, in which a company is short some shares. */
export function finraRoutes(positions: Readonly<Record<string, number>>) {
  const header =
    'accountingYearMonthNumber|symbolCode|currentShortPositionQuantity|averageDailyVolumeQuantity|daysToCoverQuantity|settlementDate';
  const rows = Object.entries(positions).map(
    ([ticker, short]) => `20260227|${ticker}|${short}|1000|2.5|2026-02-27`,
  );
  const file = 'https://cdn.finra.org/equity/otcmarket/biweekly/shrt20260227.csv';
  const old = file.replace('2026', '2023');
  return {
    'www.finra.org': unlessRobots(() => ({
      body: `<html><a href="${file}">File</a><a href="${old}">Old</a></html>`,
    })),
    'cdn.finra.org': unlessRobots(() => ({ body: [header, ...rows].join('\n') })),
  };
}

/** A host without a robots.txt. */
export const unlessRobots =
  (route: Route): Route =>
  (seen, url) =>
    url.pathname === '/robots.txt' ? { status: 404 } : route(seen, url);

export function vendorRoutes(tickers: readonly string[]): Readonly<Record<string, Route>> {
  return { 'api.massive.com': massive(tickers), 'financialmodelingprep.com': fmp };
}
