import { describe, expect, it } from 'vitest';
import { finraShortInterestConnector } from '../../src/sources/finra-short-interest.ts';
import { nasdaqScreenerConnector } from '../../src/sources/nasdaq-screener.ts';
import { prices } from '../../src/sources/prices.ts';
import { secFailsConnector } from '../../src/sources/sec-fails.ts';
import { treasuryRatesConnector } from '../../src/sources/treasury-rates.ts';
import { read, recordsOf, refusal } from './reading.ts';
import { describeRecordings, recording } from './samples.ts';

describe('sec-fails', () => {
  const fails = (...lines: string[]) =>
    ['SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE', ...lines].join('\n');
  const trailer = (count: number) =>
    `Trailer record count ${count}\nTrailer total quantity of shares 9\n`;

  it('gives the unadjusted close of the previous trading day', () => {
    const text = fails(
      '20230306|98999X101|ZORQZ|637|ZORBA BIO INC|12.46',
      '20230301|98999X101|ZORQZ|7|ZORBA BIO INC|11.5',
      trailer(2),
    );
    expect(read(secFailsConnector, 'prices', text)).toEqual([
      { ticker: 'ZORQZ', date: '2023-03-03', close: 12.46, as_traded: true },
      { ticker: 'ZORQZ', date: '2023-02-28', close: 11.5, as_traded: true },
    ]);
    expect(read(secFailsConnector, 'fails_to_deliver', text)).toEqual([
      { ticker: 'ZORQZ', date: '2023-03-06', shares: 637, price: 12.46 },
      { ticker: 'ZORQZ', date: '2023-03-01', shares: 7, price: 11.5 },
    ]);
  });

  it('gives a CUSIP and its ticker once, with the last date', () => {
    const text = fails(
      '20230306|98999X101|ZORQZ|637|ZORBA BIO INC|12.46',
      '20230301|98999X101|ZORQZ|7|ZORBA BIO INC (DE)|11.5',
      '20230301|98999X119|ZORQZW|7|ZORBA BIO INC WT|.',
      '20230302|98999X101|CRTQZ|7|ZORBA BIO INC|11.6',
      trailer(4),
    );
    expect(read(secFailsConnector, 'securities', text)).toEqual([
      { cusip: '98999X101', ticker: 'ZORQZ', name: 'ZORBA BIO INC', seen_date: '2023-03-06' },
      { cusip: '98999X119', ticker: 'ZORQZW', name: 'ZORBA BIO INC WT', seen_date: '2023-03-01' },
      { cusip: '98999X101', ticker: 'CRTQZ', name: 'ZORBA BIO INC', seen_date: '2023-03-02' },
    ]);
    expect(read(secFailsConnector, 'prices', text)).toHaveLength(3);
  });

  it('gives no missing price, and reports truncated files and lines without symbol', () => {
    const text = fails(
      '20230301|98999X101|ZORQZ|7|ZORBA BIO INC|.',
      '20230301|98999X119||7|ZORBA BIO INC|1.5',
      '20230301|98999X127|ZORQZU|7|ZORBA BIO INC|0.00',
      trailer(9),
    );
    const parsed = secFailsConnector.parse(text, 'x');
    expect(recordsOf(parsed, 'prices')).toEqual([]);
    expect(parsed.problems).toEqual([
      { where: 'line 3', reason: 'has no settlement date or no symbol' },
      { where: 'file', reason: 'states 9 lines but has 3' },
    ]);
  });
});

