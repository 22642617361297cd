import { describe, expect, it } from 'vitest';
import { type ApprovalCatalyst, scoreApproval } from '../../../src/domain/approval/approval.ts';
import type { ApprovalEvidence } from '../../../src/domain/approval/approval-evidence.ts';
import fc from '../../support/properties.ts';

const pdufa: ApprovalCatalyst = {
  catalyst: 'PDUFA Date',
  stage: 'NDA',
  therapeuticArea: 'Oncology',
  formattedDate: '2026-09-30',
};
const today = '2026-06-15';
const against = { meeting_date: '2026-05-01', votes_yes: 3, votes_no: 9 };
const inFavor = { meeting_date: '2026-05-01', votes_yes: 11, votes_no: 1 };

const poaOf = (evidence: ApprovalEvidence, catalyst = pdufa, asOf = today) =>
  scoreApproval(catalyst, evidence, asOf).poa!;

describe('base rate', () => {
  it('is the shrunk rate of the area at the filing stage', () => {
    // Base rate, shrunk: (324 · 0.920 + 30 · 0.906) ÷ 354 = (298.08 + 27.18) ÷ 354 = 0.91881.
    const score = scoreApproval(pdufa, {}, today);
    expect(score).toMatchObject({ poa: 91.9, base_rate: 91.9, sample_size: 324, factors: [] });
    // Wilson interval at n = 354: (0.918814 + 0.005426 ∓ 0.028964) ÷ 1.010852 = 0.8857 … 0.9430.
    expect(score).toMatchObject({ interval_low: 88.6, interval_high: 94.3, confidence: 'high' });
    expect(score.flags).toEqual([]);
  });

  it('has high confidence from 200 effective programs', () => {
    const confidenceIn = (therapeuticArea: string) =>
      scoreApproval({ ...pdufa, therapeuticArea }, {}, today).confidence;
    // Autoimmune 202 + 30 = 232 at 0.936: the interval is 6.4 points wide.
    expect(confidenceIn('Autoimmune')).toBe('high');
    // Neurology 165 + 30 = 195 at 0.873: 9.4 points wide, but fewer than 200 programs.
    expect(confidenceIn('Neurology')).toBe('medium');
  });

  it.each([
    ['Phase 1', 7.9],
    ['Phase 2b', 15.1],
    ['PHASE3', 52.4],
    ['NDA', 90.6],
  ])('from %s without a known area is the published %d %%', (stage, expected) => {
    const score = scoreApproval({ stage, formattedDate: '2026-09-30' }, {}, today);
    expect(score.poa).toBe(expected);
    expect(score.flags).toEqual(['no_area', 'only_stage_known']);
    expect(score.confidence).toBe('low');
  });

  it('has more than low confidence if an area, a modality or evidence is known', () => {
    const filed = { stage: 'NDA', formattedDate: '2026-09-30' };
    const scores = [
      scoreApproval({ ...filed, therapeuticArea: 'Oncology' }, {}, today),
      scoreApproval({ ...filed, drugType: 'Small molecule' }, {}, today),
      scoreApproval(
        filed,
        { votes: [{ meeting_date: '2026-01-05', votes_yes: 9, votes_no: 1 }] },
        today,
      ),
    ];
    for (const { confidence, flags } of scores) {
      expect(flags).not.toContain('only_stage_known');
      expect(confidence).not.toBe('low');
    }
  });
});

describe('advisory committee', () => {
  it('multiplies the odds by the published ratio', () => {
    // Daval 2023: (142/162) ÷ (5/45) = 7.889 and (20/162) ÷ (40/45) = 0.139.
    // Odds 0.918814 ÷ 0.081186 = 11.3174: × 0.138889 = 1.57186 → 61.1 %;
    // × 7.888889 = 89.2815 → 98.9 %.
    const down = scoreApproval(pdufa, { votes: [against] }, today);
    const up = scoreApproval(pdufa, { votes: [inFavor] }, today);
    expect([down.poa, up.poa]).toEqual([61.1, 98.9]);
    expect(down.factors[0]).toMatchObject({ direction: 'lowers', likelihood_ratio: 0.139 });
    expect(up.factors[0]).toMatchObject({ direction: 'raises', likelihood_ratio: 7.889 });
  });

  it('counts each of two equal votes by two thirds', () => {
    // 0.138889 ^ (4/3) = exp(−1.974081 · 1.333333) = 0.071926; × 11.3174 = 0.81402 → 44.9 %.
    expect(poaOf({ votes: [against, { ...against, meeting_date: '2026-05-02' }] })).toBe(44.9);
  });
});

