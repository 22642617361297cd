import { describe, expect, it } from 'vitest';
import { announcedResults, trialFiles } from '../../../src/derive/trials/trial-files.ts';
import {
  approvalsSince,
  knownTrials,
  recordedTrials,
  trialRecords,
} from '../../../src/derive/trials/trial-records.ts';
import {
  indicationsByDrug,
  relatedTreatments,
  treatmentsOf,
} from '../../../src/derive/trials/trial-treatments.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { TODAY } from '../developer.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const companies = [{ ticker: 'ABCQZ', name: 'Abc Therapeutics' }];
const TRIAL: Fact<'trials'> = {
  nctId: 'NCT90000001',
  LeadSponsorName: 'Abc Therapeutics',
  lead_sponsor_class: 'INDUSTRY',
  study_type: 'INTERVENTIONAL',
  Phase: 'Phase 2',
  status: 'RECRUITING',
  conditions: ['Gout'],
  BriefTitle: 'ABC-101 in Gout',
  start_date: '2025-02',
  updatedAt: '2026-05-01',
  CompletionDate: '2027-06',
  first_posted_date: '2025-01-15',
  interventions: [{ name: 'Zorbarasib', type: 'DRUG', arm_roles: ['EXPERIMENTAL'] }],
};

const recordsOf = async (facts: FactsByKind) => [
  ...trialRecords(await refreshOf(TODAY, { companies }, facts)),
];
const recordOf = async (trial: object, more: FactsByKind = {}) =>
  (await recordsOf({ trials: [{ ...TRIAL, ...trial }], ...more }))[0]!;
const version = (version_date: string, more: object = {}) => ({
  nctId: TRIAL.nctId,
  version_date,
  ...more,
});

describe('a trial, whole', () => {
  it('of which the registration is all that is known', async () => {
    expect(await recordOf({})).toEqual({
      nctId: 'NCT90000001',
      stage: 'phase2',
      phase: 'Phase 2',
      sponsor: 'ABCQZ',
      isCompany: true,
      treatments: [expect.stringMatching(/^zorbarasib\|gout$/)],
      continuations: [expect.stringMatching(/^zorbarasib\|gout$/)],
      // A date without a day counts as the last day of the month.
      start: '2025-02-28',
      seen: '2025-01-15',
      completion: '2027-06-30',
      isCompleted: false,
      stop: null,
      announced: [],
      posted: null,
      labels: [],
      approvals: [],
      drugApprovals: [],
      updates: ['2026-05-01'],
      design: {
        area: 'Autoimmune',
        modality: 'Small molecule',
        conditions: ['gout'],
        words: 'ABC-101 in Gout; Gout',
        isRare: null,
        sponsorClass: 'INDUSTRY',
        armRoles: null,
        masking: null,
        allocation: null,
        purpose: null,
        primaryOutcomes: null,
        designations: null,
      },
      history: {
        versions: [
          {
            version_date: '2026-05-01',
            status: 'RECRUITING',
            phase: 'Phase 2',
            primary_completion_date: '2027-06',
          },
        ],
        start_date: '2025-02',
        study_type: 'INTERVENTIONAL',
      },
    });
  });

  it('with its design as registered', async () => {
    const registered = {
      masking: 'DOUBLE',
      allocation: 'RANDOMIZED',
      primary_purpose: 'TREATMENT',
      primaryOutcomes: 'Flares',
      lead_sponsor_class: 'OTHER',
      conditions: ['Gout', 'Pain'],
      arms: [{ role: 'EXPERIMENTAL' }, { role: null }],
      condition_branches: [{ code: 'BC05', name: 'Musculoskeletal' }, { code: 'Rare' }],
    };
    const of = { ticker: 'ABCQZ', drug_name: 'Zorbarasib', indication: 'Gout' };
    const designations = [
      { ...of, designation_type: 'Fast Track', designation_date: '2025-03' },
      { ...of, designation_type: 'Orphan Drug' },
    ];
    const { design } = await recordOf(registered, { designations });
    expect(design).toMatchObject({
      masking: 'DOUBLE',
      allocation: 'RANDOMIZED',
      purpose: 'TREATMENT',
      primaryOutcomes: 'Flares',
      sponsorClass: 'OTHER',
      armRoles: ['EXPERIMENTAL', ''],
      words: 'ABC-101 in Gout; Gout; Pain',
      isRare: true,
      // An event without a date is not used.
      designations: [{ kind: 'Fast Track', day: '2025-03-31' }],
    });
  });

  it.each([
    [{ conditions: ['Rare Diseases'] }, true],
    [{ conditions: ['An orphan disease'] }, true],
    [{ condition_branches: [{ code: 'BC05', name: 'Musculoskeletal' }] }, false],
    [{ condition_branches: [{ code: 'X', name: 'Rare Diseases' }] }, true],
    [{}, null],
  ])('%j is rare: %s', async (more, isRare) => {
    const { design } = await recordOf(more);
    expect(design.isRare).toBe(isRare);
  });

  it('of a hospital is of its name, of nobody of none', async () => {
    const hospital = { LeadSponsorName: 'University Hospital', lead_sponsor_class: 'OTHER' };
    expect(await recordOf(hospital)).toMatchObject({
      sponsor: 'University Hospital',
      isCompany: false,
      approvals: null,
      drugApprovals: null,
    });
    const industry = { LeadSponsorName: 'Unlisted Pharma' };
    expect(await recordOf(industry)).toMatchObject({ isCompany: true, approvals: null });
    const nobody = { LeadSponsorName: null, lead_sponsor_class: null, Phase: null };
    expect(await recordOf(nobody)).toMatchObject({
      sponsor: '',
      isCompany: false,
      phase: '',
      stage: null,
    });
  });
});

