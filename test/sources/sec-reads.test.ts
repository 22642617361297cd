import { describe, expect, it } from 'vitest';
import { secCompanyfacts } from '../../src/sources/sec-companyfacts.ts';
import { secCurrent } from '../../src/sources/sec-current.ts';
import { secDailyIndex } from '../../src/sources/sec-daily-index.ts';
import { documentRequests, secDocuments } from '../../src/sources/sec-documents.ts';
import { secFilingIndex } from '../../src/sources/sec-filing-index.ts';
import { secIndustries } from '../../src/sources/sec-industries.ts';
import { secOfferings } from '../../src/sources/sec-offerings.ts';
import { secSubmissions } from '../../src/sources/sec-submissions/request.ts';
import { secTickers } from '../../src/sources/sec-tickers.ts';
import { contextOf, now, readOf } from './asking.ts';

const DAY = 86_400_000;
const archive = 'https://www.sec.gov/Archives/edgar/data';
const accession = '0000000077-26-000012';
const folder = `${archive}/77/000000007726000012`;
const listOf77 = {
  address: 'https://data.sec.gov/submissions/CIK0000000077.json',
  expects: 'json',
  rank: 0,
  subject: '77',
};
/** Returns the requests that follow a new filing: the updated list and a report's documents. */
const followed = (lane: string, filed: string, version = accession) => [
  { ...listOf77, source: 'sec-submissions', lane, version },
  {
    source: 'sec-filing-index',
    address: `${folder}/${accession}-index-headers.html`,
    expects: 'page',
    lane,
    rank: 0,
    subject: '77',
    about: { filed },
    version,
  },
];

describe('the feed of latest filings', () => {
  const entry = (form: string, cik: string, at: string, role = 'Filer', number = accession) =>
    `<entry><title>${form} - Abacus (${cik.padStart(10, '0')}) (${role})</title><category term="${form}"/><id>urn:tag:sec.gov,2008:accession-number=${number}</id><updated>${at}</updated><summary type="html">&lt;b&gt;Filed:&lt;/b&gt; 2026-03-10</summary></entry>`;
  const feed = (...entries: readonly string[]) =>
    `<?xml version="1.0" ?><feed xmlns="http://www.w3.org/2005/Atom">${entries.join('')}</feed>`;
  const [early, seen, late] = ['11:00', '12:00', '12:30'].map(
    (time) => `2026-03-10T${time}:00.000Z`,
  );
  const read = (text: string, about: object, cursor?: Readonly<Record<string, string>>) =>
    readOf(
      secCurrent,
      text,
      { version: 'slot', about: { type: '8-K', ...about } },
      cursor ? { cursor } : {},
    );

  it('requests only the reports of companies in the universe since the last known one', () => {
    const text = feed(
      entry('8-K', '77', late!),
      entry('8-K', '900', late!),
      entry('8-K', '77', late!, 'Reporting'),
      entry('8-K', '77', early!),
    );
    const { requests, cursor, problems } = read(text, { start: '5000', seen }, { 4: early! });
    expect(requests).toEqual(followed('fresh', '2026-03-10'));
    expect(cursor).toBe(late);
    expect(problems).toEqual([]);
  });

  it('includes filings accepted at the same time as the last known one', () => {
    const { requests = [] } = read(feed(entry('8-K', '77', seen!)), { seen });
    expect(requests).toEqual(followed('fresh', '2026-03-10'));
  });

  it('requests only the list for other forms', () => {
    const { requests } = read(feed(entry('10-Q', '77', late!), entry('10-Q', '77', seen!)), {
      seen,
    });
    const [list] = followed('fresh', '2026-03-10');
    expect(requests).toEqual([list, list]);
    for (const form of ['8-K/A', '6-K', '6-K/A']) {
      expect(read(feed(entry(form, '77', seen!)), { seen }).requests).toHaveLength(2);
    }
  });

  it('continues up to its end if the oldest filing is newer than the last known one', () => {
    const page = (start: string) =>
      read(feed(entry('8-K', '900', late!)), { start, seen }).requests;
    const address =
      'https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&type=8-K&owner=include&count=100&start=100&output=atom';
    expect(page('0')).toEqual([
      {
        address,
        expects: 'xml',
        lane: 'fresh',
        version: 'slot',
        continues: true,
        about: { type: '8-K', start: '100', seen },
      },
    ]);
    expect(page('4900')).toHaveLength(1);
    expect(page('4901')).toEqual([]);
    // A page whose oldest filing is known, and a page of a feed that is read for the first time.
    expect(read(feed(entry('8-K', '900', seen!)), { seen }).requests).toEqual([]);
    expect(read(feed(entry('8-K', '900', late!)), {}).requests).toEqual([]);
  });

  it('keeps the newest time, whatever comes later', () => {
    expect(read(feed(entry('8-K', '900', early!)), {}, { '8-K': seen! }).cursor).toBe(seen);
    expect(readOf(secCurrent, '<html></html>', {})).toHaveProperty('failed');
  });
});

