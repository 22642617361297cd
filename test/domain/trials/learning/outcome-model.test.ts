import { mean } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { randomOf, shuffled } from '../../../../src/demo/random.ts';
import { qualityOf, unweighted } from '../../../../src/domain/forecast-quality.ts';
import { fitModel } from '../../../../src/domain/trials/learning/fitted-model.ts';
import { rowsOf, tableBuilder } from '../../../../src/domain/trials/learning/labelled-table.ts';
import type {
  LabelledTrial,
  LearnedPhase,
} from '../../../../src/domain/trials/learning/labelled-trial.ts';
import {
  fitOutcomeModel,
  predictOutcome,
} from '../../../../src/domain/trials/learning/outcome-model.ts';
import { couldLearnFrom } from '../../../../src/domain/trials/learning/phase-model.ts';
import { byDecile, calibrationOf } from '../../../programs/judge/calibration.ts';
import fc from '../../../support/properties.ts';
import {
  type PlantedEffects,
  plantedEffects,
  type SimulatedRegistry,
  simulatedRegistry,
} from '../../../support/simulated-registry.ts';

const today = '2026-01-01';
const phases: readonly LearnedPhase[] = ['phase1', 'phase2', 'phase3'];

describe('a model of 60,000 trials with planted effects', () => {
  const registry = simulatedRegistry({
    trials: 60_000,
    seed: 20_260_101,
    effects: plantedEffects,
    drift: 0.15,
  });
  const model = fitOutcomeModel(registry.trials, today);
  const later = phases.flatMap((phase) => laterOf(registry, phase));

  it('serves every phase with its numbers of trials', () => {
    for (const phase of phases) {
      const all = registry.trials.filter((one) => one.phase === phase);
      const { not_served, trials, successes, later_trials } = model.phases[phase];
      expect(not_served, phase).toBeNull();
      expect(trials).toBe(all.length);
      expect(successes).toBe(all.filter(({ succeeded }) => succeeded).length);
      // A quarter of the trials, and the other trials of the first day.
      expect(later_trials - all.length / 4).toBeGreaterThanOrEqual(0);
      expect(later_trials - all.length / 4).toBeLessThan(30);
      expect(laterOf(registry, phase)).toHaveLength(later_trials);
    }
    expect(model).toMatchObject({ fitted_on: today, labels: 60_000 });
  });

  it('finds the sign of every planted effect in every phase', () => {
    for (const [feature, of] of Object.entries(plantedEffects)) {
      for (const { from, to, effect } of turnsOf(feature, of)) {
        for (const phase of phases) {
          const low = predictOutcome(model, phase, { ...typical, [feature]: from })!;
          const high = predictOutcome(model, phase, { ...typical, [feature]: to })!;
          const change = Math.sign(high.probability - low.probability);
          expect([phase, feature, to, change]).toEqual([phase, feature, to, Math.sign(effect)]);
        }
      }
    }
  });

  it('ranks later trials nearly as well as the planted probabilities', () => {
    for (const phase of phases) {
      const trials = laterOf(registry, phase);
      const of = (forecast: (one: Later) => number) =>
        qualityOf(unweighted(trials.map((one) => ({ ...one, forecast: forecast(one) }))), 0.5);
      const planted = of(({ probability }) => probability);
      const learned = of(({ trial }) => judgedOf(trial));
      expect(Math.abs(learned.auc! - planted.auc!), phase).toBeLessThan(0.02);
      expect(planted.auc).toBeGreaterThan(0.7);
      // The reported quality is that of the forecasts.
      expect(model.phases[phase].learned!.auc).toBeCloseTo(learned.auc!, 3);
      expect(model.phases[phase].learned!.brier).toBeCloseTo(learned.brier, 4);
      expect(model.phases[phase].learned!.log_loss).toBeCloseTo(learned.logLoss, 4);
    }
  });

  it('is calibrated within 3 points in every tenth of the later trials', () => {
    const forecasts = later.map((one) => ({ ...one, forecast: judgedOf(one.trial) }));
    const tenths = calibrationOf(unweighted(byDecile(forecasts)));
    expect(tenths).toHaveLength(10);
    for (const { group, forecast, share } of tenths) {
      expect(Math.abs(forecast - share), group).toBeLessThan(0.03);
    }
  });

  it('has narrow intervals that contain the planted probability', () => {
    const intervals = later.map(({ trial, probability }) => {
      const { interval_low: low, interval_high: high } = predictOutcome(
        model,
        trial.phase,
        trial.features,
      )!;
      return { contains: low <= 100 * probability && 100 * probability <= high, width: high - low };
    });
    const share = intervals.filter((one) => one.contains).length / intervals.length;
    expect(share).toBeGreaterThan(0.85);
    expect(mean(intervals.map(({ width }) => width))).toBeLessThan(10);
  });

  it('has drivers that sum to the forecast', () => {
    for (const { trial } of later.slice(0, 2_000)) {
      for (const seen of ['unseen', 'judged'] as const) {
        const forecast = predictOutcome(model, trial.phase, trial.features, seen)!;
        const sum = forecast.drivers.reduce((all, { effect }) => all + effect, forecast.base_rate);
        expect(sum).toBeCloseTo(100 * forecast.probability, 8);
        const named = forecast.drivers.filter(({ feature }) => feature !== 'Other features');
        const sizes = named.map(({ effect }) => Math.abs(effect));
        // The largest is first, except for rounding.
        for (const [at, size] of sizes.slice(1).entries()) {
          expect(size).toBeLessThanOrEqual(sizes[at]! + 0.1 + 1e-9);
        }
      }
    }
    const rare = predictOutcome(model, 'phase2', { ...typical, rare_disease: true })!;
    expect(rare.drivers.find(({ feature }) => feature === 'rare_disease')!.effect).toBeGreaterThan(
      2,
    );
  });

  it('uses the judged fit for ended trials and the final fit for others', () => {
    const { trials, later_trials } = model.phases.phase3;
    expect(predictOutcome(model, 'phase3', typical, 'judged')?.n).toBe(trials - later_trials);
    expect(predictOutcome(model, 'phase3', typical)).toMatchObject({ n: trials, later_trials });
  });

  it('is unchanged by JSON', () => {
    const read = JSON.parse(JSON.stringify(model)) as typeof model;
    expect(predictOutcome(read, 'phase1', typical)).toEqual(
      predictOutcome(model, 'phase1', typical),
    );
    expect(read).toEqual(model);
  });

  function judgedOf({ phase, features }: LabelledTrial): number {
    return predictOutcome(model, phase, features, 'judged')!.probability;
  }

  function laterOf({ trials, probabilities }: SimulatedRegistry, phase: LearnedPhase) {
    return trials.flatMap((trial, index): Later[] => {
      const isLater =
        trial.phase === phase && !couldLearnFrom(trial, phase, model.phases[phase].split_day!);
      const outcome = trial.succeeded ? 1 : 0;
      return isLater ? [{ trial, outcome, probability: probabilities[index]! }] : [];
    });
  }
});

