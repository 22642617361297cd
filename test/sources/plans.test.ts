import { describe, expect, it } from 'vitest';
import { tradeCodes } from '../../src/domain/companies/sic.ts';
import { allSources } from '../../src/sources/index.ts';
import { now, planOf } from './asking.ts';

const sources = new Map(allSources(false).map((source) => [source.name, source]));
const plan = (name: string, asked?: Parameters<typeof planOf>[1]) =>
  planOf(sources.get(name)!, asked);

const SEC = 'https://www.sec.gov';
const FDA = 'https://api.fda.gov';
/** The Monday before, the first day of the quarter, five minutes, and the hour. */
const [week, quarter, slot, hour] = [
  '2026-03-09',
  '2026-01-01',
  '2026-03-10T13:00',
  '2026-03-10T13',
];
const today = '2026-03-10';

describe('one request, whoever belongs', () => {
  it.each([
    ['sec-tickers', `${SEC}/files/company_tickers_exchange.json`, 'json', 'fresh', today],
    [
      'sec-form345',
      `${SEC}/data-research/sec-markets-data/insider-transactions-data-sets`,
      ...['page', 'history', today],
    ],
    [
      'sec-13f-list',
      `${SEC}/rules-regulations/staff-guidance/official-list-section-13f-securities`,
      ...['page', 'history', today],
    ],
    [
      'sec-fails',
      `${SEC}/data-research/sec-markets-data/fails-deliver-data`,
      ...['page', 'history', today],
    ],
    // After all else that names CUSIPs.
    [
      'sec-13f-all',
      `${SEC}/data-research/sec-markets-data/form-13f-data-sets`,
      ...['page', 'slow', today],
    ],
    ['openfda-approvals', `${FDA}/drug/drugsfda.json?limit=1`, 'json', 'registry', today],
    ['openfda-crl', `${FDA}/transparency/crl.json?limit=1`, 'json', 'registry', today],
    [
      'fda-adcomm-calendar',
      'https://www.fda.gov/datatables-json/advisory-committee-calendar-json',
      ...['json', 'registry', `${today} b`],
    ],
    [
      'finra-short-interest',
      'https://www.finra.org/finra-data/browse-catalog/equity-short-interest/files',
      ...['page', 'history', today],
    ],
    [
      'news-fda',
      'https://www.fda.gov/about-fda/contact-fda/stay-informed/rss-feeds/press-releases/rss.xml',
      ...['xml', 'fresh', slot],
    ],
    [
      'news-prnewswire',
      'https://www.prnewswire.com/rss/health-latest-news/health-latest-news-list.rss',
      ...['xml', 'fresh', slot],
    ],
  ])('%s', (name, address, expects, lane, version) => {
    expect(plan(name)).toMatchObject([{ address, expects, lane, version }]);
  });

  it.each(['sec-companyfacts', 'sec-form4', 'sec-offerings', 'sec-filing-index', 'sec-documents'])(
    'or none: %s follows another',
    (name) => {
      expect(plan(name)).toEqual([]);
      expect(sources.get(name)?.follows).toMatch(/^sec-/);
    },
  );

  it.each(['openfda-labels', 'openfda-events'])('or none: %s follows the approvals', (name) => {
    expect(plan(name)).toEqual([]);
  });

  it('GlobeNewswire has a feed for each industry', () => {
    const feed = 'https://www.globenewswire.com/RssFeed/industry';
    const common = { expects: 'xml', lane: 'fresh', version: slot };
    const titled = 'feedTitle/GlobeNewswire%20-%20Industry%20News%20on%20';
    expect(plan('news-globenewswire')).toMatchObject([
      { ...common, address: `${feed}/4573-Biotechnology/${titled}Biotechnology` },
      { ...common, address: `${feed}/4577-Pharmaceuticals/${titled}Pharmaceuticals` },
    ]);
  });
});

