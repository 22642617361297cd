import { describe, expect, it } from 'vitest';
import { randomOf } from '../../../../src/demo/random.ts';
import { shiftDays } from '../../../../src/domain/dates.ts';
import { agreementOf } from '../../../../src/domain/trials/learning/judgement.ts';
import type { LabelledTrial } from '../../../../src/domain/trials/learning/labelled-trial.ts';
import { fitOutcomeModel } from '../../../../src/domain/trials/learning/outcome-model.ts';
import { noisePlans, noiseTrials } from '../../../support/noise-registry.ts';
import { simulatedRegistry, weakEffects } from '../../../support/simulated-registry.ts';

const today = '2030-01-01';
const phases = ['phase1', 'phase2', 'phase3'] as const;

describe('the agreement', () => {
  it('is the sum of values ÷ the clustered standard error', () => {
    // The sums of the clusters are 3, −1 and 4, so the agreement is 6 / √26.
    const values = Float64Array.of(1, 2, -1, 4);
    expect(agreementOf(values, Uint32Array.of(7, 7, 0, 3))).toBeCloseTo(6 / Math.sqrt(26), 12);
    // If each value is a cluster, the agreement is 6 / √22.
    expect(agreementOf(values, Uint32Array.of(0, 1, 2, 3))).toBeCloseTo(6 / Math.sqrt(22), 12);
    expect(agreementOf(new Float64Array(3), Uint32Array.of(0, 1, 2))).toBe(0);
  });

  it('is at most the square root of the number of clusters', () => {
    const values = new Float64Array(900).fill(0.3);
    const clusters = Uint32Array.from(values, (_, at) => at % 9);
    expect(agreementOf(values, clusters)).toBeCloseTo(3, 12);
  });
});

describe('the learned model of a phase', () => {
  it('is not served for a registry of pure noise', () => {
    // The twelve plans vary the sponsors, the trend and the published rate.
    for (const plan of noisePlans([4_000], 1)) {
      const model = fitOutcomeModel(noiseTrials(plan), today);
      const reasons = phases.map((phase) => model.phases[phase].not_served);
      expect([plan, ...reasons]).toEqual([plan, ...phases.map(() => 'model_not_better')]);
    }
  });

  it('is served for 20,000 trials with weak features (AUC 0.60)', () => {
    const { trials } = simulatedRegistry({ trials: 20_000, seed: 1, effects: weakEffects });
    const model = fitOutcomeModel(trials, today);
    for (const phase of phases) {
      expect([phase, model.phases[phase].not_served]).toEqual([phase, null]);
      expect(model.phases[phase].learned!.auc).toBeLessThan(0.62);
    }
  });

  it('is not served because failures become known later than successes', () => {
    // The outcome is random and the feature is the day. If trials were split by the day on which
    // their outcome is known, old failures would be among the later trials.
    const random = randomOf(21, 'late failures');
    const { not_served, learned } = judged(2_000, (at) => {
      const succeeded = random.chance(0.5);
      const ended = shiftDays(dayOf(at), succeeded ? 30 : 540);
      return { succeeded, ended, features: { day: at } };
    });
    expect(not_served).toBe('model_not_better');
    expect(Math.abs(learned!.auc - 0.5)).toBeLessThan(0.06);
  });

  it('is not served if it only learns the level over time', () => {
    // The success rate grows from 0.2 to 0.8 with the day, which is the feature.
    const random = randomOf(22, 'level');
    const { not_served, learned, published } = judged(4_000, (at) => ({
      succeeded: random.chance(0.2 + (0.6 * at) / 4_000),
      features: { day: at },
    }));
    expect(learned!.brier).toBeLessThan(published!.brier - 0.02);
    expect(not_served).toBe('model_not_better');
  });

  it('is not served if it only memorizes the sponsors', () => {
    const random = randomOf(23, 'by heart');
    const { not_served, learned, published } = judged(4_000, (at) => ({
      sponsor: `sponsor ${at % 25}`,
      succeeded: random.chance((at % 25) % 2 === 0 ? 0.8 : 0.2),
      features: { centre: `centre ${at % 25}` },
    }));
    expect(learned!.brier).toBeLessThan(published!.brier - 0.05);
    expect(not_served).toBe('model_not_better');
  });

  it('is not served with only nine sponsors, whose outcomes may be correlated', () => {
    const notServed = (sponsors: number) => {
      const random = randomOf(24, 'sponsors');
      return judged(2_000, (at) => ({
        sponsor: `sponsor ${at % sponsors}`,
        succeeded: random.chance(at % 2 === 0 ? 0.8 : 0.2),
        features: { rare: at % 2 === 0 },
      })).not_served;
    };
    expect(notServed(9)).toBe('model_not_better');
    expect(notServed(31)).toBeNull();
  });
});

function dayOf(at: number): string {
  return shiftDays('2015-01-01', at);
}

/** The model of Phase 2 from one trial per day, by default of 97 sponsors. */
function judged(count: number, change: (at: number) => Partial<LabelledTrial>) {
  const trials = Array.from({ length: count }, (_, at): LabelledTrial => {
    const defaults = { nctId: `NCT${10_000_000 + at}`, phase: 'phase2', published: 0.5 } as const;
    const days = { asOf: dayOf(at), ended: dayOf(at + 1) };
    const labels = { sponsor: `sponsor ${at % 97}`, succeeded: at % 2 === 0, features: {} };
    return { ...defaults, ...days, ...labels, ...change(at) };
  });
  return fitOutcomeModel(trials, today).phases.phase2;
}