describe('the days whose filings are listed by night', () => {
  /** By default on the Tuesday after a weekend. */
  const days = (cursor?: string, moment = '2026-03-10T12:00:00Z') =>
    secDailyIndex
      .plan(contextOf({ now: Date.parse(moment), ...(cursor ? { cursor } : {}) }))
      .map(({ version }) => version);

  it('are the weekdays since the last one that was read', () => {
    expect(days('2026-03-05')).toEqual(['2026-03-09', '2026-03-06']);
    expect(days('2026-03-09')).toEqual([]);
  });

  it('are over in New York, where it is Monday until 04:00 on Tuesday in UTC', () => {
    expect(days('2026-03-05', '2026-03-10T03:59:00Z')).toEqual(['2026-03-06']);
    expect(days('2026-03-05', '2026-03-10T04:00:00Z')).toEqual(['2026-03-09', '2026-03-06']);
  });

  it('are the newest alone where none was read, and of ten days at most', () => {
    expect(days()).toEqual(['2026-03-09']);
    expect(days(undefined, '2026-03-09T12:00:00Z')).toEqual(['2026-03-06']);
    expect(days('2026-01-02')).toEqual([
      '2026-03-09',
      '2026-03-06',
      '2026-03-05',
      '2026-03-04',
      '2026-03-03',
      '2026-03-02',
    ]);
  });
});

describe('the index of a day', () => {
  const line = (form: string, cik: string) =>
    `${form}   Abacus   ${cik}  20260309  edgar/data/${cik}/${accession}.txt\n`;
  const index = (...lines: readonly string[]) => `Form\n${'-'.repeat(60)}\n${lines.join('')}`;
  const read = (text: string, more: object = {}, asked: Parameters<typeof readOf>[3] = {}) =>
    readOf(secDailyIndex, text, { version: '2026-03-09', ...more }, asked);

  it('requests filings of companies in the universe with supported forms', () => {
    const { requests, cursor } = read(index(line('8-K', '77'), line('8-K', '900')));
    expect(requests).toEqual(followed('companies', '2026-03-09'));
    expect(cursor).toBe('2026-03-09');
  });

  it.each([
    ...['6-K', '8-K/A', '10-K', '10-Q', '20-F', '40-F', '4', '4/A', '5', '424B1', '424B4', '424B5'],
    ...['S-3', 'S-3ASR', 'F-3', 'SC 13G', 'SC 13D/A', 'SCHEDULE 13D', 'SCHEDULE 13G/A'],
  ])('reads %s', (form) => {
    expect(read(index(line(form, '77'))).requests?.length).toBeGreaterThan(0);
  });
  it.each(['424B2', '424B3', '425', 'DEF 14A', '497K', 'SC TO-T', '11-K'])(
    'leaves %s out',
    (form) => {
      expect(read(index(line(form, '77'))).requests).toEqual([]);
    },
  );

  const denied = '<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>';

  it('that is missing at noon of the next day in New York has no filings', () => {
    const more = { version: '2026-03-06' };
    expect(read('', { ...more, status: 404 })).toEqual({ cursor: '2026-03-06' });
    expect(read(denied, { ...more, status: 403 })).toEqual({ cursor: '2026-03-06' });
    const cursor = '2026-03-10';
    expect(read('', { ...more, status: 404 }, { cursor })).toEqual({ cursor });
    expect(read('Something else', { ...more, status: 403 })).toHaveProperty('failed');
  });

  it.each([
    // The time is 09:00 in New York. An index of a future date was requested because of a wrong
    // clock.
    ['2026-03-09', '2026-03-10T16:00:00Z'],
    ['2026-03-10', '2026-03-11T16:00:00Z'],
  ])('that is missing earlier is requested again: %s at %s', (day, moment) => {
    expect(read('', { version: day, status: 404 })).toEqual({
      requests: [
        {
          address: `https://www.sec.gov/Archives/edgar/daily-index/2026/QTR1/form.${day.replaceAll('-', '')}.idx`,
          expects: 'text',
          lane: 'companies',
          version: `${day} again`,
          notBefore: Date.parse(moment),
          chain: 'days',
          continues: true,
        },
      ],
    });
  });

  it('that is requested again is read for its day', () => {
    const more = { version: '2026-03-09 again' };
    expect(read(index(line('8-K', '77')), more).cursor).toBe('2026-03-09');
    const [before, noon] = ['2026-03-10T15:59:00Z', '2026-03-10T16:00:00Z'].map(Date.parse);
    const absent = { ...more, status: 403 };
    expect(read(denied, absent, { now: before! }).cursor).toBe(undefined);
    expect(read(denied, absent, { now: noon! })).toEqual({ cursor: '2026-03-09' });
  });
});

