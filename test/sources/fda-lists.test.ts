import { describe, expect, it } from 'vitest';
import {
  fdaAdcommCalendarConnector,
  federalRegisterConnector,
} from '../../src/sources/fda-meetings.ts';
import { openfdaApprovalsConnector } from '../../src/sources/openfda-approvals.ts';
import { openfdaLabelsConnector } from '../../src/sources/openfda-drugs.ts';
import { orphanDesignations } from '../../src/sources/orphan-designations.ts';
import { purpleBook } from '../../src/sources/purple-book.ts';
import { read, refusal } from './reading.ts';
import { describeRecordings, describeSamples, recording, sample } from './samples.ts';

it('openfda-labels reads the indication without heading and references', () => {
  const label = {
    set_id: 'aaaa-1',
    version: '3',
    effective_time: '20260114',
    openfda: {
      application_number: ['BLA799999'],
      brand_name: ['ZORBIVA'],
      generic_name: ['ZORBAMAB'],
      manufacturer_name: ['Zorba Bio, Inc.'],
      is_original_packager: [true],
    },
    indications_and_usage: [
      '1 INDICATIONS AND USAGE ZORBIVA is indicated for ague [see Clinical Studies (14.1)] in adults.',
    ],
    boxed_warning: ['WARNING: FEVER'],
    dosage_and_administration: [
      '2 DOSAGE AND ADMINISTRATION The dose is 5 mg [see Use (8)] daily.',
    ],
    dosage_forms_and_strengths: ['3 DOSAGE FORMS AND STRENGTHS Tablets: 5 mg.'],
    warnings_and_cautions: '5 WARNINGS AND PRECAUTIONS Fever may occur.',
    contraindications: '4 CONTRAINDICATIONS None.',
    adverse_reactions:
      '6 ADVERSE REACTIONS See: Fever [see 5.1] Most common reactions: rash. 6.1 Trials Few. A frequent one is gout.',
    clinical_pharmacology: '12 CLINICAL PHARMACOLOGY It binds. Its half-life is 2 h. It ends.',
    pregnancy: '8.1 Pregnancy No data.',
  };
  expect(read(openfdaLabelsConnector, 'drug_labels', { results: [label] })).toEqual([
    {
      set_id: 'aaaa-1',
      label_version: 3,
      effective_date: '2026-01-14',
      application_numbers: ['BLA799999'],
      brand_names: ['ZORBIVA'],
      generic_names: ['ZORBAMAB'],
      manufacturers: ['Zorba Bio, Inc.'],
      is_original_packager: true,
      indication: 'ZORBIVA is indicated for ague in adults.',
      has_boxed_warning: true,
      boxed_warning: 'FEVER',
      dosage: 'The dose is 5 mg daily.',
      strengths: 'Tablets: 5 mg.',
      warnings: 'Fever may occur.',
      contraindications: 'None.',
      adverse_reactions: '… Most common reactions: rash. … A frequent one is gout.',
      pharmacokinetics: '… Its half-life is 2 h. …',
      pregnancy: 'No data.',
      source_url: 'https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=aaaa-1',
    },
  ]);
  const sprayed = { ...label, dosage_forms_and_strengths: undefined };
  const results = [{ ...sprayed, active_ingredient: ['Active ingredient Zorbin 0.5%'] }];
  expect(read(openfdaLabelsConnector, 'drug_labels', { results })).toMatchObject([
    { strengths: 'Zorbin 0.5%' },
  ]);
});

const orphanHead =
  'Generic Name,Trade Name,Date Designated,Orphan Designation,Orphan Designation Status,Sponsor Company';

