import { describe, expect, it } from 'vitest';
import { sec13fConnector } from '../../src/sources/sec-13f.ts';
import { sec13fListConnector } from '../../src/sources/sec-13f-list.ts';
import { secCompanyfactsConnector } from '../../src/sources/sec-companyfacts.ts';
import { secTickersConnector } from '../../src/sources/sec-tickers.ts';
import { isPage, page, read, recordsOf, refusal } from './reading.ts';

describe('the official list of 13(f) securities', () => {
  const line = (cusip: string, issuer: string, title: string, status = '') =>
    `${cusip} ${issuer.padEnd(30)}${title.padEnd(27)}${status.padEnd(12)}E`;
  const cusips = (...lines: readonly string[]) =>
    read(sec13fListConnector, 'securities', lines.join('\r\n'), '13FLIST2025Q3.TXT').map(
      (one) => one.cusip,
    );

  // The check digit of 0000?000d is the rest of the digits' sum to ten: `*` is 36, `@` 37, `#` 38.
  it.each(['0000*0001', '00000@009', '0000#0009', '037833100', '02079k305'])(
    'accepts the check digit of %s',
    (cusip) => {
      expect(cusips(line(cusip, 'ZORBA', 'COM'))).toEqual([cusip.toUpperCase()]);
    },
  );

  it.each([
    ['1', '03-31'],
    ['2', '06-30'],
    ['3', '09-30'],
    ['4', '12-31'],
  ])('of quarter %s has its last day', (quarter, day) => {
    const file = `in/13flist2025q${quarter}.txt`;
    const text = `\uFEFF${line('037833100', 'ZORBA', '')}\n\n`;
    expect(read(sec13fListConnector, 'securities', text, file)).toEqual([
      { cusip: '037833100', name: 'ZORBA', seen_date: `2025-${day}` },
    ]);
  });

  it('omits calls, puts and deleted securities, and reports invalid lines', () => {
    const good = line('037833100', 'ZORBA', 'COM');
    const text = [
      good,
      line('000000000', 'ZORBA', 'CALL'),
      line('000000001', 'ZORBA', 'PUT'),
      line('000000001', 'ZORBA', 'COM', '*D*'),
      ' ',
      line('000000001', 'ZORBA', 'CALLABLE'),
      line('037833100', '', 'COM'),
      line('03783310X', 'ZORBA', 'COM', '*A*'),
    ].join('\n');
    const parsed = sec13fListConnector.parse(text, '13flist2025q3.txt');
    expect(recordsOf(parsed, 'securities')).toHaveLength(1);
    const reason = 'has no CUSIP with a valid check digit, or no issuer';
    expect(parsed.problems).toEqual([6, 7, 8].map((at) => ({ where: `line ${at}`, reason })));
  });

  it('is refused for the reason that applies', () => {
    expect(refusal(sec13fListConnector, page, '13flist2025q3.txt')).toBe(isPage);
    expect(refusal(sec13fListConnector, line('037833101', 'A', 'COM'), '13flist2025q3.txt')).toBe(
      'is not a list of 13(f) securities: no line has a CUSIP with a valid check digit',
    );
    expect(refusal(sec13fListConnector, line('037833100', 'A', 'COM'), '13flist2025q5.txt')).toBe(
      'has no quarter: name the file 13flist2026q1.txt',
    );
  });
});

