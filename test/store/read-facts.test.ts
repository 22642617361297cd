import { expect, it } from 'vitest';
import { writeFacts } from '../../src/store/facts-store.ts';
import { readFacts } from '../../src/store/read-facts.ts';
import { refreshOf, storeOf } from '../derive/refresh-of.ts';

it('reads every fact of a kind once, with its source', async () => {
  const tickers = Array.from({ length: 250 }, (_, at) => `T${String(at).padStart(3, '0')}`);
  const companies = tickers.map((ticker) => ({ ticker, name: `Company ${ticker}` }));
  const { facts } = await refreshOf('2026-11-21', { companies });
  const read = facts.all('companies').map(({ ticker }) => ticker);
  expect(read.sort()).toEqual(tickers);
  expect(new Set(facts.all('companies').map(({ source }) => source))).toEqual(new Set(['test']));
  expect(facts.all('deals')).toEqual([]);
});

it('keeps the source that a headline names itself', async () => {
  const news = [
    { id: 'a', title: 'One', source: 'The Paper' },
    { id: 'b', title: 'Two' },
  ];
  const { facts } = await refreshOf('2026-11-21', { news });
  const sources = facts.all('news').map(({ id, source }) => `${id}: ${source}`);
  expect(sources.sort()).toEqual(['a: The Paper', 'b: test']);
});

it('reads the bars up to a day, oldest first, with null for what is not known', async () => {
  const bar = (date: string, close: number) => ({ ticker: 'DEVT', date, close, volume: 10 });
  const prices = [bar('2026-11-20', 3), { ...bar('2025-11-18', 1), open: 5 }, bar('2026-11-19', 2)];
  const { facts } = await refreshOf('2026-11-21', { prices });
  const days = ['2025-11-18', '2026-11-19'];
  const closes = { days, closes: [1, 2], as_traded: [null, null] };
  expect(facts.prices('DEVT', '2026-11-19', 1)).toEqual({
    ...closes,
    open: [null],
    high: [null],
    low: [null],
    volume: [10],
    sources: ['test'],
  });
  expect(facts.prices('DEVT', '2026-11-19', 5)).toEqual({
    ...closes,
    open: [5, null],
    high: [null, null],
    low: [null, null],
    volume: [10, 10],
    sources: ['test', 'test'],
  });
  const none = facts.prices('NONE', '2026-11-21', 5);
  expect(Object.values(none)).toEqual(Array(8).fill([]));
});

it('reads records under the current ticker of their company, by whatever they name it', async () => {
  const name = 'Ære "Søl" Pharma';
  const companies = [
    { ticker: 'OLDQZ', name, cik: '0000000007' },
    { ticker: 'ABCQZ', name: 'Two Bio', cik: '9' },
  ];
  const offerings = [
    { accession: '1', ticker: 'OLDQZ' },
    { accession: '2', company_name: name },
    { accession: '3', cik: '9' },
    { accession: '4', ticker: 'XYZQZ' },
    { accession: '5', ticker: 'ABCQZ' },
    { accession: '6', company_name: 'Nobody' },
  ];
  const store = await storeOf({ companies, offerings: offerings as never });
  const renamed = [{ ticker: 'NEWQZ', name, cik: '0000000007' }];
  writeFacts(store, 'companies', renamed, 'test', '2026-11-20T00:00:00Z');
  const facts = readFacts(store);
  const read = [...facts.each('offerings')];
  const tickers = ['NEWQZ', 'NEWQZ', 'ABCQZ', 'XYZQZ', 'ABCQZ'];
  expect(read.map(({ accession, ticker, source }) => [accession, ticker, source]).sort()).toEqual(
    tickers.map((ticker, at) => [String(at + 1), ticker, 'test']),
  );
  expect(facts.all('offerings')).toEqual(read);
});