describe('complete response letter', () => {
  const crl = { letter_date: '2025-11-03' };

  it('replaces the base rate by the rate of second cycles', () => {
    // Approval rate after a refusal: 71 of 151 = 47.0 % (Sacks 2014).
    const score = scoreApproval(pdufa, { crls: [crl] }, today);
    expect(score).toMatchObject({ poa: 47, base_rate: 47, sample_size: 151 });
  });

  it('cancels earlier votes and traits, but not later votes', () => {
    const program = { updated_date: '2024-01-01', biomarker_selected: true };
    const earlier = { ...against, meeting_date: '2025-10-01' };
    expect(poaOf({ crls: [crl], votes: [earlier], program })).toBe(47);
    // The odds after a refusal and a negative vote are 0.8875 × 0.138889 = 0.123264, which is 11.0
    // %.
    expect(poaOf({ crls: [crl], votes: [against] })).toBe(11);
  });

  it('counts from the day on which it is known, and so do its reasons', () => {
    // With an efficacy reason 31.4 %, without a known reason 47 %, and 91.9 % without a letter.
    const known_date = '2026-06-02';
    const late = { ...crl, reasons: ['efficacy'], known_date };
    expect(poaOf({ crls: [late] }, pdufa, '2026-06-01')).toBe(91.9);
    expect(poaOf({ crls: [late] }, pdufa, known_date)).toBe(31.4);
    const explained = { ...crl, reasons: ['efficacy'], reasons_date: known_date };
    expect(poaOf({ crls: [explained] }, pdufa, '2026-06-01')).toBe(47);
    expect(poaOf({ crls: [explained] }, pdufa, known_date)).toBe(31.4);
  });

  it('does not change a program that is not filed', () => {
    const early = { ...pdufa, catalyst: 'Phase 3 Readout' };
    expect(poaOf({ crls: [crl] }, early)).toBe(poaOf({}, early));
  });
});

describe('traits and designations', () => {
  const known = { updated_date: '2024-01-01' };
  const immune = { ...pdufa, therapeuticArea: 'Autoimmune' };

  it('counts biomarker selection by the odds ratio of the stage', () => {
    // Ratio of biomarker selection: 0.960/0.040 ÷ (0.903/0.097) = 24 ÷ 9.30928 = 2.57807. The odds
    // are 11.3174 × 2.57807 = 29.177, which is 96.7 %.
    const score = scoreApproval(pdufa, { program: { ...known, biomarker_selected: true } }, today);
    expect(score.poa).toBe(96.7);
    expect(score.factors[0]!.likelihood_ratio).toBe(2.578);
  });

  it('counts a rare disease only outside oncology', () => {
    const program = { ...known, rare_disease: true };
    const score = scoreApproval(pdufa, { program }, today);
    expect(score.poa).toBe(91.9);
    expect(score.factors[0]).toMatchObject({ direction: 'none', likelihood_ratio: 1 });
    // Autoimmune (202 · 0.941 + 30 · 0.906) ÷ 232 = 0.936474, odds 14.7419;
    // × (0.936/0.064) ÷ (0.906/0.094) = 1.51738 → 22.3690 → 95.7 %.
    expect(poaOf({ program }, immune)).toBe(95.7);
  });

  it('counts overlapping traits in part', () => {
    // Two correlated traits have the exponent 1/1.5 each: (2.57807 · 1.51738) ^ 0.666667 = 2.48275.
    // The odds are × 14.7419 = 36.600, which is 97.3 %.
    const program = { ...known, rare_disease: true, biomarker_selected: true };
    expect(poaOf({ program }, immune)).toBe(97.3);
  });

  it('counts a modality by its shrunk rate', () => {
    // CAR-T 4 of 4: (4 + 27.18) ÷ 34 = 0.917059, odds 11.05674 over 9.63830 = 1.14717;
    // 11.3174 × 1.14717 = 12.9830 → 92.8 %.
    expect(poaOf({}, { ...pdufa, drugType: 'CAR-T' })).toBe(92.8);
  });

  it('states the exponent of overlapping traits in their notes', () => {
    const notesOf = (program: object) =>
      scoreApproval(immune, { program: { ...known, ...program } }, today).factors.map(
        ({ likelihood_ratio, note }) => [
          likelihood_ratio === 1,
          / exponent (\S+) for/.exec(note)?.[1],
        ],
      );
    // Weight of two correlated members: 1 ÷ (1 + 0.5) = 0.67.
    expect(notesOf({ rare_disease: true, biomarker_selected: true })).toEqual([
      [false, '0.67'],
      [false, '0.67'],
    ]);
    expect(notesOf({ biomarker_selected: true })).toEqual([[false, undefined]]);
  });

  it('counts a breakthrough designation before filing, with at most medium confidence', () => {
    // All indications from Phase 3: 0.578 · 0.906 = 0.523668, odds 1.09938;
    // × (0.556/0.444) ÷ (0.35/0.65) = 2.32561 → 2.55672 → 71.9 %.
    const designations = [
      { designation_type: 'Breakthrough Therapy', designation_date: '2025-02' },
    ];
    const early = { stage: 'Phase 3', formattedDate: '2026-09-30' };
    const score = scoreApproval(early, { designations }, today);
    expect(score.poa).toBe(71.9);
    const product = score.transitions.reduce((all, { probability }) => all * probability, 1);
    expect(product * 100).toBeCloseTo(71.9, 1);
    expect(poaOf({ designations })).toBe(91.9);
    const readout = { ...pdufa, stage: 'Phase 3', catalyst: 'Readout' };
    expect(scoreApproval(readout, {}, today).confidence).toBe('high');
    expect(scoreApproval(readout, { designations }, today).confidence).toBe('medium');
  });
});

