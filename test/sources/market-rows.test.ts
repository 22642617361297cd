import { describe, expect, it } from 'vitest';
import { cboeOptionsConnector } from '../../src/sources/cboe-options.ts';
import { finraShortInterestConnector } from '../../src/sources/finra-short-interest.ts';
import { nasdaqScreenerConnector } from '../../src/sources/nasdaq-screener.ts';
import { prices } from '../../src/sources/prices.ts';
import { secFailsConnector } from '../../src/sources/sec-fails.ts';
import { treasuryRatesConnector } from '../../src/sources/treasury-rates.ts';
import { isPage, page, read, recordsOf, refusal } from './reading.ts';

describe('lines of fails to deliver', () => {
  const head = 'SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE';
  const parse = (...lines: readonly string[]) =>
    secFailsConnector.parse([head, ...lines].join('\r\n'), 'x');

  it('are read without blanks, and need no trailing count', () => {
    const text = `\uFEFF${head}\n 20230306 | 98999X101 | zorqz |6| ZORBA | 12.46 \n`;
    expect(secFailsConnector.parse(text, 'x')).toEqual({
      batches: [
        {
          kind: 'prices',
          records: [{ ticker: 'ZORQZ', date: '2023-03-03', close: 12.46, as_traded: true }],
        },
        {
          kind: 'securities',
          records: [
            ...[{ cusip: '98999X101', ticker: 'ZORQZ', name: 'ZORBA', seen_date: '2023-03-06' }],
          ],
        },
      ],
      problems: [],
    });
  });

  it('name a security as on its last day, whatever their order', () => {
    const { batches } = parse(
      '20230301|98999X101|ZORQZ|6|FIRST|1',
      '20230306|98999X101|ZORQZ|6|SECOND|1',
      '20230306|98999X101|ZORQZ|6|THIRD|1',
      '20230302|98999X101|ZORQZ|6|FOURTH|1',
    );
    expect(batches[1]?.records.map(({ name }) => name)).toEqual(['THIRD']);
  });

  it.each(['98999X10', '98999X1011', '98999 101'])('with the CUSIP %s have a price', (cusip) => {
    const parsed = parse(`20230306|${cusip}|ZORQZ|6|ZORBA|1`);
    expect(parsed.batches.map(({ kind }) => kind)).toEqual(['prices']);
  });

  it.each(['0', '-1', '.', ''])('with the price "%s" name a security', (price) => {
    const parsed = parse(`20230306|98999X101|ZORQZ|6|ZORBA|${price}`);
    expect(parsed.batches.map(({ kind }) => kind)).toEqual(['securities']);
  });

  it('report an invalid symbol or date with its position', () => {
    const reason = 'has no settlement date or no symbol';
    const { problems } = parse(
      '20230306|98999X101|ZORQZ|6|ZORBA|1',
      '20230230|98999X101|ZORQZ|6|ZORBA|1',
      'short|line',
      '20230306|98999X101|ZOR BA|6|ZORBA|1',
    );
    expect(problems).toEqual([
      { where: 'line 3', reason },
      { where: 'line 5', reason },
    ]);
  });

  it('are compared only with the count at the end of the file', () => {
    const lines = Array.from({ length: 20 }, () => '20230306|98999X101|ZORQZ|6|ZORBA|1');
    const named = '20230306|98999X101|ZORQZ|6|TRAILER RECORD COUNT 7|1';
    expect(parse(named, ...lines).problems).toEqual([]);
    expect(parse(named, ...lines, 'trailer record count 21').problems).toEqual([]);
    expect(parse(named, ...lines, 'Trailer record count 22').problems).toEqual([
      { where: 'file', reason: 'states 22 lines and has 21' },
    ]);
  });

  it('are refused without their header', () => {
    expect(refusal(secFailsConnector, 'a|b\n1|2')).toBe(
      'is not a file of fails to deliver: its header is different',
    );
    expect(refusal(secFailsConnector, page)).toBe(isPage);
  });
});

