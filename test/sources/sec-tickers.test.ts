import { describe, expect, it } from 'vitest';
import { secTickersConnector } from '../../src/sources/sec-tickers.ts';
import { read, recordsOf } from './reading.ts';
import { describeSamples, sample } from './samples.ts';

const companies = (data: unknown) => read(secTickersConnector, 'companies', data);

describe('sec-tickers', () => {
  it('reads columns by their names, whatever their order', () => {
    const data = [
      ['Nasdaq', 'ZORB', 'ZORBA BIO INC /DE/', 1999001],
      [null, 'ZORB-WT', 'ZORBA BIO INC /DE/', '0001999001'],
    ];
    expect(companies({ fields: ['exchange', 'ticker', 'name', 'cik'], data })).toEqual([
      { ticker: 'ZORB', name: 'ZORBA BIO INC /DE/', cik: '1999001', exchange: 'Nasdaq' },
      { ticker: 'ZORB-WT', name: 'ZORBA BIO INC /DE/', cik: '1999001' },
    ]);
  });

  it('reads the list without exchanges', () => {
    const list = { 0: { cik_str: 1999001, ticker: 'ZORB', title: 'Zorba Bio, Inc.' } };
    expect(companies(list)).toEqual([{ ticker: 'ZORB', name: 'Zorba Bio, Inc.', cik: '1999001' }]);
  });

  it('reports a row without a name and keeps the rest', () => {
    const fields = ['cik', 'name', 'ticker', 'exchange'];
    const data = [[1, '', 'AAAA', 'OTC'], 7, [2, 'Beta', 'BBBB', 'OTC']];
    const parsed = secTickersConnector.parse(JSON.stringify({ fields, data }), 'x');
    expect(recordsOf(parsed, 'companies')).toHaveLength(1);
    expect(parsed.problems).toEqual([
      { where: 'company 1', reason: 'name is missing' },
      { where: 'company 2', reason: 'ticker is missing; name is missing' },
    ]);
  });
});

describeSamples('sec-tickers over recorded responses', () => {
  it.each([
    ['company_tickers_exchange_2025.json', 9_708],
    ['company_tickers_exchange_2026-08_cik-as-string.json', 10_403],
    ['company_tickers_2024-05.json', 9_610],
  ])('reads every company of %s', (file, count) => {
    const found = companies(sample(`sec_tickers/${file}`));
    expect(found).toHaveLength(count);
    expect(found.find(({ ticker }) => ticker === 'AAPL')).toMatchObject({
      name: 'Apple Inc.',
      cik: '320193',
    });
  });

  it("says that the SEC's page is one", () => {
    const { problems } = secTickersConnector.parse(sample('sec_misc/rate-exceeded.html'), 'x');
    expect(problems).toEqual([
      {
        where: 'file',
        reason: "is the SEC's rate-limit page: wait ten minutes and fetch the file again",
      },
    ]);
  });
});
