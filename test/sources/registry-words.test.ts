import { describe, expect, it } from 'vitest';
import { clinicaltrialsConnector } from '../../src/sources/clinicaltrials/read.ts';
import { openfdaApprovalsConnector } from '../../src/sources/openfda-approvals.ts';
import { fdaCrl } from '../../src/sources/openfda-crl.ts';
import { openfdaEventsConnector } from '../../src/sources/openfda-drugs.ts';
import { read, recordsOf, refusal } from './reading.ts';

describe('a study', () => {
  const study = (modules: object, more: object = {}) => ({
    protocolSection: { identificationModule: { nctId: 'NCT90000001' }, ...modules },
    ...more,
  });
  const trial = (modules: object, more?: object) =>
    read(clinicaltrialsConnector, 'trials', study(modules, more))[0];

  it.each([
    [{ overallStatus: 'RECRUITING' }, { status: 'RECRUITING', why_stopped: null }],
    [{ whyStopped: 'Funds' }, { why_stopped: 'Funds' }],
    [{}, {}],
  ])('with the status %j has %j', (statusModule, said) => {
    expect(trial({ statusModule })).toEqual({ nctId: 'NCT90000001', ...said });
  });

  it.each([
    [' 2026-05 ', { date: '2026-05', precision: 'month' }],
    ['2026-05-31', { date: '2026-05-31', precision: 'day' }],
    ['2026-05-32', undefined],
    ['2026', undefined],
    [' ', undefined],
  ])('planned to start on "%s" starts %j', (date, start) => {
    const found = trial({ statusModule: { startDateStruct: { date } } });
    expect(found?.dates).toEqual(start && { start });
  });

  it.each([
    [true, true],
    [false, false],
    ['yes', undefined],
    [undefined, undefined],
  ])('whose flag of results is %j has them: %s', (hasResults, has) => {
    expect(trial({}, { hasResults })?.has_results).toBe(has);
  });

  it('keeps collaborators with their class', () => {
    const collaborators = [{ name: 'Big Pharma AG', class: 'INDUSTRY' }, { class: 'NIH' }];
    expect(trial({ sponsorCollaboratorsModule: { collaborators } })?.collaborators).toEqual([
      { name: 'Big Pharma AG', class: 'INDUSTRY' },
    ]);
  });

  it('reads an arm’s interventions without their type, which is a word of two letters or more', () => {
    const interventionNames = ['Dietary Supplement: Oil', 'Zorbamab', 'drug: Ordinex', 7, ' '];
    const found = trial({ armsInterventionsModule: { armGroups: [{ interventionNames }] } });
    expect(found?.arms).toEqual([{ interventions: ['Oil', 'Zorbamab', 'drug: Ordinex', '7'] }]);
  });

  it('has a version only with a full date, without missing fields', () => {
    const versions = (date: string) =>
      read(
        clinicaltrialsConnector,
        'trial_versions',
        study({ statusModule: { lastUpdatePostDateStruct: { date } } }),
      );
    expect(versions('2025-12')).toEqual([]);
    expect(versions('2025-12-01')).toEqual([{ nctId: 'NCT90000001', version_date: '2025-12-01' }]);
  });

  it('is numbered after earlier parts, and omits the branch "All"', () => {
    const text = JSON.stringify([{ protocolSection: {} }]);
    expect(clinicaltrialsConnector.parse(text, 'x', 100).problems).toEqual([
      { where: 'study 101', reason: 'has no nctId' },
    ]);
    const browseBranches = [{ abbrev: 'All' }, { name: 'nameless' }, { abbrev: 'BC04' }];
    const found = trial({}, { derivedSection: { interventionBrowseModule: { browseBranches } } });
    expect(found?.intervention_branches).toEqual([{ code: 'BC04' }]);
  });

  const xml = 'is legacy ClinicalTrials.gov XML: fetch the study from the API v2';
  const v1 = 'is a legacy ClinicalTrials.gov v1 file: fetch it from the API v2';
  it.each([
    ['\uFEFF <?xml version="1.0"?>', xml],
    [' <clinical_study>', xml],
    [{ FullStudy: {} }, v1],
    [{ Study: {} }, v1],
    [[{ Study: {} }], v1],
    [{ StudyFieldsResponse: {} }, v1],
    [{ studies: {} }, 'has no studies of the ClinicalTrials.gov API v2'],
    [7, 'has no studies of the ClinicalTrials.gov API v2'],
    ['x', 'is not JSON'],
  ])('%j is refused: %s', (value, reason) => {
    expect(refusal(clinicaltrialsConnector, value)).toBe(reason);
  });
});

