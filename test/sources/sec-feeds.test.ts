import { describe, expect, it } from 'vitest';
import { readCurrentFilings } from '../../src/sources/sec-current.ts';
import { isAccessDenied, readDailyIndex } from '../../src/sources/sec-daily-index.ts';
import { readCompanyList } from '../../src/sources/sec-industries.ts';
import { readingOf, reasonOf } from './reading.ts';
import { describeRecordings, describeSamples, recording, sample } from './samples.ts';

const info = (cik: string, more = '') => `<content type="text/xml"><company-info>
<cik>${cik}</cik>${more}</company-info></content>`;
const feed = (inner: string) =>
  `<?xml version="1.0" encoding="ISO-8859-1" ?><feed xmlns="http://www.w3.org/2005/Atom">${inner}</feed>`;
const next =
  'https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&amp;SIC=2836&amp;start=100';

describe('the list of companies', () => {
  it('gives CIKs, with the name if it is not broken', () => {
    const entries = [
      `<entry>${info('0001999555', '<name>Zorba &amp; Sons Bio</name>')}</entry>`,
      `<entry><title>ARRAY(0x5581)</title>${info('0001999556', '<name>HASH(0x5581)</name>')}</entry>`,
    ].join('');
    expect(readingOf(readCompanyList(feed(`${entries}<link href="${next}" rel="next"/>`)))).toEqual(
      {
        companies: [
          { cik: '1999555', name: 'Zorba & Sons Bio' },
          { cik: '1999556', name: undefined },
        ],
        next: next.replaceAll('&amp;', '&'),
      },
    );
  });

  it("reads one company's own feed as a list of one, without a next page", () => {
    const own = `<company-info><assigned-sic>2836</assigned-sic><cik>0001999555</cik>
<conformed-name>ZORBA BIO</conformed-name></company-info>
<entry><content type="text/xml"><accession-number>x</accession-number></content></entry>
<link href="${next}" rel="next"/>`;
    expect(readingOf(readCompanyList(feed(own)))).toEqual({
      companies: [{ cik: '1999555', name: 'ZORBA BIO' }],
      next: undefined,
    });
  });

  it('follows no link to another host, reports entries without CIK, refuses web pages', () => {
    const read = readCompanyList(
      feed(`<entry>${info('x')}</entry><link href="https://evil.example/" rel="next"/>`),
    );
    expect(read).toEqual({
      value: { companies: [], next: undefined },
      problems: [{ where: 'entry 1', reason: 'has no CIK' }],
    });
    expect(reasonOf(readCompanyList('<!DOCTYPE html><html></html>'))).toMatch(/web page/);
    expect(reasonOf(readCompanyList('{}'))).toMatch(/not an Atom feed/);
  });
});

const entry = (form: string, title: string) => `<entry><title>${title}</title>
<summary type="html">
 &lt;b&gt;Filed:&lt;/b&gt; 2026-01-12 &lt;b&gt;AccNo:&lt;/b&gt; 0001999555-26-000001 &lt;b&gt;Size:&lt;/b&gt; 3 MB
</summary>
<updated>2026-01-12T09:10:23-05:00</updated>
<category scheme="https://www.sec.gov/" label="form type" term="${form}"/>
<id>urn:tag:sec.gov,2008:accession-number=0001999555-26-000001</id></entry>`;

describe('the latest filings', () => {
  it('reads forms, companies and roles', () => {
    const text = feed(
      entry('8-K', '8-K - Zorba - Sons (Holdings), Inc. (0001999555) (Filer)') +
        entry('SC TO-T/A', 'SC TO-T/A - CRETE CORP /DE/ (0001999556) (Filed by)'),
    );
    const filed = {
      accession: '0001999555-26-000001',
      filing_date: '2026-01-12',
      accepted_at: '2026-01-12T14:10:23.000Z',
    };
    expect(readingOf(readCurrentFilings(text))).toEqual([
      {
        ...filed,
        form: '8-K',
        cik: '1999555',
        role: 'Filer',
      },
      {
        ...filed,
        form: 'SC TO-T/A',
        cik: '1999556',
        role: 'Filed by',
      },
    ]);
  });

  it('reports an entry without a company', () => {
    expect(readCurrentFilings(feed(entry('4', '4 - nobody')))).toEqual({
      value: [],
      problems: [{ where: 'entry 1', reason: 'has no form, company or filing' }],
    });
  });
});