describe('the days of a trial', () => {
  it.each([
    // The earliest of the first post date, the start date and the first version.
    [{}, '2025-02-28', '2025-01-15'],
    [{ first_posted_date: null }, '2025-02-28', '2025-02-28'],
    [{ first_posted_date: null, start_date: null }, null, '2026-05-01'],
    [{ first_posted_date: '2026-06-01', start_date: '2026-06-02' }, '2026-06-02', '2026-05-01'],
    [{ status: 'NOT_YET_RECRUITING' }, null, '2025-01-15'],
    [{ status: 'Withdrawn' }, null, '2025-01-15'],
    [{ status: 'COMPLETED' }, '2025-02-28', '2025-01-15'],
  ])('%j: it began on %s and is known from %s', async (more, start, seen) => {
    expect(await recordOf(more)).toMatchObject({ start, seen });
  });

  it.each([
    [{ status: 'COMPLETED' }, true],
    [{ status: 'Completed' }, true],
    [{ status: 'RECRUITING', CompletionDate: '2026-01-01' }, false],
    [{ status: 'ACTIVE_NOT_RECRUITING', CompletionDate: '2026-01-01' }, false],
    [{ status: 'ACTIVE_NOT_RECRUITING', CompletionDate: '2026-11-21', ends: 'ACTUAL' }, true],
    [{ status: 'ACTIVE_NOT_RECRUITING', CompletionDate: '2026-11-22', ends: 'ACTUAL' }, false],
    [{ status: 'ACTIVE_NOT_RECRUITING', CompletionDate: '2026-01-01', ends: 'ESTIMATED' }, false],
    [{ status: 'ACTIVE_NOT_RECRUITING', CompletionDate: null, ends: 'ACTUAL' }, false],
    [{ status: 'RECRUITING', CompletionDate: '2026-01-01', ends: 'ACTUAL' }, false],
  ])('%j ran to its end: %s', async ({ ends, ...more }: Record<string, unknown>, isCompleted) => {
    const dates = ends ? { dates: { primary_completion: { type: ends } } } : {};
    const found = await recordOf({ ...more, ...dates });
    expect(found.isCompleted).toBe(isCompleted);
  });

  it('that was ended early are those of the version which says so, else of its registration', async () => {
    const ended = { status: 'TERMINATED', why_stopped: 'Futility' };
    expect((await recordOf(ended)).stop).toEqual({ day: '2026-05-01', why: 'Futility' });
    const status = 'WITHDRAWN';
    const before = version('2025-03-01', { status: 'RECRUITING' });
    const told = await recordOf(
      { status },
      { trial_versions: [before, version('2025-06-01', { status })] },
    );
    expect(told.stop).toEqual({ day: '2025-06-01', why: null });
    expect(told.updates).toEqual(['2025-03-01', '2025-06-01', '2026-05-01']);
    expect((await recordOf({ status: 'SUSPENDED' })).stop).toBeNull();
  });

  it('are those of its versions up to today, its registration the newest', async () => {
    const trial_versions = ['2025-03-01', '2026-05-01', '2026-11-22'].map((day) => version(day));
    const { updates } = await recordOf({}, { trial_versions });
    expect(updates).toEqual(['2025-03-01', '2026-05-01']);
    const more = {
      enrollment: 40,
      primaryOutcomes: 'Flares',
      why_stopped: 'Money',
      countries: ['US', 'DE'],
      dates: { primary_completion: { type: 'ACTUAL' } },
      results_posted_date: '2026-04-01',
      has_results: true,
    };
    const { history } = await recordOf(more);
    expect(history).toEqual({
      versions: [
        {
          version_date: '2026-05-01',
          status: 'RECRUITING',
          phase: 'Phase 2',
          enrollment: 40,
          primary_completion_date: '2027-06',
          why_stopped: 'Money',
          primary_completion_date_type: 'ACTUAL',
          primary_outcomes: 'Flares',
          countries: 2,
        },
      ],
      start_date: '2025-02',
      study_type: 'INTERVENTIONAL',
      has_results: true,
      results_posted_date: '2026-04-01',
    });
  });
});

