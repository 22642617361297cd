import { describe, expect, it } from 'vitest';
import { openfdaApprovalsConnector } from '../../src/sources/openfda-approvals.ts';
import { read, recordsOf } from './reading.ts';
import { describeSamples, sample } from './samples.ts';

const original = {
  submission_type: 'ORIG',
  submission_number: '1',
  submission_status: 'AP',
  submission_status_date: '20240229',
  review_priority: 'PRIORITY',
  submission_class_code: 'TYPE 1',
};
const application = (more: object = {}, ...submissions: object[]) => ({
  application_number: 'NDA299999',
  sponsor_name: 'ZORBA BIO',
  products: [{ brand_name: 'ZORBIVA', active_ingredients: [{ name: 'ZORBAMAB' }] }],
  submissions: submissions.length > 0 ? submissions : [original],
  openfda: {},
  ...more,
});
const approvals = (...results: object[]) =>
  read(openfdaApprovalsConnector, 'approvals', { meta: { last_updated: '2026-05-14' }, results });

describe('openfda-approvals', () => {
  it('reads an approved original submission', () => {
    expect(approvals(application())).toEqual([
      {
        drug_name: 'ZORBIVA',
        approval_date: '2024-02-29',
        application_type: 'NDA',
        submission_type: 'ORIG TYPE 1',
        submission_number: '1',
        review_designation: 'Priority Review',
        application_number: 'NDA299999',
        active_ingredients: ['ZORBAMAB'],
        sponsor_name: 'ZORBA BIO',
        edition: '2026-05-14',
        source_url:
          'https://www.accessdata.fda.gov/scripts/cder/daf/index.cfm?event=overview.process&ApplNo=299999',
      },
    ]);
  });

  it('lists the forms, routes and strengths of the products', () => {
    const product = (strength: string, marketing_status = 'Prescription') => ({
      brand_name: 'ZORBIVA',
      dosage_form: 'TABLET',
      route: 'ORAL',
      marketing_status,
      active_ingredients: [{ name: 'ZORBAMAB', strength }],
    });
    const products = [product('50MG'), product('100MG'), product('10MG', 'Discontinued')];
    expect(approvals(application({ products }))[0]?.products).toBe(
      'ZORBIVA tablet, oral: 50MG, 100MG; ZORBIVA tablet, oral (discontinued): 10MG',
    );
  });

  it('lists the approved efficacy supplements, newest first', () => {
    const supplement = (submission_number: string, submission_status_date: string, more = {}) => ({
      ...original,
      submission_type: 'SUPPL',
      submission_class_code: 'EFFICACY',
      submission_number,
      submission_status_date,
      ...more,
    });
    const labeling = supplement('20', '20250101', {
      submission_class_code: 'LABELING',
      submission_class_code_description: 'Labeling',
    });
    const tentative = supplement('21', '20250101', { submission_status: 'TA' });
    const some = [
      supplement('7', ''),
      supplement('12', '20190301', { review_priority: 'N/A' }),
      supplement('9', '20200710'),
    ];
    const listed = (...submissions: object[]) =>
      approvals(application({}, original, ...submissions))[0]?.efficacy_supplements;
    expect(listed(...some, labeling, tentative)).toBe(
      'S-009 2020-07-10 Priority Review; S-012 2019-03-01; S-007 Priority Review',
    );
    const many = Array.from({ length: 42 }, (_, at) => supplement(`${at}`, '20190301'));
    expect(listed(...many)).toMatch(
      /^S-041 2019-03-01 .*; S-002 2019-03-01 Priority Review; 2 earlier$/,
    );
    expect(listed(labeling)).toBeUndefined();
    const [all] = approvals(application({}, original, ...some, labeling));
    expect(all?.other_supplements).toBe('S-020 2025-01-01 labeling');
  });

  it('omits supplements and tentative approvals in any position', () => {
    const supplement = { ...original, submission_type: 'SUPPL', submission_number: '7' };
    const tentative = { ...original, submission_status: 'TA' };
    const found = approvals(application({}, supplement, tentative, original));
    expect(found).toHaveLength(1);
    expect(approvals(application({}, supplement))).toEqual([]);
  });

  it('reads codes with padding', () => {
    const codes = { submission_type: 'ORIG      ', submission_status: 'AP ' };
    const padded = { ...original, ...codes, submission_class_code: 'TYPE 1 ' };
    const read = approvals(application({}, { ...padded, review_priority: 'PRIORITY ' }));
    expect(read).toEqual(approvals(application()));
  });

  it('distinguishes two original submissions of one application', () => {
    const second = { ...original, submission_number: '2', submission_class_code: 'TYPE 3' };
    expect(approvals(application({}, original, second)).map((a) => a.submission_type)).toEqual([
      'ORIG TYPE 1',
      'ORIG TYPE 3',
    ]);
  });

  it.each([
    ['NDA021588', 'NDA'],
    ['BLA761000', 'BLA'],
    ['ANDA200001', 'ANDA'],
  ])('reads %s as %s', (application_number, type) => {
    expect(approvals(application({ application_number }))[0]?.application_type).toBe(type);
  });

  it.each([
    ['STANDARD', 'Standard'],
    ['UNKNOWN', undefined],
    ['N/A', undefined],
    ['901 REQUIRED', undefined],
    [undefined, undefined],
  ])('converts a review priority of %s to %s', (review_priority, words) => {
    const [found] = approvals(application({}, { ...original, review_priority }));
    expect(found?.review_designation).toBe(words);
  });

  it.each(['19000101', '20241345', '2024', undefined])(
    'omits the date %s of an approval',
    (submission_status_date) => {
      const [found] = approvals(application({}, { ...original, submission_status_date }));
      expect(found).toMatchObject({ drug_name: 'ZORBIVA' });
      expect(found).not.toHaveProperty('approval_date');
    },
  );

  it('names the drug by product, else by openFDA, else by ingredient', () => {
    const openfda = { brand_name: ['ZORBIVA XR'] };
    const nameless = [{ active_ingredients: [{ name: 'ZORBAMAB' }] }];
    expect(approvals(application({ openfda }))[0]?.drug_name).toBe('ZORBIVA');
    expect(approvals(application({ openfda, products: nameless }))[0]?.drug_name).toBe(
      'ZORBIVA XR',
    );
    expect(approvals(application({ products: nameless }))[0]?.drug_name).toBe('ZORBAMAB');
    expect(approvals(application({ products: undefined, openfda: undefined }))).toHaveLength(1);
  });

  it('names each ingredient once, and orphan status only if stated', () => {
    const [salt, base] = [{ name: 'ZORBAMAB' }, { name: 'CRETOL' }];
    const products = [{ active_ingredients: [salt, base] }, { active_ingredients: [base] }];
    const orphan = { ...original, submission_property_type: [{ code: 'Orphan' }] };
    const [first, second] = approvals(
      application({ products }, orphan),
      application({}, { ...original, submission_property_type: [{ code: 'Null' }] }),
    );
    expect(first).toMatchObject({ active_ingredients: ['ZORBAMAB', 'CRETOL'], is_orphan: true });
    expect(second).not.toHaveProperty('is_orphan');
  });

  it('keeps the others next to an invalid application', () => {
    const results = [null, application({ application_number: 'BN12345' }), application()];
    const parsed = openfdaApprovalsConnector.parse(JSON.stringify({ results }), 'x');
    expect(recordsOf(parsed, 'approvals')).toHaveLength(1);
    expect(parsed.problems.map(({ where }) => where)).toEqual(['result 1', 'result 2']);
  });
});

describeSamples('openfda-approvals over recorded responses', () => {
  it('finds the one original among four submissions of Xadago', () => {
    const text = sample('openfda_drugsfda/fetch_nda_xadago.json');
    expect(read(openfdaApprovalsConnector, 'approvals', text)).toMatchObject([
      {
        drug_name: 'XADAGO',
        approval_date: '2017-03-21',
        application_number: 'NDA207145',
        application_type: 'NDA',
        review_designation: 'Standard',
        sponsor_name: 'MDD US',
      },
    ]);
  });
});
