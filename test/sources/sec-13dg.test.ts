import { expect, it } from 'vitest';
import { sec13dg, sec13dgConnector } from '../../src/sources/sec-13dg.ts';
import { readOf } from './asking.ts';
import { read, refusal } from './reading.ts';
import { describeNewSources, newSource } from './samples.ts';

/** A Schedule 13D in the layout X0202 of 2026, or of 2024. */
const scheduleD = (persons: string, cusip: string, more = '') => `<?xml version="1.0"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/schedule13D" xmlns:com="http://www.sec.gov/edgar/common">
<headerData><submissionType>SCHEDULE 13D/A</submissionType>
<filerInfo><filer><filerCredentials><cik>0001999701</cik></filerCredentials></filer></filerInfo></headerData>
<formData><coverPageHeader><amendmentNo>2</amendmentNo><securitiesClassTitle>Common Stock</securitiesClassTitle>
<dateOfEvent>05/04/2026</dateOfEvent><issuerInfo><issuerCIK>0001999555</issuerCIK>${cusip}
<issuerName>Zorba Bio, Inc.</issuerName></issuerInfo></coverPageHeader>
<reportingPersons>${persons}</reportingPersons>
<items1To7><item3><fundsSource>On May 1 the Fund bought
5 shares at $18.00.</fundsSource></item3><item5><transactionDesc>N/A</transactionDesc></item5><item4><transactionPurpose>To seek a sale of the Issuer &amp; two seats.</transactionPurpose></item4></items1To7>
<signatureInfo><signaturePerson><signatureDetails><date>05/06/2026</date></signatureDetails>
<signatureDetails><date>05/07/2026</date></signatureDetails></signaturePerson></signatureInfo>${more}</formData></edgarSubmission>`;

const person = (name: string, shares: string, percent: string, cik = '') =>
  `<reportingPersonInfo>${cik}<reportingPersonName>${name}</reportingPersonName>
<aggregateAmountOwned>${shares}</aggregateAmountOwned><percentOfClass>${percent}</percentOfClass>
<typeOfReportingPerson>PN</typeOfReportingPerson></reportingPersonInfo>`;

const nested =
  '<issuerCusips><issuerCusipNumber>98999X101</issuerCusipNumber><issuerCusipNumber>98999X200</issuerCusipNumber></issuerCusips>';
const group = scheduleD(
  person(
    'Crete Fund LP',
    '6294951',
    '11.9',
    '<reportingPersonCIK>0001999701</reportingPersonCIK>',
  ) + person('Crete GP LLC', '6294951.00', '11.9%'),
  nested,
);
const FOLDER = 'https://www.sec.gov/Archives/edgar/data/1999555/000199970126000012/';

it('reads a Schedule 13D of either layout', () => {
  const [stake] = read(sec13dgConnector, 'large_stakes', group, `${FOLDER}primary_doc.xml`);
  expect(stake).toEqual({
    cik: '1999555',
    filer_cik: '1999701',
    form: 'SCHEDULE 13D/A',
    amendment: 2,
    accession: '0001999701-26-000012',
    source_url: FOLDER,
    event_date: '2026-05-04',
    signed_date: '2026-05-07',
    issuer_name: 'Zorba Bio, Inc.',
    cusips: ['98999X101', '98999X200'],
    security_title: 'Common Stock',
    persons: [
      { name: 'Crete Fund LP', cik: '1999701', shares: 6_294_951, percent: 11.9, types: ['PN'] },
      { name: 'Crete GP LLC', shares: 6_294_951, percent: 11.9, types: ['PN'] },
    ],
    purpose: 'To seek a sale of the Issuer & two seats.',
    transactions: 'On May 1 the Fund bought 5 shares at $18.00.',
  });
  const first = scheduleD(person('A', '1', '8.5'), '<issuerCUSIP>98999X101</issuerCUSIP>');
  expect(read(sec13dgConnector, 'large_stakes', first)[0]).toMatchObject({
    cusips: ['98999X101'],
    persons: [{ name: 'A', percent: 8.5 }],
  });
});

it.each([
  [
    '900,000 shares, consisting of (i) 600,000 shares of Common Stock (ii) 300,000 shares of Common Stock the Filer has the right to acquire through the exercise of a Pre-Funded Warrant. The foregoing excludes 41,000 shares of Common Stock underlying the Pre-Funded Warrant. Percentages are based on 9,000,000 shares outstanding, and (ii) 300,000 shares of which the Filer may acquire',
    300_000,
  ],
  ['Includes 250,000 shares issuable upon exercise of options.', 250_000],
  // The members of a group have different rights.
  ['10,000 shares issuable upon exercise of options; 20,000 shares underlying warrants', undefined],
  ['600,000 shares of Common Stock. The Fund bought 1,000 shares on May 1, 2026.', undefined],
])('reads the shares that a holder may acquire: %s', (text, acquirable_shares) => {
  const item = `<items><item4><amountBeneficiallyOwned>${text}</amountBeneficiallyOwned></item4></items>`;
  const schedule = scheduleD(person('A', '900000', '9.9'), nested, item);
  const [stake] = read(sec13dgConnector, 'large_stakes', schedule);
  expect(stake?.acquirable_shares).toBe(acquirable_shares);
  expect(stake?.transactions).toContain(text);
});