describe('what came of a trial', () => {
  it('was announced, posted and labelled', async () => {
    const { nctId } = TRIAL;
    const of = { nctId, ticker: 'ABCQZ' };
    const published_date = '2026-06-01';
    const readout = { catalyst: 'Phase 2 Readout', formattedDate: '2026-05-30', outcome: 'mixed' };
    const found = await recordOf(
      {},
      {
        trial_results: [
          { ...of, trial_title: 'Topline', outcome: 'positive', published_date },
          { ...of, trial_title: 'Undated', outcome: 'positive' },
          { ticker: 'ABCQZ', trial_title: 'Of no trial', published_date },
        ] as Fact<'trial_results'>[],
        catalysts: [{ ...of, ...readout }],
        posted_results: [{ nctId, posted_date: '2026-07-01' }],
        trial_labels: [
          { nctId, label: 'success', source: 'list/1', date: '2026-08-01' },
          { nctId, label: 'failure', source: 'list/2', date: '2026-08-02' },
        ],
      },
    );
    expect(found.announced).toEqual([
      { nctId, title: 'Topline', outcome: 'positive', day: '2026-06-01' },
      { nctId, title: 'Phase 2 Readout', outcome: 'mixed', day: '2026-05-30' },
    ]);
    expect(found.posted).toEqual({ day: '2026-07-01', isMet: null });
    const labels = found.labels.toSorted((a, b) => (a.day < b.day ? -1 : 1));
    expect(labels).toEqual([
      { succeeded: true, source: 'list/1', day: '2026-08-01' },
      { succeeded: false, source: 'list/2', day: '2026-08-02' },
    ]);
  });

  it('is by the number of the trial', async () => {
    const results = [
      { ticker: 'ABCQZ', trial_title: 'A', nctId: 'NCT1', published_date: '2026-06-01' },
      { ticker: 'ABCQZ', trial_title: 'B', nctId: 'NCT2', published_date: '2026/06/02' },
    ] as Fact<'trial_results'>[];
    const found = announcedResults(await refreshOf(TODAY, { trial_results: results }));
    const days = [...found].map(([nctId, own]) => [nctId, own.map(({ day }) => day)]);
    expect(Object.fromEntries(days)).toEqual({ NCT1: ['2026-06-01'], NCT2: ['2026-06-02'] });
  });

  const approval = (approval_date: string, more: object = {}): Fact<'approvals'> => ({
    ticker: 'ABCQZ',
    drug_name: 'ZORBARASIB',
    approval_date,
    application_type: 'NDA',
    submission_type: 'ORIG',
    ...more,
  });

  it.each<[string | null, string[], string[]]>([
    ['Gout', ['2026-06-10'], ['2026-06-10']],
    ['Asthma', [], ['2026-06-10']],
    // An event without an indication counts for a drug with a single tested indication.
    [null, ['2026-06-10'], ['2026-06-10']],
  ])('is an approval in %s', async (indication, approvals, drugApprovals) => {
    const facts = { approvals: [approval('2026-06-10', { indication })] };
    expect(await recordOf({}, facts)).toMatchObject({ approvals, drugApprovals });
    if (indication !== null) return;
    const other = { ...TRIAL, nctId: 'NCT90000002', conditions: ['Asthma'] };
    const both = await recordsOf({ ...facts, trials: [TRIAL, other] });
    expect(both.map((one) => one.approvals)).toEqual([[], []]);
  });

  it('may be known since the first approval of the store', async () => {
    const days = ['2024-05-05', '2020-01-02', '2022-01-01'];
    const approvals = days.map((day) => approval(day, { drug_name: day }));
    expect(approvalsSince(await refreshOf(TODAY, { companies, approvals }))).toBe('2020-01-02');
    const refused = { Ticker: 'ABCQZ', Drug: 'A', 'PDUFA Date': '2019-01-01', Decision: 'CRL' };
    expect(approvalsSince(await refreshOf(TODAY, { decisions: [refused] }))).toBeNull();
  });
});