describe('orphan-designations', () => {
  const designation = {
    drug_name: 'zorbamab',
    trade_name: 'Zorbiva',
    designation_type: 'Orphan Drug',
    designation_date: '2020-10-06',
    indication: 'Treatment of ague, chronic',
    status: 'Approved',
    sponsor_name: 'Zorba Bio, Inc.',
  };
  const row = (status: string, day = '10/06/2020') =>
    `zorbamab,Zorbiva,${day},"Treatment of ague, chronic",${status},"Zorba Bio, Inc."`;
  const csv = (...rows: string[]) => [orphanHead, ...rows].join('\n');

  it('reads a designation with several approvals once', () => {
    const text = csv(row('Designated/Approved'), row('Designated/Approved'));
    expect(read(orphanDesignations, 'designations', text)).toEqual([designation]);
    // The day of the list is in the name of the file.
    const dated = read(orphanDesignations, 'designations', text, 'orphan_2026-05-14.csv');
    expect(dated).toEqual([{ ...designation, edition: '2026-05-14' }]);
    // The day of the import is not the day of the list.
    const [batch] = orphanDesignations.parse(text, 'x.csv', 0, '2026-06-01').batches;
    expect(batch?.records).toEqual([designation]);
  });

  it('lists the approved indications after their approvals and the ends of their exclusivities', () => {
    const head = `${orphanHead},Approved Labeled Indication,Exclusivity End Date,Marketing Approval Date,CF Grid Key`;
    const adults = 'adults,2030-05-03,2023-05-03';
    const rows = [
      adults,
      'children,2028-01-02,2021-01-02',
      adults,
      'toddlers,,2024-01-02',
      'all,,',
    ];
    const text = [head, ...rows.map((one) => `${row('Designated/Approved')},${one},7.0`)].join(
      '\n',
    );
    expect(read(orphanDesignations, 'designations', text)).toMatchObject([
      {
        exclusivity_ends: ['2028-01-02', '2030-05-03'],
        source_url:
          'https://www.accessdata.fda.gov/scripts/opdlisting/oopd/detailedIndex.cfm?cfgridkey=7',
        status_date: '2024-01-02',
        approved_indications: [
          'approved 2021-01-02, exclusive to 2028-01-02: children',
          'approved 2023-05-03, exclusive to 2030-05-03: adults',
          'approved 2024-01-02, no exclusivity: toddlers',
          'no exclusivity: all',
        ],
      },
    ]);
  });

  it('reads the table of the .xls', () => {
    const cells = (tag: string, ...words: string[]) =>
      `<tr>${words.map((word) => `<${tag}>${word}</${tag}>`).join('')}</tr>`;
    const html = `<html><table>${cells('th', ...orphanHead.split(','))}${cells(
      'td',
      'zorbamab',
      'Zorbiva',
      '10/06/2020',
      'Treatment of ague, chronic',
      'Designated/Approved',
      'Zorba Bio, Inc.',
    )}</table></html>`;
    expect(read(orphanDesignations, 'designations', html)).toEqual([designation]);
  });

  it.each([
    ['Designated', 'Granted'],
    ['Designated/Approved/Designation Withdrawn or Revoked', 'Withdrawn'],
    ['', undefined],
  ])('converts the status "%s" to %s', (words, status) => {
    const [found] = read(orphanDesignations, 'designations', csv(row(words, '2020-10-06')));
    expect(found?.status).toBe(status);
  });

  it('reports a row without a date', () => {
    const parsed = orphanDesignations.parse(csv(row('Designated', '')), 'x');
    expect(parsed.problems).toEqual([
      { where: 'row 2', reason: 'has no drug or no designation date' },
    ]);
  });
});