it('reads the figures of one company at a time as all of them read, under its ticker of today', async () => {
  const companies = [
    { ticker: 'OLDQZ', name: 'One', cik: '0000000007' },
    { ticker: 'ABCQZ', name: 'Two', cik: '9' },
  ];
  const cash = (cik: string, end: string, value: number, filed = '2026-03-01') => ({
    cik,
    tag: 'us-gaap:Cash',
    unit: 'USD',
    start: null,
    end,
    value,
    filed,
  });
  const financial_facts = [
    ...[cash('7', '2025-12-31', 5), cash('7', '2024-12-31', 4, '2025-03-01')],
    ...[cash('9', '2025-12-31', 6), cash('9', '2026-12-31', 9, '2027-03-01')],
    ...[cash('11', '2025-12-31', 8)],
  ];
  const renamed = [{ ticker: 'NEWQZ', name: 'One', cik: '0000000007' }];
  // Records as filed, without a ticker.
  const filed = { companies, financial_facts: financial_facts as never };
  const { facts } = await refreshOf('2026-11-21', filed, { companies: renamed });
  expect(facts.tickersOf('financial_facts')).toEqual(['ABCQZ', 'NEWQZ']);
  const one = facts.ofCompany('financial_facts', 'NEWQZ');
  expect(one.map(({ ticker, value }) => [ticker, value])).toEqual([
    ['NEWQZ', 4],
    ['NEWQZ', 5],
  ]);
  // Data filed after the date of the refresh is not known.
  expect(facts.ofCompany('financial_facts', 'ABCQZ').map(({ value }) => value)).toEqual([6]);
  expect(facts.ofCompany('financial_facts', 'OLDQZ')).toEqual([]);
  const all = facts.all('financial_facts');
  expect(all).toEqual([...facts.ofCompany('financial_facts', 'ABCQZ'), ...one]);
});

it.each([1, 1_001])('of %i offerings of a company renamed, each is there once', async (count) => {
  const companies = [{ ticker: 'OLDQZ', name: 'One', cik: '0000000007' }];
  const offering = (ticker: string, at: number, more = {}) => ({
    ticker,
    cik: ticker === 'ELSEQZ' ? '9' : '7',
    accession: `1-${at}`,
    form_type: '424B5',
    filed_at: '2026-03-01',
    ...more,
  });
  const again = offering('NEWQZ', 0, { price_usd: 5 });
  const database = await storeOf(
    { companies, offerings: Array.from({ length: count }, (_, at) => offering('OLDQZ', at)) },
    { companies: [{ ticker: 'NEWQZ', name: 'One', cik: '0000000007' }] },
    // A value that is repeated under the new name, and a value that only the new name has.
    { offerings: [again, offering('NEWQZ', count), offering('ELSEQZ', 0)] },
  );
  const facts = readFacts(database);
  const offerings = facts.each('offerings');
  const [first, second] = [[...offerings], [...offerings]];
  expect(first).toHaveLength(count + 2);
  expect(second).toEqual(first);
  expect(facts.all('offerings')).toEqual(first);
  const ofOne = first.filter(({ ticker }) => ticker === 'NEWQZ');
  expect(new Set(ofOne.map(({ accession }) => accession)).size).toBe(count + 1);
  expect(ofOne.find(({ accession }) => accession === '1-0')).toMatchObject({ price_usd: 5 });
});

it('reads headlines, positions and CUSIPs under the current tickers of their companies', async () => {
  const companies = [
    { ticker: 'OLDQZ', name: 'One', cik: '0000000007' },
    { ticker: 'ABCQZ', name: 'Two', cik: '9' },
  ];
  const position = (ticker: string) => ({ ticker, issuer: `${ticker} INC`, value: 5 });
  const filed = { cik: '500', report_date: '2026-06-30', filing_date: '2026-08-14' };
  const facts = {
    news: [
      { id: 'a', title: 'Both', tickers: ['OLDQZ', 'ABCQZ', 'NEWQZ'] },
      { id: 'b', title: 'None' },
      { id: 'c', title: 'Two', tickers: ['ABCQZ'] },
    ],
    fund_filings: [
      {
        ...filed,
        accession: '1-1',
        fund_name: 'Fund',
        positions: [position('OLDQZ'), position('ABCQZ'), { issuer: 'ELSE', value: 1 }],
      },
    ],
    securities: [{ cusip: '000000001', ticker: 'OLDQZ', seen_date: '2026-08-01' }],
    approvals: [{ ticker: 'OLDQZ', drug_name: 'x', approval_date: '2026-08-01' }],
  };
  const renamed = [{ ticker: 'NEWQZ', name: 'One', cik: '0000000007' }];
  const database = await storeOf({ companies, ...facts });
  writeFacts(database, 'companies', renamed, 'test', '2026-09-01');
  const read = readFacts(database);
  const named = read.all('news').map(({ id, tickers }) => [id, tickers]);
  expect(Object.fromEntries(named)).toEqual({ a: ['NEWQZ', 'ABCQZ'], b: undefined, c: ['ABCQZ'] });
  const [filing] = read.all('fund_filings');
  expect(filing?.positions).toEqual([
    { ticker: 'NEWQZ', issuer: 'OLDQZ INC', value: 5 },
    { ticker: 'ABCQZ', issuer: 'ABCQZ INC', value: 5 },
    { issuer: 'ELSE', value: 1 },
  ]);
  expect(read.all('securities').map(({ ticker }) => ticker)).toEqual(['NEWQZ']);
  expect(read.all('approvals').map(({ ticker }) => ticker)).toEqual(['NEWQZ']);
});
