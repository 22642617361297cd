import { describe, expect, it } from 'vitest';
import { clinicaltrialsConnector } from '../../src/sources/clinicaltrials/read.ts';
import { read, recordsOf, refusal } from './reading.ts';
import { describeRecordings, describeSamples, recording, sample } from './samples.ts';

const study = {
  protocolSection: {
    identificationModule: {
      nctId: 'NCT90000001',
      briefTitle: 'Zorbamab in Été Syndrome \\[ZES\\]',
    },
    statusModule: {
      overallStatus: 'TERMINATED',
      whyStopped: 'Slow accrual',
      studyFirstPostDateStruct: { date: '2024-01-15', type: 'ACTUAL' },
      startDateStruct: { date: '2024-03', type: 'ACTUAL' },
      primaryCompletionDateStruct: { date: '2026-05', type: 'ESTIMATED' },
      completionDateStruct: { date: '2026-11-30', type: 'ESTIMATED' },
      lastUpdatePostDateStruct: { date: '2025-12-01', type: 'ACTUAL' },
      resultsFirstPostDateStruct: { date: '2025-11-20' },
    },
    sponsorCollaboratorsModule: {
      leadSponsor: { name: 'Zorba Bio, Inc.', class: 'INDUSTRY' },
      collaborators: [{ name: 'Big Pharma AG' }],
    },
    conditionsModule: { conditions: ['Été Syndrome', 'Ague, Chronic'] },
    designModule: {
      studyType: 'INTERVENTIONAL',
      phases: ['PHASE1', 'PHASE2'],
      enrollmentInfo: { count: 42 },
      designInfo: {
        allocation: 'RANDOMIZED',
        interventionModel: 'PARALLEL',
        primaryPurpose: 'TREATMENT',
        maskingInfo: { masking: 'DOUBLE', whoMasked: ['PARTICIPANT', 'INVESTIGATOR'] },
      },
    },
    contactsLocationsModule: {
      locations: [
        { facility: 'Site 1', country: 'Spain' },
        { country: 'France' },
        { country: 'Spain' },
        { city: 'Nowhere' },
      ],
    },
    armsInterventionsModule: {
      armGroups: [
        {
          label: 'High dose',
          type: 'EXPERIMENTAL',
          description: `20 mg\n once a day${'.'.repeat(300)}`,
          interventionNames: ['Biological: Zorbamab', 'Drug: Ordinex'],
        },
        {
          label: 'Control',
          type: 'PLACEBO_COMPARATOR',
          interventionNames: ['Other: Placebo: saline', 'Drug: Ordinex'],
        },
        { label: 'Watched', type: 'NO_INTERVENTION' },
      ],
      interventions: [
        {
          type: 'BIOLOGICAL',
          name: 'Zorbamab',
          otherNames: ['ZRB-101', 'Zorbiva'],
          armGroupLabels: ['High dose'],
        },
        { type: 'OTHER', name: 'Placebo: saline', armGroupLabels: ['Control'] },
        { type: 'DRUG', name: 'Ordinex', armGroupLabels: ['Control', 'High dose'] },
      ],
    },
    outcomesModule: {
      primaryOutcomes: [
        { measure: 'Change in score', timeFrame: '24 weeks' },
        { measure: 'Deaths, all causes' },
      ],
      secondaryOutcomes: [{ measure: 'Quality of life' }],
    },
  },
  derivedSection: {
    conditionBrowseModule: {
      meshes: [{ id: 'D099901', term: 'Ague' }],
      ancestors: [{ id: 'D099902', term: 'Fevers' }],
      browseLeaves: [{ id: 'M1', name: 'Ague', relevance: 'HIGH' }],
      browseBranches: [
        { abbrev: 'BC01', name: 'Infections' },
        { abbrev: 'All', name: 'All Conditions' },
      ],
    },
    interventionBrowseModule: { meshes: [{ id: 'D099903', term: 'Antibodies' }] },
  },
  hasResults: true,
};

const trials = (data: unknown) => read(clinicaltrialsConnector, 'trials', data);
const withPhases = (phases: unknown) => ({
  protocolSection: { identificationModule: { nctId: 'NCT90000002' }, designModule: { phases } },
});

