import { describe, expect, it } from 'vitest';
import { sec13fConnector } from '../../src/sources/sec-13f.ts';
import { read, recordsOf, refusal } from './reading.ts';
import { describeSamples, sample } from './samples.ts';

const row = (p: string, more: { cusip?: string; value?: string; putCall?: string } = {}) => `
<${p}infoTable><${p}nameOfIssuer>ZORBA &amp; SONS BIO INC</${p}nameOfIssuer>
<${p}titleOfClass>COM</${p}titleOfClass><${p}cusip>${more.cusip ?? '98999x101'}</${p}cusip>
<${p}value>${more.value ?? '4500'}</${p}value>
<${p}shrsOrPrnAmt><${p}sshPrnamt>1000</${p}sshPrnamt><${p}sshPrnamtType>SH</${p}sshPrnamtType></${p}shrsOrPrnAmt>
${more.putCall ? `<${p}putCall>${more.putCall}</${p}putCall>` : ''}</${p}infoTable>`;

const table = (p: string, rows: string) =>
  `<${p}informationTable xmlns${p ? ':' : ''}${p.slice(0, -1)}="http://www.sec.gov/edgar/document/thirteenf/informationtable">${rows}</${p}informationTable>`;

const cover = (more: { type?: string; amendment?: string; total?: number } = {}) =>
  `<edgarSubmission xmlns="http://www.sec.gov/edgar/thirteenffiler"><headerData>
<submissionType>${more.type ?? '13F-HR'}</submissionType>
<filerInfo><filer><credentials><cik>0001999555</cik></credentials></filer></filerInfo></headerData>
<formData><coverPage><reportCalendarOrQuarter>09-30-2025</reportCalendarOrQuarter>${more.amendment ?? ''}
<filingManager><name>Crete Capital LP</name></filingManager></coverPage>
<summaryPage><tableEntryTotal>${more.total ?? 1}</tableEntryTotal><tableValueTotal>4,500</tableValueTotal></summaryPage></formData></edgarSubmission>`;

const submission = (...documents: string[]) => `<SEC-HEADER>
ACCESSION NUMBER:\t\t0001999555-25-000004
FILED AS OF DATE:\t\t20251114
</SEC-HEADER>
${documents.map((xml) => `<DOCUMENT><TEXT><XML>\n${xml}\n</XML></TEXT></DOCUMENT>`).join('\n')}`;

const filing = (...documents: string[]) =>
  read(sec13fConnector, 'fund_filings', submission(...documents))[0];

