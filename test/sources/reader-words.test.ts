import { describe, expect, it } from 'vitest';
import { linksOf } from '../../src/sources/data-sets.ts';
import { readCurrentFilings } from '../../src/sources/sec-current.ts';
import { readDailyIndex } from '../../src/sources/sec-daily-index.ts';
import {
  readFilingPage,
  readFolder,
  readIndexHeaders,
} from '../../src/sources/sec-filing-index.ts';
import { filingsOf } from '../../src/sources/sec-filings.ts';
import { readCompanyList } from '../../src/sources/sec-industries.ts';
import { readFullTextSearch } from '../../src/sources/sec-search.ts';
import { readOlderFilings, readSubmissions } from '../../src/sources/sec-submissions/read.ts';
import { isPage, page, readingOf, reasonOf } from './reading.ts';

// A blank that is written as an entity stays where blanks around a text are taken away.
const padded = (word: string) => `&#32;${word}&#160;`;
const accession = '0001999555-26-000001';
const folder = 'https://www.sec.gov/Archives/edgar/data/77/000199955526000001';

describe('links of a page', () => {
  const base = 'https://x.invalid/a/';
  it('are absolute, distinct, and only from anchors', () => {
    const html =
      '<a href="b">1</a><link href="c"><a>2</a><a href="">3</a><a href="https://[x">4</a><A HREF="/d">5</A><a href="b">6</a>';
    expect(linksOf(html, base)).toEqual(['https://x.invalid/a/b', 'https://x.invalid/d']);
  });

  it('are 10,000 at most', () => {
    const html = Array.from({ length: 10_001 }, (_, at) => `<a href="${at}">`).join('');
    const links = linksOf(html, base);
    expect([links.length, links.at(-1)]).toEqual([10_000, 'https://x.invalid/a/9999']);
  });
});

describe('the columns of a list of filings', () => {
  it('are read by row without blanks, and an invalid row is reported with its position', () => {
    const columns = {
      accessionNumber: [` ${accession} `, accession, accession, 'x', accession],
      form: [' 8-K ', '10-K', '', '8-K', '8-K'],
      filingDate: [' 2026-01-12 ', '2026-01-11', '2026-01-10', '2026-01-09', '2026-02-30'],
      reportDate: ['2026-01-10', ''],
      items: [' 3.01,9.01'],
      primaryDocument: [' a b.htm ', '../x.htm'],
    };
    const shared = { accession, submission_url: `${folder}/${accession}.txt` };
    const reason = 'lacks accession number, form or filing date';
    expect(filingsOf(columns, '77')).toEqual({
      value: [
        {
          ...{ ...shared, form: '8-K', filing_date: '2026-01-12', report_date: '2026-01-10' },
          ...{ items: ['3.01', '9.01'], document_url: `${folder}/a%20b.htm` },
        },
        {
          ...{ ...shared, form: '10-K', filing_date: '2026-01-11', report_date: undefined },
          ...{ items: [], document_url: undefined },
        },
      ],
      problems: [3, 4, 5].map((row) => ({ where: `filing ${row}`, reason })),
    });
  });
});

