import { describe, expect, it } from 'vitest';
import {
  readOlderFilings,
  readSubmissions,
  secSubmissionsConnector,
} from '../../src/sources/sec-submissions/read.ts';
import { recordsOf, refusal } from './reading.ts';
import { describeRecordings, describeSamples, recording, sample } from './samples.ts';

type Row = readonly [accession: string, filed: string, form: string, items?: string, doc?: string];
const columns = (...rows: readonly Row[]) => ({
  accessionNumber: rows.map(([accession]) => accession),
  filingDate: rows.map(([, filed]) => filed),
  reportDate: rows.map(() => ''),
  form: rows.map(([, , form]) => form),
  items: rows.map(([, , , items]) => items ?? ''),
  primaryDocument: rows.map(([, , , , document]) => document ?? ''),
});

const company = (more: object = {}, ...rows: readonly Row[]) => ({
  cik: '0001999555',
  entityType: 'operating',
  sic: '2836',
  sicDescription: 'Biological Products',
  name: 'Zorba Bio, Inc.',
  tickers: ['ZORQZ', 'ZORQZ-WT'],
  exchanges: ['Nasdaq', 'OTC'],
  website: '',
  fiscalYearEnd: '0630',
  stateOfIncorporation: 'DE',
  stateOfIncorporationDescription: 'DE',
  category: 'Non-accelerated filer<br>Smaller reporting company',
  addresses: { business: { stateOrCountry: 'MA', stateOrCountryDescription: 'MA' } },
  formerNames: [
    { name: 'CRETE ACQUISITION CORP', from: '2019-01-01T05:00:00.000Z' },
    { name: 'Crete Acquisition Corp', from: '2019-01-01T05:00:00.000Z' },
    { name: 'ZORBA BIO INC', from: '2018-01-01T05:00:00.000Z' },
  ],
  filings: { recent: columns(...rows), files: [] },
  ...more,
});
const parsed = (data: object, file = 'CIK0001999555.json') =>
  secSubmissionsConnector.parse(JSON.stringify(data), file);

