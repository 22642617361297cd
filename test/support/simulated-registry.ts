import { type Random, randomOf } from '../../src/demo/random.ts';
import { shiftDays } from '../../src/domain/dates.ts';
import type {
  FeatureValue,
  LabelledTrial,
  LearnedPhase,
  TrialFeatureValues,
} from '../../src/domain/trials/learning/labelled-trial.ts';

/**
 * Effects of features in log odds: per standard deviation of a number, for a yes, or by category
 * (`missing` for an unknown value). Other features have no effect.
 */
export type PlantedEffects = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

export interface RegistryPlan {
  readonly trials: number;
  readonly seed: number;
  readonly effects: PlantedEffects;
  /** Increase of the log odds of success from the first day to the last; 0 by default. */
  readonly drift?: number;
  /** What the published rate depends on: only the phase (default), or the true probability. */
  readonly published?: 'phase' | 'truth';
}

export interface SimulatedRegistry {
  readonly trials: readonly LabelledTrial[];
  /** Probability of success of each trial, 0–1. */
  readonly probabilities: readonly number[];
}

/** Effects as large as in studies of real registries, on features of every kind. */
export const plantedEffects: PlantedEffects = {
  area: { oncology: -0.7, haematology: 0.5, vaccines: 0.8 },
  modality: { antibody: 0.35, gene_therapy: -0.4, missing: -0.3 },
  comparator: { placebo: -0.35 },
  endpoint: { survival: -0.5, biomarker: 0.4 },
  rare_disease: 0.4,
  biomarker_selection: 0.45,
  randomised: 0.25,
  prior_phase: { success: 0.6, failure: -0.7 },
  enrolment: 0.3,
  sponsor_record: 0.5,
  sponsor_trials: 0.2,
  delays: -0.35,
};

/** The same effects, scaled down so that the true probabilities have an AUC of about 0.60. */
export const weakEffects: PlantedEffects = scaled(plantedEffects, 0.38);

function scaled(effects: PlantedEffects, factor: number): PlantedEffects {
  return Object.fromEntries(
    Object.entries(effects).map(([name, of]) => {
      if (typeof of === 'number') return [name, of * factor];
      return [
        name,
        Object.fromEntries(Object.entries(of).map(([one, own]) => [one, own * factor])),
      ];
    }),
  );
}

/** The period in which the trials ended. */
const FIRST_DAY = '2010-01-01';
const DAYS = 15 * 365;
/** Number of sponsors. A few have many trials and most have few. */
const SPONSORS = 2_000;

/** Share of the trials, and log odds of success without other effects. */
const phases: Readonly<Record<LearnedPhase, { share: number; base: number }>> = {
  phase1: { share: 0.3, base: 0.1 },
  phase2: { share: 0.42, base: -0.9 },
  phase3: { share: 0.28, base: 0.3 },
};

interface Drawn {
  readonly value: FeatureValue;
  /** For a number: distance from the mean in standard deviations. */
  readonly z?: number;
}

const category =
  (shares: Readonly<Record<string, number>>) =>
  (random: Random): Drawn => {
    let left = random.unit();
    const found = Object.entries(shares).find(([, share]) => {
      left -= share;
      return left < 0;
    });
    return { value: found?.[0] ?? null };
  };
const yes = (share: number, missing: number) => (random: Random) =>
  random.chance(missing) ? { value: null } : { value: random.chance(share) };
const number = (missing: number, scale: (z: number) => number) => (random: Random) => {
  const z = random.normal();
  return random.chance(missing) ? { value: null } : { value: scale(z), z };
};

/**
 * The rest of the probability is a missing value. The last four features never affect the outcome.
 */