describe('lines of short interest', () => {
  const head = 'symbolCode | currentShortPositionQuantity|settlementDate|daysToCoverQuantity';
  const rows = (...lines: readonly string[]) =>
    read(finraShortInterestConnector, 'short_interest', `\uFEFF${[head, ...lines].join('\r\n')}`);

  it('are read without blanks, with dates in both formats', () => {
    const found = rows(' ZORQZ | 7 | 2021-07-15 | 2.5 |more', ' ', 'CRTQZ|8|20210730|999.98');
    expect(found).toEqual([
      { ticker: 'ZORQZ', settlement_date: '2021-07-15', short_shares: 7, days_to_cover: 2.5 },
      { ticker: 'CRTQZ', settlement_date: '2021-07-30', short_shares: 8, days_to_cover: 999.98 },
    ]);
  });

  it('report invalid records with their position, counting blank lines', () => {
    const text = [head, 'ZORQZ|7|2021-07-15|1', '', 'NO TICKER|7|2021-07-15|1', 'X|1'].join('\n');
    expect(finraShortInterestConnector.parse(text, 'x').problems).toEqual([
      { where: 'line 4', reason: 'ticker is not a ticker' },
      { where: 'line 5', reason: 'is cut off: it has fewer cells than the header' },
    ]);
  });

  it.each(['symbolCode|x', 'currentShortPositionQuantity|x', ''])(
    'are refused with the header "%s"',
    (text) => {
      expect(refusal(finraShortInterestConnector, text)).toBe(
        'is not a short interest file: its header is different',
      );
      expect(refusal(finraShortInterestConnector, page)).toBe(isPage);
    },
  );
});

describe('rates of bills', () => {
  const feed = (title: string, ...entries: readonly string[]) =>
    `<feed xmlns:d="d" xmlns:m="m">${title}${entries.join('')}</feed>\n`;
  const title = '<title>\n DailyTreasuryBillRateData </title>';
  const entry = (day: string, rate: string) =>
    `<entry><content><m:properties><d:INDEX_DATE>${day}</d:INDEX_DATE><d:ROUND_B1_YIELD_13WK_2>${rate}</d:ROUND_B1_YIELD_13WK_2></m:properties></content></entry>`;

  it('are read for one or several days, also without attributes', () => {
    expect(
      read(treasuryRatesConnector, 'treasury_rates', feed(title, entry('2026-09-01', '0'))),
    ).toEqual([{ date: '2026-09-01', rate_pct: 0 }]);
    const parsed = treasuryRatesConnector.parse(
      feed(title, entry('2026-09-01T00:00:00', '3.87'), entry('soon', '4')),
      'x',
    );
    expect(recordsOf(parsed, 'treasury_rates')).toEqual([{ date: '2026-09-01', rate_pct: 3.87 }]);
    expect(parsed.problems).toEqual([{ where: 'entry 2', reason: 'date is missing' }]);
  });

  it('are refused for the reason that applies', () => {
    const cut = feed(title, entry('2026-09-01', '1')).replace('</feed>', '');
    expect(refusal(treasuryRatesConnector, cut)).toBe('is truncated: its feed has no end');
    const none = 'is not a feed of daily Treasury bill rates';
    expect(refusal(treasuryRatesConnector, feed(''))).toBe(none);
    expect(refusal(treasuryRatesConnector, 'x')).toBe(none);
    expect(refusal(treasuryRatesConnector, page)).toBe(isPage);
  });
});