describe('a request for each company that belongs', () => {
  it.each([
    [
      'sec-submissions',
      (_: string, digits: string) => `https://data.sec.gov/submissions/CIK${digits}.json`,
      ...['companies', week],
    ],
    [
      'cboe-options',
      (ticker: string) => `https://cdn.cboe.com/api/global/delayed_quotes/options/${ticker}.json`,
      // The close of yesterday: today's trading is to come.
      ...['history', '2026-03-09'],
    ],
    [
      'yahoo-chart',
      (ticker: string) =>
        `https://query1.finance.yahoo.com/v8/finance/chart/${ticker}?range=5y&interval=1d&events=div,splits`,
      ...['history', quarter],
    ],
  ] as const)('%s', (name, addressOf, lane, version) => {
    const common = { expects: 'json', lane, version };
    expect(plan(name)).toEqual([
      { ...common, address: addressOf('ABCQZ', '0000000077'), subject: '77', rank: 0 },
      { ...common, address: addressOf('DEF%2FAQZ', '0004400123'), subject: '4400123', rank: 5 },
    ]);
  });
});

describe('a request for each part', () => {
  it('industry, from its first company', () => {
    const address = (sic: string) =>
      `${SEC}/cgi-bin/browse-edgar?action=getcompany&SIC=${sic}&owner=include&count=100&start=0&output=atom`;
    expect(plan('sec-industries')).toEqual(
      tradeCodes.map((sic) => {
        return { address: address(sic), expects: 'xml', lane: 'fresh', version: week };
      }),
    );
  });

  it('type of the latest filings, from where it was last seen', () => {
    const address = (type: string) =>
      `${SEC}/cgi-bin/browse-edgar?action=getcurrent&type=${type}&owner=include&count=100&start=0&output=atom`;
    const seen = '2026-03-10T12:00:00.000Z';
    const types = ['8-K', '6-K', '4', '10-', '424B', 'S-3'];
    expect(plan('sec-current', { cursor: { '6-K': seen } })).toEqual(
      types.map((type) => ({
        ...{ address: address(type), expects: 'xml', lane: 'fresh', version: slot },
        about: { type, start: '0', seen: type === '6-K' ? seen : '' },
        chain: type,
      })),
    );
  });

  it('year of bill rates: this year by day, the others whole', () => {
    const feed =
      'https://home.treasury.gov/resource-center/data-chart-center/interest-rates/pages/xml?data=daily_treasury_bill_rates&field_tdr_date_value=';
    const common = { expects: 'xml', lane: 'registry' };
    expect(plan('treasury-rates')).toEqual([
      { ...common, address: `${feed}2026`, version: today },
      { ...common, address: `${feed}2025`, version: 'whole 2025' },
      { ...common, address: `${feed}2024`, version: 'whole 2024' },
    ]);
  });

  it('phrase of the search: PDUFA 400 days back, others since the first day of the fill', () => {
    const first = { from: '2025-02-03', to: today };
    const search = ({
      address,
      expects,
      lane,
      about,
      version,
    }: ReturnType<typeof plan>[number]) => {
      const asked = Object.fromEntries(new URL(address).searchParams);
      return { asked, expects, lane, about, version };
    };
    const [pdufa, response, ...others] = plan('sec-search').map(search);
    const common = { forms: '8-K,6-K', dateRange: 'custom', enddt: today, from: '0' };
    expect(pdufa).toEqual({
      ...{ expects: 'json', lane: 'fresh', version: today },
      asked: { ...common, q: '"PDUFA"', startdt: first.from },
      about: { phrase: 'PDUFA', ...first, start: '0' },
    });
    expect(response).toEqual({
      ...{ expects: 'json', lane: 'history', version: today },
      asked: { ...common, q: '"complete response"', startdt: '2024-03-10' },
      about: { phrase: 'complete response', from: '2024-03-10', to: today, start: '0' },
    });
    expect(others.map(({ about }) => about?.phrase)).toEqual([
      ...['clinical hold', 'topline', 'advisory committee', 'breakthrough therapy', 'fast track'],
      ...['orphan drug', 'accepted for', 'FDA approval', 'underwritten offering'],
      ...['license agreement', 'merger agreement'],
    ]);
    // Later the last three days, of each.
    const later = plan('sec-search', { cursor: '2026-03-09' }).map(({ about }) => about?.from);
    expect(new Set(later)).toEqual(new Set(['2026-03-06']));
  });

  it('manager of positions: the list of one whose CIK is known, else the lookup of its name', () => {
    const requests = plan('sec-13f', { cursor: '{"camber capital":"1404599"}' });
    const aboutOf = (name: string) => requests.find(({ about }) => about?.name === name);
    const rank = (name: string) => requests.findIndex(({ about }) => about?.name === name);
    const list = (cik: string) => `https://data.sec.gov/submissions/CIK${cik}.json`;
    expect(aboutOf('bvf')).toEqual({
      ...{ address: list('0001056807'), expects: 'json', lane: 'history', version: week },
      ...{ about: { name: 'bvf' }, rank: rank('bvf') },
    });
    expect(aboutOf('camber capital')?.address).toBe(list('0001404599'));
    expect(aboutOf('novo holdings')).toEqual({
      address: `${SEC}/cgi-bin/browse-edgar?action=getcompany&company=novo+holdings&type=13F-HR&owner=include&count=40&output=atom`,
      ...{ expects: 'xml', lane: 'history', version: quarter },
      ...{ about: { name: 'novo holdings' }, rank: rank('novo holdings') },
    });
  });

  it('day of notices: all since the fill began, later 60 days before the newest', () => {
    const [first] = plan('federal-register');
    expect(first).toMatchObject({ expects: 'json', lane: 'registry', version: hour });
    const { origin, pathname, searchParams } = new URL(first!.address);
    expect(origin + pathname).toBe('https://www.federalregister.gov/api/v1/documents.json');
    expect([...searchParams]).toEqual([
      ['conditions[agencies][]', 'food-and-drug-administration'],
      ['conditions[type][]', 'NOTICE'],
      ['conditions[term]', '"advisory committee"'],
      ['conditions[publication_date][gte]', '2024-03-10'],
      ...['document_number', 'title', 'publication_date', 'abstract', 'dates', 'html_url'].map(
        (field) => ['fields[]', field],
      ),
      ['fields[]', 'agencies'],
      ['order', 'newest'],
      ['per_page', '100'],
    ]);
    const [later] = plan('federal-register', { cursor: '2026-03-02' });
    const from = new URL(later!.address).searchParams.get('conditions[publication_date][gte]');
    expect(from).toBe('2026-01-01');
  });

  it('half day of the calendar of committees: the second begins at noon in UTC', () => {
    const versionAt = (moment: string) =>
      plan('fda-adcomm-calendar', { now: Date.parse(moment) })[0]?.version;
    expect(versionAt('2026-03-10T11:59:59Z')).toBe('2026-03-10 a');
    expect(versionAt('2026-03-10T12:00:00Z')).toBe('2026-03-10 b');
  });

  it('weekday whose index of filings was not read', () => {
    const folder = `${SEC}/Archives/edgar/daily-index`;
    const common = { expects: 'text', lane: 'companies', chain: 'days' };
    expect(plan('sec-daily-index', { cursor: '2026-03-05' })).toEqual([
      { ...common, address: `${folder}/2026/QTR1/form.20260309.idx`, version: '2026-03-09' },
      { ...common, address: `${folder}/2026/QTR1/form.20260306.idx`, version: '2026-03-06' },
    ]);
    const [may] = plan('sec-daily-index', { now: Date.parse('2026-05-06T13:00:00Z') });
    expect(may?.address).toBe(`${folder}/2026/QTR2/form.20260505.idx`);
  });

  it('close of a day, and none while shares trade', () => {
    const address =
      'https://api.nasdaq.com/api/screener/stocks?tableonly=true&limit=10000&download=true';
    expect(plan('nasdaq-screener')).toEqual([]);
    const evening = now + 10 * 3_600_000;
    expect(plan('nasdaq-screener', { now: evening })).toEqual([
      { address, expects: 'json', lane: 'registry', version: today },
    ]);
  });
});