describe('treasury-rates', () => {
  const entry = (
    day: string,
    rate: string,
  ) => `<entry><content type="application/xml"><m:properties>
<d:INDEX_DATE m:type="Edm.DateTime">${day}T00:00:00</d:INDEX_DATE>
<d:ROUND_B1_CLOSE_13WK_2 m:type="Edm.Double">3.78</d:ROUND_B1_CLOSE_13WK_2>${rate}
<d:CS_13WK_YIELD_AVG m:type="Edm.Double">3.99</d:CS_13WK_YIELD_AVG></m:properties></content></entry>`;
  const feed = (title: string, ...entries: string[]) =>
    `<feed xmlns:d="d" xmlns:m="m"><title type="text">${title}</title>${entries.join('')}</feed>`;
  const title = 'DailyTreasuryBillRateData';

  it('reads the 13-week investment yield, and no rate for a day without trading', () => {
    const rate = '<d:ROUND_B1_YIELD_13WK_2 m:type="Edm.Double">3.87</d:ROUND_B1_YIELD_13WK_2>';
    const none = '<d:ROUND_B1_YIELD_13WK_2 m:null="true"/>';
    const text = feed(title, entry('2026-09-01', rate), entry('2026-09-07', none));
    expect(read(treasuryRatesConnector, 'treasury_rates', text)).toEqual([
      {
        date: '2026-09-01',
        rate_pct: 3.87,
        bills: [{ weeks: 13, yield_pct: 3.87, discount_pct: 3.78 }],
      },
    ]);
  });

  it('reads the bills of all terms', () => {
    const terms = [4, 6, 8, 13, 17, 26, 52];
    const rates = terms.map(
      (weeks) => `<d:ROUND_B1_YIELD_${weeks}WK_2>${weeks / 10}</d:ROUND_B1_YIELD_${weeks}WK_2>`,
    );
    const text = feed(title, entry('2026-09-01', rates.join('')));
    expect(read(treasuryRatesConnector, 'treasury_rates', text)).toMatchObject([
      { rate_pct: 1.3, bills: terms.map((weeks) => ({ weeks, yield_pct: weeks / 10 })) },
    ]);
  });

  it('refuses other feeds', () => {
    expect(refusal(treasuryRatesConnector, feed('DailyTreasuryYieldCurveRateData'))).toMatch(
      /not a feed/,
    );
    expect(refusal(treasuryRatesConnector, feed(title).replace('</feed>', ''))).toMatch(
      /truncated/,
    );
  });
});

it('finra-short-interest reads shares short, and treats the cap of days to cover as unknown', () => {
  const head =
    'accountingYearMonthNumber|symbolCode|issueName|currentShortPositionQuantity|averageDailyVolumeQuantity|daysToCoverQuantity|settlementDate';
  const text = [
    head,
    '20210715|ZORQZ|Zorba Bio Inc|2571122|1646442|1.56|2021-07-15',
    '20210715|CRTQZ|Crete|363666|0|999.99|',
    '',
  ].join('\n');
  expect(read(finraShortInterestConnector, 'short_interest', text)).toEqual([
    {
      ticker: 'ZORQZ',
      settlement_date: '2021-07-15',
      short_shares: 2571122,
      average_daily_volume: 1646442,
      days_to_cover: 1.56,
    },
    {
      ticker: 'CRTQZ',
      settlement_date: '2021-07-15',
      short_shares: 363666,
      average_daily_volume: 0,
    },
  ]);
});

it('a truncated file of FINRA gives no truncated number', () => {
  const text = [
    'symbolCode|currentShortPositionQuantity|settlementDate',
    'ZORQZ|2571122|2021-07-15',
    'CRTQZ|3636',
  ].join('\n');
  const parsed = finraShortInterestConnector.parse(text, 'x');
  expect(recordsOf(parsed, 'short_interest')).toHaveLength(1);
  expect(parsed.problems).toEqual([
    { where: 'line 3', reason: 'is truncated: it has fewer cells than the header' },
  ]);
});

describe('nasdaq-screener', () => {
  const row = (symbol: string, lastsale: string, volume?: string) => ({ symbol, lastsale, volume });
  const rows = [
    row('ZORQZ', '$1,069.12', '26,997'),
    row('BRK/QZ', '$0.97', '7'),
    row('AHL^D', '$25.1', '7'),
    row('IDLQZ', '$3.00', '0'),
    row('NOQZ', 'NA', '5'),
  ];

  it('reads closes and volumes of traded shares for the date in the file name', () => {
    const bars = [
      { ticker: 'ZORQZ', date: '2026-08-21', close: 1069.12, volume: 26997, as_traded: true },
      { ticker: 'BRK-QZ', date: '2026-08-21', close: 0.97, volume: 7, as_traded: true },
      { ticker: 'AHL-PD', date: '2026-08-21', close: 25.1, volume: 7, as_traded: true },
    ];
    const file = 'screener-2026-08-21.json';
    expect(read(nasdaqScreenerConnector, 'prices', { data: { rows } }, file)).toEqual(bars);
    expect(read(nasdaqScreenerConnector, 'prices', rows, file)).toEqual(bars);
    const stated = { data: { rows, asof: 'Last price as of Aug 5, 2026' } };
    expect(read(nasdaqScreenerConnector, 'prices', stated, file)[0]?.date).toBe('2026-08-05');
  });

  it('reads the market value and the IPO year of a share, also of one without a trade', () => {
    const listed = [
      { ...rows[0], marketCap: '1,234,567.00', ipoyear: '2008' },
      { ...rows[3], marketCap: '0.00', ipoyear: '2026' },
      { ...rows[1], marketCap: '0.00', ipoyear: '' },
      { ...rows[2], name: 'Ahl Warrants', marketCap: '5.00', ipoyear: '2008' },
    ];
    const date = '2026-08-21';
    expect(read(nasdaqScreenerConnector, 'listings', listed, `screener-${date}.json`)).toEqual([
      { ticker: 'ZORQZ', date, market_cap_usd: 1_234_567, ipo_year: 2008 },
      { ticker: 'IDLQZ', date, market_cap_usd: null, ipo_year: 2026 },
    ]);
  });

  it('refuses responses without volumes, without a date, and for a day without trading', () => {
    const bare = rows.map(({ symbol, lastsale }) => ({ symbol, lastsale }));
    expect(refusal(nasdaqScreenerConnector, { data: { table: { rows: bare } } })).toMatch(
      /download=true/,
    );
    expect(refusal(nasdaqScreenerConnector, rows, 'screener.json')).toMatch(/has no date/);
    expect(refusal(nasdaqScreenerConnector, rows, 'screener-2026-07-04.json')).toMatch(/closed/);
  });
});