const index = (header: string, ...lines: string[]) =>
  `Description:           Daily Index of EDGAR\n\n${header}\n${'-'.repeat(141)}\n${lines.join('\n')}\n`;

describe('the daily index', () => {
  const header = 'Form Type   Company Name            CIK         Date Filed  File Name';
  const line =
    'SC TO-T     Zorba Bio 12, Inc. 2020      1999555     20260716    edgar/data/1999555/0001999555-26-000001.txt         ';

  it('reads lines from the right, independent of header and columns', () => {
    const row = {
      accession: '0001999555-26-000001',
      form: 'SC TO-T',
      filing_date: '2026-07-16',
      cik: '1999555',
    };
    expect(readingOf(readDailyIndex(index(header, line, '')))).toEqual([row]);
    const wrapped = 'Form Type   Company Name          CIK\n      Date Filed  File Name';
    const moved = line.replace('SC TO-T     ', 'SC TO-T                ').trimEnd();
    expect(readingOf(readDailyIndex(index(wrapped, moved)))).toEqual([row]);
    const dashed = line.replace('20260716', '2026-07-16');
    expect(readingOf(readDailyIndex(index(header, dashed)))).toEqual([row]);
  });

  it('reads a day without filings, and reports invalid lines', () => {
    expect(readingOf(readDailyIndex(index(header)))).toEqual([]);
    const read = readDailyIndex(index(header, 'rubbish', line.replace('20260716', '20261332')));
    expect('problems' in read && read.problems.map(({ where }) => where)).toEqual([
      'line 5',
      'line 6',
    ]);
  });

  it('recognizes the response for a day without an index', () => {
    const denied =
      '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>';
    expect(isAccessDenied(denied)).toBe(true);
    expect(reasonOf(readDailyIndex(denied))).toMatch(/missing index/);
    expect(isAccessDenied(index(header, line))).toBe(false);
    expect(reasonOf(readDailyIndex('a,b'))).toMatch(/not an EDGAR index/);
  });
});

describeRecordings('feeds of the SEC over recorded responses', () => {
  it('reads both forms of the list of companies', () => {
    const list = (name: string) =>
      readingOf(readCompanyList(recording(`sec_company_atom/${name}`)));
    const delhaize = list('getcompany_list_company=delhaize_2021-04-18.atom.xml');
    expect(delhaize.companies.map(({ cik }) => cik)).toEqual(['37912', '930309', '1506787']);
    expect(list('getcompany_list_one-match-becomes-filings_2021-04-18.atom.xml')).toMatchObject({
      companies: [{ cik: '37912', name: 'DELHAIZE AMERICA LLC' }],
      next: undefined,
    });
  });

  it.each([
    ['getcurrent_all_start0_2026-01-12.atom.xml', 36],
    ['getcurrent_all_start400_2026-01-12.atom.xml', 0],
    ['getcurrent_type4_start400_2025-12-12.atom.xml', 72],
  ])('reads 100 entries of %s: %i of form 4', (file, fours) => {
    const filings = readingOf(readCurrentFilings(recording(`sec_getcurrent/${file}`)));
    expect(filings).toHaveLength(100);
    expect(filings.filter(({ form }) => form === '4')).toHaveLength(fours);
  });

  it('refuses the page beyond the end of the feed', () => {
    const text = recording('sec_getcurrent/getcurrent_start5100_503_2026-01-12.html');
    expect(reasonOf(readCurrentFilings(text))).toMatch(/web page/);
  });

  it.each([
    ['form.20200318.idx', 4084],
    ['form_index_2026_wrapped_header.idx', 4],
    ['empty-form.idx', 0],
  ])('reads every line of %s', (file, lines) => {
    expect(readingOf(readDailyIndex(recording(`sec_index/${file}`)))).toHaveLength(lines);
  });

  it('recognizes the refusal of the storage', () => {
    expect(isAccessDenied(recording('sec_index/full-index_2099_403_0.xml'))).toBe(true);
  });
});

describeSamples('the latest filings over real pages', () => {
  it('reads a page of form 4', () => {
    const text = sample('sec_misc/getcurrent_form4.atom.xml');
    expect(readingOf(readCurrentFilings(text))).toHaveLength(100);
    expect(reasonOf(readCurrentFilings(sample('sec_misc/rate-exceeded.html')))).toMatch(/rate/);
  });
});