interface Later {
  readonly trial: LabelledTrial;
  readonly outcome: 0 | 1;
  readonly probability: number;
}

/** A trial whose features have no effect. */
const typical = {
  area: 'neurology',
  modality: 'small_molecule',
  masking: 'double',
  comparator: 'active',
  endpoint: 'response',
  prior_phase: null,
  rare_disease: false,
  biomarker_selection: false,
  randomised: false,
  enrolment: 4.6,
  sponsor_record: 0.4,
  sponsor_trials: 3,
  delays: 1,
  arms: 2,
  countries: 3,
  competition: 20,
  centre: 'centre 7',
};

/** Numbers one standard deviation above the mean. */
const above = { enrolment: 5.8, sponsor_record: 0.5, sponsor_trials: 4.5, delays: 1.5 };

function turnsOf(feature: string, of: PlantedEffects[string]) {
  const from = typical[feature as keyof typeof typical];
  if (typeof of === 'object') {
    return Object.entries(of).map(([to, effect]) => {
      return { from, to: to === 'missing' ? null : to, effect };
    });
  }
  const to = typeof from === 'number' ? above[feature as keyof typeof above] : true;
  return [{ from, to, effect: of }];
}

describe('the published rate is served', () => {
  it('if it is the true probability', () => {
    const plan = { trials: 6_000, seed: 4, effects: plantedEffects, published: 'truth' } as const;
    const model = fitOutcomeModel(simulatedRegistry(plan).trials, today);
    for (const phase of phases) {
      const { not_served, learned, published } = model.phases[phase];
      expect(not_served).toBe('model_not_better');
      expect(learned!.brier).toBeGreaterThan(published!.brier);
    }
  });

  it('if few trials have ended', () => {
    const { trials } = simulatedRegistry({ trials: 200, seed: 5, effects: plantedEffects });
    const model = fitOutcomeModel(trials, today);
    for (const phase of phases) {
      expect(model.phases[phase].not_served).toBe('too_few_later_trials');
      expect(predictOutcome(model, phase, typical)).toBeUndefined();
    }
    expect(fitOutcomeModel([], today)).toMatchObject({
      labels: 0,
      phases: { phase1: { trials: 0, not_served: 'too_few_later_trials', learned: null } },
    });
  });
});

