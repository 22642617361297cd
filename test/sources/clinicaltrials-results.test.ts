import { describe, expect, it } from 'vitest';
import { clinicaltrialsConnector } from '../../src/sources/clinicaltrials/read.ts';
import { pValueOf } from '../../src/sources/clinicaltrials/results.ts';
import { read, recordsOf } from './reading.ts';
import { describeRecordings, describeSamples, recording, sample } from './samples.ts';

const outcome = (...analyses: object[]) => ({
  type: 'PRIMARY',
  title: 'Change in score',
  timeFrame: 'Week 12',
  unitOfMeasure: 'points',
  paramType: 'MEAN',
  dispersionType: 'Standard Deviation',
  groups: [
    { id: 'OG000', title: 'Placebo' },
    { id: 'OG001', title: 'Zorbamab' },
  ],
  denoms: [
    { units: 'Eyes', counts: [{ groupId: 'OG000', value: '180' }] },
    { units: 'Participants', counts: [{ groupId: 'OG001', value: '90' }] },
  ],
  classes: [
    {
      title: 'Adults',
      categories: [
        {
          measurements: [
            { groupId: 'OG000', value: '-1.5', spread: '0.4' },
            { groupId: 'OG001', value: 'NA', lowerLimit: '2.0' },
            { value: '7' },
          ],
        },
      ],
    },
  ],
  ...(analyses.length > 0 ? { analyses } : {}),
});

const study = (outcomes: readonly object[], more: object = {}) => ({
  protocolSection: {
    identificationModule: { nctId: 'NCT90000001', briefTitle: 'Zorbamab in Ague' },
    sponsorCollaboratorsModule: {
      leadSponsor: { name: 'Zorba Bio, Inc.' },
      collaborators: [{ name: 'Big Pharma AG' }],
    },
    statusModule: {
      lastUpdatePostDateStruct: { date: '2025-12-01' },
      resultsFirstPostDateStruct: { date: '2025-11-20', type: 'ACTUAL' },
    },
  },
  resultsSection: { outcomeMeasuresModule: { outcomeMeasures: outcomes }, ...more },
});

const posted = (data: unknown) => read(clinicaltrialsConnector, 'posted_results', data);
const analysisOf = (analysis: object) => {
  const [{ primary_outcomes } = {}] = posted(study([outcome(analysis)]));
  const [first] = primary_outcomes as { analyses: Readonly<Record<string, unknown>>[] }[];
  return first?.analyses[0];
};