describe('a list of companies', () => {
  const feed = (inner: string) => `<feed>${inner}</feed>\n`;
  const entry = (info: string) =>
    `<entry><content><company-info>${info}</company-info></content></entry>`;

  it('is read without blanks, and an entry without CIK is reported with its position', () => {
    const words = `<name>${padded('Zorba')}</name><sic>${padded('2836')}</sic><state>${padded('MA')}</state>`;
    const own = `<conformed-name>Other</conformed-name><assigned-sic>1</assigned-sic><state-location>NY</state-location>`;
    const link = `<link rel="self" href="https://www.sec.gov/a"/><link rel="next" href="${padded('https://www.sec.gov/b')}"/>`;
    const text = feed(
      `${entry(`<cik>77</cik>${own}${words}`)}<entry/>${entry(`<cik>78</cik>${own}`)}${link}`,
    );
    expect(readCompanyList(text)).toEqual({
      value: {
        companies: [
          { cik: '77', name: 'Zorba', sic: '2836', state: 'MA' },
          { cik: '78', name: 'Other', sic: '1', state: 'NY' },
        ],
        next: 'https://www.sec.gov/b',
      },
      problems: [{ where: 'entry 2', reason: 'has no CIK' }],
    });
    const broken = feed(entry('<cik>77</cik><name>SCALAR(0x55)</name>'));
    expect(readingOf(readCompanyList(broken)).companies[0]?.name).toBeUndefined();
  });

  it.each([
    [page, isPage],
    ['<rss/>', 'is not an Atom feed of companies'],
    ['<feed><entry/>', 'is truncated: its feed has no end'],
  ])('%j is refused: %s', (text, reason) => {
    expect(reasonOf(readCompanyList(text))).toBe(reason);
  });
});

describe('a feed of filings', () => {
  const entry = (more: { title?: string; term?: string; updated?: string } = {}) => `<entry>
<title>${padded(more.title ?? '8-K - Zorba (0000000077) (Filer)')}</title>
<summary type="html">&lt;b&gt;Filed:&lt;/b&gt; 2026-01-12</summary>
${more.updated ?? ''}<category term="${padded(more.term ?? '8-K')}"/><id>accession-number=${accession}</id></entry>`;
  const read = (...entries: readonly string[]) =>
    readCurrentFilings(`<feed>${entries.join('')}</feed>`);
  const filed = {
    ...{ accession, form: '8-K', filing_date: '2026-01-12', accepted_at: undefined },
    ...{ cik: '77', name: 'Zorba', role: 'Filer', items: [] },
  };

  it('is read without blanks, also without an acceptance time', () => {
    expect(read(entry())).toEqual({ value: [filed], problems: [] });
    expect(readingOf(read(entry({ updated: '<updated>soon</updated>' })))).toEqual([filed]);
  });

  it('keeps a full name that does not start with the form', () => {
    const [found] = readingOf(read(entry({ title: 'Zorba - 8-K - (x) (0000000077) (Filer)' })));
    expect(found?.name).toBe('Zorba - 8-K - (x)');
  });

  it('reports invalid entries with their position', () => {
    const reason = 'has no form, company or filing';
    const parsed = read(
      entry(),
      entry({ term: '' }).replace(padded(''), ''),
      entry({ title: '8-K - Zorba (0000000000) (Filer)' }),
      entry().replace('accession-number', 'number'),
      entry().replace('2026-01-12', '2026-02-30'),
    );
    expect(parsed).toEqual({
      value: [filed],
      problems: [2, 3, 4, 5].map((at) => ({ where: `entry ${at}`, reason })),
    });
  });

  it.each([
    [page, isPage],
    ['<rss/>', 'is not an Atom feed of filings'],
    ['<feed><entry/>', 'is truncated: its feed has no end'],
  ])('%j is refused: %s', (text, reason) => {
    expect(reasonOf(readCurrentFilings(text))).toBe(reason);
  });
});

describe('an index of a day', () => {
  it('starts after forty dashes, with lines numbered from the top', () => {
    const line = `8-K  Zorba    77  20260112  edgar/data/77/${accession}.txt`;
    const text = (dashes: number) => `Head\r\n${'-'.repeat(dashes)} \r\n${line}\r\n \r\nx\r\n`;
    expect(readDailyIndex(text(40))).toEqual({
      value: [{ accession, form: '8-K', filing_date: '2026-01-12', cik: '77', name: 'Zorba' }],
      problems: [{ where: 'line 5', reason: 'is not a line of the index' }],
    });
    expect(reasonOf(readDailyIndex(text(39)))).toBe('is not an EDGAR index by form');
    expect(reasonOf(readDailyIndex(page))).toBe(isPage);
  });
});

