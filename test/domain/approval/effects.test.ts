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

describe('a learned forecast of a trial', () => {
  const learned = { nctId: 'NCT00000001', stage: 'phase3', day: '2026-05-01', ratio: 1.5 } as const;

  it('changes only the stage of the trial', () => {
    expect(effects({ learned: { ...learned, trials: 900 } }, null, LATE)).toEqual([
      {
        name: 'Learned forecast of NCT00000001',
        ratio: { phase1: 1, phase2: 1, phase3: 1.5, filing: 1 },
        weight: 1,
        note: 'Odds of success learned from 900 trials against odds at the published rate',
      },
    ]);
    const early = { ...learned, stage: 'phase2', trials: 900 } as const;
    expect(effects({ learned: early }, null, { ...LATE, stage: 'phase2' })).toMatchObject([
      { ratio: { phase1: 1, phase2: 1.5, phase3: 1, filing: 1 } },
    ]);
    expect(effects({ learned: early }, null, LATE)).toEqual([]);
    expect(effects({ learned: { ...learned, trials: 900 } })).toEqual([]);
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
          note: expect.stringMatching(/^20 approved, 40 not, after such a vote; Daval/),
        },
      ],
      // The interval is 17.9 points wide.
      confidence: 'medium',
      poa_summary:
        'Base rate 91.9 % from NDA/BLA (95 % interval 88.6–94.3 %; Oncology, n = 324). ' +
        'PoA 61.1 % by an unproven adjustment (track_record, /record). ' +
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
    expect(of('soon')).toEqual({ ...none, flags: ['unknown_stage'] });
  });
});

it('the summary says what the record shows of the adjustment, and a worse one is switched off', () => {
  const pdufa = { catalyst: 'PDUFA Date', formattedDate: '2026-09-30' };
  const votes = [{ meeting_date: '2026-05-01', votes_yes: 3, votes_no: 9 }];
  const of = (adjustment: Adjustment) => scoreApproval(pdufa, { votes }, '2026-06-15', adjustment);
  const proven = of('proven');
  expect(proven.poa).toBe(of('unproven').poa);
  expect(proven.poa_summary).toContain('by an adjustment that was better than the base rate');
  const off = of('off');
  expect(off.poa).toBe(off.base_rate);
  expect(off).toMatchObject({
    factors: [],
    flags: expect.arrayContaining(['adjustment_off']),
    poa_summary: expect.stringContaining('because the adjustment was worse on record'),
  });
});
