import { describe, expect, it } from 'vitest';
import type { FactName } from '../../../src/facts/fact-kinds.ts';
import { checkRecords, layoutOf, readRecords } from '../../../src/sources/formats/records.ts';

const read = (kind: FactName, text: string, file: string) => {
  const { rows, problems } = readRecords(text, file);
  const checked = checkRecords(kind, rows);
  return { records: checked.records, problems: [...problems, ...checked.problems] };
};

const bar = { ticker: 'ZORB', date: '2026-01-05', close: 5 };

describe('layoutOf', () => {
  const list = { lists: ['result', 'data'] };

  it.each([
    ['a.csv', '[', 'table'],
    ['a.TSV', '{', 'table'],
    ['a.ndjson', 'x', 'lines'],
    ['a.JSONL', '[', 'lines'],
    ['a.json', ' \n[{', list],
    ['a.json', '{"result":[\n{"a":1}]}', list],
    ['a.json', '{"a":1}\n{"a":2}', 'lines'],
    ['a.txt', ' {"a":1}\n{"a', 'lines'],
    ['a.txt', 'a,b\n1,2', 'table'],
    ['a.txt', '', 'table'],
  ])('of %s that starts with %j is %j', (file, start, layout) => {
    expect(layoutOf(file, start)).toEqual(layout);
  });

  it('numbers rows after those of earlier parts', () => {
    const where = (text: string, file: string) =>
      readRecords(text, file, 7).rows.map((row) => row.where);
    expect(where('[1,2]', 'x')).toEqual(['record 8', 'record 9']);
    expect(where('{"a":1}\n\n{"a":2}', 'x.jsonl')).toEqual(['line 8', 'line 10']);
    expect(where('a,b\n1,2\n\n3,4', 'x.csv')).toEqual(['line 9', 'line 11']);
    expect(readRecords('{"a"', 'x.ndjson', 7).problems[0]?.where).toBe('line 8');
    expect(readRecords('a,b\n1', 'x.csv', 7).problems).toEqual([
      { where: 'line 9', reason: 'has 1 cells, but the header has 2' },
    ]);
  });
});

describe('readRecords', () => {
  it.each([
    ['a list', JSON.stringify([bar])],
    ['an answer of this service', JSON.stringify({ result: [bar], pagination: { page: 1 } })],
    ['an envelope named data', JSON.stringify({ data: [bar] })],
    ['one record', JSON.stringify(bar)],
    ['a list after a byte order mark', `\uFEFF${JSON.stringify([bar])}`],
    ['one record a line', `${JSON.stringify(bar)}\n`],
  ])('reads %s', (_, text) => {
    expect(read('prices', text, 'prices.json')).toEqual({ records: [bar], problems: [] });
  });

  it('detects NDJSON by content or name, and reports an invalid line', () => {
    const text = `${JSON.stringify(bar)}\n\n{"ticker": \n${JSON.stringify({ ...bar, close: 6 })}\n`;
    const expected = {
      records: [bar, { ...bar, close: 6 }],
      problems: [{ where: 'line 3', reason: 'is truncated: the end of the JSON is missing' }],
    };
    expect(read('prices', text, 'prices.ndjson')).toEqual(expected);
    expect(read('prices', text, 'prices.txt')).toEqual(expected);
  });

  it('numbers the records of a list from 1', () => {
    expect(read('prices', JSON.stringify([bar, 7, { ...bar, close: '5' }]), 'x').problems).toEqual([
      { where: 'record 2', reason: 'is not a record with named fields' },
      { where: 'record 3', reason: 'close is not a number' },
    ]);
  });

  it('reports an empty file', () => {
    const problem = (text: string, file = 'x') => readRecords(text, file).problems[0]?.reason;
    expect(problem('')).toBe('is empty');
    expect(problem('', 'x.csv')).toBe('is empty');
    expect(problem('[{"a": 1}, {')).toBe('is truncated: the end of the JSON is missing');
    expect(problem('<!doctype html><html></html>')).toMatch(/web page/);
    expect(problem('ticker,name\nZORB,"Zorba', 'x.csv')).toBe('opens a quote that never closes');
  });
});