describe('documents of a filing', () => {
  it('in index headers are read without markup, also without an end of the header', () => {
    const text = `<ACCESSION-NUMBER> ${accession} \n<TYPE> 8-K \n<FILING-DATE>20260112\n<CIK>0000000077\n<CIK>77\n<ITEMS> 3.01 \n&lt;DOCUMENT&gt;\n&lt;TYPE&gt;\n&lt;FILENAME&gt;&lt;b&gt;\n&lt;DOCUMENT&gt;\n&lt;DESCRIPTION&gt;x\n&lt;DOCUMENT&gt;\n&lt;FILENAME&gt; a&amp;b.htm&nbsp;\n`;
    expect(readingOf(readIndexHeaders(text))).toEqual({
      ...{ accession, form: '8-K', filing_date: '2026-01-12', ciks: ['77'], items: ['3.01'] },
      documents: [
        { name: '<b>', type: undefined, description: undefined, size: undefined },
        { name: 'a&b.htm', type: undefined, description: undefined, size: undefined },
      ],
    });
    expect(reasonOf(readIndexHeaders(text.replace('-26-', '-x-')))).toBe(
      'is not a page of index headers: the accession number is missing',
    );
  });

  it('on the page of a filing are read by cell', () => {
    const path = '/Archives/edgar/data/77/000199955526000001';
    const row = (name: string, type: string, size: string) =>
      `<TR class="x"><TD>1</TD><td>A<br/> b</td><td><a href="${path}/${name}">x</a></td><td>${type}</td><td>${size}</td></tr>`;
    const text = `EDGAR Filing Documents for ${accession} <strong>Form  8-K </strong>
<div class="infoHead">Filing Date</div><div class="info"> 2026-01-12 </div>
${row('a%20b.htm', ' EX-99 ', ' 12 ')}${row('%zz.htm', '8-K', '1 KB')}${row('c.txt', '&nbsp;', '1')}CIK=0000000077`;
    const common = { description: 'A b', size: undefined };
    expect(readingOf(readFilingPage(text))).toEqual({
      ...{ accession, form: '8-K', filing_date: '2026-01-12', ciks: ['77'], items: [] },
      documents: [
        { ...common, name: 'a b.htm', type: 'EX-99', size: 12 },
        { ...common, name: '%zz.htm', type: '8-K' },
      ],
    });
    expect(reasonOf(readFilingPage('x'))).toBe("is not a page of a filing's documents");
  });

  it('in a folder are those with a name', () => {
    const item = [{ name: ' a.htm ', size: '0' }, { size: '5' }, { name: 'b', size: 7 }];
    const directory = { name: '/x/000199955526000001/', item };
    const common = { type: undefined, description: undefined };
    expect(readingOf(readFolder(JSON.stringify({ directory })))).toEqual({
      ...{ accession, form: undefined, filing_date: undefined, ciks: [], items: [] },
      documents: [
        { ...common, name: 'a.htm', size: undefined },
        { ...common, name: 'b', size: 7 },
      ],
    });
    const unnamed = readingOf(readFolder(JSON.stringify({ directory: { item: item[0] } })));
    expect(unnamed.accession).toBeUndefined();
    expect(reasonOf(readFolder('{"directory":{"item":[]}}'))).toBe(
      "is not a listing of a filing's folder",
    );
  });
});

it('a hit of the search is read without blanks, and reported with its position', () => {
  const source = {
    ...{ display_names: [' Zorba  (AQZ, ,BQZ )  (CIK 0000000077) ', 'x'], sics: [' 2836 ', '1'] },
    ...{ file_date: ' 2026-01-12 ', period_ending: ' 2026-01-10 ', file_type: ' EX-99.1 ' },
    ...{ form: ' 8-K ', items: [' 3.01 ', ' '] },
  };
  const hits = [{ _id: `${accession}:.x`, _source: source }, {}];
  const text = JSON.stringify({ hits: { total: { value: 2 }, hits } });
  expect(readFullTextSearch(text)).toEqual({
    value: {
      ...{ total: 2, more_than_total: false },
      hits: [
        {
          ...{ accession, document: '.x', document_url: undefined, type: 'EX-99.1', form: '8-K' },
          ...{ filing_date: '2026-01-12', report_date: '2026-01-10', items: ['3.01'] },
          companies: [{ cik: '77', name: 'Zorba', tickers: ['AQZ', 'BQZ'], sic: '2836' }],
        },
      ],
    },
    problems: [{ where: 'hit 2', reason: 'has no filing, company or day' }],
  });
});

