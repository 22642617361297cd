import { describe, expect, it } from 'vitest';
import { secForm4Connector } from '../../src/sources/sec-form4.ts';
import { read, recordsOf, refusal } from './reading.ts';
import { describeSamples, sample } from './samples.ts';

const trade = (
  more: { date?: string; price?: string; code?: string; title?: string } = {},
) => `<nonDerivativeTransaction>
  <securityTitle><value>Common Stock</value>${more.title ?? ''}</securityTitle>
  <transactionDate><value>${more.date ?? '2025-03-04'}</value></transactionDate>
  <transactionCoding><transactionCode>${more.code ?? 'P'}</transactionCode></transactionCoding>
  <transactionAmounts>
    <transactionShares><value>1,000</value></transactionShares>
    <transactionPricePerShare>${more.price ?? '<value>4.25</value>'}</transactionPricePerShare>
    <transactionAcquiredDisposedCode><value>A</value></transactionAcquiredDisposedCode>
  </transactionAmounts>
  <postTransactionAmounts><sharesOwnedFollowingTransaction><value>9000</value></sharesOwnedFollowingTransaction></postTransactionAmounts>
  <ownershipNature><directOrIndirectOwnership><value>I</value></directOrIndirectOwnership></ownershipNature>
</nonDerivativeTransaction>`;

const owner = (name: string, roles: string) => `<reportingOwner>
  <reportingOwnerId><rptOwnerCik>0001999777</rptOwnerCik><rptOwnerName>${name}</rptOwnerName></reportingOwnerId>
  <reportingOwnerRelationship>${roles}</reportingOwnerRelationship>
</reportingOwner>`;

interface Form {
  readonly type?: string;
  readonly symbol?: string;
  readonly owners?: string;
  readonly box?: string;
  readonly trades?: string;
  readonly notes?: string;
  readonly derivatives?: string;
}
const form = (more: Form = {}) => `<?xml version="1.0"?>
<ownershipDocument><documentType>${more.type ?? '4'}</documentType>
<issuer><issuerCik>0001999001</issuerCik><issuerTradingSymbol>${more.symbol ?? 'zorb'}</issuerTradingSymbol></issuer>
${more.owners ?? owner('Zorba Alexis', '<isDirector>true</isDirector><isOfficer>0</isOfficer>')}
${more.box ?? '<aff10b5One>0</aff10b5One>'}
<nonDerivativeTable>${more.trades ?? trade()}
<nonDerivativeHolding><securityTitle><value>Common Stock</value></securityTitle></nonDerivativeHolding>
</nonDerivativeTable>
<derivativeTable>${more.derivatives ?? ''}</derivativeTable>
<footnotes>${more.notes ?? ''}</footnotes></ownershipDocument>`;

const submission = (xml: string) => `<SEC-DOCUMENT>0001999777-25-000012.txt : 20250306
<SEC-HEADER>
ACCESSION NUMBER:\t\t0001999777-25-000012
CONFORMED SUBMISSION TYPE:\t4
FILED AS OF DATE:\t\t20250306
</SEC-HEADER>
<DOCUMENT><TYPE>4<TEXT><XML>
${xml}
</XML></TEXT></DOCUMENT>`;

const trades = (more: Form) =>
  read(secForm4Connector, 'insider_transactions', submission(form(more)));