describe('clinicaltrials', () => {
  it('reads a study with its texts and dates as registered', () => {
    expect(trials(study)).toEqual([
      {
        nctId: 'NCT90000001',
        LeadSponsorName: 'Zorba Bio, Inc.',
        lead_sponsor_class: 'INDUSTRY',
        CompletionDate: '2026-05',
        Condition: 'Été Syndrome, Ague, Chronic',
        InterventionName: 'Zorbamab, Placebo: saline, Ordinex',
        BriefTitle: 'Zorbamab in Été Syndrome \\[ZES\\]',
        Phase: 'Phase 1/Phase 2',
        primaryOutcomes: 'Change in score; Deaths, all causes',
        primary_endpoint: 'Change in score [24 weeks]; Deaths, all causes',
        secondaryOutcomes: 'Quality of life',
        updatedAt: '2025-12-01',
        status: 'TERMINATED',
        why_stopped: 'Slow accrual',
        start_date: '2024-03',
        first_posted_date: '2024-01-15',
        enrollment: 42,
        allocation: 'RANDOMIZED',
        masking: 'DOUBLE',
        intervention_model: 'PARALLEL',
        primary_purpose: 'TREATMENT',
        countries: ['France', 'Spain'],
        results_posted_date: '2025-11-20',
        study_type: 'INTERVENTIONAL',
        has_results: true,
        collaborators: [{ name: 'Big Pharma AG' }],
        dates: {
          start: { date: '2024-03', precision: 'month', type: 'ACTUAL' },
          primary_completion: { date: '2026-05', precision: 'month', type: 'ESTIMATED' },
          completion: { date: '2026-11-30', precision: 'day', type: 'ESTIMATED' },
          results_posted: { date: '2025-11-20', precision: 'day' },
        },
        conditions: ['Été Syndrome', 'Ague, Chronic'],
        condition_mesh: [{ id: 'D099901', term: 'Ague' }],
        condition_mesh_ancestors: [{ id: 'D099902', term: 'Fevers' }],
        condition_branches: [{ code: 'BC01', name: 'Infections' }],
        intervention_mesh: [{ id: 'D099903', term: 'Antibodies' }],
        interventions: [
          {
            name: 'Zorbamab',
            type: 'BIOLOGICAL',
            other_names: ['ZRB-101', 'Zorbiva'],
            arm_roles: ['EXPERIMENTAL'],
          },
          { name: 'Placebo: saline', type: 'OTHER', arm_roles: ['PLACEBO_COMPARATOR'] },
          { name: 'Ordinex', type: 'DRUG', arm_roles: ['EXPERIMENTAL', 'PLACEBO_COMPARATOR'] },
        ],
        arms: [
          {
            label: 'High dose',
            role: 'EXPERIMENTAL',
            description: `20 mg once a day${'.'.repeat(224)}…`,
            interventions: ['Zorbamab', 'Ordinex'],
          },
          {
            label: 'Control',
            role: 'PLACEBO_COMPARATOR',
            interventions: ['Placebo: saline', 'Ordinex'],
          },
          { label: 'Watched', role: 'NO_INTERVENTION' },
        ],
      },
    ]);
  });

  it('keeps a study whose parts have no names', () => {
    const { identificationModule } = study.protocolSection;
    const parts = {
      identificationModule,
      sponsorCollaboratorsModule: { collaborators: [{ class: 'NIH' }, { name: 'Big Pharma AG' }] },
      armsInterventionsModule: { interventions: [{ type: 'DRUG' }], armGroups: [{}] },
    };
    const derivedSection = {
      conditionBrowseModule: { meshes: [{ id: 'D1' }], browseBranches: [{}] },
    };
    expect(trials({ protocolSection: parts, derivedSection })).toEqual([
      {
        nctId: 'NCT90000001',
        BriefTitle: 'Zorbamab in Été Syndrome \\[ZES\\]',
        collaborators: [{ name: 'Big Pharma AG' }],
        arms: [{}],
      },
    ]);
  });

  it('creates a version as of the last update', () => {
    expect(read(clinicaltrialsConnector, 'trial_versions', study)).toEqual([
      {
        nctId: 'NCT90000001',
        version_date: '2025-12-01',
        status: 'TERMINATED',
        why_stopped: 'Slow accrual',
        phase: 'Phase 1/Phase 2',
        enrollment: 42,
        primary_completion_date: '2026-05',
        primary_completion_date_type: 'ESTIMATED',
        primary_outcomes: 'Change in score; Deaths, all causes',
        countries: 2,
      },
    ]);
  });

  it('reads a page, a list and a single study alike', () => {
    const one = trials(study);
    expect(trials({ studies: [study], nextPageToken: 'abc', totalCount: 9 })).toEqual(one);
    expect(trials([study])).toEqual(one);
  });

  it('gives a trial for a study with only a number', () => {
    const bare = { protocolSection: { identificationModule: { nctId: 'NCT90000003' } } };
    expect(trials(bare)).toEqual([{ nctId: 'NCT90000003' }]);
    expect(read(clinicaltrialsConnector, 'trial_versions', bare)).toEqual([]);
  });

  it('uses the completion date if there is no primary one', () => {
    const { primaryCompletionDateStruct: _, ...status } = study.protocolSection.statusModule;
    const later = { protocolSection: { ...study.protocolSection, statusModule: status } };
    expect(trials(later)[0]?.CompletionDate).toBe('2026-11-30');
  });

  it.each([
    [['PHASE3'], 'Phase 3'],
    [['EARLY_PHASE1'], 'Early Phase 1'],
    [['PHASE2', 'PHASE3'], 'Phase 2/Phase 3'],
    [['NA'], 'N/A'],
    [undefined, undefined],
    [[], undefined],
  ])('converts %j to %s', (phases, phase) => {
    expect(trials(withPhases(phases))[0]?.Phase).toBe(phase);
  });

  it('keeps the other studies of a page with an invalid one', () => {
    const text = JSON.stringify({ studies: [null, { protocolSection: {} }, study] });
    const parsed = clinicaltrialsConnector.parse(text, 'page.json');
    expect(recordsOf(parsed, 'trials')).toHaveLength(1);
    expect(parsed.problems).toEqual([
      { where: 'study 1', reason: 'has no nctId' },
      { where: 'study 2', reason: 'has no nctId' },
    ]);
  });

  it('reads an empty page without a problem', () => {
    expect(clinicaltrialsConnector.parse('{"studies":[]}', 'x')).toEqual({
      batches: [],
      problems: [],
    });
  });

  it('refuses the legacy layouts', () => {
    expect(refusal(clinicaltrialsConnector, { FullStudiesResponse: { FullStudies: [] } })).toMatch(
      /v1/,
    );
    expect(refusal(clinicaltrialsConnector, { StudyFieldsResponse: {} })).toMatch(/v1/);
    expect(refusal(clinicaltrialsConnector, '<?xml version="1.0"?><clinical_study/>')).toMatch(
      /legacy/,
    );
  });
});

