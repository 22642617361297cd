import { describe, expect, it } from 'vitest';
import {
  type Adjustment,
  catalystStage,
  scoreApproval,
} from '../../../src/domain/approval/approval.ts';
import {
  type ApprovalEvidence,
  type Crl,
  effectsOf,
  type Program,
  traitEffects,
} from '../../../src/domain/approval/approval-evidence.ts';
import {
  answeredCrl,
  knownEvidence,
  lastDayOf,
} from '../../../src/domain/approval/known-evidence.ts';

const FILED: Program = { stage: 'filing', area: 'Autoimmune', modality: null };
const LATE: Program = { ...FILED, stage: 'phase3' };

const effects = (known: ApprovalEvidence, crl: Crl | null = null, program = FILED) =>
  effectsOf(program, known, crl);
const noEffect = (name: string, note: string) => ({ name, ratio: 1, weight: 1, note });

describe('an advisory committee', () => {
  const vote = (
    votes_yes: number | null,
    votes_no: number | null,
    meeting_date = '2026-05-01',
  ) => ({ votes_yes, votes_no, meeting_date });
  const DAVAL = 'Daval et al. 2023, JAMA Health Forum (initial approvals)';

  it('multiplies the odds by the ratio of its majority', () => {
    const of = (yes: number, no: number) => effects({ votes: [vote(yes, no)] });
    // Of 162 approved drugs, 142 had a vote in favor and 20 against; of 45 refused drugs, 5 and 40.
    const voted = (votes: string, approved: number, refused: number) => ({
      name: `Advisory committee 2026-05-01: ${votes}`,
      ratio: expect.closeTo(approved / 162 / (refused / 45), 12),
      weight: 1,
      note:
        `After a vote in this direction, ${approved} drugs were approved and ${refused} were not; ` +
        DAVAL,
    });
    expect(of(6, 5)).toEqual([voted('6 to 5', 142, 5)]);
    expect(of(5, 6)).toEqual([voted('5 to 6', 20, 40)]);
    expect(of(0, 0)).toEqual([
      noEffect('Advisory committee 2026-05-01: 0 to 0', 'A tie favors no outcome'),
    ]);
  });

  it('has no effect without both vote counts', () => {
    expect(effects({ votes: [vote(null, 3), vote(3, null)] })).toEqual([]);
  });

  it('counts only after filing', () => {
    expect(effects({ votes: [vote(9, 1)] }, null, LATE)).toEqual([
      noEffect('Advisory committee 2026-05-01: 9 to 1', 'Not counted: counts only after filing'),
    ]);
  });

  it('does not count up to the day of the letter; the counted votes share their weight', () => {
    const votes = ['2026-01-01', '2026-02-01', '2026-02-02', '2026-03-01'].map((day) =>
      vote(9, 1, day),
    );
    const found = effects(
      { votes: [...votes, vote(5, 5, '2026-03-02')] },
      { letter_date: '2026-02-01' },
    ).slice(1);
    // Each of the two counted votes has the weight 1 ÷ 1.5.
    expect(found.map(({ ratio, weight }) => [ratio === 1, weight.toFixed(3)])).toEqual([
      [true, '0.667'],
      [true, '0.667'],
      [false, '0.667'],
      [false, '0.667'],
      [true, '0.667'],
    ]);
    expect(found[1]!.note).toBe('Not counted: already included in the base rate after a CRL');
  });
});

describe('a complete response letter', () => {
  const SACKS =
    'Sacks et al. 2014, JAMA 311:378 (new molecular entities first submitted 2000–2012)';
  const of = (reasons: readonly string[] | null) =>
    effects({}, { letter_date: '2026-02-01', reasons })[0];

  it('without reasons replaces the base rate', () => {
    const replaced = noEffect(
      'Complete response letter 2026-02-01',
      `The base rate is that of second-cycle applications; the letter’s reasons are not known; ${SACKS}`,
    );
    expect(of([])).toEqual(replaced);
    expect(of(null)).toEqual(replaced);
  });

  it('lowers the odds for an efficacy deficiency and raises them for another reason', () => {
    const shared = (ratio: number, words: string, later: number, never: number) => ({
      name: 'Complete response letter 2026-02-01',
      ratio: expect.closeTo(ratio, 12),
      weight: 1,
      note: `${words}, as in ${later} % of applications approved later and in ${never} % of applications never approved; ${SACKS}`,
    });
    expect(of(['safety', 'Efficacy'])).toEqual(
      shared(39.4 / 76.3, 'Efficacy deficiency', 39.4, 76.3),
    );
    expect(of(['manufacturing'])).toEqual(
      shared(60.6 / 23.7, 'No efficacy deficiency', 60.6, 23.7),
    );
  });
});

