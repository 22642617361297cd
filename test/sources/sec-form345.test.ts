import { describe, expect, it } from 'vitest';
import { secForm345Connector } from '../../src/sources/sec-form345.ts';
import { read, recordsOf, refusal } from './reading.ts';
import { describeRecordings, recording } from './samples.ts';

const table = (columns: string, ...rows: readonly (readonly string[])[]) =>
  [columns.split(' '), ...rows].map((cells) => cells.join('\t')).join('\n');

const id = '0001999555-24-000001';
const submission = (more: { form?: string; symbol?: string; box?: string; id?: string } = {}) => [
  more.id ?? id,
  '30-SEP-2024',
  more.form ?? '4',
  '0001999555',
  more.symbol ?? 'ZORQZ',
  more.box ?? '',
];
const submissions = (...rows: readonly (readonly string[])[]) =>
  table(
    'ACCESSION_NUMBER FILING_DATE DOCUMENT_TYPE ISSUERCIK ISSUERTRADINGSYMBOL AFF10B5ONE',
    ...rows,
  );
const owners = table(
  'ACCESSION_NUMBER RPTOWNERCIK RPTOWNERNAME RPTOWNER_RELATIONSHIP RPTOWNER_TITLE',
  [id, '0001999001', 'Zorba Alexis', 'Director,Officer', 'CEO'],
  [id, '0001999002', 'Zorba Fund LP', 'TenPercentOwner', ''],
);
const trade = (key: string, day: string, note = '') => [
  id,
  key,
  'Common Stock',
  day,
  note,
  'S',
  '250000.0',
  '12.5',
  'D',
  '1000.0',
  'D',
];
const trades = (...rows: readonly (readonly string[])[]) =>
  table(
    'ACCESSION_NUMBER NONDERIV_TRANS_SK SECURITY_TITLE TRANS_DATE TRANS_DATE_FN TRANS_CODE TRANS_SHARES TRANS_PRICEPERSHARE TRANS_ACQUIRED_DISP_CD SHRS_OWND_FOLWNG_TRANS DIRECT_INDIRECT_OWNERSHIP',
    ...rows,
  );
const all = (...tables: string[]) => tables.join('\n');
const insider = (...tables: string[]) =>
  read(secForm345Connector, 'insider_transactions', all(...tables));