describe('the SEC’s data on a filer', () => {
  const submissions = (more: object) =>
    readingOf(readSubmissions(JSON.stringify({ cik: '0000000077', filings: {}, ...more })));
  const former = (...names: readonly string[]) =>
    submissions({ name: ' Zorba Bio, Inc. ', formerNames: names.map((name) => ({ name })) });

  it('is read without blanks', () => {
    const files = [
      { name: ' CIK0000000077-submissions-001.json ', filingCount: 5, filingFrom: '2020-01-01' },
      { name: 'x.json' },
    ];
    const words = { sic: ' 2836 ', sicDescription: ' Biological ', website: ' https://x ' };
    const listed = { tickers: [' AQZ ', '', 'BQZ'], exchanges: [' Nasdaq ', 'x'] };
    expect(submissions({ ...words, ...listed, name: ' Zorba ', filings: { files } })).toEqual({
      ...{ cik: '77', name: 'Zorba', sic: '2836', sic_description: 'Biological' },
      ...{ country: undefined, website: 'https://x', former_names: [], filings: [] },
      listings: [
        { ticker: 'AQZ', exchange: 'Nasdaq' },
        { ticker: 'BQZ', exchange: undefined },
      ],
      older_pages: [
        {
          ...{ name: 'CIK0000000077-submissions-001.json', filing_count: 5 },
          ...{ filing_from: '2020-01-01', filing_to: undefined },
        },
      ],
    });
  });

  it('has distinct former names', () => {
    const names = [' Oldacus ', 'OLDACUS', 'Old-acus', 'ZORBA BIO INC', ' ', '-'];
    expect(former(...names).former_names).toEqual(['Oldacus', 'Old-acus']);
  });

  it.each([
    [{ stateOrCountry: ' MA ' }, 'United States'],
    [{ stateOrCountry: 'A6', stateOrCountryDescription: 'Ontario, Canada ' }, 'Canada'],
    [{ stateOrCountry: 'X0', country: 'United Kingdom' }, 'United Kingdom'],
    [{ stateOrCountry: 'C5', stateOrCountryDescription: 'C5' }, undefined],
    [{ stateOrCountryDescription: 'UAE' }, undefined],
    [{ stateOrCountryDescription: 'Peru' }, 'Peru'],
    [{}, undefined],
  ])('at %j is in %s', (business, country) => {
    expect(submissions({ addresses: { business } }).country).toBe(country);
  });

  it.each([{}, { cik: '77' }, { cik: '77', filings: [] }, { filings: {} }])(
    'is not told by %j',
    (value) => {
      expect(reasonOf(readSubmissions(JSON.stringify(value)))).toBe(
        'is not an SEC submissions file: cik or filings is missing',
      );
    },
  );

  it('continues in pages whose names contain its number', () => {
    const text = '{"accessionNumber":[]}';
    const file = 'in/CIK0000000077-submissions-001.json';
    expect(readingOf(readOlderFilings(text, file))).toEqual({ cik: '77', filings: [] });
    expect(reasonOf(readOlderFilings(text, 'CIK77-submissions-001.json'))).toBe(
      'has no CIK: name the file CIK##########-submissions-001.json',
    );
    const none = 'is not a page of older SEC submissions';
    for (const other of ['{}', '[]', '{"accessionNumber":"x"}']) {
      expect(reasonOf(readOlderFilings(other, file))).toBe(none);
    }
  });
});
