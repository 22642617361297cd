import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { mean } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { qualityOf, unweighted } from '../../../src/domain/forecast-quality.ts';
import { actualOutcome, trialOutcome } from '../../../src/domain/trials/trial-outcomes.ts';

const today = '2026-06-15';

describe('trial outcome', () => {
  it('has the shrunk transition rate of phase and area', () => {
    // Oncology Phase 2: (1732 · 0.246 + 30 · 0.289) ÷ 1762 = 434.742 ÷ 1762 = 0.246732.
    expect(trialOutcome({ phase: 'PHASE2', condition: 'Breast Cancer' }, today)).toMatchObject({
      success_probability: 0.247,
      base_rate: 24.7,
      sample_size: 1732,
      drivers: [],
      predicted_outcome: 'failure',
      flags: [],
    });
  });

  it('predicts success from a probability of one half', () => {
    // Hematology Phase 3: (82 · 0.768 + 30 · 0.578) ÷ 112 = 80.316 ÷ 112 = 0.717107.
    expect(trialOutcome({ phase: 'Phase 3', therapeuticArea: 'Hematology' }, today)).toMatchObject({
      success_probability: 0.717,
      predicted_outcome: 'success',
    });
  });

  it('states the effect of each feature in percentage points', () => {
    // 0.463/0.537 ÷ (0.283/0.717) = 2.184436; odds 0.327549 × 2.184436 = 0.715510 → 41.7 %.
    const program = { updated_date: '2025-01-01', biomarker_selected: true };
    const outcome = trialOutcome({ phase: 'Phase 2', condition: 'Melanoma', program }, today);
    expect(outcome).toMatchObject({ success_probability: 0.417, base_rate: 24.7 });
    expect(outcome.drivers).toEqual([{ feature: 'Patients selected by biomarker', effect: 17 }]);
  });

  it.each(['ADC', 'ADCs', 'Antibody-drug conjugate'])('uses the modality of an %s', (drugType) => {
    // ADCs Phase 1: (103 · 0.417 + 30 · 0.52) ÷ 133 = 0.440233, odds 0.786457; ÷ the odds of all,
    // 0.52/0.48 = 1.083333: 0.725961. Oncology (1628 · 0.488 + 30 · 0.52) ÷ 1658 = 0.488579, odds
    // 0.955337 × 0.725961 = 0.693537 → 41.0 %, 7.9 points less than 48.9.
    const outcome = trialOutcome({ phase: 'Phase 1', condition: 'Glioblastoma', drugType }, today);
    expect(outcome).toMatchObject({ success_probability: 0.41, base_rate: 48.9 });
    expect(outcome.drivers).toEqual([{ feature: 'Modality: ADCs', effect: -7.9 }]);
  });

  it('has a probability equal to the base rate plus the effects', () => {
    const program = { updated_date: '2025-01-01', biomarker_selected: true, rare_disease: true };
    const { base_rate, drivers, success_probability } = trialOutcome(
      { phase: 'Phase 1', therapeuticArea: 'Neurology', drugType: 'Antisense', program },
      today,
    );
    expect(drivers).toHaveLength(3);
    const sum = drivers.reduce((total, { effect }) => total + effect, base_rate!);
    expect(sum).toBeCloseTo(100 * success_probability!, 9);
  });

  it('ignores data of later days', () => {
    const trial = { phase: 'Phase 2', condition: 'Melanoma' };
    const program = { updated_date: '2026-06-16', biomarker_selected: true };
    expect(trialOutcome({ ...trial, program }, today)).toEqual(trialOutcome(trial, today));
  });

  it.each([
    ['Phase 4', 'no_base_rate'],
    ['NA', 'unknown_phase'],
    [null, 'unknown_phase'],
  ])('of phase %s is null', (phase, flag) => {
    expect(trialOutcome({ phase }, today)).toMatchObject({
      success_probability: null,
      base_rate: null,
      predicted_outcome: null,
      flags: [flag],
    });
  });
});