describe('sec-submissions', () => {
  it('gives a company for each of its tickers', () => {
    const known = {
      name: 'Zorba Bio, Inc.',
      cik: '1999555',
      sic: '2836',
      sic_description: 'Biological Products',
      country: 'United States',
      fiscal_year_end: '06-30',
      state_of_incorporation: 'DE',
      former_names: ['CRETE ACQUISITION CORP'],
    };
    expect(parsed(company())).toEqual({
      batches: [
        {
          kind: 'companies',
          records: [
            { ...known, ticker: 'ZORQZ', exchange: 'Nasdaq' },
            { ...known, ticker: 'ZORQZ-WT', exchange: 'OTC' },
          ],
        },
      ],
      problems: [],
    });
  });

  it.each([
    [{ stateOrCountry: 'A6', stateOrCountryDescription: 'Ontario, Canada' }, 'Canada'],
    [{ stateOrCountry: 'L3', stateOrCountryDescription: 'Israel' }, 'Israel'],
    [{ stateOrCountry: 'V8', country: 'Switzerland' }, 'Switzerland'],
    [{ stateOrCountry: 'X0', stateOrCountryDescription: 'X0' }, undefined],
    [{}, undefined],
  ])('reads the address %j as %s', (business, country) => {
    const [found] = recordsOf(parsed(company({ addresses: { business } })), 'companies');
    expect(found?.country).toBe(country);
  });

  it.each([
    [{ fiscalYearEnd: '0229' }, '02-29', 'DE'],
    [{ fiscalYearEnd: '0931' }, undefined, 'DE'],
    [{ fiscalYearEnd: '1301' }, undefined, 'DE'],
    [{ fiscalYearEnd: '' }, undefined, 'DE'],
    [
      { stateOfIncorporation: 'E9', stateOfIncorporationDescription: 'Bermuda' },
      '06-30',
      'Bermuda',
    ],
    [{ stateOfIncorporation: 'E9', stateOfIncorporationDescription: 'E9' }, '06-30', undefined],
    [{ stateOfIncorporation: '', stateOfIncorporationDescription: '' }, '06-30', undefined],
  ])('reads the fiscal year and state of %j as %s and %s', (more, end, state) => {
    const read = readSubmissions(JSON.stringify(company(more)));
    expect(read).toMatchObject({ value: { name: 'Zorba Bio, Inc.' } });
    const { value } = read as Extract<typeof read, { readonly value: unknown }>;
    expect([value.fiscal_year_end, value.state_of_incorporation]).toEqual([end, state]);
  });

  it('lists shelves and prospectuses by form and date, and no other form', () => {
    const found = recordsOf(
      parsed(
        company(
          {},
          ['0001999555-25-000009', '2025-12-01', '424B5'],
          ['0001999555-25-000008', '2025-11-01', 'S-3'],
          ['0001999555-25-000006', '2025-09-01', '424B3'],
          ['0001999555-25-000004', '2025-07-01', '10-Q'],
        ),
      ),
      'offerings',
    );
    expect(found.map(({ form_type }) => form_type)).toEqual(['424B5', 'S-3']);
    expect(found[0]).toEqual({
      cik: '1999555',
      ticker: 'ZORQZ',
      form_type: '424B5',
      filed_at: '2025-12-01',
      accession: '0001999555-25-000009',
      source_url: 'https://www.sec.gov/Archives/edgar/data/1999555/000199955525000009/',
    });
  });

  it('reads item 3.01 as a notice, not yet a deficiency', () => {
    const rows: Row[] = [
      ['0001999555-25-000003', '2025-06-01', '8-K', '2.02,3.01,9.01'],
      ['0001999555-25-000002', '2025-05-01', '8-K', '13.01,9.01'],
    ];
    expect(recordsOf(parsed(company({}, ...rows)), 'filing_events')).toMatchObject([
      { event: 'listing_notice', filed_at: '2025-06-01', detail: 'Item 3.01 of 8-K' },
      { event: 'current_report', filed_at: '2025-06-01', detail: '2.02, 3.01, 9.01' },
      { event: 'current_report', filed_at: '2025-05-01', detail: '13.01, 9.01' },
    ]);
  });

  it('dates a delisting by the last Form 25, only without a remaining ticker', () => {
    const rows: Row[] = [
      ['0001999555-25-000003', '2025-06-10', '15-12G'],
      ['0001999555-25-000002', '2025-05-01', '25-NSE'],
      ['0001999555-21-000002', '2021-05-01', '25'],
    ];
    const gone = parsed(company({ tickers: [], exchanges: [] }, ...rows));
    expect(gone.batches[0]).toMatchObject({ kind: 'companies', needsTicker: true });
    expect(gone.batches[0]?.records).toMatchObject([
      { cik: '1999555', delisted_date: '2025-05-01' },
    ]);
    expect(recordsOf(parsed(company({}, ...rows)), 'companies')[0]).not.toHaveProperty(
      'delisted_date',
    );
    const [first] = rows;
    expect(recordsOf(parsed(company({ tickers: [] }, first!)), 'companies')).toMatchObject([
      { delisted_date: '2025-06-10' },
    ]);
  });

  it('reads a page of older filings, whose name contains the CIK', () => {
    const page = columns(['0001999555-10-000001', '2010-02-01', '424B4']);
    const file = 'CIK0001999555-submissions-001.json';
    expect(parsed(page, file).batches).toMatchObject([
      { kind: 'offerings', needsTicker: true, records: [{ cik: '1999555', form_type: '424B4' }] },
    ]);
    expect(refusal(secSubmissionsConnector, page, 'page.json')).toMatch(/has no CIK/);
  });

  it('keeps the other filings next to an invalid one, and refuses persons', () => {
    const rows: Row[] = [
      ['x', '2025-06-10', '424B5'],
      ['0001999555-25-000002', '2025-02-30', '424B5'],
      ['0001999555-25-000001', '2025-02-03', '424B5'],
    ];
    const found = parsed(company({}, ...rows));
    expect(recordsOf(found, 'offerings')).toHaveLength(1);
    expect(found.problems.map(({ where }) => where)).toEqual(['filing 1', 'filing 2']);
    const person = company({ sic: '', tickers: [], entityType: 'other' });
    expect(refusal(secSubmissionsConnector, person)).toMatch(/person or fund/);
  });
});