describeSamples('clinicaltrials over recorded responses', () => {
  it('reads all 18 studies of a page', () => {
    const parsed = clinicaltrialsConnector.parse(
      sample('ctgov/fetch_clinical_trial_zolgensma.json'),
      'x',
    );
    const found = recordsOf(parsed, 'trials');
    expect(parsed.problems).toEqual([]);
    expect(found).toHaveLength(18);
    expect(recordsOf(parsed, 'trial_versions')).toHaveLength(18);
    const trial = (nctId: string) => found.find((record) => record.nctId === nctId);
    expect(trial('NCT03955679')).toMatchObject({
      LeadSponsorName: 'United BioSource, LLC',
      updatedAt: '2020-08-28',
    });
    expect(trial('NCT03955679')).not.toHaveProperty('CompletionDate');
    expect(trial('NCT06532474')).toMatchObject({ CompletionDate: '2026-05' });
    expect(trial('NCT05073133')).toMatchObject({ Phase: 'Phase 4', CompletionDate: '2023-08-08' });
  });

  it('reads single studies, with and without phases', () => {
    const one = (id: string) =>
      read(clinicaltrialsConnector, 'trials', sample(`ctgov/${id}.json`))[0];
    expect(one('NCT00763412')).toMatchObject({
      Phase: 'N/A',
      CompletionDate: '2013-01',
      lead_sponsor_class: 'INDIV',
    });
    expect(one('NCT02210780')).toMatchObject({
      LeadSponsorName: 'Regeneron Pharmaceuticals',
      Phase: 'Phase 2',
      InterventionName: 'Dupilumab, Placebo',
      enrollment: 194,
    });
    expect(one('NCT03475563')?.Phase).toBeUndefined();
  });
});

describeRecordings('clinicaltrials over recorded downloads', () => {
  const trialsIn = (file: string) =>
    read(clinicaltrialsConnector, 'trials', recording(`ctgov/${file}`));

  it.each([
    ['ctg-studies_2023-06_50.json', 50],
    ['ctg-studies_nsclc_2025_100.json', 100],
    ['studies_page_5.json', 5],
  ])('reads all studies of %s', (file, studies) => {
    expect(trialsIn(file)).toHaveLength(studies);
  });

  it('reads branches in older records, terms and ancestors in newer ones', () => {
    const older = trialsIn('ctg-studies_2023-06_50.json');
    const later = trialsIn('ctg-studies_nsclc_2025_100.json');
    const having = (trials: typeof older, field: string) =>
      trials.filter((trial) => trial[field] !== undefined).length;
    expect(having(older, 'condition_branches')).toBe(44);
    expect(having(later, 'condition_branches')).toBe(0);
    expect(having(later, 'intervention_mesh')).toBe(69);
    expect(having(later, 'condition_mesh_ancestors')).toBe(14);
  });
});
