import { describe, expect, it } from 'vitest';
import { mark, namesPlan, secForm4Connector, symbolOf } from '../../src/sources/sec-form4.ts';
import { secForm345Connector } from '../../src/sources/sec-form345.ts';
import { isPage, page, recordsOf, refusal } from './reading.ts';

it.each([
  ['zorqz', 'ZORQZ'],
  ['NASDAQ:ZORQZ', 'ZORQZ'],
  ['(NYSE: brk.b )', 'BRK.B'],
  ['ZO RQZ', 'ZORQZ'],
  ['9-QZ', '9-QZ'],
  ['ABCDEFGHIJKL', 'ABCDEFGHIJKL'],
  ['ABCDEFGHIJKLM', undefined],
  ['.QZ', undefined],
  ['A/B', undefined],
  ['none', undefined],
  ['n/a', undefined],
  ['na', undefined],
  [' ', undefined],
  [undefined, undefined],
])('the symbol "%s" is %s', (text, symbol) => {
  expect(symbolOf(text)).toBe(symbol);
});

it.each([
  [' 1 ', true],
  ['TRUE', true],
  [' 0', false],
  ['False ', false],
  ['2', undefined],
  ['', undefined],
  [undefined, undefined],
])('the mark "%s" means %s', (text, says) => {
  expect(mark(text)).toBe(says);
});

it.each([
  ['Under a RULE 10B5-1 plan', true],
  ['Not before March. Sold under 10b5-1.', true],
  [`Not ${'x'.repeat(75)} 10b5-1`, false],
  ['It was not under 10b5-1', false],
  ['Another plan', false],
])('"%s" names a plan: %s', (note, names) => {
  expect(namesPlan(note)).toBe(names);
});

// A blank that is written as an entity stays where blanks around a text are taken away.
const padded = (word: string) => `&#32;${word}&#160;`;
const form = (trades: string, more = '', name = 'ownershipDocument') =>
  `<${name}><documentType>${padded('5/A')}</documentType>
<reportingOwner><reportingOwnerId><rptOwnerName>${padded('Zorba Alexis')}</rptOwnerName></reportingOwnerId>
<reportingOwnerRelationship><isDirector>${padded('TRUE')}</isDirector></reportingOwnerRelationship></reportingOwner>
<nonDerivativeTable>${trades}</nonDerivativeTable>${more}</${name}>`;
const name = '0001999777-25-000012.xml';

describe('a form 4 without its issuer', () => {
  const trade = `<nonDerivativeTransaction>
<transactionDate><value>${padded('2025-03-04')}</value><footnoteId id="F3"/></transactionDate>
<transactionCoding><transactionCode>${padded('S')}</transactionCode></transactionCoding>
<transactionAmounts><transactionPricePerShare><footnoteId id="F2"/><footnoteId id="F1"/></transactionPricePerShare>
<transactionAcquiredDisposedCode><value>${padded('D')}</value></transactionAcquiredDisposedCode></transactionAmounts>
<ownershipNature><directOrIndirectOwnership><value>${padded('D')}</value></directOrIndirectOwnership></ownershipNature>
</nonDerivativeTransaction>`;
  const plan = '<footnotes><footnote id="F1">Under Rule 10b5-1.</footnote></footnotes>';

  it('is read without blanks, with a plan in the second footnote of an amount', () => {
    const parsed = secForm4Connector.parse(form(trade, plan), name);
    expect(parsed).toEqual({
      batches: [
        {
          ...{ kind: 'insider_transactions', needsTicker: true },
          records: [
            {
              ...{ accession: '0001999777-25-000012', line: 1, is_amendment: true },
              ...{ owner_name: 'Zorba Alexis', is_director: true, is_officer: false },
              ...{ is_ten_percent_owner: false, is_10b5_1: true },
              ...{ transaction_code: 'S', transaction_date: '2025-03-04' },
              ...{ acquired_disposed: 'D', direct_indirect: 'D' },
            },
          ],
        },
      ],
      problems: [],
    });
  });

  it('has no plan from the footnote of another amount', () => {
    const other = plan.replace('F1', 'F9');
    const { batches } = secForm4Connector.parse(form(trade, other), name);
    expect(batches[0]?.records[0]).not.toHaveProperty('is_10b5_1');
  });

  it.each([
    [page, isPage],
    ['', 'has no complete ownershipDocument of a Form 4'],
    [form('', '<!ENTITY a "b">'), 'is not well-formed XML'],
    [form('').replace('5/A', '144'), 'is a Form 144, not a Form 4 or 5'],
    [form('').replace('5/A', '4/B'), 'is a Form 4/B, not a Form 4 or 5'],
    [
      form('').replace(padded('5/A'), ''),
      'has no form type (documentType), so it is not a Form 4 or 5',
    ],
  ])('%j is refused: %s', (text, reason) => {
    expect(refusal(secForm4Connector, text, name)).toBe(reason);
  });
});