describe('the documents of a report', () => {
  const headers = (...documents: readonly (readonly [type: string, name: string])[]) =>
    `<html><SEC-HEADER>\n<ACCESSION-NUMBER>${accession}\n</SEC-HEADER>\n${documents
      .map(([type, name]) => `&lt;DOCUMENT&gt;\n&lt;TYPE&gt;${type}\n&lt;FILENAME&gt;${name}\n`)
      .join('')}</html>`;
  const asked = { version: accession, about: { filed: '2026-03-09' } };

  it('are the report and its releases', () => {
    const text = headers(['8-K', 'k.htm'], ['EX-99.1', 'r.txt'], ['GRAPHIC', 'logo.jpg']);
    const { requests } = readOf(secFilingIndex, text, { ...asked, subject: '77' });
    const document = (name: string, type: string) => ({
      source: 'sec-documents',
      expects: 'page',
      lane: 'fresh',
      rank: 0,
      address: `${folder}/${name}`,
      subject: '77',
      version: accession,
      about: { type, filed: '2026-03-09' },
    });
    expect(requests).toEqual([document('k.htm', '8-K'), document('r.txt', 'EX-99.1')]);
    expect(readOf(secFilingIndex, text, asked).requests).toEqual([]);
    expect(readOf(secFilingIndex, 'no index', asked)).toHaveProperty('failed');
  });

  it.each([
    ['8-K', 'a.htm', true],
    ['6-K', 'a.html', true],
    ['EX-99', 'A.TXT', true],
    ['EX-99.2', 'a.htm', true],
    ['EX-10.1', 'a.htm', false],
    ['10-K', 'a.htm', false],
    ['8-K', 'a.pdf', false],
    ['8-K', 'a.htm.zip', false],
  ])('%s in %s is requested: %s', (type, name, isAsked) => {
    const document = { address: `${folder}/${name}`, cik: '77', accession, type, filed: '' };
    expect(documentRequests(document, 'history', 3)).toHaveLength(isAsked ? 1 : 0);
  });

  it('are read for their company', () => {
    const request = { address: `${folder}/k.htm`, about: { type: '8-K', filed: '2026-03-09' } };
    const document = { address: request.address, form: '8-K', published: '2026-03-09', text: 'T' };
    expect(readOf(secDocuments, 'T', { ...request, subject: '77' })).toEqual({
      documents: [{ ...document, cik: '77', ticker: 'ABCQZ' }],
    });
    expect(readOf(secDocuments, 'T', request)).toEqual({
      documents: [{ ...document, cik: undefined, ticker: undefined }],
    });
  });
});