describe('posted results of clinicaltrials', () => {
  it('reads the primary outcomes with groups and measurements, and the secondary ones as a text', () => {
    expect(posted(study([outcome(), { ...outcome(), type: 'SECONDARY' }]))).toEqual([
      {
        nctId: 'NCT90000001',
        LeadSponsorName: 'Zorba Bio, Inc.',
        BriefTitle: 'Zorbamab in Ague',
        posted_date: '2025-11-20',
        updatedAt: '2025-12-01',
        source_url: 'https://clinicaltrials.gov/study/NCT90000001?tab=results',
        primary_outcomes: [
          {
            title: 'Change in score',
            time_frame: 'Week 12',
            unit: 'points',
            measure: 'MEAN',
            spread: 'Standard Deviation',
            groups: [
              { id: 'OG000', title: 'Placebo' },
              { id: 'OG001', title: 'Zorbamab', participants: 90 },
            ],
            measurements: [
              { group: 'OG000', class: 'Adults', value: -1.5, spread: 0.4 },
              { group: 'OG001', class: 'Adults', value_text: 'NA', lower: 2 },
            ],
          },
        ],
        secondary_results:
          'Secondary outcome: Change in score (Week 12) [mean, points]. Placebo, Adults: -1.5 ' +
          '(Standard Deviation 0.4); Zorbamab (n = 90), Adults: NA (Standard Deviation 2 to ?)',
      },
    ]);
  });

  it('gives none for a study without results, whatever its flag', () => {
    const { resultsSection: _, ...without } = study([]);
    expect(posted({ ...without, hasResults: true })).toEqual([]);
  });

  it('reads an analysis, with a p-value only as precise as stated', () => {
    const analysis = {
      groupIds: ['OG000', 'OG001'],
      statisticalMethod: 'ANCOVA',
      nonInferiorityType: 'SUPERIORITY',
      pValue: '<0.001',
      pValueComment: 'Tested at a two-sided significance level of 0.05.',
      paramType: 'LS Mean Difference',
      paramValue: '-3.2',
      ciPctValue: '95',
      ciLowerLimit: '-5.0',
      ciUpperLimit: '-1.4',
    };
    expect(analysisOf(analysis)).toEqual({
      groups: ['OG000', 'OG001'],
      method: 'ANCOVA',
      test: 'SUPERIORITY',
      p_value_text: '<0.001',
      p_value: 0.001,
      p_relation: '<',
      stated_level: 0.05,
      within_stated_level: true,
      estimate: 'LS Mean Difference',
      estimate_value: -3.2,
      ci_percent: 95,
      ci_lower: -5,
      ci_upper: -1.4,
    });
  });

  it.each([
    ['<0.05', true],
    ['=0.05', true],
    ['0.0501', false],
    ['<0.1', undefined],
    ['>0.05', false],
    ['>0.04', undefined],
    ['NS', undefined],
    [undefined, undefined],
  ])('a p-value of %s is within the 0.05 level: %s', (pValue, within) => {
    const analysis = { pValue, statisticalComment: 'Reject at the 0.05 significance level.' };
    expect(analysisOf(analysis)).toHaveProperty('stated_level', 0.05);
    expect(analysisOf(analysis)?.within_stated_level).toBe(within);
  });

  it.each([
    ['Two-sided alpha = 0.05 was used.', 0.05],
    ['significance level (one-sided) of 2.5%', 0.025],
    ['at a 5% two-sided alpha', 0.05],
    ['α=0.01', 0.01],
    ['The level of significance was set at 0.10', 0.1],
    ['the threshold is 0.05 for the first and the alpha level 0.05', 0.05],
    ['alpha of 0.04 for OS and alpha of 0.01 for PFS', undefined],
    ['The 95% confidence interval excludes 1.', undefined],
    ['interferon-alpha 0.5 was given', undefined],
    ['interferon alpha 0.5 mg', undefined],
    ['power of 84%', undefined],
    ['alpha of 0% at first, alpha of .05 then', 0.05],
  ])('reads from "%s" the level %s', (groupDescription, level) => {
    expect(analysisOf({ pValue: '0.03', groupDescription })?.stated_level).toBe(level);
  });

  it('reads a level within the first ten thousand characters', () => {
    const levelAfter = (characters: number) =>
      analysisOf({ groupDescription: `${'x'.repeat(characters)} α=0.01` })?.stated_level;
    // The value is preceded by empty fields, each with its end tag.
    expect(levelAfter(9_900)).toBe(0.01);
    expect(levelAfter(10_000)).toBeUndefined();
  });

  it.each([
    ['<0.001', 0.001, '<'],
    ['< .0001', 0.0001, '<'],
    ['=0.05', 0.05, '='],
    ['P-value = 0.5', 0.5, '='],
    ['≤0.01', 0.01, '<'],
    ['>= 0.2', 0.2, '>'],
    ['>0.9999', 0.9999, '>'],
    ['0,03', 0.03, '='],
    ['1.2E-5', 0.000012, '='],
    ['1', 1, '='],
  ])('reads the p-value %s', (text, value, relation) => {
    expect(pValueOf(text)).toEqual({ value, relation });
  });

  it.each(['NS', '0.03 and 0.04', '3', '-0.1', '5%', '<>0.1', '', undefined])(
    'reads no p-value from %s',
    (text) => {
      expect(pValueOf(text)).toBeUndefined();
    },
  );

  it('counts serious adverse events, deaths and discontinuations', () => {
    const [found] = posted(
      study([], {
        adverseEventsModule: {
          eventGroups: [
            { id: 'EG000', title: 'Placebo', seriousNumAffected: 0, seriousNumAtRisk: 97 },
            { title: 'nameless', seriousNumAffected: 1 },
            {
              id: 'EG001',
              title: 'Zorbamab',
              deathsNumAffected: 1,
              deathsNumAtRisk: 96,
              seriousNumAffected: 3,
              seriousNumAtRisk: 96,
              otherNumAffected: 7,
              otherNumAtRisk: 96,
            },
          ],
        },
        participantFlowModule: {
          groups: [{ id: 'FG000', title: 'Zorbamab' }],
          periods: [
            {
              title: 'Overall',
              milestones: [
                { type: 'STARTED', achievements: [{ groupId: 'FG000', numSubjects: '97' }] },
                { type: 'COMPLETED', achievements: [{ groupId: 'FG000', numSubjects: '92' }] },
                { type: 'NOT COMPLETED', achievements: [{ groupId: 'FG000', numSubjects: '5' }] },
              ],
              dropWithdraws: [
                { type: 'Adverse Event', reasons: [{ groupId: 'FG000', numSubjects: '5' }] },
                { type: 'Death', reasons: [{ groupId: 'FG000', numSubjects: '0' }] },
              ],
            },
          ],
        },
      }),
    );
    expect(found?.adverse_events).toEqual([
      { group: 'EG000', title: 'Placebo', serious_affected: 0, serious_at_risk: 97 },
      {
        group: 'EG001',
        title: 'Zorbamab',
        serious_affected: 3,
        serious_at_risk: 96,
        other_affected: 7,
        other_at_risk: 96,
        deaths: 1,
        deaths_at_risk: 96,
      },
    ]);
    expect(found?.discontinuations).toEqual([
      {
        period: 'Overall',
        group: 'FG000',
        title: 'Zorbamab',
        started: 97,
        completed: 92,
        not_completed: 5,
        reasons: [{ reason: 'Adverse Event', participants: 5 }],
      },
    ]);
  });

  it('keeps the outcomes about adverse events, those related to treatment first', () => {
    const titled = (title: string, type: string) => ({ ...outcome(), title, type });
    const [found] = posted(
      study([
        titled('Weight', 'SECONDARY'),
        titled('Participants with TEAEs', 'PRIMARY'),
        titled('Participants with Drug-Related Serious Adverse Events', 'OTHER_PRE_SPECIFIED'),
      ]),
    );
    const classes = ['Any', 'Any serious', 'Serious, related to Zorbamab'].map((title, at) => ({
      title,
      categories: [{ measurements: [{ groupId: 'OG000', value: String(at) }] }],
    }));
    const [counted] = posted(study([{ ...titled('TEAEs', 'PRIMARY'), groups: [], classes }]));
    expect(counted?.safety_results).toContain(
      'OG000, Serious, related to Zorbamab: 2; OG000, Any serious: 1; OG000, Any: 0',
    );
    const titles = String(found?.safety_results).match(/Safety outcome: [^([.]+\b/g);
    expect(titles).toEqual([
      'Safety outcome: Participants with Drug-Related Serious Adverse Events',
      'Safety outcome: Participants with TEAEs',
    ]);
  });

  it('omits groups without an id, and reasons without participants', () => {
    const flow = {
      groups: [{ title: 'nameless' }, { id: 'FG001', title: 'Zorbamab' }],
      periods: [
        { title: 'First', milestones: [{ type: 'STARTED' }], dropWithdraws: [{}] },
        {
          milestones: [
            { type: 'COMPLETED', achievements: [{ groupId: 'FG002', numSubjects: '9' }] },
          ],
          dropWithdraws: [{ reasons: [{ groupId: 'FG001', numSubjects: '3' }] }],
        },
      ],
    };
    const [found] = posted(
      study([outcome(), { title: 'untyped' }], { participantFlowModule: flow }),
    );
    expect(found?.discontinuations).toEqual([
      { period: 'First', group: 'FG001', title: 'Zorbamab' },
      { group: 'FG001', title: 'Zorbamab' },
    ]);
    const [{ groups } = {}] = posted(
      study([{ type: 'PRIMARY', groups: [{ title: 'nameless' }, { id: 'OG001' }] }]),
    ).flatMap(({ primary_outcomes }) => primary_outcomes as { groups: object[] }[]);
    expect(groups).toEqual([{ id: 'OG001' }]);
  });

  it('keeps 2,000 measurements of an outcome and reports the rest', () => {
    const measurements = Array.from({ length: 2_001 }, () => ({ groupId: 'OG000', value: '1' }));
    const long = { ...outcome(), classes: [{ categories: [{ measurements }] }] };
    const parsed = clinicaltrialsConnector.parse(JSON.stringify(study([long])), 'x');
    const [found] = recordsOf(parsed, 'posted_results') as {
      primary_outcomes: { measurements: unknown[] }[];
    }[];
    expect(found?.primary_outcomes[0]?.measurements).toHaveLength(2_000);
    expect(parsed.problems).toEqual([
      {
        where: 'NCT90000001',
        reason: 'has 2001 measurements of one outcome: the first 2000 are kept',
      },
    ]);
  });
});

describeSamples('posted results over recorded studies', () => {
  it('reads Regeneron’s vaccine study, which tests no hypothesis', () => {
    const [found] = posted(sample('ctgov/NCT02210780.json'));
    expect(found).toMatchObject({ posted_date: '2020-05-07', updatedAt: '2020-05-07' });
    expect(found?.adverse_events).toMatchObject([
      { serious_affected: 0, serious_at_risk: 97 },
      { serious_affected: 3, serious_at_risk: 97 },
    ]);
    expect(found?.discontinuations).toMatchObject([
      { started: 97, completed: 92, not_completed: 5 },
      { started: 97, completed: 89, not_completed: 8 },
    ]);
    expect(found).toMatchObject({
      primary_outcomes: [
        {
          measurements: [
            { group: 'OG000', value: 83.7 },
            { group: 'OG001', value: 83.3 },
          ],
        },
      ],
    });
    expect(JSON.stringify(found)).not.toMatch(/outcome":|verdict|success/);
  });

  it('reads eight posted results of a page, with p-values that have a sign', () => {
    const found = posted(sample('ctgov/fetch_clinical_trial_zolgensma.json'));
    expect(found).toHaveLength(8);
    const text = JSON.stringify(found);
    expect(text).toContain('"p_value_text":">0.9999","p_value":0.9999,"p_relation":">"');
    expect(text).not.toContain('within_stated_level');
  });
});

describeRecordings('posted results over recorded downloads', () => {
  it('reads the stated level of 0.08 next to an interval of 84 %', () => {
    const text = recording('ctgov/ctg-studies_nsclc_2025_100.json');
    const found = posted(text).find(({ nctId }) => nctId === 'NCT02856893');
    expect(JSON.stringify(found)).toContain('"stated_level":0.08');
    expect(JSON.stringify(found)).not.toContain('within_stated_level');
  });
});