describeRecordings('market data over recorded files', () => {
  it('reads fails to deliver: 23,563 lines, 185 of them without a price', () => {
    const parsed = secFailsConnector.parse(recording('sec_fails/cnsfails202303a_cut.txt'), 'x');
    expect(recordsOf(parsed, 'prices')).toHaveLength(23_563 - 185);
    expect(parsed.problems).toEqual([
      { where: 'file', reason: 'states 58345 lines but has 23563' },
    ]);
    const known = recordsOf(parsed, 'securities');
    expect(known.find(({ cusip }) => cusip === '98986X109')).toMatchObject({ ticker: 'ZYNE' });
  });

  it('reads the Treasury’s yields, not its discount rates', () => {
    const text = recording('treasury_bills/daily_treasury_bill_rates_2026-09.xml');
    const [first, second, ...others] = read(treasuryRatesConnector, 'treasury_rates', text);
    expect(first).toMatchObject({ date: '2026-09-01', rate_pct: 3.87 });
    expect(first?.bills).toHaveLength(7);
    expect(first?.bills).toContainEqual({ weeks: 17, yield_pct: 3.93, discount_pct: 3.83 });
    expect([second, ...others]).toMatchObject([{ date: '2026-09-02', rate_pct: 3.87 }]);
  });

  it('reads 17 lines of FINRA, one of them at the cap', () => {
    const text = recording('finra_short_interest/shrt20210715_17rows.csv');
    const found = read(finraShortInterestConnector, 'short_interest', text);
    expect(found).toHaveLength(17);
    expect(found.filter((one) => !('days_to_cover' in one))).toMatchObject([{ ticker: 'AAALF' }]);
  });

  it('reads the shares in 2,089 rows of the screener, and refuses a response without volumes', () => {
    const rows = recording('nasdaq_screener/nasdaq_rows_2026-08.json');
    const found = read(nasdaqScreenerConnector, 'prices', rows, 'screener-2026-08-21.json');
    // 395 of the listed securities are warrants, rights, units, preferred stock and notes.
    expect(found).toHaveLength(1_694);
    const tickers = found.map(({ ticker }) => String(ticker));
    expect(tickers.filter((ticker) => /^(?:ABLV|IGAC)/.test(ticker))).toEqual(['ABLV', 'IGAC']);
    const listed = read(nasdaqScreenerConnector, 'listings', rows, 'screener-2026-08-21.json');
    expect(listed.find(({ ticker }) => ticker === 'AACG')).toEqual({
      ticker: 'AACG',
      date: '2026-08-21',
      market_cap_usd: 66_410_099,
      ipo_year: 2008,
    });
    const table = recording('nasdaq_screener/screener_tableonly_2024-06-28_5of32.json');
    expect(refusal(nasdaqScreenerConnector, table)).toMatch(/download=true/);
  });

  it('reads a split of NVDA, and refuses monthly bars and euros', () => {
    const body = (file: string) => {
      const whole = JSON.parse(recording(`yahoo_chart/${file}`));
      return whole.response?.bodyJson ?? whole;
    };
    const name = 'historical-via-chart-NVDA-split-2021-02-01-to-2022-01-31.csv.json';
    const parsed = prices.parse(JSON.stringify(body(name)), 'x');
    expect(recordsOf(parsed, 'splits')).toEqual([
      { ticker: 'NVDA', date: '2021-07-20', numerator: 4, denominator: 1 },
    ]);
    expect(recordsOf(parsed, 'prices')).toHaveLength(252);
    expect(refusal(prices, body('splitData_AAPL.json'))).toMatch(/1mo/);
    expect(refusal(prices, body('chart-WSU.DE-2023-08-04-to-2023-08-09.json'))).toMatch(/EUR/);
  });
});