describe('rows of the screener', () => {
  const row = (more: object = {}) => ({ symbol: 'ZORQZ', lastsale: '$2', volume: '9', ...more });
  const named = 'screener-2026-08-21.json';
  const bar = { ticker: 'ZORQZ', date: '2026-08-21', close: 2, volume: 9, as_traded: true };
  const bars = (value: unknown, file = named) =>
    read(nasdaqScreenerConnector, 'prices', value, file);

  it('are in one of three fields, and may be a single row', () => {
    const all = [row(), row({ symbol: ' CRTQZ ' })];
    for (const value of [
      all,
      { data: { rows: all } },
      { data: { rows: [], table: { rows: all } } },
    ])
      expect(bars(value)).toEqual([bar, { ...bar, ticker: 'CRTQZ' }]);
    expect(bars([row()])).toEqual([bar]);
    expect(bars({ data: { table: { rows: [row()] } } })).toEqual([bar]);
  });

  it.each([
    { lastsale: '0' },
    { lastsale: '-1' },
    { lastsale: undefined },
    { volume: '0' },
    { volume: '-1' },
    { volume: undefined },
  ])('with %j give no bars', (more) => {
    expect(bars([row(), row(more)])).toEqual([bar]);
  });

  it.each([
    ['Zorba Bio Inc. Warrant', false],
    ['Zorba Acquisition Corp. Rights', false],
    ['Zorba Acquisition Corp. III Units', false],
    ['Zorba Inc. Depositary Shares 6.75% Non-Cumulative Preferred Stock', false],
    ['Zorba Inc. 9.125% Senior Notes Due 2030', false],
    ['Zorba Bio Inc. Common Stock', true],
    ['Zorba Global American Depositary Shares', true],
    ['Uniright Therapeutics Class A Ordinary Share', true],
  ])('of a %s give bars: %s', (name, isShare) => {
    expect(bars([row(), row({ name })])).toEqual(isShare ? [bar, bar] : [bar]);
  });

  it('have the date in the response before that of the file name', () => {
    const asof = 'Last price as of Aug 7, 2026';
    expect(bars({ data: { rows: [row()], asof } })[0]?.date).toBe('2026-08-07');
    expect(bars({ data: { rows: [row()], asof } }, 'x.json')[0]?.date).toBe('2026-08-07');
  });

  it('report an invalid symbol with its position', () => {
    const text = JSON.stringify([row(), row({ symbol: 'NO TICKER' })]);
    expect(nasdaqScreenerConnector.parse(text, named).problems).toEqual([
      { where: 'row 2', reason: 'ticker is not a ticker' },
    ]);
  });

  it.each([
    [{}, named, "is not a response of Nasdaq's screener"],
    [[], named, "is not a response of Nasdaq's screener"],
    [[{ symbol: 'A' }, { lastsale: '$1' }], named, "is not a response of Nasdaq's screener"],
    [[row({ volume: ' ' })], named, 'has no volumes: request it with download=true'],
    [[row()], 'x.json', 'has no date: name the file screener-YYYY-MM-DD.json'],
    [[row()], 'x-2026-02-30.json', 'has no date: name the file screener-YYYY-MM-DD.json'],
    [[row()], 'x-2026-08-22.json', 'is dated 2026-08-22, when the exchanges were closed'],
    ['x', named, 'is not JSON'],
  ])('%j in %s are refused: %s', (value, file, reason) => {
    expect(refusal(nasdaqScreenerConnector, value, file)).toBe(reason);
  });
});

describe('a chain of options', () => {
  const timestamp = '2026-06-30T19:30:00';
  const chain = (data: object, more: object = {}) => ({
    timestamp,
    data,
    symbol: 'ZORQZ',
    ...more,
  });
  const one = (value: object) => read(cboeOptionsConnector, 'option_chains', value)[0];

  it('has the symbol of its data or else of the response, encoded in its URL', () => {
    const named = one(chain({ symbol: '^ZQZ', options: [] }));
    expect(named).toEqual({
      ...{ ticker: 'ZQZ', date: '2026-06-30', snapshot_at: '2026-06-30T15:30:00-04:00' },
      contracts: [],
      source_url: 'https://cdn.cboe.com/api/global/delayed_quotes/options/%5EZQZ.json',
    });
    expect(one(chain({ options: [] }))?.ticker).toBe('ZORQZ');
  });

  it('has contracts without blanks; a price of 0 without a time means never traded', () => {
    const quote = { option: ' ZORQZ260918C00012500 ', bid: 0, ask: 1 };
    const traded = { ...quote, last_trade_price: 0, last_trade_time: '2026-06-30T15:59:00' };
    const terms = { option_symbol: 'ZORQZ260918C00012500', type: 'call', strike: 12.5 };
    const shared = { ...terms, expiry: '2026-09-18', bid: 0, ask: 1 };
    const options = [{ ...quote, last_trade_price: 2 }, { ...quote, last_trade_price: 0 }, traded];
    expect(one(chain({ options }))?.contracts).toEqual([
      { ...shared, last: 2 },
      shared,
      { ...shared, last: 0 },
    ]);
  });

  const lacks = 'is not a Cboe option chain: data.options or the symbol is missing';
  it.each([
    [{ timestamp, data: { options: [] } }, lacks],
    [chain([]), lacks],
    [chain({ options: {} }), lacks],
    [{ timestamp, symbol: 'ZORQZ' }, lacks],
    [[], lacks],
    [chain({ options: [] }, { timestamp: '2026-13-30 19:30:00' }), 'has no readable timestamp'],
    [chain({ options: [] }, { timestamp: undefined }), 'has no readable timestamp'],
    ['x', 'is not JSON'],
  ])('%j is refused: %s', (value, reason) => {
    expect(refusal(cboeOptionsConnector, value)).toBe(reason);
  });
});