describe('purple-book', () => {
  const head =
    'N/R/U,Applicant,BLA Number,Proprietary Name,Proper Name,Approval Date,Submission Type,Center';
  const table = (...rows: string[]) =>
    [
      'Purple Book Monthly Historical Data Changes Report - March 2026,,,',
      ',,,',
      'Newly Approved Products (N),,,',
      head,
      'U,Zorba Bio,799998,Changed,changed,1-Mar-20,Original,CBER',
      'Purple Book Database Extract,,,',
      head,
      ...rows,
    ].join('\n');
  const approvals = (...rows: string[]) => read(purpleBook, 'approvals', table(...rows));

  it('reads a biosimilar with its products and its reference product', () => {
    const columns =
      'BLA Number,Proprietary Name,Proper Name,BLA Type,Strength,Dosage Form,Route of Administration,' +
      'Product Presentation,Marketing Status,Licensure,Approval Date,Ref. Product Proper Name,' +
      'Ref. Product Proprietary Name,Submission Type,Center';
    const row = (strength: string, status = 'Rx,Licensed', day = '9-Aug-24') =>
      `761999,Cretuva,cretumab-abcd,351(k) Interchangeable,${strength},Injection ,Intravitreal,Vial,${status},${day},cretumab,Cretix,Original,CDER`;
    const text = [
      'Purple Book Monthly Historical Data Changes Report - March 2026,,',
      columns,
      row('2MG/0.05ML'),
      row('2MG/0.05ML'),
      row('8MG/0.2ML'),
      row('1MG', 'Disc,Licensed', '3-Sep-24'),
      row('4MG', 'Disc,Voluntarily Revoked'),
    ].join('\n');
    expect(read(purpleBook, 'approvals', text)).toMatchObject([
      {
        drug_name: 'Cretuva',
        reference_product: 'Cretix (cretumab), interchangeable',
        products:
          'Cretuva Injection, Intravitreal: 2MG/0.05ML Vial, 8MG/0.2ML Vial; Cretuva Injection, Intravitreal (discontinued, approved 2024-09-03): 1MG Vial; Cretuva Injection, Intravitreal (license voluntarily revoked): 4MG Vial',
      },
    ]);
  });

  it('reads an application once, with its earliest date', () => {
    const found = approvals(
      ',"Zorba Bio, Inc.",799999,Zorbagene,zorbagene autotemcel,9-Jul-25,Original,CBER',
      ',"Zorba Bio, Inc.",799999,Zorbagene,zorbagene autotemcel,24-Nov-24,Original,CBER',
      ',"Zorba Bio, Inc.",799999,Zorbagene,zorbagene autotemcel,24-Nov-23,Supplement,CBER',
      ',Crete Bio,761999,Cretumab,cretumab,1-Mar-20,Original,CDER',
    );
    expect(found.map((one) => one.drug_name)).toEqual(['Zorbagene', 'Cretumab']);
    expect(found.slice(0, 1)).toEqual([
      {
        drug_name: 'Zorbagene',
        approval_date: '2024-11-24',
        application_type: 'BLA',
        submission_type: 'ORIG',
        submission_number: '1',
        application_number: 'BLA799999',
        active_ingredients: ['zorbagene autotemcel'],
        sponsor_name: 'Zorba Bio, Inc.',
        edition: '2026-03',
        source_url: 'https://purplebooksearch.fda.gov/',
      },
    ]);
  });

  it.each([
    ['26-Feb-26', '2026-02-26'],
    ['13-Feb-36', '1936-02-13'],
    ['9-Mar-00', '2000-03-09'],
  ])('reads %s as %s', (day, date) => {
    const [found] = approvals(`,Zorba,799999,,antivenin,${day},Original,CBER`);
    expect(found).toMatchObject({ approval_date: date, drug_name: 'antivenin' });
  });

  it('reads exclusivities of both centers, which end between 1990 and 2089', () => {
    const columns = 'BLA Number,Ref. Product Exclusivity Exp. Date,Orphan Exclusivity Exp. Date';
    const text = [
      'Purple Book Monthly Historical Data Changes Report - March 2026,,',
      `${columns},Center`,
      '761999,2-Mar-36,,CDER',
      '761999,2-Mar-36,,CDER',
      '19999,,25-Feb-97,CDER',
    ].join('\n');
    const right = (application_number: string, code: string, expires: string, from: string) => ({
      application_number,
      type: 'exclusivity',
      code,
      expires,
      listed_date: from,
      edition: '2026-03',
      source_url: 'https://purplebooksearch.fda.gov/',
    });
    expect(read(purpleBook, 'exclusivities', text)).toEqual([
      right('BLA761999', 'REF', '2036-03-02', '2024-03-02'),
      right('BLA019999', 'ODE', '1997-02-25', '1990-02-25'),
    ]);
  });

  it('names the product of an exclusivity, with an approval only if that product is the original', () => {
    const text = [
      'Purple Book Monthly Historical Data Changes Report - March 2026,,,,,',
      'BLA Number,Proprietary Name,Approval Date,Submission Type,Center,Orphan Exclusivity Exp. Date',
      '799999,Zorbia,1-Jun-10,Original,CDER,2-Jun-17',
      '799999,Zorgeva,18-Nov-10,Supplement,CDER,5-Dec-21',
      '799998,Zorlate,20-Dec-10,Supplement,CBER,1-Dec-30',
    ].join('\n');
    const found = read(purpleBook, 'exclusivities', text);
    expect(
      found.map(({ drug_name, expires, approval_date }) => [drug_name, expires, approval_date]),
    ).toEqual([
      ['Zorbia', '2017-06-02', '2010-06-01'],
      ['Zorgeva', '2021-12-05', undefined],
      ['Zorlate', '2030-12-01', undefined],
    ]);
  });

  it('reports a product without a date, and refuses other tables', () => {
    const parsed = purpleBook.parse(table(',Zorba,799999,,antivenin,,Original,CBER'), 'x');
    expect(parsed.problems).toMatchObject([{ reason: expect.stringContaining('no BLA') }]);
    expect(refusal(purpleBook, `${head}\n`)).toMatch(/not a monthly table/);
  });
});