describe('sec-13f', () => {
  const position = {
    cusip: '98999X101',
    issuer: 'ZORBA & SONS BIO INC',
    title_of_class: 'COM',
    value: 4500,
    shares: 1000,
    share_type: 'SH',
  };

  it.each(['', 'ns1:', 'n1:'])('reads a submission whose table has the prefix "%s"', (prefix) => {
    expect(filing(cover(), table(prefix, row(prefix)))).toEqual({
      accession: '0001999555-25-000004',
      cik: '1999555',
      fund_name: 'Crete Capital LP',
      report_date: '2025-09-30',
      filing_date: '2025-11-14',
      form: '13F-HR',
      positions: [position],
      table_value_total: 4500,
      source_url: 'https://www.sec.gov/Archives/edgar/data/1999555/000199955525000004/',
    });
  });

  it('restores zeros of a CUSIP and keeps options separate', () => {
    const rows = row('', { cusip: '2824100' }) + row('', { putCall: 'Put' }) + row('');
    expect(filing(cover({ total: 3 }), table('', rows))?.positions).toMatchObject([
      { cusip: '002824100' },
      { cusip: '98999X101', put_call: 'Put' },
      { cusip: '98999X101' },
    ]);
  });

  it('reads an amendment', () => {
    const amendment =
      '<isAmendment>true</isAmendment><amendmentInfo><amendmentType>NEW HOLDINGS</amendmentType></amendmentInfo>';
    expect(filing(cover({ type: '13F-HR/A', amendment }), table('', row('')))).toMatchObject({
      form: '13F-HR/A',
      amendment_type: 'NEW HOLDINGS',
    });
  });

  it('reports rows without a value and missing rows, and keeps the rest', () => {
    const text = submission(cover({ total: 3 }), table('', row('', { value: 'x' }) + row('')));
    const parsed = sec13fConnector.parse(text, 'x');
    expect(recordsOf(parsed, 'fund_filings')[0]?.positions).toHaveLength(1);
    expect(parsed.problems).toEqual([
      { where: 'row 1', reason: 'has no value' },
      { where: 'summary page', reason: 'states 3 rows; the table has 2' },
    ]);
  });

  it('reads a fund without positions', () => {
    expect(filing(cover({ total: 0 }), table('', ''))?.positions).toEqual([]);
  });

  it('refuses a period that is not before the filing', () => {
    const late = (day: string) => cover().replace('09-30-2025', day);
    const reason = (day: string) =>
      refusal(sec13fConnector, submission(late(day), table('', row(''))));
    expect(reason('12-31-2025')).toBe(
      'is a report as of 2025-12-31, which is not before its filing date 2025-11-14',
    );
    expect(filing(late('11-13-2025'), table('', row('')))?.report_date).toBe('2025-11-13');
  });

  it('refuses partial files, notices and truncated files', () => {
    expect(refusal(sec13fConnector, table('', row('')))).toMatch(/only an information table/);
    expect(refusal(sec13fConnector, cover())).toMatch(/without its complete information table/);
    expect(refusal(sec13fConnector, cover({ type: '13F-NT' }))).toMatch(/notice/);
    expect(refusal(sec13fConnector, cover({ type: 'SCHEDULE 13G/A' }))).toBe(
      'is a SCHEDULE 13G/A, which states the stake of one holder: import it with sec-13dg',
    );
    const whole = submission(cover(), table('', row('')));
    expect(refusal(sec13fConnector, whole.slice(0, whole.indexOf('</infoTable>')))).toMatch(
      /complete/,
    );
  });
});

describeSamples('sec-13f over recorded filings', () => {
  // Row counts and totals as stated on each filing's summary page.
  it.each([
    ['0001951757-25-000093.nc', 77, 194_611_845, '2025-01-22', 'ACORN CREEK CAPITAL LLC'],
    ['13F_0001619124-21-000002_thousands.txt', 5, 732_158, '2021-02-12', 'ACTIAM N.V.'],
    [
      '13F_0001790837-23-000002_thousands-after-cutover.txt',
      90,
      192_767,
      '2023-02-28',
      'Bull Street Advisors, LLC',
    ],
  ])('reads %s with values as reported', (file, rows, total, filing_date, fund_name) => {
    const [found] = read(sec13fConnector, 'fund_filings', sample(`sec_13f/${file}`), file);
    expect(found).toMatchObject({ filing_date, fund_name, form: '13F-HR' });
    const positions = found?.positions as { value: number }[];
    expect(positions).toHaveLength(rows);
    expect(positions.reduce((sum, { value }) => sum + value, 0)).toBe(total);
    expect(found?.table_value_total).toBe(total);
  });

  it('reads the row of 3M in thousands', () => {
    const file = '13F_0001790837-23-000002_thousands-after-cutover.txt';
    const [found] = read(sec13fConnector, 'fund_filings', sample(`sec_13f/${file}`), file);
    expect(found).toMatchObject({ report_date: '2022-12-31' });
    expect((found as { positions: unknown[] }).positions[0]).toMatchObject({
      cusip: '88579Y101',
      value: 287,
      shares: 2397,
    });
  });

  it('refuses a table without cover, a cover without table and the rendered page', () => {
    const reason = (file: string) => refusal(sec13fConnector, sample(`sec_13f/${file}`), file);
    expect(reason('edgartools_13F-HR.infotable.xml')).toMatch(/only an information table/);
    expect(reason('abacus.13F-HR.primarydoc.xml')).toMatch(/cover page/);
    expect(reason('edgartools_form.13FHR.xml')).toMatch(/HTML/);
  });
});
