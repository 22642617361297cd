import { describe, expect, it } from 'vitest';
import { sec13fAllConnector } from '../../src/sources/sec-13f-all.ts';
import { read, recordsOf, refusal } from './reading.ts';
import { describeRecordings, recording } from './samples.ts';

const table = (columns: string, ...rows: readonly (readonly string[])[]) =>
  [columns.split(' '), ...rows].map((cells) => cells.join('\t')).join('\r\n');

const id = '0001999555-26-000001';
const submission = (more: { id?: string; form?: string; period?: string; filed?: string } = {}) => [
  more.id ?? id,
  more.filed ?? '14-MAY-2026',
  more.form ?? '13F-HR',
  '0001999555',
  more.period ?? '31-MAR-2026',
];
const submissions = (...rows: readonly (readonly string[])[]) =>
  table('ACCESSION_NUMBER FILING_DATE SUBMISSIONTYPE CIK PERIODOFREPORT', ...rows);
const covers = (amendment = '', accession = id) =>
  table('ACCESSION_NUMBER REPORTCALENDARORQUARTER ISAMENDMENT AMENDMENTTYPE FILINGMANAGER_NAME', [
    accession,
    '31-MAR-2026',
    amendment ? 'Y' : 'N',
    amendment,
    'Crete Index Trust',
  ]);
const summaries = (total = '900000000') =>
  table('ACCESSION_NUMBER TABLEENTRYTOTAL TABLEVALUETOTAL', [id, '4012', total]);
const row = (
  more: { cusip?: string; title?: string; value?: string; type?: string; option?: string } = {},
) => [
  id,
  '77',
  more.title ?? 'COM',
  more.cusip ?? '98999x101',
  more.value ?? '4500',
  '1000',
  more.type ?? 'SH',
  more.option ?? '',
];
const holdings = (...rows: readonly (readonly string[])[]) =>
  table(
    'ACCESSION_NUMBER INFOTABLE_SK TITLEOFCLASS CUSIP VALUE SSHPRNAMT SSHPRNAMTTYPE PUTCALL',
    ...rows,
  );
const all = (...tables: string[]) => tables.join('\n');
const reports = (...tables: string[]) =>
  read(sec13fAllConnector, 'holdings_reports', all(...tables));

describe('sec-13f-all', () => {
  it('joins the tables of a set, in any order', () => {
    expect(reports(holdings(row()), summaries(), covers(), submissions(submission()))).toEqual([
      {
        accession: id,
        cik: '1999555',
        fund_name: 'Crete Index Trust',
        report_date: '2026-03-31',
        filing_date: '2026-05-14',
        form: '13F-HR',
        positions: { cusip: ['98999X101'], value: [4500], shares: [1000] },
        table_value_total: 900_000_000,
        source_url: 'https://www.sec.gov/Archives/edgar/data/1999555/000199955526000001/',
      },
    ]);
  });

  it('keeps only shares, restores zeros of a CUSIP and keeps its rows separate', () => {
    const rows = [
      row({ option: 'Put' }),
      row({ type: 'PRN', title: 'NOTE 2.000% 6/1' }),
      row({ title: '*W EXP 01/01/2030' }),
      row({ cusip: '2824100', value: '12' }),
      row(),
      row({ value: '30' }),
    ];
    const [found] = reports(submissions(submission()), covers(), summaries(), holdings(...rows));
    expect(found?.positions).toEqual({
      cusip: ['002824100', '98999X101', '98999X101'],
      value: [12, 4500, 30],
      shares: [1000, 1000, 1000],
    });
  });

  it('keeps an amendment, a notice and a report without any of the rows', () => {
    const [amended] = reports(
      submissions(submission({ form: '13F-HR/A' })),
      covers('NEW HOLDINGS'),
      summaries(),
      holdings(),
    );
    expect(amended).toMatchObject({ form: '13F-HR/A', amendment_type: 'NEW HOLDINGS' });
    expect(amended?.positions).toEqual({ cusip: [], value: [], shares: [] });
    const notice = submissions(submission({ form: '13F-NT' }));
    expect(reports(notice, covers(), summaries(''), holdings())[0]).not.toHaveProperty(
      'table_value_total',
    );
    const confidential = submissions(submission({ form: '13F-CTR' }));
    expect(reports(confidential, covers(), summaries(), holdings())).toEqual([]);
  });

  it.each([
    ['a row without a value', [row({ value: 'x' }), row()], {}, 'has a row without value', 1],
    ['a row without a CUSIP', [row({ cusip: ' ' }), row()], {}, 'has a row without CUSIP', 1],
    [
      'a row that was cut',
      [row().slice(0, 6), row()],
      {},
      'has a row with fewer cells than its header',
      1,
    ],
    [
      'a quarter that was to come when the report was filed',
      [row()],
      { period: '31-DEC-2026' },
      expect.stringContaining('is a report as of 2026-12-31, which is not before its filing date'),
      0,
    ],
  ])('reports %s, and keeps the rest', (_, rows, more, reason, records) => {
    const text = all(submissions(submission(more)), covers(), summaries(), holdings(...rows));
    const parsed = sec13fAllConnector.parse(text, 'x');
    expect(parsed.problems).toEqual([{ where: id, reason }]);
    const found = recordsOf(parsed, 'holdings_reports');
    expect(found).toHaveLength(records);
    if (records > 0) expect(found[0]?.positions).toMatchObject({ value: [4500] });
  });

  it('reports a filing without a cover page, which has no name', () => {
    const text = all(submissions(submission()), covers('', 'other'), summaries(), holdings());
    expect(sec13fAllConnector.parse(text, 'x')).toMatchObject({
      batches: [],
      problems: [{ where: id, reason: expect.stringContaining('fund_name') }],
    });
  });

  it('refuses other files, and names the missing tables', () => {
    expect(refusal(sec13fAllConnector, 'a\tb\n1\t2')).toBe('has no tables of the 13F data sets');
    expect(refusal(sec13fAllConnector, all(submissions(submission()), holdings(row())))).toBe(
      'lacks the table COVERPAGE and SUMMARYPAGE',
    );
    expect(refusal(sec13fAllConnector, '<!DOCTYPE html><html></html>')).toMatch(/web page/);
  });
});

describeRecordings('sec-13f-all over the recorded metadata', () => {
  it('reads the columns in the metadata of the data set', () => {
    const { tables } = JSON.parse(recording('sec_13f_dataset/FORM13F_metadata.json')) as {
      tables: { url: string; tableSchema: { columns: { name: string }[] } }[];
    };
    const cells: Readonly<Record<string, string>> = {
      ACCESSION_NUMBER: id,
      FILING_DATE: '14-MAY-2026',
      SUBMISSIONTYPE: '13F-HR',
      CIK: '0001999555',
      PERIODOFREPORT: '31-MAR-2026',
      FILINGMANAGER_NAME: 'Crete Index Trust',
      TABLEVALUETOTAL: '900',
      CUSIP: '98999X101',
      TITLEOFCLASS: 'COM',
      VALUE: '450',
      SSHPRNAMT: '10',
      SSHPRNAMTTYPE: 'SH',
    };
    const text = tables
      .map(({ tableSchema: { columns } }) => {
        const names = columns.map(({ name }) => name);
        return [names, names.map((name) => cells[name] ?? '')]
          .map((one) => one.join('\t'))
          .join('\n');
      })
      .join('\n');
    expect(tables.map(({ url }) => url)).toContain('INFOTABLE.tsv');
    expect(read(sec13fAllConnector, 'holdings_reports', text)).toMatchObject([
      { accession: id, positions: { value: [450] }, table_value_total: 900 },
    ]);
  });
});