it('evidence does not count without a date', () => {
  const program = { biomarker_selected: true };
  const score = scoreApproval(pdufa, { program }, today);
  expect(score).toMatchObject({ poa: 91.9, flags: ['undated_evidence'] });
});

const dates = fc.constantFrom('2019-03', '2024-02-29', '2025-12-01', '2026-06-15');
const anyEvidence: fc.Arbitrary<ApprovalEvidence> = fc.record({
  votes: fc.array(
    fc.record({
      meeting_date: dates,
      votes_yes: fc.integer({ min: 0, max: 15 }),
      votes_no: fc.integer({ min: 0, max: 15 }),
    }),
    { maxLength: 4 },
  ),
  crls: fc.array(
    fc.record({
      letter_date: fc.constantFrom('2023-05-04', '2025-01-20'),
      reasons: fc.subarray(['efficacy', 'safety', 'manufacturing']),
    }),
    { maxLength: 2 },
  ),
  designations: fc.array(
    fc.record({
      designation_type: fc.constantFrom('Breakthrough Therapy', 'Fast Track', 'Orphan Drug'),
      designation_date: dates,
    }),
    { maxLength: 3 },
  ),
  program: fc.record({
    updated_date: dates,
    biomarker_selected: fc.boolean(),
    rare_disease: fc.boolean(),
  }),
});
const anyCatalyst: fc.Arbitrary<ApprovalCatalyst> = fc.record({
  catalyst: fc.constantFrom('PDUFA Date', 'BLA Filing', 'Phase 3 Readout', 'Data'),
  stage: fc.constantFrom('Phase 1', 'Phase 1/2', 'Phase 2', 'Phase 3', 'NDA'),
  therapeuticArea: fc.constantFrom('Oncology', 'Urology', 'Allergy', 'Neurology', null),
  drugType: fc.constantFrom('CAR-T', 'Gene therapy', 'Small molecule', null),
  formattedDate: fc.constantFrom('2026-06-16', '2026-09-30'),
});

describe('every score', () => {
  it('has an interval around the PoA within 0 and 100', () => {
    fc.assert(
      fc.property(anyCatalyst, anyEvidence, (catalyst, evidence) => {
        const { poa, interval_low, interval_high } = scoreApproval(catalyst, evidence, today);
        expect(interval_low!).toBeGreaterThan(0);
        expect(poa!).toBeGreaterThanOrEqual(interval_low!);
        expect(poa!).toBeLessThanOrEqual(interval_high!);
        expect(interval_high!).toBeLessThan(100);
      }),
    );
  });

  it('has the odds of the base rate times the likelihood ratios', () => {
    fc.assert(
      fc.property(anyCatalyst, anyEvidence, (catalyst, evidence) => {
        const score = scoreApproval(catalyst, evidence, today);
        const odds = (percents: number) => percents / (100 - percents);
        const ratio = score.factors.reduce((all, factor) => all * factor.likelihood_ratio, 1);
        const expected = odds(score.base_rate!) * ratio;
        // Base rate and PoA are rounded to 0.1 points, the ratios to 0.001.
        const rebuilt = (100 * expected) / (1 + expected);
        expect(Math.abs(rebuilt - score.poa!)).toBeLessThan(0.6);
      }),
    );
  });
});