describeRecordings('sec-submissions over recorded responses', () => {
  const file = (name: string) =>
    secSubmissionsConnector.parse(recording(`sec_submissions/${name}`), name);

  it('distinguishes a delisted biotech from one whose Form 25 was about another class', () => {
    const gone = file('CIK0001796129_Vincerx_delisted.json');
    expect(recordsOf(gone, 'companies')).toMatchObject([
      {
        cik: '1796129',
        sic: '2834',
        former_names: ['Vincera Pharma, Inc.', 'LifeSci Acquisition Corp.'],
        delisted_date: '2025-04-28',
      },
    ]);
    expect(gone.problems).toEqual([]);
    const listed = recordsOf(file('CIK0001465740_TwoHarbors.json'), 'companies');
    expect(listed.map(({ ticker }) => ticker)).toEqual([
      'TWO',
      'TWO-PC',
      'TWO-PB',
      'TWO-PA',
      'TWOD',
    ]);
    expect(listed.some((one) => 'delisted_date' in one)).toBe(false);
  });

  it('reads all 205 filings of an older page, and 374 of a company', () => {
    const name = 'CIK0001009672-submissions-001.json';
    const older = readOlderFilings(recording(`sec_submissions/${name}`), name);
    expect('value' in older && older.value.filings.length).toBe(205);
    const text = recording('sec_submissions/CIK0001677077_Alzamend_2026-06-20.json');
    const read = readSubmissions(text);
    expect('value' in read && read.value.filings.length).toBe(374);
  });

  it('refuses a person and the page of an unknown CIK', () => {
    expect(file('CIK0001718179_person.json').batches).toEqual([]);
    expect(file('CIK-000000001_404.html').batches).toEqual([]);
  });
});

describeSamples('sec-submissions over real files', () => {
  it('reads Imunon with its two former names', () => {
    const text = sample('sec_submissions/submissions_CIK0000749647_Imunon.json');
    const found = secSubmissionsConnector.parse(text, 'CIK0000749647.json');
    expect(recordsOf(found, 'companies')).toMatchObject([
      { ticker: 'IMNN', former_names: ['CELSION CORP', 'CHEUNG LABORATORIES INC'] },
    ]);
    // 34 of form 424B5, 1 of 424B4 and 12 of S-3, as counted in the file's list.
    expect(recordsOf(found, 'offerings')).toHaveLength(47);
  });
});

it('joins the 8-Ks of a day; those that may announce something have the time of acceptance', () => {
  const rows: readonly Row[] = [
    ['0001999555-26-000004', '2026-03-03', '8-K', '1.01,9.01'],
    ['0001999555-26-000003', '2026-03-03', '8-K', '8.01,9.01'],
    ['0001999555-26-000002', '2026-03-02', '8-K', '5.02'],
    ['0001999555-26-000001', '2026-03-01', '10-K', ''],
  ];
  const [later, time] = ['2026-03-03T21:30:00.000Z', '2026-03-03T12:05:00.000Z'];
  const acceptanceDateTime = [later, time, '2026-03-02T12:05:00.000Z', ''];
  const reportDate = ['', '', '', '2025-12-31'];
  const recent = { ...columns(...rows), acceptanceDateTime, reportDate };
  const events = recordsOf(parsed(company({ filings: { recent, files: [] } })), 'filing_events');
  expect(events).toMatchObject([
    { event: 'filing', form_type: '10-K', filed_at: '2026-03-01', report_date: '2025-12-31' },
    { filed_at: '2026-03-03', detail: '1.01, 8.01, 9.01', accepted_at: time },
    { filed_at: '2026-03-02', detail: '5.02' },
  ]);
  expect(events[2]).not.toHaveProperty('accepted_at');
});

it('keeps the newest twelve reports and all forms about mergers and delistings', () => {
  const reports = Array.from({ length: 13 }, (_, at): Row => {
    const number = String(20 - at).padStart(2, '0');
    return [`0001999555-26-0000${number}`, `2026-02-${number}`, '10-Q', ''];
  });
  const rows: readonly Row[] = [
    ['0001999555-26-000022', '2026-02-22', '25-NSE', ''],
    ['0001999555-26-000021', '2026-02-21', 'DEF 14A', ''],
    ...reports,
    ['0001999555-26-000001', '2026-02-01', 'DEFM14A', ''],
  ];
  const recent = columns(...rows);
  const events = recordsOf(parsed(company({ filings: { recent, files: [] } })), 'filing_events');
  const days = events.map(({ filed_at, form_type }) => `${form_type} ${filed_at}`);
  expect(days).toHaveLength(14);
  expect(days).toEqual(expect.arrayContaining(['25-NSE 2026-02-22', 'DEFM14A 2026-02-01']));
  expect(days).not.toContain('10-Q 2026-02-08');
});