describe('designations', () => {
  const of = (types: readonly string[], crl: Crl | null = null, program = LATE) =>
    effects(
      { designations: types.map((designation_type) => ({ designation_type })) },
      crl,
      program,
    ).filter(({ name }) => name.startsWith('Designation'));
  const NONE = 'No published evidence';

  it('are listed once per name, in any case', () => {
    expect(of([' Fast Track', 'RMAT', 'fast track '])).toEqual([
      noEffect('Designation: RMAT', NONE),
      noEffect('Designation: fast track', NONE),
    ]);
    expect(of(['orphan drug'])).toEqual([
      noEffect(
        'Designation: orphan drug',
        'Published effects contradict each other (BIO/QLS/Informa 2021, Wong 2019)',
      ),
    ]);
  });

  it('of breakthrough therapy change the odds before filing', () => {
    expect(of(['BREAKTHROUGH therapy'])).toEqual([
      {
        name: 'Designation: BREAKTHROUGH therapy',
        ratio: expect.closeTo(0.556 / 0.444 / (0.35 / 0.65), 9),
        weight: 1,
        note: 'BIO/QLS Advisors/Informa 2021, Figure 14 (one worked example: 35 % plus 20.6 points)',
        uncertain: true,
      },
    ]);
    expect(of(['Breakthrough'], null, FILED)).toEqual([
      noEffect('Designation: Breakthrough', 'Not counted: no published effect after filing'),
    ]);
    expect(of(['Breakthrough'], { letter_date: '2026-02-01' }, FILED)).toEqual([
      noEffect(
        'Designation: Breakthrough',
        'Not counted: already included in the base rate after a CRL',
      ),
    ]);
  });
});

it('a learned forecast of a trial changes only the stage of the trial', () => {
  const learned = { nctId: 'NCT00000001', stage: 'phase3', day: '2026-05-01', ratio: 1.5 } as const;
  expect(effects({ learned: { ...learned, trials: 900 } }, null, LATE)).toEqual([
    {
      name: 'Model forecast of NCT00000001',
      ratio: { phase1: 1, phase2: 1, phase3: 1.5, filing: 1 },
      weight: 1,
      note: 'Odds from a model fitted to 900 trials against odds at the published rate',
    },
  ]);
  const early = { ...learned, stage: 'phase2', trials: 900 } as const;
  expect(effects({ learned: early }, null, { ...LATE, stage: 'phase2' })).toMatchObject([
    { ratio: { phase1: 1, phase2: 1.5, phase3: 1, filing: 1 } },
  ]);
  expect(effects({ learned: early }, null, LATE)).toEqual([]);
  expect(effects({ learned: { ...learned, trials: 900 } })).toEqual([]);
});

describe('traits', () => {
  it('have smaller weights if more of them change the odds', () => {
    const weights = (program: Program, traits: object) =>
      traitEffects(program, traits).map(({ name, weight }) => [name, weight.toFixed(3)]);
    const modality = { ...FILED, modality: 'CAR-T' } as const;
    const both = { biomarker_selected: true, rare_disease: true };
    expect(weights(modality, both)).toEqual([
      ['Modality: CAR-T', '0.500'],
      ['Patients selected by biomarker', '0.500'],
      ['Rare disease', '0.500'],
    ]);
    // In oncology a rare disease is listed and does not count.
    expect(weights({ ...modality, area: 'Oncology' }, both).map(([, weight]) => weight)).toEqual([
      '0.667',
      '0.667',
      '0.667',
    ]);
    expect(weights(FILED, { biomarker_selected: false, rare_disease: null })).toEqual([]);
    expect(traitEffects(FILED, null)).toEqual([]);
  });

  it('of a rare disease have a note with the reason why they do not count', () => {
    const noteOf = (area: Program['area']) =>
      traitEffects({ ...FILED, area }, { rare_disease: true })[0];
    expect(noteOf('Oncology')).toEqual(
      noEffect(
        'Rare disease',
        'Not counted in oncology: the published effect (BIO/QLS/Informa 2021, Figure 8b) excludes it',
      ),
    );
    expect(noteOf(null)).toEqual(
      noEffect(
        'Rare disease',
        'Not counted: the published effect excludes oncology, and the area is unknown',
      ),
    );
    expect(noteOf('Autoimmune')).toMatchObject({
      name: 'Rare disease',
      // The rate is 0.936, against 0.906 of all programs.
      ratio: { filing: expect.closeTo(0.936 / 0.064 / (0.906 / 0.094), 9) },
      note: 'Odds in non-oncology rare diseases against odds in all diseases; BIO/QLS/Informa 2021, Figure 8b',
    });
  });
});