const features: Readonly<Record<string, (random: Random) => Drawn>> = {
  area: category({
    oncology: 0.34,
    neurology: 0.16,
    infection: 0.15,
    metabolic: 0.15,
    haematology: 0.08,
    vaccines: 0.05,
    other: 0.07,
  }),
  modality: category({
    small_molecule: 0.5,
    antibody: 0.22,
    vaccine: 0.06,
    gene_therapy: 0.05,
    cell_therapy: 0.05,
  }),
  masking: category({ none: 0.45, single: 0.08, double: 0.25, quadruple: 0.2 }),
  comparator: category({ none: 0.4, placebo: 0.35, active: 0.2 }),
  endpoint: category({ response: 0.3, survival: 0.15, biomarker: 0.25, safety: 0.2 }),
  prior_phase: category({ success: 0.3, failure: 0.1 }),
  rare_disease: yes(0.2, 0),
  biomarker_selection: yes(0.12, 0.1),
  randomised: yes(0.6, 0.05),
  enrolment: number(0.05, (z) => 4.6 + 1.2 * z),
  sponsor_record: number(0.3, (z) => 0.4 + 0.1 * z),
  sponsor_trials: number(0, (z) => 3 + 1.5 * z),
  delays: number(0.1, (z) => 1 + 0.5 * z),
  arms: number(0.02, (z) => Math.round(2.5 + z)),
  countries: number(0.08, (z) => Math.exp(1 + z)),
  competition: number(0, (z) => 20 + 6 * z),
  centre: (random) => ({ value: `centre ${random.integer(1, 200)}` }),
};

/**
 * Generates a registry of trials that ended over fifteen years, oldest first. A seed always results
 * in the same trials.
 */
export function simulatedRegistry(plan: RegistryPlan): SimulatedRegistry {
  const drawn = [...simulatedTrials(plan)];
  return {
    trials: drawn.map(({ trial }) => trial),
    probabilities: drawn.map(({ probability }) => probability),
  };
}

/** Yields the trials of a registry one by one, to save memory. */
export function* simulatedTrials(
  plan: RegistryPlan,
): Generator<{ readonly trial: LabelledTrial; readonly probability: number }> {
  const random = randomOf(plan.seed, 'simulated registry');
  const sponsors = randomOf(plan.seed, 'sponsors of a simulated registry');
  for (let index = 0; index < plan.trials; index += 1) {
    const time = index / plan.trials;
    const phase = phaseOf(random.unit());
    const drawn = Object.entries(features).map(([name, draw]) => [name, draw(random)] as const);
    const added = drawn.map(([name, one]) => effectOf(plan.effects[name], one));
    const sum = added.reduce((all, one) => all + one, phases[phase].base);
    const probability = logistic(sum + (plan.drift ?? 0) * time);
    const day = Math.floor(time * DAYS);
    const trial: LabelledTrial = {
      nctId: `NCT${String(index).padStart(8, '0')}`,
      phase,
      sponsor: `sponsor ${Math.floor(SPONSORS * sponsors.unit() ** 2)}`,
      asOf: shiftDays(FIRST_DAY, day - 1),
      ended: shiftDays(FIRST_DAY, day),
      succeeded: random.chance(probability),
      features: valuesOf(drawn),
      published: plan.published === 'truth' ? probability : logistic(phases[phase].base),
    };
    yield { trial, probability };
  }
}

function phaseOf(unit: number): LearnedPhase {
  const { phase1, phase2 } = phases;
  if (unit < phase1.share) return 'phase1';
  return unit < phase1.share + phase2.share ? 'phase2' : 'phase3';
}

function effectOf(effect: PlantedEffects[string] | undefined, { value, z }: Drawn): number {
  if (typeof effect === 'object') return effect[String(value ?? 'missing')] ?? 0;
  if (effect === undefined || value === null || value === false) return 0;
  return effect * (z ?? 1);
}

function valuesOf(drawn: readonly (readonly [string, Drawn])[]): TrialFeatureValues {
  return Object.fromEntries(drawn.map(([name, { value }]) => [name, value]));
}

const logistic = (logOdds: number) => 1 / (1 + Math.exp(-logOdds));