describeRecordings('lists of the FDA over recorded files', () => {
  it('reads the calendar with a postponed meeting', () => {
    const text = recording('fda_adcomm/advisory-committee-calendar_2026-08-31_2of194.json');
    expect(read(fdaAdcommCalendarConnector, 'advisory_meetings', text)).toMatchObject([
      { committee: 'Pediatric Advisory Committee', start_date: '2026-09-16' },
      {
        committee: 'Vaccines and Related Biological Products Advisory Committee',
        start_date: '2024-05-16',
        status: 'postponed',
      },
    ]);
  });

  it('reads six notices in the envelope of the API', () => {
    type Notice = { title: string; dates: string; pub: string; url: string };
    const kept: Record<string, Notice> = JSON.parse(
      recording('federal_register/adcomm_notices_6.json'),
    );
    const results = Object.entries(kept).map(([document_number, { title, dates, pub, url }]) => ({
      document_number,
      title,
      dates,
      publication_date: pub,
      html_url: url,
    }));
    const found = read(federalRegisterConnector, 'advisory_meetings', { count: 6, results });
    expect(found.map(({ start_date, end_date, status }) => [start_date, end_date, status])).toEqual(
      [
        ['2020-02-26', '2020-02-26', 'scheduled'],
        ['2020-04-02', '2020-04-03', 'scheduled'],
        ['2020-04-16', '2020-04-16', 'scheduled'],
        [undefined, undefined, 'postponed'],
        ['2020-08-18', '2020-08-19', 'scheduled'],
        [undefined, undefined, 'amended'],
      ],
    );
  });

  it('reads 516 designations of 667 rows', () => {
    const text = recording('orphan/orphan_designations.csv');
    const found = read(orphanDesignations, 'designations', text);
    expect(found).toHaveLength(516);
    expect(found[0]).toMatchObject({ drug_name: 'bosentan', designation_date: '2000-10-06' });
  });

  it('reads approvals of semaglutide, and recognizes an error', () => {
    const pages = [1, 2].flatMap((page) =>
      read(
        openfdaApprovalsConnector,
        'approvals',
        recording(`openfda_drugsfda/drugsfda_semaglutide_limit2_page${page}_2025-07-22.json`),
      ),
    );
    expect(pages.map(({ drug_name, approval_date }) => [drug_name, approval_date])).toEqual([
      ['RYBELSUS', '2019-09-20'],
      ['WEGOVY', '2021-06-04'],
      ['OZEMPIC', '2017-12-05'],
    ]);
    expect(
      refusal(openfdaApprovalsConnector, recording('openfda_drugsfda/error_403_1.json')),
    ).toMatch(/error/);
    const none = recording('openfda_drugsfda/error_404_2.json');
    expect(read(openfdaApprovalsConnector, 'approvals', none)).toEqual([]);
  });

  it('reads a repackager’s label and an original one', () => {
    const labels = ['ambien', 'sudafed'].flatMap((name) =>
      read(openfdaLabelsConnector, 'drug_labels', recording(`openfda_label/${name}.json`)),
    );
    expect(labels).toMatchObject([
      { application_numbers: ['NDA019908'], effective_date: '2012-09-18' },
      { is_original_packager: true, warnings: expect.stringMatching(/^Do not use in a child/) },
    ]);
    expect(labels[0]?.pharmacokinetics).toContain('elimination half-life was 2.6');
    expect(labels[0]).not.toHaveProperty('is_original_packager');
    expect(labels[0]?.indication).toMatch(/^Ambien \(zolpidem tartrate\) is indicated for/);
  });
});

describeSamples('lists of the FDA over real files', () => {
  it('reads 819 applications, without 16 that have only supplements', () => {
    const found = read(purpleBook, 'approvals', sample('purplebook/pb_2026_03.csv'));
    expect(found).toHaveLength(835 - 16);
    expect(found.filter((one) => one.reference_product)).toHaveLength(86);
    const imlygic = found.find(({ application_number }) => application_number === 'BLA125518');
    expect(imlygic).toMatchObject({ drug_name: 'Imlygic', approval_date: '2015-10-27' });
  });
});