describe('the tables of a quarter', () => {
  const table = (columns: string, ...rows: readonly string[]) =>
    [columns, ...rows].map((line) => line.replaceAll('|', '\t')).join('\n');
  const submissions = (...rows: readonly string[]) =>
    table(
      'ACCESSION_NUMBER|FILING_DATE|DOCUMENT_TYPE|ISSUERCIK|ISSUERTRADINGSYMBOL|AFF10B5ONE',
      ...rows,
    );
  const owners = (...rows: readonly string[]) =>
    table(
      'ACCESSION_NUMBER|RPTOWNERCIK|RPTOWNERNAME|RPTOWNER_RELATIONSHIP|RPTOWNER_TITLE',
      ...rows,
    );
  const trades = (...rows: readonly string[]) =>
    table('ACCESSION_NUMBER|NONDERIV_TRANS_SK|TRANS_DATE|TRANS_DATE_FN|TRANS_SHARES', ...rows);
  const notes = (...rows: readonly string[]) =>
    table('ACCESSION_NUMBER|FOOTNOTE_ID|FOOTNOTE_TXT', ...rows);
  const parse = (...tables: readonly string[]) => secForm345Connector.parse(tables.join('\n'), 'x');
  const plan = 'Under Rule 10b5-1.';

  it('are joined by filing', () => {
    const { batches, problems } = parse(
      submissions(
        'A-1|30-SEP-2024|4|11|AAAQZ|',
        'A-2|30-SEP-2024|5|12|BBBQZ|',
        'A-3|x|4|13|CCCQZ|',
      ),
      owners(
        'A-2|2|Second| officer , Other|',
        'A-1|1|First|DIRECTOR|',
        'A-1|3|Third|TenPercentOwner|Chair',
      ),
      trades(
        'A-1|20|26-SEP-2024|F1|5',
        'A-2|3|27-SEP-2024|F1|6',
        'A-1|9|25-SEP-2024||7',
        'A-3|1|27-SEP-2024||8',
      ),
      notes(`A-2|F1|${plan}`, 'A-1|F1|Other.', `A-1||${plan}`),
    );
    expect(problems).toEqual([]);
    const first = {
      ...{ ticker: 'AAAQZ', cik: '11', accession: 'A-1', filing_date: '2024-09-30' },
      ...{ is_amendment: false, owner_name: 'First', owner_cik: '1', officer_title: 'Chair' },
      ...{ is_director: true, is_officer: false, is_ten_percent_owner: true },
      source_url: 'https://www.sec.gov/Archives/edgar/data/11/A1/',
    };
    expect(batches[0]?.records).toEqual([
      { ...first, line: 1, transaction_date: '2024-09-25', shares: 7 },
      { ...first, line: 2, transaction_date: '2024-09-26', shares: 5 },
      {
        ...{ ticker: 'BBBQZ', cik: '12', accession: 'A-2', filing_date: '2024-09-30', line: 1 },
        ...{ is_amendment: false, owner_name: 'Second', owner_cik: '2' },
        ...{ is_director: false, is_officer: true, is_ten_percent_owner: false },
        ...{ transaction_date: '2024-09-27', shares: 6, is_10b5_1: true },
        source_url: 'https://www.sec.gov/Archives/edgar/data/12/A2/',
      },
      {
        ...{ ticker: 'CCCQZ', cik: '13', accession: 'A-3', line: 1, is_amendment: false },
        ...{ is_director: false, is_officer: false, is_ten_percent_owner: false },
        ...{ transaction_date: '2024-09-27', shares: 8 },
        source_url: 'https://www.sec.gov/Archives/edgar/data/13/A3/',
      },
    ]);
  });

  it('keep a date on the filing day, and report a later one with its position', () => {
    const parsed = parse(
      submissions('A-1|30-SEP-2024|4|11|AAAQZ|1'),
      owners('A-1|1|First|Officer|'),
      trades('A-1|1|30-SEP-2024||5', 'A-1|2|01-OCT-2024||5'),
    );
    const days = recordsOf(parsed, 'insider_transactions').map((one) => one.transaction_date);
    expect(days).toEqual(['2024-09-30', undefined]);
    expect(parsed.problems).toEqual([
      {
        where: 'A-1 transaction 2',
        reason: 'is dated 2024-10-01, after the filing: the date is omitted',
      },
    ]);
  });

  it('report a truncated row without accession number', () => {
    const parsed = parse(submissions('|30-SEP-2024'), owners(), trades());
    expect(parsed.problems).toEqual([
      { where: 'file', reason: 'has a row with fewer cells than its header' },
    ]);
  });

  it.each([
    [[page], isPage],
    [['a\tb'], 'has no tables of the insider data sets'],
    [[notes()], 'has no tables of the insider data sets'],
    [[submissions(), trades()], 'lacks the table REPORTINGOWNER'],
    [[owners(), trades()], 'lacks the table SUBMISSION'],
    [[submissions(), owners()], 'lacks the table NONDERIV_TRANS'],
  ])('%j are refused: %s', (tables, reason) => {
    expect(refusal(secForm345Connector, tables.join('\n'))).toBe(reason);
  });
});