describe('companies by industry', () => {
  const page = (sic: string, start: number) =>
    `https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&SIC=${sic}&owner=include&count=100&start=${start}&output=atom`;
  const entry = (cik: string) =>
    `<entry><content type="text/xml"><company-info><cik>${cik}</cik></company-info></content></entry>`;
  const feed = (hasNext: boolean, ...ciks: readonly string[]) =>
    `<feed xmlns="http://www.w3.org/2005/Atom">${hasNext ? '<link rel="next" href="https://www.sec.gov/x"/>' : ''}${ciks.map(entry).join('')}</feed>`;
  const read = (text: string, start: number) =>
    readOf(secIndustries, text, { address: page('2836', start), version: 'week' });

  it('have the industry of the request; the next page follows', () => {
    expect(read(feed(true, '0000000077', '12'), 0)).toEqual({
      companies: [
        { cik: '77', sic: '2836' },
        { cik: '12', sic: '2836' },
      ],
      requests: [
        {
          address: page('2836', 100),
          expects: 'xml',
          lane: 'fresh',
          version: 'week',
          continues: true,
        },
      ],
      problems: [],
    });
  });

  it('end with the last page, an empty page, or 20,000 companies', () => {
    expect(read(feed(false, '77'), 0).requests).toEqual([]);
    expect(read(feed(true), 0).requests).toEqual([]);
    expect(read(feed(true, '77'), 19_800).requests).toHaveLength(1);
    expect(read(feed(true, '77'), 19_900).requests).toEqual([]);
    expect(read('<html>', 0)).toHaveProperty('failed');
  });
});

describe('figures of a company', () => {
  const value = (end: string) => {
    return { end, val: 5, accn: accession, form: '10-K', filed: '2026-02-20' };
  };
  const facts = (...ends: readonly string[]) => {
    const concept = { label: 'Cash', units: { USD: ends.map(value) } };
    return JSON.stringify({
      cik: 77,
      entityName: 'Abacus',
      facts: { 'us-gaap': { Cash: concept } },
    });
  };
  const read = (text: string, version: string, subject: string | null = '77') =>
    readOf(secCompanyfacts, text, {
      address: 'https://data.sec.gov/f',
      version,
      subject,
      rank: 4,
      about: { filed: '2026-03-09' },
    });
  const ends = (text: string) =>
    read(text, accession).batches?.flatMap(({ records }) => records.map(({ end }) => end));

  it('are kept for six years of at most 366 days', () => {
    // 6 × 366 days before 10 March 2026.
    expect(ends(facts('2020-03-05', '2020-03-04', '2025-12-31'))).toEqual([
      ...['2020-03-05', '2025-12-31'],
    ]);
  });

  it('of a report that are not available yet are requested again once on the next day', () => {
    expect(read(facts('2025-12-31'), accession).requests).toEqual([]);
    const again = {
      address: 'https://data.sec.gov/f',
      expects: 'json',
      lane: 'companies',
      rank: 4,
      version: '0000000077-26-000099 again',
      notBefore: now + DAY,
      about: { filed: '2026-03-09' },
    };
    expect(read(facts('2025-12-31'), '0000000077-26-000099').requests).toEqual([
      { ...again, subject: '77' },
    ]);
    expect(read(facts('2025-12-31'), '0000000077-26-000099', null).requests).toEqual([again]);
    expect(read(facts('2025-12-31'), again.version).requests).toEqual([]);
  });
});