describe('a model is not served', () => {
  it('if it is better only by log loss', () => {
    // The features have no effect. The published rate is right with 0.7 or 0.3, but wrong for one of
    // sixteen trials with near certainty: Brier (15 · 0.09 + 1) / 16 = 0.147, log loss
    // (15 · 0.357 + 13.8) / 16 = 1.20, against 0.25 and 0.693 of a constant 0.5.
    const random = randomOf(11, 'served');
    const trials = phase2Trials(2_000, (at) => {
      const succeeded = random.chance(0.5);
      const wrong = at % 16 === 0 ? 1e-6 : 0.7;
      return { succeeded, published: succeeded ? wrong : 1 - wrong };
    });
    const { not_served, learned, published } = fitOutcomeModel(trials, today).phases.phase2;
    expect(learned!.log_loss).toBeLessThan(published!.log_loss - 0.3);
    expect(learned!.brier).toBeGreaterThan(published!.brier + 0.05);
    expect(not_served).toBe('model_not_better');
  });

  it('if it is better only by Brier score', () => {
    // One in a hundred earlier trials contradicts its feature, and one in five later trials, so the
    // fit is overconfident, which increases the log loss more than the Brier score.
    const trials = phase2Trials(4_000, (at) => ({
      succeeded: (at % 2 === 0) === (at % (at < 3_000 ? 100 : 5) !== 3),
    }));
    const { not_served, learned, published } = fitOutcomeModel(trials, today).phases.phase2;
    expect(learned!.brier).toBeLessThan(published!.brier - 0.01);
    expect(learned!.log_loss).toBeGreaterThan(published!.log_loss + 0.05);
    expect(not_served).toBe('model_not_better');
  });
});

describe('a fit', () => {
  it('does not depend on later trials', () => {
    const { trials } = simulatedRegistry({ trials: 900, seed: 6, effects: plantedEffects });
    const split = 500;
    const judged = fitOf(trials, split);
    expect(judged!.coefficients.length).toBeGreaterThan(20);
    const change = fc.record({ succeeded: fc.boolean(), arms: fc.double(), area: fc.string() });
    fc.assert(
      fc.property(fc.array(change, { minLength: 400, maxLength: 400 }), (changes) => {
        const changed = trials.map((trial, at) => {
          if (at < split) return trial;
          const { succeeded, ...features } = changes[at - split]!;
          return { ...trial, succeeded, features: { ...features, invented: at } };
        });
        expect(fitOf(changed, split)).toEqual(judged);
      }),
      { numRuns: 5 },
    );
    // One different earlier outcome changes the coefficients.
    const other = trials.map((one, at) => (at === 3 ? { ...one, succeeded: !one.succeeded } : one));
    expect(fitOf(other, split)).not.toEqual(judged);
  });

  it('does not depend on later trials in the judged model of a phase', () => {
    const trials = phase2Trials(1_000, () => ({}));
    const { split_day, judged } = fitOutcomeModel(trials, today).phases.phase2;
    const inverted = trials.map((one, at) =>
      at % 50 === 49 ? { ...one, succeeded: !one.succeeded } : one,
    );
    const changed = inverted.map((one, at) =>
      couldLearnFrom(one, 'phase2', split_day!) ? trials[at]! : one,
    );
    const refitted = fitOutcomeModel(changed, today).phases.phase2;
    expect(judged).not.toBeNull();
    expect(refitted.judged).toEqual(judged);
    expect(refitted.learned).not.toEqual(fitOutcomeModel(trials, today).phases.phase2.learned);
    expect(refitted.final).not.toEqual(fitOutcomeModel(trials, today).phases.phase2.final);
  });

  it('does not depend on outcomes known after its day', () => {
    const trials = phase2Trials(1_200, () => ({}));
    const day = trials[800]!.ended;
    const known = trials.filter(({ ended }) => ended <= day);
    expect(fitOutcomeModel(trials, day)).toEqual(fitOutcomeModel(known, day));
    expect(fitOutcomeModel(trials, day).labels).toBe(801);
  });

  it('does not depend on the order of the trials', () => {
    const { trials } = simulatedRegistry({ trials: 3_000, seed: 7, effects: plantedEffects });
    const another = shuffled(trials, randomOf(8, 'arrival'));
    expect(fitOutcomeModel(another, today)).toEqual(fitOutcomeModel(trials, today));
  });
});

/** Trials of Phase 2, one per day, with one strong feature. */
function phase2Trials(count: number, change: (at: number) => Partial<LabelledTrial>) {
  const random = randomOf(9, 'phase 2 trials');
  return Array.from({ length: count }, (_, at): LabelledTrial => {
    const rare = at % 2 === 0;
    return {
      nctId: `NCT${10_000_000 + at}`,
      phase: 'phase2',
      sponsor: `sponsor ${at % 97}`,
      asOf: new Date(Date.UTC(2015, 0, at)).toISOString().slice(0, 10),
      ended: new Date(Date.UTC(2015, 0, 1 + at)).toISOString().slice(0, 10),
      succeeded: random.chance(rare ? 0.8 : 0.2),
      features: { rare },
      published: 0.5,
      ...change(at),
    };
  });
}

function fitOf(trials: readonly LabelledTrial[], count: number) {
  const builder = tableBuilder();
  for (const trial of trials) builder.add(trial);
  return fitModel(rowsOf(builder.build(), [...Array(count).keys()]));
}
