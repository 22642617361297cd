import { describe, expect, it } from 'vitest';
import { filingUrl } from '../../src/domain/public-pages.ts';
import {
  documentUrl,
  filedAs,
  isOf,
  itemsOf,
  submissionHeader,
} from '../../src/sources/sec-filings.ts';

const kinds = ['shelves', 'prospectuses', 'delistings', 'deregistrations', 'fundReports'] as const;

describe('groups of forms', () => {
  it.each<[string, (typeof kinds)[number] | undefined]>([
    ['S-3', 'shelves'],
    ['S-3ASR', 'shelves'],
    ['F-3', 'shelves'],
    ['F-3ASR', 'shelves'],
    ['424B1', 'prospectuses'],
    ['424B4', 'prospectuses'],
    ['424B5', 'prospectuses'],
    ['25', 'delistings'],
    ['25-NSE', 'delistings'],
    ['15-12B', 'deregistrations'],
    ['15-12G', 'deregistrations'],
    ['15-15D', 'deregistrations'],
    ['13F-HR', 'fundReports'],
    ['13F-HR/A', 'fundReports'],
    ['13F-NT', 'fundReports'],
    ['13F-NT/A', 'fundReports'],
    // Bank notes, resales by holders, amendments, and forms with similar names.
    ...[
      '424B2',
      '424B3',
      '424B7',
      'S-3/A',
      'F-3D',
      'S-1',
      '25-NSE/A',
      '15F-12B',
      '13F-CTR',
      '',
    ].map((form): [string, undefined] => [form, undefined]),
  ])('%s is one of %s', (form, kind) => {
    expect(kinds.filter((one) => isOf(one, form))).toEqual(kind ? [kind] : []);
  });

  it('selects the filings of a group in the order of the list', () => {
    const filing = (form: string, accession: string) => ({ form, accession }) as never;
    const filings = [filing('S-3ASR', 'c'), filing('10-K', 'b'), filing('S-3', 'a')];
    expect(filedAs('shelves', filings).map(({ accession }) => accession)).toEqual(['c', 'a']);
  });
});

describe('the URL of a filing', () => {
  const folder = 'https://www.sec.gov/Archives/edgar/data/1999555/000199955525000009/';

  it('is a folder by CIK and accession number', () => {
    expect(filingUrl('1999555', '0001999555-25-000009')).toBe(folder);
  });

  it.each<[string, string | undefined]>([
    ['form4.xml', 'form4.xml'],
    ['xslF345X05/form4.xml', 'form4.xml'],
    ['xslForm13F_X02/primary_doc.xml', 'primary_doc.xml'],
    ['a b (1).htm', 'a%20b%20(1).htm'],
    [`${'x'.repeat(196)}.htm`, `${'x'.repeat(196)}.htm`],
    // Invalid file names, or names that point to another folder.
    [`${'x'.repeat(197)}.htm`, undefined],
    ['', undefined],
    ['.htaccess', undefined],
    ['../form4.xml', undefined],
    ['other/form4.xml', undefined],
    ['xslF345X05/xslF345X05/form4.xml', undefined],
    ['form4.xml?x=1', undefined],
  ])('%s is the document %s', (document, name) => {
    const expected = name === undefined ? undefined : folder + name;
    expect(documentUrl('1999555', '0001999555-25-000009', document)).toBe(expected);
  });
});

it.each([
  ['1.01,9.01', ['1.01', '9.01']],
  ['Item 2.02 and Item 5.02(b)', ['2.02', '5.02']],
  ['13.01', ['13.01']],
  ['5, 7', ['5', '7']],
  ['1.1, 100.01, 1.011', []],
  ['', []],
  [undefined, []],
])('the items of %j are %j', (text, items) => {
  expect(itemsOf(text)).toEqual(items);
});

const none = { accession: undefined, filing_date: undefined };

describe('the header of a submission', () => {
  it.each([
    ['ACCESSION NUMBER:\t0001234567-25-000123\nFILED AS OF DATE:\t\t20251114', '2025-11-14'],
    ['<ACCESSION-NUMBER>0001234567-25-000123\n<FILING-DATE>20251114', '2025-11-14'],
    ['ACCESSION NUMBER: 0001234567-25-000123\nFILED AS OF DATE: 20251345', undefined],
  ])('%j is read', (text, filing_date) => {
    // The number in the text has precedence over the number in the file name.
    expect(submissionHeader(text, '0009999999-99-999999.txt')).toEqual({
      accession: '0001234567-25-000123',
      filing_date,
    });
  });

  it.each([
    ['0001234567-25-000123.xml', '0001234567-25-000123'],
    ['in/form4_000123456725000123.xml', '0001234567-25-000123'],
    ['10001234567-25-000123.xml', undefined],
    ['0001234567-25-0001234.xml', undefined],
    ['form4.xml', undefined],
  ])('without a number uses the file name %s', (name, accession) => {
    expect(submissionHeader('', name)).toEqual({ ...none, accession });
  });

  it('is within 20,000 characters', () => {
    const [number, day] = ['ACCESSION NUMBER: 0001234567-25-000123', 'FILED AS OF DATE: 20251114'];
    const lines = `${number}\n${day}`;
    const behind = (characters: number) => submissionHeader(' '.repeat(characters) + lines, 'x');
    expect(behind(20_000 - lines.length)).toEqual({
      accession: '0001234567-25-000123',
      filing_date: '2025-11-14',
    });
    expect(behind(20_000)).toEqual(none);
  });
});
