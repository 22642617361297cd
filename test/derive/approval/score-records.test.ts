import { describe, expect, it } from 'vitest';
import { eventDay } from '../../../src/derive/approval/approval.ts';
import { crls, evidenceDays, evidenceFinder } from '../../../src/derive/approval/evidence.ts';
import { learnedEvidenceOf } from '../../../src/derive/approval/learned-evidence.ts';
import { poaScores, programApprovals } from '../../../src/derive/approval/program-approvals.ts';
import { catalystOutlooks } from '../../../src/derive/catalysts/company-outlooks.ts';
import type { Program } from '../../../src/derive/programs/drug-program.ts';
import type { LearnedEvidence } from '../../../src/domain/approval/approval-evidence.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { PDUFA, PROGRAM, TODAY } from '../developer.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const designation = (designation_type: string, designation_date: string | null, more = {}) => ({
  ticker: 'DEVT',
  drug_name: 'DEV-101',
  designation_type,
  indication: 'Melanoma',
  ...(designation_date ? { designation_date } : {}),
  ...more,
});
const letter = (letter_date: string, more: Partial<Fact<'complete_response_letters'>> = {}) => ({
  ticker: 'DEVT',
  drug_name: 'DEV-101',
  letter_date,
  ...more,
});
const scored = async (...facts: FactsByKind[]) => poaScores(await refreshOf(TODAY, ...facts));