describe('CSV', () => {
  it('converts cells to the types of the kind, and omits empty ones', () => {
    const text = [
      'ticker,drug_name,indication,lead_program,nctIds,updated_date,note',
      'zorb,Zorbiva,"Ague, chronic",yes,NCT90000001; NCT90000002,2026-01-05,007',
      'GLUM,Glumex,Gout,0,"[""NCT90000003""]",,',
    ].join('\r\n');
    expect(read('programs', text, 'programs.csv')).toEqual({
      records: [
        {
          ticker: 'ZORB',
          drug_name: 'Zorbiva',
          indication: 'Ague, chronic',
          lead_program: true,
          nctIds: ['NCT90000001', 'NCT90000002'],
          updated_date: '2026-01-05',
          note: '007',
        },
        {
          ticker: 'GLUM',
          drug_name: 'Glumex',
          indication: 'Gout',
          lead_program: false,
          nctIds: ['NCT90000003'],
        },
      ],
      problems: [],
    });
  });

  it.each([
    ...['true', 'TRUE', 'Yes', 'yes', '1'].map((cell) => [cell, true] as const),
    ...['false', 'False', 'NO', 'no', '0'].map((cell) => [cell, false] as const),
    ...['2', 'y', 'none'].map((cell) => [cell, undefined] as const),
  ])('reads %s in a column of yes and no as %s', (cell, expected) => {
    const text = `ticker,drug_name,indication,phase,lead_program\nZORB,Zorbiva,Gout,Phase 2,${cell}\n`;
    const { records, problems } = read('programs', text, 'programs.csv');
    expect(records.map(({ lead_program }) => lead_program)).toEqual(
      expected === undefined ? [] : [expected],
    );
    expect(problems).toHaveLength(expected === undefined ? 1 : 0);
  });

  it('reads numbers with thousands separators and keeps text as text', () => {
    const text = 'ticker,date,close,volume\n700,2026-01-05,-0.5,"1,200"\n';
    expect(read('prices', text, 'p.csv').records).toEqual([
      { ticker: '700', date: '2026-01-05', close: -0.5, volume: 1200 },
    ]);
  });

  it('reads a list of records in a cell', () => {
    const positions = JSON.stringify([{ cusip: '1', value: 2 }]).replaceAll('"', '""');
    const text = `accession,cik,fund_name,report_date,filing_date,positions\nA,12,F,2025-09-30,2025-11-14,"${positions}"\n`;
    expect(read('fund_filings', text, 'f.csv').records[0]).toMatchObject({
      cik: '12',
      positions: [{ cusip: '1', value: 2 }],
    });
  });

  it('reports line, field and fault, and keeps the other rows', () => {
    const text = [
      'ticker,date,close,volume',
      'ZORB,2026-01-05,5,10',
      'no ticker,2026-01-05,5,10',
      'ZORB,2026-02-30,x,many',
      'ZORB,2026-01-06',
      '',
      ',2026-01-07,,',
      'ZORB,2026-01-08,6,',
    ].join('\n');
    const { records, problems } = read('prices', text, 'prices.csv');
    expect(records.map(({ date }) => date)).toEqual(['2026-01-05', '2026-01-08']);
    expect(problems.toSorted((a, b) => a.where.localeCompare(b.where))).toEqual([
      { where: 'line 3', reason: 'ticker is not a ticker' },
      {
        where: 'line 4',
        reason: 'date is not a date (YYYY-MM-DD); close is not a number; volume is not a number',
      },
      { where: 'line 5', reason: 'has 2 cells, but the header has 4' },
      { where: 'line 7', reason: 'ticker is missing; close is missing' },
    ]);
  });

  it('reads a tab-separated table', () => {
    expect(read('prices', 'ticker\tdate\tclose\nZORB\t2026-01-05\t5', 'p.tsv').records).toEqual([
      bar,
    ]);
  });

  it('cannot modify a prototype by a column name', () => {
    const text = 'ticker,date,close,__proto__,constructor\nZORB,2026-01-05,5,bad,worse';
    const [record] = read('prices', text, 'p.csv').records;
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
    expect(record).not.toHaveProperty('polluted');
  });
});

describe('checkRecords', () => {
  const reason = (kind: FactName, value: unknown) =>
    checkRecords(kind, [{ where: 'record 1', value }]).problems[0]?.reason;

  it('decodes entities in titles and texts of documents', () => {
    const value = { id: '1', title: 'Zorbex&#174; for AT&T', summary: 'R&amp;D of Zorbex&reg;' };
    const { records } = checkRecords('news', [{ where: 'record 1', value }]);
    expect(records).toMatchObject([{ title: 'Zorbex® for AT&T', summary: 'R&D of Zorbex®' }]);
  });

  it('describes faults in plain words', () => {
    const chain = {
      ticker: 'ZORB',
      date: '2026-01-05',
      contracts: [{ option_symbol: 'a', strike: 1 }],
    };
    expect(reason('option_chains', chain)).toBe(
      'contracts.0.type is missing; contracts.0.expiry is missing',
    );
    const straddle = [{ option_symbol: 'a', type: 'both', strike: 1, expiry: '2026-01-05' }];
    expect(reason('option_chains', { ...chain, contracts: straddle })).toBe(
      'contracts.0.type is not one of call, put',
    );
    expect(reason('programs', { ticker: 'ZORB', drug_name: ' ', indication: 'x' })).toBe(
      'drug_name is empty',
    );
    expect(reason('news', { id: '1', title: 'x', tickers: 'ZORB' })).toBe('tickers is not a list');
    expect(reason('news', { id: '1', title: 'x', is_major: 'yes' })).toBe(
      'is_major is not true or false',
    );
    expect(reason('companies', { ticker: 'ZORB', name: 'Zorba', cik: {} })).toBe(
      'cik is not text or a number',
    );
    expect(reason('companies', { ticker: 'ZORB', name: 'x'.repeat(1_001) })).toBe(
      'name is longer than 1000 characters',
    );
  });

  it('names up to three faults and counts the others', () => {
    expect(reason('financial_facts', {})).toBe(
      'ticker is missing; tag is missing; unit is missing; and 3 more',
    );
  });

  it('keeps undeclared fields', () => {
    const row = { where: 'record 1', value: { ...bar, exchange: 'X' } };
    expect(checkRecords('prices', [row]).records).toEqual([{ ...bar, exchange: 'X' }]);
  });
});