describe('sec-form4', () => {
  it('reads the transactions in shares of a full submission, and no holdings', () => {
    expect(trades({})).toEqual([
      {
        ticker: 'ZORB',
        cik: '1999001',
        accession: '0001999777-25-000012',
        line: 1,
        owner_name: 'Zorba Alexis',
        owner_cik: '1999777',
        is_director: true,
        is_officer: false,
        is_ten_percent_owner: false,
        transaction_code: 'P',
        transaction_date: '2025-03-04',
        filing_date: '2025-03-06',
        shares: 1000,
        price_usd: 4.25,
        acquired_disposed: 'A',
        shares_owned_after: 9000,
        is_10b5_1: false,
        direct_indirect: 'I',
        is_amendment: false,
        security_title: 'Common Stock',
        source_url: 'https://www.sec.gov/Archives/edgar/data/1999001/000199977725000012/',
      },
    ]);
  });

  it('gives one record per trade of several owners, with the roles of all', () => {
    const owners =
      owner('Fund LP', '<isTenPercentOwner>1</isTenPercentOwner>') +
      owner('Zorba Alexis', '<isOfficer>1</isOfficer><officerTitle>CEO &amp; Chair</officerTitle>');
    expect(trades({ owners })).toMatchObject([
      {
        owner_name: 'Fund LP',
        is_director: false,
        is_officer: true,
        is_ten_percent_owner: true,
        officer_title: 'CEO & Chair',
      },
    ]);
  });

  it('reads the footnotes of a transaction, and how its shares are held', () => {
    const [held] = trades({
      trades: trade({ price: '<value>4.25</value><footnoteId id="F2"/>' }).replace(
        '</ownershipNature>',
        '<natureOfOwnership><value>By trust </value></natureOfOwnership></ownershipNature>',
      ),
      notes:
        '<footnote id="F1">Of another line.</footnote><footnote id="F2">Prices from $4.20\n to $4.30. The reporting person hereby undertakes to provide to Zorb Inc. or the staff of the SEC, upon request, the number of shares.</footnote>',
    });
    expect(held).toMatchObject({
      ownership_nature: 'By trust',
      footnotes: 'Prices from $4.20 to $4.30.',
    });
    expect(trades({})[0]).not.toHaveProperty('footnotes');
  });

  it('marks a Form 5', () => {
    expect(trades({ type: '5/A' })[0]).toMatchObject({ form: '5', is_amendment: true });
    expect(trades({})[0]).not.toHaveProperty('form');
  });

  it('numbers the lines and omits a price that is only a footnote', () => {
    const priceless = trade({ price: '<footnoteId id="F1"/>' });
    expect(trades({ trades: trade() + priceless }).map((t) => [t.line, t.price_usd])).toEqual([
      [1, 4.25],
      [2, undefined],
    ]);
  });

  it('reads derivatives after the shares, and marks grants of restricted stock units', () => {
    const derivatives = trade({ code: 'A', price: '<value>0</value>' })
      .replaceAll('nonDerivative', 'derivative')
      .replace('Common Stock', 'Stock Option')
      .replace(
        '<transactionDate>',
        '<conversionOrExercisePrice><value>2.64</value></conversionOrExercisePrice><expirationDate><value>2035-01-06</value></expirationDate><transactionDate>',
      );
    const notes = '<footnote id="F1">Includes 1,000 restricted stock units.</footnote>';
    const grant = trade({ code: 'A', title: '<footnoteId id="F1"/>' });
    const rows = trades({ trades: grant, derivatives, notes });
    expect(rows).toMatchObject([
      { line: 1, security_title: 'Common Stock', is_unit_grant: true },
      {
        line: 2,
        security_title: 'Stock Option',
        transaction_code: 'A',
        shares: 1000,
        is_derivative: true,
        exercise_price_usd: 2.64,
        expiration_date: '2035-01-06',
      },
    ]);
    expect(rows.map((row) => 'is_derivative' in row)).toEqual([false, true]);
    expect(rows.map((row) => 'is_unit_grant' in row)).toEqual([true, false]);
  });

  it('keeps a date on the day of the filing, and omits an unreadable one', () => {
    const dated = (date: string) => trades({ trades: trade({ date }) })[0];
    expect(dated('2025-03-06')?.transaction_date).toBe('2025-03-06');
    for (const date of ['2025-02-30', 'March 2025', '20250304'])
      expect(dated(date)).not.toHaveProperty('transaction_date');
  });

  it('omits a date after the filing, and reports it', () => {
    const text = submission(form({ trades: trade({ date: '2052-03-04' }) }));
    const parsed = secForm4Connector.parse(text, 'x');
    expect(recordsOf(parsed, 'insider_transactions')[0]).not.toHaveProperty('transaction_date');
    expect(parsed.problems).toEqual([
      {
        where: 'transaction 1',
        reason: 'is dated 2052-03-04, after the filing: the date is omitted',
      },
    ]);
  });

  it.each([
    [{ box: '<aff10b5One>1</aff10b5One>' }, { is_10b5_1: true }],
    [{ box: '<aff10b5One>true</aff10b5One>' }, { is_10b5_1: true }],
    [{ box: '<aff10b5One>false</aff10b5One>' }, { is_10b5_1: false }],
    [{ symbol: '(NASDAQ: zorb)' }, { ticker: 'ZORB' }],
    [{ type: '4/A' }, { is_amendment: true }],
    [{ trades: trade({ date: '2025-03-04-05:00' }) }, { transaction_date: '2025-03-04' }],
  ])('reads a form with %j as %j', (more, fields) => {
    expect(trades(more)[0]).toMatchObject(fields);
  });

  it.each([
    ['Made under a Rule 10b5-1 trading plan.', '<footnoteId id="F1"/>', true],
    ['Made under a Rule 10b5-1 trading plan.', '<footnoteId id="F2"/>', undefined],
    ['This sale was not made under a Rule 10b5-1 plan.', '<footnoteId id="F1"/>', undefined],
    ['A weighted average.', '<footnoteId id="F1"/>', undefined],
  ])('reads a plan from a footnote without the box: %s %s', (note, title, planned) => {
    const notes = `<footnote id="F1">${note}</footnote><footnote id="F2">Other.</footnote>`;
    const [found] = trades({ box: ' ', notes, trades: trade({ title }) });
    expect(found?.is_10b5_1).toBe(planned);
  });

  it.each(['NONE', 'N/A', 'none', ''])('gives the CIK if the symbol is "%s"', (symbol) => {
    const { batches } = secForm4Connector.parse(submission(form({ symbol })), 'x');
    expect(batches).toMatchObject([{ needsTicker: true, records: [{ cik: '1999001' }] }]);
    expect(batches[0]?.records[0]).not.toHaveProperty('ticker');
  });

  it('takes the accession number of bare XML from the file name', () => {
    const named = (file: string) =>
      read(secForm4Connector, 'insider_transactions', form(), file)[0];
    expect(named('in/0001999777-25-000012.xml')).toMatchObject({
      accession: '0001999777-25-000012',
    });
    expect(named('form4_000199977725000012.xml')?.accession).toBe('0001999777-25-000012');
    expect(named('0001999777-25-000012.xml')).not.toHaveProperty('filing_date');
    expect(refusal(secForm4Connector, form(), 'form4.xml')).toMatch(
      /no accession number.* as the file name, such as 0001234567-25-000123\.xml/,
    );
  });

  it('refuses other forms and truncated files', () => {
    expect(refusal(secForm4Connector, form({ type: '3' }))).toBe('is a Form 3, not a Form 4 or 5');
    expect(refusal(secForm4Connector, form({ type: ' ' }))).toMatch(/^has no form type/);
    expect(refusal(secForm4Connector, form().replace('</ownershipDocument>', ''))).toMatch(
      /complete/,
    );
  });
});