describe('a score as it is served', () => {
  const none = { vote: null, votes_yes: null, votes_no: null, vote_date: null };

  it('has all fields, with missing ones as null', async () => {
    const [row] = await scored({ catalysts: [PDUFA] });
    expect(row).toEqual({
      ticker: 'DEVT',
      drugname: 'DEV-101',
      catalyst: 'PDUFA Date',
      stage: 'NDA/BLA',
      formattedDate: '2027-01-15',
      designations: null,
      ...none,
      poa: 91.9,
      base_rate: 91.9,
      sample_size: 324,
      interval_low: 88.6,
      interval_high: 94.3,
      factors: [],
      confidence: 'high',
      as_of: '2026-03-01',
      flags: [],
      poa_summary: expect.stringContaining('PoA 91.9 % from the base rate alone.'),
      method: expect.stringMatching(/^poa\//),
      source: 'test',
      source_url: null,
      source_date: '2026-03-01',
    });
  });

  it('shows the words that it was read from, and how precise its date is', async () => {
    const told = {
      source_url: 'https://devt.example/1',
      evidence: 'The goal date is near.',
      confidence: 0.9,
      date_precision: 'quarter',
    };
    const [row] = await scored({ catalysts: [{ ...PDUFA, ...told }] });
    expect(row).toMatchObject({
      source_url: 'https://devt.example/1',
      evidence: 'The goal date is near.',
      evidence_confidence: 0.9,
      date_precision: 'quarter',
    });
  });

  it('names each kind of designation once, of those held today', async () => {
    const designations = [
      designation('Orphan Drug', '2024-01-01'),
      designation('Fast Track', TODAY),
      designation('Fast Track', '2020-01-01', { indication: null }),
      designation('RMAT', '2026-11-22'),
      designation('Breakthrough Therapy', null),
    ];
    const [row] = await scored({ catalysts: [PDUFA], designations });
    expect(row!.designations).toBe('Fast Track, Orphan Drug');
  });

  it('states that no fact behind it has a date', async () => {
    const { createdDate: _, ...undated } = PDUFA;
    const [row] = await scored({ catalysts: [undated] });
    expect(row).toMatchObject({ as_of: null, flags: ['no_dated_facts'] });
  });

  const change: Fact<'catalyst_changes'> = {
    catalyst_id: 'pdufa',
    changed_date: '2026-06-01',
    field: 'catdate',
    new_value: 'x',
  };

  it.each<[FactsByKind, string]>([
    [{}, '2026-03-01'],
    [{ programs: [{ ...PROGRAM, updated_date: '2026-04-01' }] }, '2026-04-01'],
    [{ designations: [designation('Fast Track', '2026-05')] }, '2026-05-31'],
    [{ designations: [designation('Fast Track', '2026-12')] }, '2026-03-01'],
    [{ catalyst_changes: [change] }, '2026-06-01'],
    [{ complete_response_letters: [letter('2026-07-01')] }, '2026-07-01'],
  ])('is of the newest day of what it rests on: %j', async (facts, as_of) => {
    const [row] = await scored({ catalysts: [PDUFA] }, facts);
    expect(row!.as_of).toBe(as_of);
  });

  it('reads the area of its own, of its program, else of its disease', async () => {
    const { therapeuticArea: _, ...own } = PDUFA;
    const sizeOf = async (...facts: FactsByKind[]) => (await scored(...facts))[0]!.sample_size;
    expect(await sizeOf({ catalysts: [own] })).toBe(324);
    const elsewhere = { ...own, treatment: 'Something unheard of' };
    expect(await sizeOf({ catalysts: [elsewhere] })).not.toBe(324);
    const program = { ...PROGRAM, indication: 'Something unheard of' };
    expect(await sizeOf({ catalysts: [elsewhere], programs: [program] })).toBe(324);
  });
});

it.each([
  ['2027-01-15', null, '2027-01-15'],
  ['2027-01-15', '2027-01-01', '2027-01-01'],
  ['2027-01-15', '2027-02-01', '2027-01-15'],
  ['2027-01-15', '2027-01-15', '2027-01-15'],
])('an event planned for %s and decided on %s took place on %s', (formattedDate, decided, day) => {
  expect(eventDay({ formattedDate, decision_date: decided })).toBe(day);
});

it.each([
  ['2027-01-15', TODAY],
  ['2026-11-22', TODAY],
  [TODAY, '2026-11-20'],
  ['2026-06-01', '2026-05-31'],
])('the day of an estimate of an event on %s is %s', async (formattedDate, scored_on) => {
  const refresh = await refreshOf(TODAY, { catalysts: [{ ...PDUFA, formattedDate }] });
  expect([...catalystOutlooks(refresh).values()]).toMatchObject([{ scored_on }]);
});

it('the probability of a program is that of its phase or of its next step', async () => {
  const poaOf = async (...catalysts: Partial<Fact<'catalysts'>>[]) => {
    const events = catalysts.map((one, at) => ({ ...PDUFA, _id: `${at}`, ...one }));
    const refresh = await refreshOf(TODAY, { programs: [PROGRAM], catalysts: events });
    const [approval] = programApprovals(refresh).values();
    return [approval!.score.poa, approval!.as_of];
  };

  // Oncology rates, shrunk: 91.9 % from filing, and 0.48277 × 0.91881 = 44.4 % from Phase 3.
  expect(await poaOf()).toEqual([44.4, '2025-05-01']);
  expect(await poaOf({})).toEqual([91.9, '2026-03-01']);
  expect(await poaOf({ catalyst: 'Phase 3 Readout', stage: 'Phase 3' })).toEqual([
    ...[44.4, '2026-03-01'],
  ]);
  // A step that the program has already passed does not apply.
  expect(await poaOf({ catalyst: 'Phase 2 Readout', stage: 'Phase 2' })).toEqual([
    ...[44.4, '2025-05-01'],
  ]);
  // A past event is not an upcoming event.
  expect(await poaOf({ formattedDate: '2026-11-20' })).toEqual([44.4, '2025-05-01']);
});

describe('evidence on a drug', () => {
  const refusal = (day: string, more: Partial<Fact<'decisions'>> = {}): Fact<'decisions'> => ({
    Ticker: 'DEVT',
    Drug: 'DEV-101',
    'PDUFA Date': day,
    Decision: 'CRL',
    ...more,
  });
  const lettersOf = async (facts: FactsByKind) => crls(await refreshOf(TODAY, facts));

  it('is a letter, whole, or a refusal whose letter nobody published', async () => {
    const source_url = 'https://l.example';
    const of = { indication: 'Gout', reasons: ['safety'] };
    const sent = letter('2026-01-01', { ...of, generic_name: 'devatinib', source_url });
    expect(await lettersOf({ complete_response_letters: [sent] })).toEqual([
      {
        ...letter('2026-01-01'),
        ...of,
        names: ['DEV-101', 'devatinib'],
        origin: { source: 'test', source_url, source_date: '2026-01-01' },
      },
    ]);
    const bare = {
      ...letter('2026-01-05'),
      names: ['DEV-101'],
      indication: null,
      reasons: null,
      origin: { source: 'test', source_url: null, source_date: '2026-01-05' },
    };
    expect(await lettersOf({ decisions: [refusal('2026-01-05')] })).toEqual([bare]);
    const told = { Indication: 'Gout', decision_date: '2026-01-03', source_url };
    expect(await lettersOf({ decisions: [refusal('2026-01-05', told)] })).toEqual([
      {
        ...bare,
        indication: 'Gout',
        letter_date: '2026-01-03',
        origin: { source: 'test', source_url, source_date: '2026-01-03' },
      },
    ]);
  });

  const named = [letter('2026-01-01')];
  const unnamed = [letter('2026-01-01', { drug_name: null })];

  it.each([
    [refusal('2026-01-05', { Decision: 'Complete Response' }), [], ['DEV-101']],
    [refusal('2026-01-05', { Decision: 'Approved' }), [], []],
    [refusal('2026-01-05', { Drug: '' }), [], [null]],
    // An event within a week of a refusal letter for the drug is that refusal.
    [refusal('2026-01-08'), named, ['DEV-101']],
    [refusal('2026-01-09'), named, ['DEV-101', 'DEV-101']],
    // A refusal letter without a drug name matches any refusal of its company.
    [refusal('2026-01-08'), unnamed, ['DEV-101']],
    [refusal('2026-01-09'), unnamed, ['DEV-101', null]],
    [refusal('2026-01-01', { Ticker: 'QUIT' }), unnamed, ['DEV-101', null]],
  ])('%j with letters %j has refusals of %j', async (one, complete_response_letters, drugs) => {
    const found = await lettersOf({ decisions: [one], complete_response_letters });
    expect(found.map(({ drug_name }) => drug_name)).toEqual(drugs);
  });

  it('is of the drug and the indication, and of no designation that was withdrawn', async () => {
    const statuses = [null, 'Designated', 'Withdrawn', 'revoked', 'Rescinded 2020'];
    const refresh = await refreshOf(TODAY, {
      companies: [{ ticker: 'DEVT', name: 'Developer Therapeutics' }],
      designations: [
        ...statuses.map((status, at) => designation(`${at}`, '2024-01-01', { status })),
        designation('of another disease', '2024-01-01', { indication: 'Asthma' }),
        designation('of any disease', '2024-01-01', { indication: null }),
        designation('of a sponsor', '2024-01-01', {
          ticker: null,
          sponsor_name: 'Developer Therapeutics',
          drug_name: 'dev-101',
        }),
        designation('of another drug', '2024-01-01', { drug_name: 'DEV-202' }),
      ] as Fact<'designations'>[],
    });
    const found = evidenceFinder(refresh)('DEVT', 'DEV-101', 'Melanoma');
    expect(found.designations.map(({ designation_type }) => designation_type).sort()).toEqual([
      ...['0', '1', 'of a sponsor', 'of any disease'],
    ]);
    expect(found).toMatchObject({ votes: [], crls: [] });
    expect(evidenceFinder(refresh)('QUIT', 'DEV-101', 'Melanoma').designations).toEqual([]);
  });

  it('is dated by its last days, as far as they are known', () => {
    const evidence = {
      votes: [{ meeting_date: '2026-01-01' }, { meeting_date: '2026-02-02' }],
      crls: [{ letter_date: '2026-02-01' }],
      designations: [
        { designation_date: '2026-01' },
        { designation_date: '2026-02' },
        { designation_date: null },
      ],
    } as unknown as Parameters<typeof evidenceDays>[0];
    expect(evidenceDays(evidence, '2026-02-01')).toEqual([
      ...['2026-01-01', '2026-02-01', '2026-01-31'],
    ]);
  });
});

it('what was learned is of the trial named if it decides on the stage, else of the program', () => {
  const learned = (nctId: string, stage: LearnedEvidence['stage']): LearnedEvidence => ({
    nctId,
    stage,
    day: TODAY,
    ratio: 2,
    trials: 9,
  });
  const program: Program = { ticker: 'DEVT', drug_name: 'DEV-101', indication: 'Melanoma' };
  const keyOf = (stage: string) => JSON.stringify([stage, 'DEVT', 'DEV-101', 'Melanoma']);
  const all = new Map([
    ['NCT1', learned('NCT1', 'phase2')],
    ['NCT9', learned('NCT9', 'phase3')],
    [keyOf('phase2'), learned('NCT2', 'phase2')],
    [keyOf('phase3'), learned('NCT3', 'phase3')],
  ]);
  const of = (
    nctId: string | null,
    stage: Parameters<typeof learnedEvidenceOf>[3],
    own: Program | undefined = program,
  ) => learnedEvidenceOf(all, own, nctId, stage)?.nctId;
  expect([of('NCT1', 'phase2'), of('NCT1', 'phase3'), of(null, 'phase2')]).toEqual([
    ...['NCT1', 'NCT3', 'NCT2'],
  ]);
  expect([of('NCT7', 'phase3'), of(null, 'filing'), of(null, null)]).toEqual([
    ...['NCT3', undefined, undefined],
  ]);
  expect(learnedEvidenceOf(all, undefined, 'NCT1', 'phase3')).toBeNull();
  expect(learnedEvidenceOf(all, undefined, 'NCT1', 'phase2')?.nctId).toBe('NCT1');
});