describe('evidence known on a day', () => {
  const evidence: ApprovalEvidence = {
    votes: [{ meeting_date: '2026-05-31' }, { meeting_date: '2026-06-01' }],
    crls: [{ letter_date: '2026-05' }, { letter_date: '2026-06' }],
    designations: [
      { designation_type: 'a', designation_date: '2025' },
      { designation_type: 'b', designation_date: '2026' },
    ],
    program: { updated_date: '2026-05-31' },
    learned: { nctId: 'N', stage: 'phase3', day: '2026-05-31', ratio: 1, trials: 1 },
  };
  const known = {
    votes: [evidence.votes![0]],
    crls: [evidence.crls![0]],
    designations: [evidence.designations![0]],
    program: evidence.program,
    learned: evidence.learned,
  };

  it('is dated on or before the day, and before the event', () => {
    expect(knownEvidence(evidence, '2026-05-31', '2027-01-01')).toEqual({ known, undated: false });
    expect(knownEvidence(evidence, '2027-01-01', '2026-06-01')).toEqual({ known, undated: false });
    expect(knownEvidence(evidence, '2026-05-30', '2027-01-01').known).toEqual({
      votes: [],
      crls: [],
      designations: [evidence.designations![0]],
      program: null,
      learned: null,
    });
    expect(knownEvidence({}, '2026-05-30', '2027-01-01')).toEqual({
      known: { votes: [], crls: [], designations: [], program: null, learned: null },
      undated: false,
    });
  });

  it.each<[ApprovalEvidence, boolean]>([
    [{ votes: [{ meeting_date: null }] }, true],
    [{ crls: [{ letter_date: 'soon' }] }, true],
    [{ designations: [{ designation_type: 'a' }] }, true],
    [{ program: { biomarker_selected: true } }, true],
    [{ program: { rare_disease: true } }, true],
    [{ program: { rare_disease: true, updated_date: '2026-01-01' } }, false],
    // A program without traits needs no date.
    [{ program: { rare_disease: false, biomarker_selected: false } }, false],
    [{ votes: [{ meeting_date: '2099-01-01' }] }, false],
  ])('%j lacks a date: %s', (lacking, undated) => {
    expect(knownEvidence(lacking, '2026-05-31', '2027-01-01').undated).toBe(undated);
  });

  it.each([
    ['2026', '2026-12-31'],
    ['2026-02', '2026-02-28'],
    ['2026/02/03', '2026-02-03'],
    ['2026-02-03T10:00:00Z', '2026-02-03'],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ])('%s ends on %s', (date, day) => {
    expect(lastDayOf(date)).toBe(day);
  });

  it('answeredCrl is the newest letter dated at least two months before the event', () => {
    const crls = ['2026-01-01', '2026-03-31', '2026-04-01', '2025-06-30'].map((letter_date) => ({
      letter_date,
    }));
    const dayOf = (event: string) => answeredCrl({ crls }, event)?.letter_date;
    expect(dayOf('2026-06-01')).toBe('2026-04-01');
    expect(dayOf('2026-05-31')).toBe('2026-03-31');
    expect(dayOf('2026-03-01')).toBe('2026-01-01');
    expect(dayOf('2025-08-29')).toBeUndefined();
    expect(answeredCrl({}, '2026-06-01')).toBeNull();
    expect(answeredCrl({ crls: [{ letter_date: null }] }, '2026-06-01')).toBeNull();
  });
});

it.each([
  ['AdComm Meeting', null, 'filing'],
  ['Ad-Comm', null, 'filing'],
  ['Advisory Committee', 'Phase 3', 'filing'],
  ['FDA decision', 'Phase 3', 'filing'],
  ['Approval Decision', null, 'filing'],
  ['Resubmission', 'Phase 2', 'filing'],
  ['PDUFA Date', 'Phase 3', 'filing'],
  ['Phase 2 Readout', 'Phase 3', 'phase2'],
  ['Investor day', 'Phase 3', 'phase3'],
  [null, 'NDA/BLA', 'filing'],
  ['Investor day', null, null],
])('%s of a program in %s decides on the stage %s', (catalyst, stage, decided) => {
  expect(catalystStage({ catalyst, stage })).toBe(decided);
});