describeSamples('sec-form4 over recorded filings', () => {
  const filing = (file: string) =>
    read(secForm4Connector, 'insider_transactions', sample(`sec_form4/${file}`), file);

  it('reads both layouts of a full submission', () => {
    expect(filing('0001127602-25-001055.txt')).toMatchObject([
      {
        ticker: 'AIR',
        owner_name: 'Garascia Jessica A.',
        officer_title: 'Senior VP, GC, CAO & Secretary',
        transaction_code: 'S',
        filing_date: '2025-01-10',
        shares: 1500,
        price_usd: 66.903,
        shares_owned_after: 37565,
      },
    ]);
    expect(filing('0001562180-25-000280.nc')).toMatchObject([
      {
        ticker: 'TSVT',
        accession: '0001562180-25-000280',
        filing_date: '2025-01-08',
        officer_title: 'See Remarks',
        transaction_code: 'A',
        price_usd: 0,
        shares: 106150,
        is_unit_grant: true,
      },
      {
        security_title: 'Stock Option (Right to buy)',
        shares: 70750,
        is_derivative: true,
        exercise_price_usd: 2.64,
        expiration_date: '2035-01-06',
      },
    ]);
  });

  it('reads the seven sales of 2022, planned by their footnote', () => {
    const sales = filing('form4_0000320193-22-000061.txt');
    expect(sales).toHaveLength(7);
    expect(sales.map(({ price_usd }) => price_usd)).toEqual([
      159.94, 160.82, 161.93, 162.77, 163.94, 165.06, 165.95,
    ]);
    expect(sales.every(({ is_10b5_1 }) => is_10b5_1 === true)).toBe(true);
  });

  it('reads a dated zone and a checked box', () => {
    const named = (file: string) =>
      read(
        secForm4Connector,
        'insider_transactions',
        sample(`sec_form4/${file}`),
        '0001662466-24-000001.xml',
      );
    expect(named('form4_tz_suffix_date.xml')).toMatchObject([
      {
        ticker: 'AREC',
        transaction_date: '2024-07-19',
        is_ten_percent_owner: true,
        shares: 800000,
      },
    ]);
    const checked = named('form4-rule10b5one-checked.xml');
    expect(checked).toHaveLength(14);
    expect(checked.every(({ is_10b5_1 }) => is_10b5_1 === true)).toBe(true);
    expect(named('form5.snow.xml')).toMatchObject([{ transaction_code: 'G', shares: 61386 }]);
  });
});