describe('the list of filings of a company', () => {
  const filing = (form: string, filed: string, number: number, reported = '') => {
    const accession = `0000000077-26-${String(number).padStart(6, '0')}`;
    const document = form.startsWith('SCHEDULE') ? `xslSCHEDULE_13D_X02/primary_doc.xml` : 'a.htm';
    return { form, filed, reported, accession, document };
  };
  const list = (filings: readonly ReturnType<typeof filing>[], more: object = {}) =>
    JSON.stringify({
      cik: '77',
      name: 'Abacus',
      sic: '2836',
      sicDescription: 'Biological Products',
      website: 'https://abacus.invalid',
      formerNames: [{ name: 'Oldacus' }],
      fiscalYearEnd: '1231',
      stateOfIncorporation: 'E9',
      stateOfIncorporationDescription: 'Cayman Islands',
      addresses: { business: { stateOrCountry: 'MA' } },
      filings: {
        recent: {
          accessionNumber: filings.map((one) => one.accession),
          filingDate: filings.map(({ filed }) => filed),
          reportDate: filings.map(({ reported }) => reported),
          form: filings.map(({ form }) => form),
          items: filings.map(({ form }) => (form === '8-K' ? '3.01' : '')),
          primaryDocument: filings.map(({ document }) => document),
        },
      },
      ...more,
    });
  const read = (text: string) => readOf(secSubmissions, text, { rank: 4 });
  const textOf = (number: number) => {
    const name = `0000000077-26-${String(number).padStart(6, '0')}`;
    return { address: `${archive}/77/${name.replaceAll('-', '')}/${name}.txt`, version: name };
  };

  it('requests figures of the newest report, insiders of two quarters, and sales and stakes since the start of the fill', () => {
    const { requests } = read(
      list([
        filing('10-Q', '2026-03-09', 1, '2025-12-31'),
        filing('10-K', '2026-02-09', 2, '2025-09-30'),
        filing('4', '2025-10-01', 3),
        filing('5/A', '2025-09-30', 4),
        filing('424B5', '2024-03-10', 5),
        filing('S-3', '2024-03-09', 6),
        filing('424B3', '2026-03-01', 7),
        filing('F-3ASR', '2026-01-05', 8),
        filing('SCHEDULE 13D/A', '2026-01-04', 9),
        filing('SC 13G', '2024-11-13', 10),
      ]),
    );
    const common = { expects: 'text', lane: 'history', rank: 4, subject: '77' };
    expect(requests).toEqual([
      {
        source: 'sec-companyfacts',
        lane: 'companies',
        rank: 4,
        subject: '77',
        address: 'https://data.sec.gov/api/xbrl/companyfacts/CIK0000000077.json',
        expects: 'json',
        version: '0000000077-26-000001',
        notBefore: 0,
        about: { filed: '2026-03-09' },
      },
      { ...common, ...textOf(3), source: 'sec-form4', about: { filed: '2025-10-01' } },
      {
        ...common,
        source: 'sec-covers',
        expects: 'page',
        address: 'https://www.sec.gov/Archives/edgar/data/77/000000007726000002/R1.htm',
        version: '0000000077-26-000002',
        about: { filed: '2026-02-09' },
      },
      { ...common, ...textOf(5), source: 'sec-offerings', about: { filed: '2024-03-10' } },
      { ...common, ...textOf(8), source: 'sec-offerings', about: { filed: '2026-01-05' } },
      {
        ...common,
        source: 'sec-13dg',
        expects: 'xml',
        about: { filed: '2026-01-04' },
        address: `${archive}/77/000000007726000009/primary_doc.xml`,
        version: '0000000077-26-000009',
      },
    ]);
  });

  it('figures of a report of the current day are requested ten minutes later', () => {
    const [figures] = read(list([filing('6-K', '2026-03-10', 1, '2025-12-31')])).requests!;
    expect(figures).toMatchObject({ notBefore: now + 600_000 });
  });

  it.each(['10-K', '10-K/A', '10-KT', '10-Q', '10-Q/A', '20-F', '20-F/A', '40-F', '6-K'])(
    '%s is a report with figures',
    (form) => {
      const figuresOf = (...one: Parameters<typeof filing>) =>
        read(list([filing(...one)])).requests!.filter(({ source }) => source !== 'sec-covers');
      expect(figuresOf(form, '2026-03-09', 1, '2025-12-31')).toHaveLength(1);
      expect(figuresOf(form, '2026-03-09', 1)).toEqual([]);
    },
  );
  it.each(['4', '4/A', '5', '5/A'])('%s is an insider’s form', (form) => {
    expect(read(list([filing(form, '2026-03-09', 1)])).requests).toHaveLength(1);
  });
  it.each(['3', '8-K', '144', '424B2'])('%s causes no request', (form) => {
    expect(read(list([filing(form, '2026-03-09', 1, '2025-12-31')])).requests).toEqual([]);
  });

  it('describes the company; one outside the universe causes no request', () => {
    expect(read(list([])).companies).toEqual([
      {
        cik: '77',
        delistedOn: '',
        sic: '2836',
        sicDescription: 'Biological Products',
        country: 'United States',
        website: 'https://abacus.invalid',
        fiscalYearEnd: '12-31',
        stateOfIncorporation: 'Cayman Islands',
        formerNames: ['Oldacus'],
      },
    ]);
    const other = read(list([filing('4', '2026-03-09', 1)], { cik: '900', sic: '' }));
    expect(other.requests).toEqual([]);
    expect(other.companies).toMatchObject([{ cik: '900', sic: 'none' }]);
    expect(read('{}')).toHaveProperty('failed');
  });

  it('gives the delisting date of a company without a ticker', () => {
    const left = [filing('25-NSE', '2026-03-02', 1)];
    expect(read(list(left, { tickers: [], exchanges: [] })).companies).toMatchObject([
      { cik: '77', delistedOn: '2026-03-02' },
    ]);
    const other = { tickers: ['ABCQZ'], exchanges: ['Nasdaq'] };
    expect(read(list(left, other)).companies).toMatchObject([{ cik: '77', delistedOn: '' }]);
  });

  it('gives no companies, which the universe writes', () => {
    const filings = [filing('8-K', '2026-03-09', 1), filing('S-3', '2026-03-09', 2)];
    const { batches = [] } = read(list(filings, { tickers: ['ABCQZ'], exchanges: ['Nasdaq'] }));
    expect(batches.map(({ kind }) => kind).sort()).toEqual(['filing_events', 'offerings']);
  });
});