const powers = `<soleVotingPower>0.00</soleVotingPower><sharedVotingPower>900</sharedVotingPower>
<soleDispositivePower>0</soleDispositivePower><sharedDispositivePower>1000</sharedDispositivePower>`;

it.each([
  ['13D', powers],
  [
    '13G',
    `<reportingPersonBeneficiallyOwnedNumberOfShares>${powers}</reportingPersonBeneficiallyOwnedNumberOfShares>`,
  ],
])('reads the voting and dispositive powers in the layout of a Schedule %s', (_, held) => {
  const text = scheduleD(person('A', '1000', '8.5', held), nested);
  expect(read(sec13dgConnector, 'large_stakes', text)[0]?.persons).toMatchObject([
    { sole_voting: 0, shared_voting: 900, sole_dispositive: 0, shared_dispositive: 1000 },
  ]);
});

it('reads a Schedule 13G with its filing date from the list of filings', () => {
  const text = `\n<?xml version="1.0"?><edgarSubmission xmlns="http://www.sec.gov/edgar/schedule13g">
<headerData><submissionType>SCHEDULE 13G</submissionType><filerInfo><filer><filerCredentials><cik>0001999702</cik></filerCredentials></filer></filerInfo></headerData>
<formData><coverPageHeader><securitiesClassTitle>Common</securitiesClassTitle>
<eventDateRequiresFilingThisStatement>11/19/2025</eventDateRequiresFilingThisStatement>
<issuerInfo><issuerCik>0001999555</issuerCik><issuerName>Zorba Bio, Inc.</issuerName><issuerCusip>000000000</issuerCusip></issuerInfo></coverPageHeader>
<coverPageHeaderReportingPersonDetails><reportingPersonName>Melos Capital LP</reportingPersonName>
<reportingPersonBeneficiallyOwnedAggregateNumberOfShares>100000.00</reportingPersonBeneficiallyOwnedAggregateNumberOfShares>
<classPercent>4.2</classPercent><typeOfReportingPerson>IA</typeOfReportingPerson><typeOfReportingPerson>PN</typeOfReportingPerson></coverPageHeaderReportingPersonDetails>
<items><item5><classOwnership5PercentOrLess>Y</classOwnership5PercentOrLess></item5></items>
<signatureInformation><signatureDetails><date>11/26/2025</date></signatureDetails></signatureInformation></formData></edgarSubmission>`;
  const { batches } = readOf(sec13dg, text, { about: { filed: '2025-11-28' } });
  expect(batches?.[0]?.records).toEqual([
    {
      cik: '1999555',
      filer_cik: '1999702',
      form: 'SCHEDULE 13G',
      amendment: 0,
      event_date: '2025-11-19',
      signed_date: '2025-11-26',
      filing_date: '2025-11-28',
      issuer_name: 'Zorba Bio, Inc.',
      security_title: 'Common',
      is_exit: true,
      persons: [{ name: 'Melos Capital LP', shares: 100_000, percent: 4.2, types: ['IA', 'PN'] }],
    },
  ]);
});

it('omits a percent outside 0 to 100, and refuses damaged files by line', () => {
  const odd = scheduleD(person('A', '12', '1190'), '');
  expect(read(sec13dgConnector, 'large_stakes', odd)[0]?.persons).toEqual([
    { name: 'A', shares: 12, types: ['PN'] },
  ]);
  const of = (text: string) => refusal(sec13dgConnector, text);
  expect(of(group.slice(0, -20))).toBe('has no complete edgarSubmission: it is truncated or prose');
  expect(of(group.replace('</transactionPurpose>', '</transactionPurpose'))).toMatch(
    /^is not well-formed XML at line 14: /,
  );
  expect(of(group.replace('SCHEDULE 13D/A', '13F-HR'))).toBe(
    'is a Form 13F-HR, not a Schedule 13D or 13G',
  );
});

describeNewSources('sec-13dg over recorded schedules', () => {
  it.each([
    ['sc13d_ARCH-Seaport_2026-05-04_X0202.xml', 'SCHEDULE 13D', 7, 6_294_951, 11.9],
    ['sc13d_BML-Aadi_2024-12-31.xml', 'SCHEDULE 13D', 2, 2_100_000, 8.5],
    ['sc13g_Commodore-AN2_2026-03-09_X0202.xml', 'SCHEDULE 13G', 4, 3_697_435, 9.9],
    ['sc13g_Marex-Jushi_2025-11-19.xml', 'SCHEDULE 13G', 2, 10_000_000, 5.1],
  ])('reads %s', (file, form, members, shares, percent) => {
    const [stake] = read(sec13dgConnector, 'large_stakes', newSource(`sec_13dg/${file}`));
    expect(stake).toMatchObject({ form, persons: expect.any(Array) });
    const persons = stake!.persons as readonly object[];
    expect(persons).toHaveLength(members);
    expect(persons[0]).toMatchObject({ shares, percent });
  });

  it('refuses a file with a damaged end tag', () => {
    const text = newSource('sec_13dg/sc13da_Strome-Zivo_2024-12-26.xml');
    expect(refusal(sec13dgConnector, text)).toMatch(/^is not well-formed XML at line 154: /);
  });
});
