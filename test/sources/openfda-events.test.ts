import { describe, expect, it } from 'vitest';
import { openfdaEventsConnector } from '../../src/sources/openfda-drugs.ts';
import { read, recordsOf, refusal } from './reading.ts';
import { describeSamples, sample } from './samples.ts';

const suspect = {
  medicinalproduct: 'ZORBIVA 50MG.',
  drugcharacterization: '1',
  openfda: { brand_name: ['ZORBIVA'], manufacturer_name: ['Zorba Bio, Inc.'] },
};
const report = (more: object = {}, patient: object = {}) => ({
  safetyreportid: '90000001',
  safetyreportversion: '1',
  receivedate: '20250701',
  reporttype: '2',
  primarysource: { reportercountry: 'JP', qualification: '3' },
  serious: '1',
  seriousnesshospitalization: '1',
  patient: {
    reaction: [{ reactionmeddrapt: 'Nausea', reactionoutcome: '1' }],
    drug: [suspect],
    ...patient,
  },
  ...more,
});
const events = (...results: object[]) =>
  read(openfdaEventsConnector, 'adverse_events', { results });

describe('openfda-events', () => {
  it('reads a report of one drug and one reaction', () => {
    expect(events(report())).toEqual([
      {
        drug_name: 'ZORBIVA',
        manufacturer: 'Zorba Bio, Inc.',
        event_date: '2025-07-01',
        adverse_event: 'Nausea',
        severity: 'hospitalization',
        outcome: 'recovered',
        report_type: 'study',
        reporter_country: 'JP',
        reporter_qualification: 'other health professional',
        report_id: '90000001',
        report_version: 1,
        source_url: 'https://api.fda.gov/drug/event.json?search=safetyreportid:%2290000001%22',
      },
    ]);
  });

  it('reads the indications of a drug and the day of the newest version', () => {
    const drug = ['GOUT', 'AGUE', 'GOUT'].map((drugindication) => ({ ...suspect, drugindication }));
    expect(events(report({ receiptdate: '20250920' }, { drug }))).toMatchObject([
      { indication: 'GOUT; AGUE', event_date: '2025-07-01', updated_date: '2025-09-20' },
    ]);
  });

  it.each([
    [{ drugdosagetext: '10 MG, QD', drugdosageform: 'TABLET' }, '10 MG, QD; TABLET'],
    [{ drugstructuredosagenumb: '500', drugstructuredosageunit: '003' }, '500 mg'],
    [{ drugdosagetext: 'UNK', drugadministrationroute: '048' }, 'oral'],
    [{ drugstartdate: '201208', drugenddate: '20120914' }, 'from 2012-08 to 2012-09-14'],
    [{ drugdosagetext: 'UNK', drugadministrationroute: '065' }, undefined],
    [{ drugstructuredosagenumb: '500', drugstructuredosageunit: '999' }, undefined],
    [{}, undefined],
  ])('reads the dose %j as %s', (dose, text) => {
    const drug = [dose, dose].map((one) => ({ ...suspect, ...one }));
    expect(events(report({}, { drug }))[0]?.dose).toBe(text);
  });

  it.each([
    ['54', '801', 54],
    ['7', '800', 70],
    ['18', '802', 1.5],
    ['50', undefined, undefined],
  ])('reads the age %s with the unit %s as %s years', (patientonsetage, unit, years) => {
    const patient = { patientonsetage, patientonsetageunit: unit, patientsex: '2' };
    expect(events(report({}, patient))[0]).toMatchObject({ patient_sex: 'female' });
    expect(events(report({}, patient))[0]?.patient_age_years).toBe(years);
  });

  it('gives one record per suspect drug and reaction, even if the drug is listed repeatedly', () => {
    const other = { medicinalproduct: 'GLUMEX', drugcharacterization: '1' };
    const drug = [suspect, { ...suspect }, other];
    const reaction = [{ reactionmeddrapt: 'Nausea' }, { reactionmeddrapt: 'Rash' }];
    expect(
      events(report({}, { drug, reaction })).map((e) => [e.drug_name, e.adverse_event]),
    ).toEqual([
      ['ZORBIVA', 'Nausea'],
      ['ZORBIVA', 'Rash'],
      ['GLUMEX', 'Nausea'],
      ['GLUMEX', 'Rash'],
    ]);
  });

  it('omits concomitant drugs', () => {
    const drug = [
      { ...suspect, drugcharacterization: '2' },
      { ...suspect, drugcharacterization: '3' },
      { medicinalproduct: 'ASPIRIN' },
    ];
    expect(events(report({}, { drug }))).toEqual([]);
  });

  it('uses the brand name, the reported one first, or else the reported name', () => {
    const named = (drug: object) =>
      events(report({}, { drug: [{ drugcharacterization: '1', ...drug }] }))[0]?.drug_name;
    const openfda = { brand_name: ['ACTOFORM', 'Metforma'] };
    expect(named({ medicinalproduct: 'METFORMA', openfda })).toBe('Metforma');
    expect(named({ medicinalproduct: 'metformin hcl', openfda })).toBe('ACTOFORM');
    expect(named({ medicinalproduct: 'GLUMEX 5 MG TABS ..' })).toBe('GLUMEX 5 MG TABS');
  });

  it('has no manufacturer if openFDA has several', () => {
    const openfda = { brand_name: ['ZORBIVA'], manufacturer_name: ['Zorba Bio', 'Generica'] };
    const [found] = events(report({}, { drug: [{ ...suspect, openfda }] }));
    expect(found).not.toHaveProperty('manufacturer');
  });

  it.each([
    [{ seriousnessdeath: '1', seriousnesslifethreatening: '1' }, 'death'],
    [{ seriousnesslifethreatening: '1', seriousnessdisabling: '1' }, 'life-threatening'],
    [{ seriousnessdisabling: '1', seriousnesshospitalization: '1' }, 'disabling'],
    [{ seriousnesshospitalization: '1', seriousnesscongenitalanomali: '1' }, 'hospitalization'],
    [{ seriousnesscongenitalanomali: '1', seriousnessother: '1' }, 'congenital anomaly'],
    [{ seriousnessother: '1' }, 'other serious'],
    [{}, 'other serious'],
    [{ serious: '2' }, 'non-serious'],
    [{ serious: undefined }, undefined],
  ])('ranks %j as %s', (flags, severity) => {
    const [found] = events(report({ seriousnesshospitalization: undefined, ...flags }));
    expect(found?.severity).toBe(severity);
  });

  it.each([
    ['2', {}, 'recovering'],
    ['3', {}, 'not recovered'],
    ['4', {}, 'recovered with sequelae'],
    ['5', {}, 'death'],
    ['6', { seriousnesshospitalization: undefined }, 'unknown'],
    ['6', { seriousnessdeath: '1' }, 'death'],
    [undefined, {}, 'hospitalization'],
    [undefined, { seriousnesshospitalization: undefined }, undefined],
    ['1', { seriousnessdeath: '1' }, 'recovered'],
  ])('reads outcome %s of a report with %j as %s', (reactionoutcome, flags, outcome) => {
    const reaction = [{ reactionmeddrapt: 'Rash', reactionoutcome }];
    expect(events(report(flags, { reaction }))[0]?.outcome).toBe(outcome);
  });

  it('keeps the highest version of a report, compared as numbers', () => {
    const versions = ['9', '10', '2'].map((safetyreportversion) =>
      report({ safetyreportversion, receivedate: `202507${safetyreportversion.padStart(2, '0')}` }),
    );
    expect(events(...versions)).toMatchObject([{ report_version: 10, event_date: '2025-07-10' }]);
  });

  it('reports an event without a number and keeps the rest', () => {
    const results = [report({ safetyreportid: undefined }), report()];
    const parsed = openfdaEventsConnector.parse(JSON.stringify({ results }), 'x');
    expect(recordsOf(parsed, 'adverse_events')).toHaveLength(1);
    expect(parsed.problems).toEqual([{ where: 'result 1', reason: 'has no safetyreportid' }]);
  });
});

describeSamples('openfda-events over recorded responses', () => {
  it('reads the fatal report of 2014: one suspect drug in four entries, and six other drugs', () => {
    const text = sample('openfda_event/event_50242-051-death.json');
    expect(read(openfdaEventsConnector, 'adverse_events', text)).toMatchObject([
      {
        drug_name: 'OMNISCAN',
        adverse_event: 'Nephrogenic systemic fibrosis',
        event_date: '2014-03-12',
        severity: 'death',
        outcome: 'death',
        report_type: 'spontaneous',
        report_id: '10003633',
        report_version: 2,
        manufacturer: 'GE Healthcare Inc.',
      },
    ]);
  });

  it('refuses the recorded count', () => {
    const file = 'openfda_event/faers_count_pembrolizumab_reaction_20260811.json';
    expect(refusal(openfdaEventsConnector, sample(file))).toMatch(/count/);
  });
});