describe('a 13F', () => {
  const padded = (word: string) => `&#32;${word}&#160;`;
  const cover = (form: string, more = '') =>
    `<edgarSubmission><headerData><submissionType>${padded(form)}</submissionType></headerData>
<formData><coverPage><reportCalendarOrQuarter>09-30-2025</reportCalendarOrQuarter>
<amendmentInfo><amendmentType>${padded('RESTATEMENT')}</amendmentType></amendmentInfo>
<filingManager><name>Crete LP</name></filingManager></coverPage>${more}</formData></edgarSubmission>`;
  const table = (rows: string) => `<informationTable>${rows}</informationTable>`;
  const row = `<infoTable><cusip>${padded('2824a00')}</cusip><value>1</value><shrsOrPrnAmt>
<sshPrnamtType>${padded('prn')}</sshPrnamtType></shrsOrPrnAmt><putCall>${padded('Call')}</putCall></infoTable>`;
  const file = '0001999555-25-000004.txt';
  const cik =
    '<filerInfo><filer><credentials><cik>0001999555</cik></credentials></filer></filerInfo>';
  const withCik = (text: string) => text.replace('<headerData>', `<headerData>${cik}`);
  const position = { cusip: '002824A00', value: 1, share_type: 'PRN', put_call: 'Call' };

  it('is read without blanks, with or without a row count', () => {
    const text = withCik(cover('13F-HR/A')) + table(row);
    expect(sec13fConnector.parse(text, file)).toEqual({
      ...{ batches: [], problems: [{ where: 'file', reason: 'filing_date is missing' }] },
    });
    const filed = `FILED AS OF DATE: 20251114\n${text}`;
    expect(read(sec13fConnector, 'fund_filings', filed, file)).toEqual([
      {
        ...{ accession: '0001999555-25-000004', cik: '1999555', fund_name: 'Crete LP' },
        ...{ report_date: '2025-09-30', filing_date: '2025-11-14', form: '13F-HR/A' },
        ...{ amendment_type: 'RESTATEMENT', positions: [position] },
        source_url: 'https://www.sec.gov/Archives/edgar/data/1999555/000199955525000004/',
      },
    ]);
  });

  it.each([
    [page, isPage],
    [cover('13F-NT/A'), 'is a notice (13F-NT), which has no positions'],
    [table(row), 'is only an information table: import the full submission (.txt)'],
    ['', 'has no complete cover page of a 13F'],
    [cover('13F-HR'), 'is a cover page without its complete information table'],
    [cover('13F-HR') + table('<!ENTITY a "b">'), 'is not well-formed XML'],
  ])('%j is refused: %s', (text, reason) => {
    expect(refusal(sec13fConnector, text, file)).toBe(reason);
  });
});

describe('a list of tickers', () => {
  it('may have the CIK under either name, and columns in any order', () => {
    const list = { 0: { cik_str: 0, cik: 7, ticker: 'ABCQZ', name: 'A', title: 'B' } };
    expect(read(secTickersConnector, 'companies', list)).toEqual([
      { ticker: 'ABCQZ', name: 'A', cik: '7' },
    ]);
  });

  it.each([
    ...[[], {}, { 0: {} }, { 0: 7 }, { 1: { cik_str: 7 } }],
    ...[
      { fields: ['cik'], data: {} },
      { fields: 'cik', data: [] },
    ],
  ])('%j is none', (value) => {
    expect(refusal(secTickersConnector, value)).toBe('is not an SEC list of tickers');
  });

  it('must be JSON', () => {
    expect(refusal(secTickersConnector, 'x')).toBe('is not JSON');
  });
});

describe('figures of a company', () => {
  it.each([[], {}, { cik: 7 }, { cik: 7, facts: [] }, { facts: {} }])('%j are refused', (value) => {
    expect(refusal(secCompanyfactsConnector, value)).toBe(
      'is not an SEC companyfacts file: cik or facts is missing',
    );
    expect(refusal(secCompanyfactsConnector, 'x')).toBe('is not JSON');
  });

  it('are numbered from one in each unit', () => {
    const one = { end: '2025-06-30', val: 1, filed: '2025-08-10' };
    const units = { USD: [one, 7], EUR: one };
    const facts = { 'us-gaap': { Cash: { units }, Goodwill: { units } }, dei: 7 };
    const parsed = secCompanyfactsConnector.parse(JSON.stringify({ cik: 7, facts }), 'x');
    expect(recordsOf(parsed, 'financial_facts').map(({ unit }) => unit)).toEqual(['USD', 'EUR']);
    expect(parsed.problems).toEqual([
      {
        where: 'us-gaap:Cash USD 2',
        reason: 'end is missing; value is missing; filed is missing',
      },
    ]);
  });
});