describe('a complete score', () => {
  const pdufa = { catalyst: 'PDUFA Date', formattedDate: '2026-09-30' };

  it('of a filed application in a known area', () => {
    const { method, ...score } = scoreApproval(
      { ...pdufa, therapeuticArea: 'Oncology' },
      { votes: [{ meeting_date: '2026-05-01', votes_yes: 3, votes_no: 9 }] },
      '2026-06-15',
    );
    // The bounds 0.8857 and 0.9430 are multiplied, as odds, by 0.138889.
    expect(score).toEqual({
      poa: 61.1,
      base_rate: 91.9,
      sample_size: 324,
      interval_low: 51.8,
      interval_high: 69.7,
      factors: [
        {
          name: 'Advisory committee 2026-05-01: 3 to 9',
          direction: 'lowers',
          likelihood_ratio: 0.139,
          note: expect.stringMatching(
            /^After a vote in this direction, 20 drugs were approved and 40 were not; Daval/,
          ),
        },
      ],
      // The interval is 17.9 points wide.
      confidence: 'medium',
      poa_summary:
        'Base rate 91.9 % from NDA/BLA (95 % interval 88.6–94.3 %; Oncology, n = 324). ' +
        'PoA 61.1 % with an unproven adjustment (track_record, /record). ' +
        'Lowered by Advisory committee 2026-05-01: 3 to 9 (odds ×0.139).',
      transitions: [{ stage: 'filing', probability: expect.closeTo(0.6112, 4) }],
      flags: [],
    });
    expect(method).toMatch(/^poa\//);
  });

  it('of a stage without a base rate is null', () => {
    const of = (stage: string) =>
      scoreApproval({ stage, formattedDate: '2026-09-30' }, {}, '2026-06-15');
    const none = {
      poa: null,
      base_rate: null,
      sample_size: null,
      interval_low: null,
      interval_high: null,
      factors: [],
      confidence: null,
      poa_summary: null,
      transitions: [],
      method: expect.stringMatching(/^poa\//),
    };
    expect(of('Preclinical')).toEqual({ ...none, flags: ['no_base_rate'] });
    expect(of('Approved')).toEqual({ ...none, flags: ['no_base_rate'] });
    expect(of('soon')).toEqual({ ...none, flags: ['unknown_stage'] });
  });

  it('summarizes the factors that raise and lower it', () => {
    const votes = [
      { meeting_date: '2026-05-01', votes_yes: 9, votes_no: 3 },
      { meeting_date: '2026-05-02', votes_yes: 3, votes_no: 9 },
    ];
    const program = { updated_date: '2026-01-01', biomarker_selected: true };
    const { poa_summary } = scoreApproval(pdufa, { votes, program }, '2026-06-15');
    expect(poa_summary).toContain('; all indications, n = ');
    const raised = String.raw`Raised by Patients selected by biomarker \(odds ×2\.578\), `;
    const inFavor = String.raw`Advisory committee 2026-05-01: 9 to 3 \(odds ×\d\.\d+\); `;
    const against = String.raw`lowered by Advisory committee 2026-05-02: 3 to 9 \(odds ×0\.\d+\)\.$`;
    expect(poa_summary).toMatch(new RegExp(raised + inFavor + against));
    expect(scoreApproval(pdufa, {}, '2026-06-15').poa_summary).toMatch(
      / No evidence with a date and a published effect is known\.$/,
    );
    const crls = [{ letter_date: '2025-01-01' }];
    expect(scoreApproval(pdufa, { crls }, '2026-06-15')).toMatchObject({
      poa_summary: expect.stringContaining('; second-cycle applications, n = 151)'),
      flags: ['no_area'],
      transitions: [{ stage: 'filing' }],
    });
  });

  it('lists every remaining stage', () => {
    const { transitions, confidence } = scoreApproval(
      { stage: 'Phase 2', therapeuticArea: 'Oncology', formattedDate: '2026-09-30' },
      {},
      '2026-06-15',
    );
    expect(transitions.map(({ stage }) => stage)).toEqual(['phase2', 'phase3', 'filing']);
    expect(confidence).toBe('high');
  });
});

it('the summary says what the record shows of the adjustment, and a worse one is switched off', () => {
  const pdufa = { catalyst: 'PDUFA Date', formattedDate: '2026-09-30' };
  const votes = [{ meeting_date: '2026-05-01', votes_yes: 3, votes_no: 9 }];
  const of = (adjustment: Adjustment) => scoreApproval(pdufa, { votes }, '2026-06-15', adjustment);
  const proven = of('proven');
  expect(proven.poa).toBe(of('unproven').poa);
  expect(proven.poa_summary).toContain('with an adjustment that scored better than the base rate');
  const off = of('off');
  expect(off.poa).toBe(off.base_rate);
  expect(off).toMatchObject({
    factors: [],
    flags: expect.arrayContaining(['adjustment_off']),
    poa_summary: expect.stringContaining('because the adjustment scored worse'),
  });
});