describe('sec-form345', () => {
  const sold = trade('2547609', '27-SEP-2024');

  it('joins the tables, with one record per trade of several owners', () => {
    expect(insider(submissions(submission()), owners, trades(sold))).toEqual([
      {
        ticker: 'ZORQZ',
        cik: '1999555',
        accession: id,
        line: 1,
        filing_date: '2024-09-30',
        is_amendment: false,
        owner_name: 'Zorba Alexis',
        owner_cik: '1999001',
        officer_title: 'CEO',
        is_director: true,
        is_officer: true,
        is_ten_percent_owner: true,
        security_title: 'Common Stock',
        transaction_code: 'S',
        transaction_date: '2024-09-27',
        shares: 250000,
        price_usd: 12.5,
        acquired_disposed: 'D',
        shares_owned_after: 1000,
        direct_indirect: 'D',
        source_url: 'https://www.sec.gov/Archives/edgar/data/1999555/000199955524000001/',
      },
    ]);
  });

  it('reads derivatives after the shares, and marks grants of restricted stock units', () => {
    const options = table(
      'ACCESSION_NUMBER DERIV_TRANS_SK SECURITY_TITLE CONV_EXERCISE_PRICE TRANS_DATE TRANS_CODE TRANS_SHARES EXPIRATION_DATE',
      [id, '2', 'Stock Option', '2.64', '26-SEP-2024', 'A', '70.0', '06-JAN-2035'],
    );
    const notes = table('ACCESSION_NUMBER FOOTNOTE_ID FOOTNOTE_TXT', [id, 'F1', 'RSUs.']);
    const both = trades(trade('9', '26-SEP-2024', 'F1'));
    expect(insider(options, submissions(submission()), owners, both, notes)).toMatchObject([
      { line: 1, security_title: 'Common Stock', is_unit_grant: true },
      {
        line: 2,
        security_title: 'Stock Option',
        transaction_code: 'A',
        shares: 70,
        is_derivative: true,
        exercise_price_usd: 2.64,
        expiration_date: '2035-01-06',
      },
    ]);
  });

  it('reads tables in any order, and numbers lines by the sequence numbers', () => {
    const mixed = trades(trade('12', '26-SEP-2024'), trade('9', '25-SEP-2024'));
    const found = insider(mixed, owners, submissions(submission()));
    expect(found.map(({ line, transaction_date }) => [line, transaction_date])).toEqual([
      [1, '2024-09-25'],
      [2, '2024-09-26'],
    ]);
  });

  it.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['', undefined],
  ])('reads the box for rule 10b5-1 of "%s" as %s', (box, planned) => {
    const [found] = insider(submissions(submission({ box })), owners, trades(sold));
    expect(found?.is_10b5_1).toBe(planned);
  });

  it('reads a plan only from a footnote of the transaction', () => {
    const notes = table(
      'ACCESSION_NUMBER FOOTNOTE_ID FOOTNOTE_TXT',
      [id, 'F1', 'Sold under a Rule 10b5-1 plan.'],
      [id, 'F2', 'Held by a trust.'],
    );
    const both = trades(trade('1', '26-SEP-2024', 'F2, F1'), trade('2', '26-SEP-2024', 'F2'));
    const found = insider(submissions(submission()), owners, both, notes);
    expect(found.map(({ is_10b5_1 }) => is_10b5_1)).toEqual([true, undefined]);
    expect(found[0]?.footnotes).toBe('Sold under a Rule 10b5-1 plan. Held by a trust.');
  });

  it.each([
    'SECURITY_TITLE',
    'TRANS_DATE',
    'TRANS_TIMELINESS',
    'DIRECT_INDIRECT_OWNERSHIP',
    'TRANS_SHARES',
    'TRANS_PRICEPERSHARE',
    'TRANS_ACQUIRED_DISP_CD',
    'SHRS_OWND_FOLWNG_TRANS',
  ])('reads a plan from a footnote at %s', (column) => {
    const noted = table(
      `ACCESSION_NUMBER NONDERIV_TRANS_SK SECURITY_TITLE TRANS_DATE TRANS_CODE TRANS_SHARES TRANS_PRICEPERSHARE TRANS_ACQUIRED_DISP_CD SHRS_OWND_FOLWNG_TRANS DIRECT_INDIRECT_OWNERSHIP ${column}_FN`,
      [...trade('1', '26-SEP-2024').filter((_, index) => index !== 4), 'F1'],
    );
    const notes = table('ACCESSION_NUMBER FOOTNOTE_ID FOOTNOTE_TXT', [
      id,
      'F1',
      'Sold under a Rule 10b5-1 plan.',
    ]);
    const [found] = insider(submissions(submission()), owners, noted, notes);
    expect(found?.is_10b5_1).toBe(true);
  });

  it('needs a ticker if the symbol is NONE, and omits Form 3', () => {
    const none = secForm345Connector.parse(
      all(submissions(submission({ symbol: 'NONE' })), owners, trades(sold)),
      'x',
    );
    expect(none.batches[0]).toMatchObject({ needsTicker: true, records: [{ cik: '1999555' }] });
    expect(insider(submissions(submission({ form: '3' })), owners, trades(sold))).toEqual([]);
    const [amended] = insider(submissions(submission({ form: '4/A' })), owners, trades(sold));
    expect(amended?.is_amendment).toBe(true);
  });

  it('reports a truncated row, and keeps the rest', () => {
    const cut = sold.slice(0, 7);
    const parsed = secForm345Connector.parse(
      all(submissions(submission()), owners, trades(sold, cut)),
      'x',
    );
    expect(recordsOf(parsed, 'insider_transactions')).toHaveLength(1);
    expect(parsed.problems).toEqual([
      { where: id, reason: 'has a row with fewer cells than its header' },
    ]);
  });

  it('names missing tables', () => {
    expect(refusal(secForm345Connector, submissions(submission()))).toMatch(
      /lacks the table REPORTINGOWNER and NONDERIV_TRANS/,
    );
  });
});

describeRecordings('sec-form345 over recorded tables', () => {
  it('reads the columns in the metadata of the data set', () => {
    const { tables } = JSON.parse(recording('sec_form345/FORM_345_metadata.json')) as {
      tables: { url: string; tableSchema: { columns: { name: string }[] } }[];
    };
    const columns = (name: string) =>
      tables
        .find(({ url }) => url === `${name}.tsv`)!
        .tableSchema.columns.map((column) => column.name)
        .join('\t');
    const heads = ['REPORTINGOWNER', 'NONDERIV_TRANS', 'FOOTNOTES'].map(columns);
    const submission = recording('sec_form345/2024q3_SUBMISSION.tsv').trimEnd();
    const rows = submission.split('\n').slice(1);
    const [first = ''] = rows.filter((row) => row.split('\t')[8] === '4');
    const accession = first.split('\t')[0]!;
    const cells = heads[1]!
      .split('\t')
      .map((name) => (name === 'ACCESSION_NUMBER' ? accession : '7'));
    const text = [submission, heads[0], `${heads[1]}\n${cells.join('\t')}`, heads[2]].join('\n');
    expect(rows).toHaveLength(400);
    expect(recordsOf(secForm345Connector.parse(text, 'x'), 'insider_transactions')).toMatchObject([
      { accession, filing_date: '2024-07-31', shares: 7, line: 1 },
    ]);
  });

  it('skips other tables', () => {
    const text = ['SUBMISSION', 'DERIV_TRANS', 'DERIV_HOLDING', 'NONDERIV_HOLDING']
      .map((name) => recording(`sec_form345/2024q3_${name}.tsv`).trimEnd())
      .join('\n');
    expect(refusal(secForm345Connector, text)).toMatch(/lacks the table/);
  });
});