describe('tickers', () => {
  const list = (...rows: readonly (readonly unknown[])[]) =>
    JSON.stringify({ fields: ['cik', 'name', 'ticker', 'exchange'], data: rows });
  const read = (text: string, listed = 2) => readOf(secTickers, text, {}, { listed });

  it('of one company give one note, with the index of the first', () => {
    const rows = [
      [5, 'Other', 'OTHQZ', 'NYSE'],
      [77, 'Abacus Bio', 'ABCQZ', 'Nasdaq'],
      [77, 'Abacus Bio', 'ABCQZW', 'Nasdaq'],
      [78, 'Overt', 'OVTQZ', null],
    ];
    const listedOn = '2026-03-10';
    expect(read(list(...rows)).companies).toEqual([
      { cik: '5', name: 'Other', listedOn, place: 0, exchange: 'NYSE', tickers: ['OTHQZ'] },
      {
        cik: '77',
        name: 'Abacus Bio',
        listedOn,
        place: 1,
        exchange: 'Nasdaq',
        tickers: ['ABCQZ', 'ABCQZW'],
      },
      { cik: '78', name: 'Overt', listedOn, place: 3, exchange: undefined, tickers: ['OVTQZ'] },
    ]);
  });

  it('of fewer than half of the previously listed companies are a failure', () => {
    const one = list([77, 'Abacus Bio', 'ABCQZ', 'Nasdaq']);
    expect(read(one, 2).companies).toHaveLength(1);
    expect(read(one, 3)).toEqual({ failed: 'lists only 1 companies; the previous list had 3' });
    expect(read('<html>')).toHaveProperty('failed');
  });
});

it('a text that is not a submission is a failure, but a cover without an offering is not', () => {
  expect(readOf(secOfferings, 'Too many requests', {})).toEqual({ failed: expect.any(String) });
  const notes = `<SEC-HEADER>\nACCESSION NUMBER:\t${accession}\nCONFORMED SUBMISSION TYPE:\t424B5\nFILED AS OF DATE:\t20260115\nCENTRAL INDEX KEY:\t77\n</SEC-HEADER>`;
  expect(readOf(secOfferings, notes, {})).not.toHaveProperty('failed');
  expect(readOf(secOfferings, `${' '.repeat(2_000)}${notes}`, {})).toHaveProperty('failed');
});