describe('a chart', () => {
  const chart = (more: object = {}, meta: object = {}) => ({
    chart: {
      result: [
        {
          meta: { symbol: 'ZORQZ', ...meta },
          timestamp: [1_767_623_400],
          indicators: { quote: [{ close: [5] }] },
          ...more,
        },
      ],
    },
  });
  const parse = (value: object) => prices.parse(JSON.stringify(value), 'x');

  it('may state default values, and is in UTC without an offset', () => {
    const bar = { ticker: 'ZORQZ', date: '2026-01-05', close: 5 };
    const stated = { dataGranularity: '1d', currency: 'USD' };
    expect(read(prices, 'prices', chart({}, stated))).toEqual([bar]);
    // Half a day later by its clock.
    const later = { ...stated, gmtoffset: 43_200 };
    expect(read(prices, 'prices', chart({}, later))[0]?.date).toBe('2026-01-06');
  });

  it.each([
    [chart({}, { dataGranularity: '1wk' }), 'has 1wk bars: request interval=1d'],
    [chart({}, { currency: 'GBp' }), 'is quoted in GBp, not in US dollars'],
    [chart({}, { currency: 'x'.repeat(11) }), 'is quoted in xxxxxxxxxx, not in US dollars'],
    [chart({}, { symbol: ' ' }), 'is not a Yahoo chart: chart.result is missing'],
    [{ chart: { result: [] } }, 'is not a Yahoo chart: chart.result is missing'],
    ['{', 'is cut off: its JSON has no end'],
  ])('%j is refused: %s', (value, reason) => {
    expect(refusal(prices, value)).toBe(reason);
  });

  it('has no bar for an invalid time', () => {
    const timestamp = [8e9, 8e9 + 1, null];
    const parsed = parse(chart({ timestamp, indicators: { quote: [{ close: [5, 6, 7] }] } }));
    expect(recordsOf(parsed, 'prices').map(({ date }) => date)).toEqual(['2223-07-06']);
    expect(parsed.problems).toEqual([
      { where: 'bar 2', reason: 'date is missing' },
      { where: 'bar 3', reason: 'date is missing' },
    ]);
  });

  it('reports an invalid split by its key, and uses the offset of the exchange', () => {
    const split = { date: 1_767_623_400, numerator: 1, denominator: 10 };
    const key = '1'.repeat(21);
    const splits = { 5: split, [key]: { ...split, denominator: 0 } };
    const parsed = parse(chart({ events: { splits } }, { gmtoffset: 43_200 }));
    expect(recordsOf(parsed, 'splits')).toEqual([
      { ticker: 'ZORQZ', date: '2026-01-06', numerator: 1, denominator: 10 },
    ]);
    expect(parsed.problems.map(({ where }) => where)).toEqual([`split ${'1'.repeat(20)}`]);
  });

  it('is still trading only if the session is fully stated', () => {
    const regular = { start: 1_767_623_400, end: 1_767_646_800 };
    const at = (period: object, asked: number | undefined = 1_767_630_000) =>
      read(
        prices,
        'prices',
        chart({}, { regularMarketTime: asked, currentTradingPeriod: { regular: period } }),
      ).length;
    expect(at(regular)).toBe(0);
    expect(at({ start: regular.start })).toBe(1);
    expect(at({ end: regular.end })).toBe(1);
  });
});
