import { describe, expect, it } from 'vitest';
import { readIndexHeaders } from '../../src/sources/sec-filing-index.ts';
import { readFullTextSearch } from '../../src/sources/sec-search.ts';
import { readingOf, reasonOf } from './reading.ts';
import { describeRecordings, describeSamples, recording, sample } from './samples.ts';

const hit = (source: object, id = '0001999555-26-000001:ex99-1.htm') => ({
  _id: id,
  _source: {
    ciks: ['0001999555'],
    display_names: ['Zorba (Sons) Bio, Inc.  (ZORQZ, ZORQZW)  (CIK 0001999555)'],
    sics: ['2836'],
    file_date: '2026-01-12',
    period_ending: null,
    form: '8-K',
    root_forms: ['8-K'],
    file_type: 'EX-99.1',
    items: ['8.01', '9.01'],
    ...source,
  },
});
const answer = (hits: readonly unknown[], total: object = { value: hits.length, relation: 'eq' }) =>
  JSON.stringify({ hits: { total, hits } });

describe('full-text search', () => {
  it('names documents with their filing and companies', () => {
    expect(readingOf(readFullTextSearch(answer([hit({})])))).toEqual({
      total: 1,
      more_than_total: false,
      hits: [
        {
          accession: '0001999555-26-000001',
          document_url:
            'https://www.sec.gov/Archives/edgar/data/1999555/000199955526000001/ex99-1.htm',
          type: 'EX-99.1',
          form: '8-K',
          filing_date: '2026-01-12',
          companies: [{ cik: '1999555', sic: '2836' }],
        },
      ],
    });
  });

  it('separates the companies of a joint filing and their SIC codes', () => {
    const display_names = ['Zorba Bio  (CIK 0001999555)', 'Crete Corp  (CRTQZ)  (CIK 0001999556)'];
    const [joint] = readingOf(readFullTextSearch(answer([hit({ display_names })]))).hits;
    expect(joint?.companies).toEqual([
      { cik: '1999555', sic: undefined },
      { cik: '1999556', sic: undefined },
    ]);
  });

  it('reports more hits than pages, and reads the older field of the form', () => {
    const more = { value: 10_000, relation: 'gte' };
    const older = hit({ form: undefined, root_forms: undefined, root_form: '6-K' });
    const page = readingOf(readFullTextSearch(answer([older], more)));
    expect(page).toMatchObject({ total: 10_000, more_than_total: true });
    expect(page.hits[0]?.form).toBe('6-K');
    const bare = hit({ form: undefined, root_forms: ['20-F', '6-K'] });
    expect(readingOf(readFullTextSearch(answer([bare]))).hits[0]?.form).toBe('20-F');
  });

  it('reports hits without filing, date or company, and refuses other responses', () => {
    const hits = [
      hit({}, 'undefined:x.htm'),
      hit({ file_date: null }),
      hit({ display_names: ['Nobody'] }),
    ];
    const read = readFullTextSearch(answer(hits));
    expect('problems' in read && read.problems).toHaveLength(3);
    expect(reasonOf(readFullTextSearch('{"message":"Internal server error"}'))).toMatch(
      /not a response/,
    );
  });
});

const headers = `<HTML><!--
<SEC-HEADER>0001999555-26-000001.hdr.sgml : 20260112
<ACCESSION-NUMBER>0001999555-26-000001
<TYPE>8-K
<ITEMS>3.01
<ITEMS>9.01
<FILING-DATE>20260112
<FILER>
<CIK>0001999555
<TYPE>x
</SEC-HEADER>
--><PRE>&lt;SEC-HEADER&gt;
&lt;CIK&gt;0000000007
&lt;DOCUMENT&gt;
&lt;TYPE&gt;8-K
&lt;SEQUENCE&gt;1
&lt;FILENAME&gt;z8k.htm
&lt;DESCRIPTION&gt;R&amp;amp;D DAY
&lt;TEXT&gt;
<a href="z8k.htm">Document 1</a>
&lt;/DOCUMENT&gt;
&lt;DOCUMENT&gt;
&lt;TYPE&gt;EX-99.1
&lt;FILENAME&gt;ex99-1.htm
&lt;/DOCUMENT&gt;</PRE></HTML>`;

describe('the documents of a filing', () => {
  it('are read from the index headers', () => {
    expect(readingOf(readIndexHeaders(headers))).toEqual([
      { name: 'z8k.htm', type: '8-K' },
      { name: 'ex99-1.htm', type: 'EX-99.1' },
    ]);
  });

  it('are limited to 2,000', () => {
    const names = Array.from({ length: 2_001 }, (_, at) => `d${at}.htm`);
    const accession = '0001999555-26-000001';
    const headers = names.map((name) => `&lt;DOCUMENT&gt;\n&lt;FILENAME&gt;${name}\n`).join('');
    const text = `<ACCESSION-NUMBER>${accession}\n</SEC-HEADER>${headers}`;
    const documents = readingOf(readIndexHeaders(text));
    expect(documents.map(({ name }) => name)).toEqual(names.slice(0, 2_000));
  });

  it('are not read from other files', () => {
    expect(reasonOf(readIndexHeaders('<html></html>'))).toMatch(/accession number is missing/);
  });
});

describeRecordings('documents of filings over recorded responses', () => {
  it.each([
    ['0001493152-25-029712-index-headers.html', ['424B5', 'GRAPHIC']],
    ['0001971857-23-000246-index-headers.html', ['144']],
    ['form4.index-headers.html', []],
  ])('reads the types of %s', (file, types) => {
    const documents = readingOf(readIndexHeaders(recording(`sec_filing_index/${file}`)));
    expect(documents.map(({ type }) => type)).toEqual(types);
  });

  it('reads 99 of 100 hits of 2021, since one is empty', () => {
    const read = readFullTextSearch(recording('sec_efts/efts_2021_POST_1c3188.json'));
    expect('value' in read && read.value).toMatchObject({ total: 10_000, more_than_total: true });
    expect('value' in read && read.value.hits.length).toBe(99);
    expect('value' in read && read.problems.map(({ where }) => where)).toEqual(['hit 68']);
  });
});

describeSamples('full-text search over real responses', () => {
  it.each([
    ['efts_0_hits.json', 0, 0],
    ['efts_100_hits.json', 100, 100],
    ['efts_8K_recent.json', 100, 1104],
  ])('reads %s', (file, hits, total) => {
    const found = readingOf(readFullTextSearch(sample(`sec_efts/${file}`)));
    expect(found).toMatchObject({ total, more_than_total: false });
    expect(found.hits).toHaveLength(hits);
    expect(found.hits.every(({ document_url }) => document_url !== undefined)).toBe(true);
  });
});