describe('a complete response letter', () => {
  const letter = (named: string, more: object = {}) => ({
    ...{ letter_date: '12/27/2025', letter_type: ' Complete Response Letter ' },
    ...{ application_number: ' BLA 299999 ', company_name: 'Zorba', file_name: ' x.pdf ' },
    text: `submitted under the Federal Food, Drug, and Cosmetic Act for ${named}`,
    ...more,
  });
  const parse = (...results: readonly object[]) => fdaCrl.parse(JSON.stringify({ results }), 'x');
  const one = (named: string, more?: object) =>
    recordsOf(parse(letter(named, more)), 'complete_response_letters')[0];
  const told = { letter_date: '2025-12-27', application_number: 'BLA299999' };

  it.each([
    ['Zorbiva (zorbamab) gel', { drug_name: 'Zorbiva', generic_name: 'zorbamab' }],
    ['Zorbiva  ( zorbamab ) gel', { drug_name: 'Zorbiva', generic_name: 'zorbamab' }],
    ['Zorbiva (b) (4)', { drug_name: 'Zorbiva' }],
    ['one two three four five', { drug_name: 'one two three four five' }],
    ['one two three four five six', { letter_id: 'x.pdf' }],
    ['[redacted] tablets', { letter_id: 'x.pdf' }],
  ])('"for %s" has the drug %j', (named, drug) => {
    expect(one(named)).toEqual({ ...drug, ...told, company_name: 'Zorba', file_name: 'x.pdf' });
  });

  it('may have no type, and is dated by its text if it is corrected', () => {
    expect(one('Zorbiva (a1) gel', { letter_type: undefined })).toMatchObject(told);
    const text = `${letter('Zorbiva (a1) gel').text}. Our action letter dated May 2,2025 was`;
    const corrected = { letter_type: 'corrected complete response', text };
    expect(one('', corrected)).toMatchObject({
      ...{ letter_date: '2025-05-02', corrected_date: '2025-12-27' },
    });
    expect(one('Zorbiva (a1) gel')).not.toHaveProperty('corrected_date');
  });

  it('is read from its first 4,000 characters', () => {
    const text = letter('Zorbiva (a1) gel').text;
    const drugBehind = (characters: number) =>
      one('', { text: `${'x '.repeat(characters / 2)}${text}` })?.drug_name;
    expect([drugBehind(3_800), drugBehind(4_200)]).toEqual(['Zorbiva', undefined]);
  });

  it('is numbered after earlier parts, and needs a date', () => {
    const results = [letter('Zorbiva (a1) gel'), letter('Zorbiva (a1) gel', { letter_date: 'x' })];
    expect(fdaCrl.parse(JSON.stringify({ results }), 'x', 10).problems).toEqual([
      { where: 'result 12', reason: 'letter_date is missing' },
    ]);
    expect(refusal(fdaCrl, {})).toBe('has no openFDA results');
  });
});

describe('an adverse event', () => {
  const report = (more: object, patient: object = {}) => ({
    safetyreportid: 'a/1',
    patient: {
      drug: { medicinalproduct: ' Zorbex. ', drugcharacterization: '1' },
      reaction: { reactionmeddrapt: 'Rash' },
      ...patient,
    },
    ...more,
  });
  const events = (...results: readonly object[]) =>
    read(openfdaEventsConnector, 'adverse_events', { results });
  const found = {
    ...{ report_id: 'a/1', drug_name: 'Zorbex', adverse_event: 'Rash' },
    source_url: 'https://api.fda.gov/drug/event.json?search=safetyreportid:%22a%2F1%22',
  };

  it.each([
    ['1', 'spontaneous'],
    ['2', 'study'],
    ['3', 'other'],
    ['4', 'not available'],
    ['5', undefined],
  ])('of a report of type %s is %s', (reporttype, report_type) => {
    expect(events(report({ reporttype }))).toEqual([{ ...found, report_type }]);
  });

  it('has one manufacturer if openFDA repeats it, and a valid date', () => {
    const openfda = { manufacturer_name: ['Zorba', 'Zorba'], brand_name: [7.5] };
    const drug = { drugcharacterization: '1', openfda };
    expect(events(report({ receivedate: '20250230' }, { drug }))).toEqual([
      { ...found, drug_name: '7.5', manufacturer: 'Zorba' },
    ]);
    expect(events(report({}, { drug: { drugcharacterization: '1' } }))).toEqual([]);
  });

  it('is the first of equal versions, and a missing version is the lowest', () => {
    const version = (safetyreportversion: string | undefined, receivedate: string) =>
      report({ safetyreportversion, receivedate });
    const days = (...reports: readonly object[]) =>
      events(...reports).map(({ event_date }) => event_date);
    expect(days(version('1', '20250101'), version('1', '20250102'))).toEqual(['2025-01-01']);
    expect(days(version(undefined, '20250101'), version('1', '20250102'))).toEqual(['2025-01-02']);
    expect(days(version(undefined, '20250101'), version('0', '20250102'))).toEqual(['2025-01-01']);
  });

  it('is numbered after earlier parts', () => {
    const text = JSON.stringify({ results: [report({}), {}] });
    expect(openfdaEventsConnector.parse(text, 'x', 10).problems).toEqual([
      { where: 'result 12', reason: 'has no safetyreportid' },
    ]);
    expect(refusal(openfdaEventsConnector, {})).toBe('has no openFDA results');
  });
});

describe('an approval', () => {
  const application = (submission: object, more: object = {}) => ({
    application_number: ' NDA 299999 ',
    products: { active_ingredients: [{ name: ' ZORBATINIB ' }] },
    submissions: { submission_type: 'ORIG', submission_status: 'AP', ...submission },
    ...more,
  });

  it('is read without blanks and without missing fields', () => {
    const padded = {
      ...{ submission_type: ' ORIG ', submission_status: ' AP ', submission_class_code: ' ' },
      ...{ review_priority: ' PRIORITY ', submission_property_type: [{ code: ' Orphan ' }] },
    };
    expect(
      read(openfdaApprovalsConnector, 'approvals', { results: [application(padded)] }),
    ).toEqual([
      {
        ...{ application_number: 'NDA299999', application_type: 'NDA', submission_type: 'ORIG' },
        ...{ drug_name: ' ZORBATINIB ', active_ingredients: ['ZORBATINIB'], is_orphan: true },
        review_designation: 'Priority Review',
        source_url:
          'https://www.accessdata.fda.gov/scripts/cder/daf/index.cfm?event=overview.process&ApplNo=299999',
      },
    ]);
  });

  it('is numbered after earlier parts', () => {
    const text = JSON.stringify({
      results: [application({}), application({}, { application_number: 'NDA' })],
    });
    expect(openfdaApprovalsConnector.parse(text, 'x', 10).problems).toEqual([
      { where: 'result 12', reason: 'has no application_number of an NDA, BLA or ANDA' },
    ]);
  });
});