describe('actual outcome', () => {
  const topline = (outcome: string, day: string) => ({ title: 'Phase 3 Readout', outcome, day });
  const congress = (outcome: string, day: string) => ({ title: 'Data presentation', outcome, day });
  const completed = '2026-01';

  it.each([
    // The completion is in January 2026, which counts as its last day.
    [
      'the readout and not interim data before it',
      [congress('positive', '2025-06-01'), topline('negative', '2026-02-10')],
      { result: 'failure', day: '2026-02-10' },
    ],
    [
      'the readout and not data presented after it',
      [topline('negative', '2026-02-10'), congress('positive', '2026-04-01')],
      { result: 'failure', day: '2026-02-10' },
    ],
    [
      'the first of two readouts',
      [topline('positive', '2026-05-01'), topline('mixed', '2026-02-10')],
      { result: 'mixed', day: '2026-02-10' },
    ],
    [
      'the worse of two on one day',
      [topline('positive', '2026-02-10'), topline('Negative', '2026-02-10')],
      { result: 'failure', day: '2026-02-10' },
    ],
    [
      'data presented on or after the completion without a readout',
      [congress('mixed', '2026-01-30'), congress('positive', '2026-01-31')],
      { result: 'success', day: '2026-01-31' },
    ],
    ['null for data presented before the completion', [congress('positive', '2026-01-30')], null],
    [
      'null for an interim readout before the completion',
      [{ title: 'Interim Phase 3 Readout', outcome: 'positive', day: '2025-09-01' }],
      null,
    ],
    ['null for later announcements', [topline('positive', '2026-06-16')], null],
    ['null without a result', [topline('pending', '2026-02-10')], null],
  ])('is %s', (_, announced, outcome) => {
    expect(actualOutcome(announced, completed, null, today)).toEqual(outcome);
  });

  it('recognizes a readout by topline data or the primary endpoint in its title', () => {
    for (const title of [
      'Announces Positive Topline Results From Phase 3 Trial',
      'Top-line data of ASPIRE',
      'Phase 2 Trial Missed Its Primary Endpoint',
    ]) {
      const announced = [{ title, outcome: 'negative', day: '2025-06-01' }];
      expect(actualOutcome(announced, completed, null, today)?.result).toBe('failure');
    }
  });

  it('of a stopped trial is its readout, else the stop', () => {
    const presented = [congress('positive', '2026-04-01')];
    expect(actualOutcome(presented, completed, '2026-02-19', today)).toEqual({
      result: 'terminated',
      day: '2026-02-19',
    });
    const failed = [...presented, topline('negative', '2026-02-10')];
    expect(actualOutcome(failed, completed, '2026-02-19', today)?.result).toBe('failure');
    expect(actualOutcome([], completed, '2026-06-16', today)).toBeNull();
  });

  it('is null without a readout and a known completion', () => {
    const presented = [congress('positive', '2026-04-01')];
    expect(actualOutcome(presented, 'To be determined', null, today)).toBeNull();
  });
});

interface Label {
  readonly phase: string;
  readonly binary_outcome: 0 | 1 | null;
  readonly public_disclosure_date: string;
}

const file = resolve(
  import.meta.dirname,
  '../../../../shared/samples/ctgov_derived/clinical_outcome_labels_v2.json',
);

describe.skipIf(!existsSync(file))('on labeled trials (skipped without the samples)', () => {
  const forecasts = () => {
    const { labels } = JSON.parse(readFileSync(file, 'utf8')) as { labels: readonly Label[] };
    return labels.flatMap(({ phase, binary_outcome: outcome, public_disclosure_date: date }) => {
      const forecast = trialOutcome({ phase }, date).success_probability;
      return outcome === null || forecast === null ? [] : [{ phase, outcome, forecast }];
    });
  };

  it('has the documented quality', () => {
    // Only phases with a transition rate have forecasts.
    const rows = forecasts().filter(({ phase }) => /^phase[123]$/.test(phase));
    const share = mean(rows.map(({ outcome }) => outcome));
    const brier = mean(rows.map(({ outcome, forecast }) => (forecast - outcome) ** 2));
    const constant = mean(rows.map(({ outcome }) => (share - outcome) ** 2));
    expect(rows).toHaveLength(734);
    expect(share).toBeCloseTo(0.624, 3);
    expect(brier).toBeCloseTo(0.258, 2);
    expect(constant).toBeCloseTo(0.235, 2);
    expect(brier).toBeGreaterThan(constant);
    expect(qualityOf(unweighted(rows), 0.5).auc).toBeCloseTo(0.6, 2);
    expect(share - mean(rows.map(({ forecast }) => forecast))).toBeCloseTo(0.17, 2);
  });
});