it('files, courses, records and natures stand in one order, however often they are read', async () => {
  const other = { ...TRIAL, nctId: 'NCT90000002', conditions: ['Asthma'], interventions: null };
  const refresh = await refreshOf(TODAY, {
    companies,
    trials: [TRIAL, { ...other, InterventionName: 'Quvalimab' }],
  });
  const known = refresh.memo(knownTrials);
  for (let time = 0; time < 2; time += 1) {
    const pairs = Array.from(known, ({ file, record }) => [file.trial.nctId, record.nctId]);
    expect(pairs).toEqual([
      ['NCT90000001', 'NCT90000001'],
      ['NCT90000002', 'NCT90000002'],
    ]);
  }
  expect(recordedTrials(refresh).records.map(({ nctId }) => nctId)).toHaveLength(2);
  expect([...recordedTrials(refresh).natures]).toEqual([
    ['NCT90000001', { therapeuticArea: 'Autoimmune', drugType: 'Small molecule' }],
    ['NCT90000002', { therapeuticArea: 'Respiratory', drugType: 'Monoclonal antibody' }],
  ]);
  const drugs = Array.from(trialFiles(refresh), ({ drug_name }) => drug_name);
  expect(drugs).toEqual(['Zorbarasib', 'Quvalimab']);
});

describe('treatments', () => {
  const own = [{ key: 'a', names: ['A'] }];
  const drugs = new Map([
    ...['1', '2', '3', '5'].map((nctId) => [nctId, own] as const),
    ['4', [{ key: 'b|c', names: ['B'] }]],
  ]);
  const indications = new Map([
    ['1', 'atrophy muscular'],
    ['2', '1 atrophy muscular'],
    ['3', 'atrophy optic'],
    ['4', 'gout'],
  ]);
  const byDrug = indicationsByDrug(drugs, indications);
  const relatedTo = relatedTreatments(byDrug);

  it('of a drug go on in indications of which one says all words of the other', () => {
    const all = ['atrophy muscular', '1 atrophy muscular', 'atrophy optic'];
    expect([...byDrug.get('a')!]).toEqual(all);
    expect(relatedTo('a', 'atrophy muscular')).toEqual({
      treatments: ['a|atrophy muscular'],
      continuations: ['a|atrophy muscular', 'a|1 atrophy muscular'],
    });
    expect(relatedTo('a', 'atrophy optic').continuations).toEqual(['a|atrophy optic']);
    expect(relatedTo('b|c', 'gout').treatments).toEqual(['b c|gout']);
  });

  it('of several drugs are all of theirs, of none none', () => {
    const both = [...drugs.get('1')!, { key: 'a', names: [] }];
    expect(treatmentsOf(both, 'atrophy optic', relatedTo)).toEqual({
      treatments: ['a|atrophy optic', 'a|atrophy optic'],
      continuations: ['a|atrophy optic', 'a|atrophy optic'],
    });
    for (const [tested, key] of [
      [both, undefined],
      [[], 'gout'],
    ] as const) {
      expect(treatmentsOf(tested, key, relatedTo)).toEqual({ treatments: [], continuations: [] });
    }
  });

  it.each([
    [300, 2],
    [301, 1],
  ])('of a drug with %i indications: %i go on', (count, related) => {
    const many = new Set(['x y', 'x', ...Array.from({ length: count - 2 }, (_, at) => `d${at}`)]);
    expect(relatedTreatments(new Map([['a', many]]))('a', 'x').continuations).toHaveLength(related);
  });
});
